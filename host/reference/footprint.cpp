#include "host/reference/footprint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "host/reference/collision.hpp"
#include "host/reference/obstacle_chain.hpp"
#include "host/reference/obstacle_constraint.hpp"

namespace throng::reference {
namespace {

constexpr std::size_t most_footprints = 16;
constexpr double brake_margin = 0.5;  // m

/// m, that the first body goes along a heading before it meets the second; none when it does not. Of a disc's way as if
/// it had corners.
std::optional<double> way_to(const ConvexBody& first, const ConvexBody& second, const Vec& heading) {
  const auto covers = [](const ConvexBody& body, const Vec& axis) { return project(body, axis, body.center); };
  const Vec aside = turned_left(heading);
  if (covers(first, aside).high <= covers(second, aside).low) return std::nullopt;
  if (covers(first, aside).low >= covers(second, aside).high) return std::nullopt;
  std::vector<Vec> axes = edge_normals(first);
  for (const Vec& axis : edge_normals(second)) axes.push_back(axis);
  axes.push_back(heading);
  double enter = -std::numeric_limits<double>::infinity(), leave = std::numeric_limits<double>::infinity();
  for (const Vec& axis : axes) {
    const Interval a = covers(first, axis), b = covers(second, axis);
    const double speed = axis.dot(heading);
    if (std::abs(speed) < 1e-12) continue;  // along the side, which has been looked at
    const double begin = (speed > 0.0 ? b.low - a.high : b.high - a.low) / speed;
    const double end = (speed > 0.0 ? b.high - a.low : b.low - a.high) / speed;
    enter = std::max(enter, begin);
    leave = std::min(leave, end);
  }
  if (!(enter < leave)) return std::nullopt;
  return enter;
}

}  // namespace

Footprint posed(const Footprint& footprint, const Vec& position, const Vec& heading) {
  Footprint in_world;
  for (const Vec& v : footprint) in_world.push_back(position + v.x() * heading + v.y() * turned_left(heading));
  return in_world;
}

ConvexBody body_of(const Agent& agent, const Footprint& turned, const Vec& at) {
  ConvexBody body;
  body.center = at;
  body.corners = turned;
  if (turned.empty()) body.radius = agent.radius;
  return body;
}

ConvexBody body_in_world(std::span<const Agent> agents, std::span<const Footprint> footprints, std::size_t row) {
  Footprint shape = is_disc(footprints, row) ? Footprint{} : footprints[row];
  for (Vec& vertex : shape) vertex -= agents[row].position;
  return body_of(agents[row], shape, agents[row].position);
}

BodyOverlap overlap(const ConvexBody& first, const ConvexBody& second, bool first_is_a) {
  const bool swapped = first.is_disc() != second.is_disc() ? first.is_disc() : !first_is_a;
  const AxisDepth least = swapped ? least_axis(second, first) : least_axis(first, second);
  return {least.depth, swapped ? least.direction : Vec(-least.direction)};
}

std::vector<HalfPlane> footprint_constraints(std::span<const Agent> agents, std::span<const Footprint> footprints,
                                             std::size_t row, double time_horizon) {
  if (footprints.empty()) return {};
  const Agent& self = agents[row];
  std::vector<std::tuple<double, AgentId, std::size_t>> near;
  const auto ring_of = [&](std::size_t other) {
    return link_chains(std::vector<Obstacle>{{0, true, footprints[other]}});
  };
  const auto range_for = [&](const Agent& other) {
    return time_horizon * (self.max_speed + other.velocity.norm()) + self.radius;
  };
  for (std::size_t other = 0; other < agents.size(); ++other) {
    if (other == row || is_disc(footprints, other) || !sees(self, agents[other])) continue;
    const std::vector<ChainVertex> ring = ring_of(other);
    const std::vector<std::size_t> edges = edges_in_range(ring, self.position, range_for(agents[other]));
    if (edges.empty()) continue;
    const Vec nearest = nearest_on_segment(self.position, ring[edges[0]].point, ring[ring[edges[0]].next].point);
    near.emplace_back((nearest - self.position).squaredNorm(), agents[other].id, other);
  }
  std::sort(near.begin(), near.end());
  std::vector<HalfPlane> lines;
  for (std::size_t k = 0; k < std::min(near.size(), most_footprints); ++k) {
    const Agent& other = agents[std::get<2>(near[k])];
    const Mover mover{self.position, self.velocity - other.velocity, self.radius, time_horizon};
    const std::vector<ChainVertex> ring = ring_of(std::get<2>(near[k]));
    for (const HalfPlane& line : obstacle_constraints(ring, mover, self.max_speed + other.velocity.norm())) {
      lines.emplace_back(line.origin() + other.velocity, line.direction());
    }
  }
  return lines;
}

Vec brake(std::span<const Agent> agents, std::span<const Footprint> footprints, std::size_t row, const Profile& profile,
          double time_step, const Vec& wanted) {
  const Agent& self = agents[row];
  const double speed = wanted.norm();
  if (speed == 0.0) return wanted;
  const ConvexBody own = body_in_world(agents, footprints, row);
  std::optional<double> gap;
  for (std::size_t other = 0; other < agents.size(); ++other) {
    if (other == row || !sees(self, agents[other])) continue;
    const std::optional<double> way = way_to(own, body_in_world(agents, footprints, other), self.heading);
    if (way && *way > -agents[other].radius) gap = std::min(gap.value_or(*way), *way);
  }
  if (!gap) return wanted;
  const double room = *gap - brake_margin;
  if (room <= 0.0) return Vec::Zero();
  double allowed = room / time_step;
  if (profile.max_acceleration) {
    // One more step at this speed, then ever slower: s dt + s^2 / (2 a) = room.
    const double a = *profile.max_acceleration, change = a * time_step;
    allowed = std::sqrt(change * change + 2.0 * a * room) - change;
  }
  return speed > allowed ? Vec(allowed / speed * wanted) : wanted;
}

}  // namespace throng::reference
