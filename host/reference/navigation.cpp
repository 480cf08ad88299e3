#include "host/reference/navigation.hpp"

#include <algorithm>
#include <limits>

#include "host/reference/hashing.hpp"
#include "host/reference/polygon.hpp"

namespace throng::reference {

std::optional<Vec> goal_point(const Agent& agent, std::span<const GoalRegion> regions) {
  switch (agent.goal) {
    case GoalKind::none:
      break;
    case GoalKind::point:
      return agent.goal_point;
    case GoalKind::region: {
      const GoalRegion& region = regions[agent.goal_region];
      if (region.closed && contains(region.vertices, agent.position)) return agent.position;
      return nearest_on_path(region.vertices, region.closed, agent.position).point;
    }
  }
  return std::nullopt;
}

bool is_at_goal(const Agent& agent, const Profile& profile, std::span<const GoalRegion> regions) {
  const std::optional<Vec> goal = goal_point(agent, regions);
  return goal && (*goal - agent.position).norm() <= profile.arrival_tolerance.value_or(agent.radius);
}

namespace {

const FlowField* flow_of(const Agent& agent, std::span<const GoalRegion> regions) {
  return agent.goal == GoalKind::region ? regions[agent.goal_region].flow.get() : nullptr;
}

}  // namespace

void head_for_goal(Agent& agent, const Profile& profile, std::span<const GoalRegion> regions, double time_step) {
  const std::optional<Vec> goal = goal_point(agent, regions);
  if (!goal) return;
  agent.arrived = is_at_goal(agent, profile, regions);
  agent.preferred_velocity = Vec::Zero();
  if (agent.arrived) return;
  if (const FlowField* flow = flow_of(agent, regions)) {
    const std::optional<FlowAnswer> along = look_up(*flow, agent.position);
    if (along && !along->sees_goal && !along->direction.isZero(0.0)) {
      agent.preferred_velocity = agent.preferred_speed * along->direction;
      return;
    }
  }
  const Vec offset = *goal - agent.position;
  agent.preferred_velocity = std::min(agent.preferred_speed, offset.norm() / time_step) * offset.normalized();
}

double way_left(const Agent& agent, std::span<const GoalRegion> regions) {
  if (const FlowField* flow = flow_of(agent, regions)) {
    if (const std::optional<FlowAnswer> along = look_up(*flow, agent.position)) return along->way;
  }
  return (*goal_point(agent, regions) - agent.position).norm();
}

bool is_inside(const Vec& p, std::span<const Obstacle> solids) {
  return std::any_of(solids.begin(), solids.end(), [&p](const Obstacle& solid) { return contains(solid.vertices, p); });
}

std::optional<Vec> way_out(const Vec& p, std::span<const Obstacle> solids) {
  std::optional<Vec> direction;
  double nearest_sq = std::numeric_limits<double>::infinity();
  for (const Obstacle& solid : solids) {  // ascending ids: the lowest one wins a tie
    if (!contains(solid.vertices, p)) continue;
    const NearestPoint nearest = nearest_on_path(solid.vertices, true, p);
    if (!(nearest.distance_sq < nearest_sq)) continue;
    nearest_sq = nearest.distance_sq;
    if (nearest_sq > 0.0) {
      direction = (nearest.point - p).normalized();
    } else {  // on the boundary: straight out, to the right of the counter-clockwise edge
      const Vec& a = solid.vertices[nearest.edge];
      const Vec& b = solid.vertices[(nearest.edge + 1) % solid.vertices.size()];
      direction = turned_right(b - a).normalized();
    }
  }
  return direction;
}

namespace {

// Last word of a counter: what the number is for (docs/model.md, "Random numbers").
constexpr std::uint32_t noise_stream = 5, sidestep_stream = 7;

std::uint32_t draw(std::uint64_t seed, AgentId id, std::uint64_t number, std::uint32_t stream) {
  const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
  const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
  const auto name = static_cast<std::uint64_t>(id);
  return philox({low(name), high(name), low(number), stream}, {low(seed), high(seed)})[0];
}

}  // namespace

Vec random_direction(std::uint64_t seed, AgentId id, std::uint64_t step) {
  return unit_direction(draw(seed, id, step, noise_stream) & 15u);
}

Vec step_aside(const Vec& velocity, std::uint64_t seed, AgentId id, std::uint64_t period) {
  const std::uint32_t drawn = draw(seed, id, period, sidestep_stream);
  if (drawn % 4 != 0) return velocity;
  const Vec turn = unit_direction(4 + drawn / 4 % 4);
  const double side = drawn / 16 % 2 != 0 ? -turn.y() : turn.y();
  return turn.x() * velocity + side * turned_left(velocity);
}

}  // namespace throng::reference
