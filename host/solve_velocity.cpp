// One agent's step, by the functions and with the data of a world's step.
#include "throng/solve_velocity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory_resource>

#include "host/checks.hpp"
#include "host/cpu/plain_lines.hpp"
#include "host/floating_point_mode.hpp"
#include "host/obstacle_set_impl.hpp"
#include "host/start_heading.hpp"
#include "host/step_tables.hpp"
#include "kernels/agent/brake.hpp"
#include "kernels/agent/density_speed.hpp"

namespace throng {
namespace {

/// Settings of a call as a world has them.
WorldOptions world_options(const SolveOptions& options) {
  WorldOptions same;
  same.time_step = options.time_step;
  same.responsibility = options.responsibility;
  same.neighbor_query = options.neighbor_query;
  same.break_symmetry = options.break_symmetry;
  same.leave_obstacles = options.leave_obstacles;
  return same;
}

/// `check` throws without naming the neighbor: its name is made only when it does.
template <class Check>
void about_neighbor(std::size_t k, Check&& check) {
  try {
    check();
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("neighbors[{}].{}", k, error.what()));
  }
}

void check_neighbor(const NeighborAgent& n, Vec2d origin) {
  check_id("id", n.id);
  check_coordinates("position", n.position);
  check_extent("position", n.position, origin);
  check_velocity("velocity", n.velocity);
  check_range("radius", n.radius, 0.0, limits::max_length, "m");
  check_heading("heading", n.heading);
  check_priority("priority", n.priority);
}

void check_asking(const Profile& profile, const AskingAgent& agent) {
  check_profile(profile);
  if (profile.footprint) refuse("the profile has a footprint; without a world agents are discs");
  check_id("id", agent.id);
  check_coordinates("position", agent.position);
  check_velocity("velocity", agent.velocity);
  check_velocity("preferred_velocity", agent.preferred_velocity);
  if (agent.heading) check_heading("heading", *agent.heading);
  check_priority("priority", agent.priority);
}

Vec2d find_origin(const AskingAgent& agent, const ObstacleSet* obstacles, const SolveOptions& options) {
  if (options.origin) check_coordinates("origin", *options.origin);
  if (obstacles == nullptr) return options.origin.value_or(agent.position);
  const Vec2d origin = obstacles->origin();
  if (options.origin && *options.origin != origin) {
    refuse(fmt::format("origin is ({}, {}), that of the obstacles ({}, {}); they must be the same", options.origin->x,
                       options.origin->y, origin.x, origin.y));
  }
  return origin;
}

/// The agent and its neighbors, in this order, in a grid of one cell.
class LocalCrowd {
 public:
  LocalCrowd(std::size_t count, std::pmr::memory_resource* memory)
      : motion_(count, memory),
        numbers_(float_arrays * count, memory),
        words_(word_arrays * count, memory),
        ids_(count, memory),
        count_(static_cast<std::uint32_t>(count)) {
    for (std::uint32_t i = 0; i < count_; ++i) words(0)[i] = i;
    start_[1] = count_;
  }

  struct Member {
    AgentId id;
    Vec2d position;  ///< relative
    Vec2d velocity, heading;
    double radius, priority;
    bool avoids;
  };
  void set(std::size_t i, const Member& m) {
    motion_[i] = {static_cast<float>(m.position.x), static_cast<float>(m.position.y), static_cast<float>(m.velocity.x),
                  static_cast<float>(m.velocity.y)};
    ids_[i] = m.id;
    const double values[float_arrays] = {m.radius, m.heading.x, m.heading.y, m.priority};
    for (std::size_t k = 0; k < float_arrays; ++k) numbers(k)[i] = static_cast<float>(values[k]);
    words(1)[i] = m.avoids ? agent_flag::avoids : 0u;
    largest_radius_ = std::max(largest_radius_, numbers(0)[i]);
  }

  /// Everybody sees everybody.
  void point_to(StepData& data) {
    data.crowd.motion = motion_.data();
    data.crowd.radius = numbers(0);
    data.agents.heading_x = numbers(1);
    data.agents.heading_y = numbers(2);
    data.agents.priority = numbers(3);
    data.crowd.storage_index = words(0);
    data.agents.flags = words(1);
    data.agents.profile = words(2);  // all zero
    data.agents.layer = words(3);
    data.agents.mask = words(3);
    std::fill_n(words(3), count_, 1u);
    data.agents.id = ids_.data();
    data.crowd.grid.columns = data.crowd.grid.rows = 1;
    data.crowd.grid.item_count = count_;
    data.crowd.grid.dense_start = start_.data();
    data.contact.largest_radius = largest_radius_;
    data.one_layer = data.sees_all = true;
    data.equal_shares = false;
  }

 private:
  static constexpr std::size_t float_arrays = 4, word_arrays = 4;
  float* numbers(std::size_t array) { return numbers_.data() + array * count_; }
  std::uint32_t* words(std::size_t array) { return words_.data() + array * count_; }

  std::pmr::vector<Motion> motion_;
  std::pmr::vector<float> numbers_;
  std::pmr::vector<std::uint32_t> words_;
  std::pmr::vector<AgentId> ids_;
  std::uint32_t count_;
  std::array<std::uint32_t, 2> start_{};
  float largest_radius_ = 0.0f;
};

/// Throws when an id is there twice.
void check_ids(const AskingAgent& agent, std::span<const NeighborAgent> neighbors, std::pmr::memory_resource* memory) {
  std::pmr::vector<AgentId> ids(neighbors.size(), memory);
  for (std::size_t k = 0; k < neighbors.size(); ++k) {
    ids[k] = neighbors[k].id;
    if (ids[k] == agent.id) refuse(fmt::format("neighbors[{}].id is {}, that of the agent itself", k, ids[k]));
  }
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice != ids.end()) refuse(fmt::format("two neighbors have the id {}", *twice));
}

}  // namespace

VelocitySolution solve_velocity(const Profile& profile, const AskingAgent& agent,
                                std::span<const NeighborAgent> neighbors, const ObstacleSet* obstacles,
                                const SolveOptions& options, std::vector<Constraint>* constraints) {
  const FloatingPointMode mode;
  const WorldOptions settings = world_options(options);
  check_options(settings);
  check_asking(profile, agent);
  const Vec2d origin = find_origin(agent, obstacles, options);
  check_extent("position", agent.position, origin);
  if (neighbors.size() >= limits::max_agents) {
    refuse(fmt::format("neighbors are {}; there can be {}", neighbors.size(), limits::max_agents - 1));
  }

  std::array<std::byte, 16384> stack;
  std::pmr::monotonic_buffer_resource memory(stack.data(), stack.size());
  check_ids(agent, neighbors, &memory);
  LocalCrowd crowd(neighbors.size() + 1, &memory);
  const auto relative = [&](Vec2d p) { return Vec2d{p.x - origin.x, p.y - origin.y}; };
  const Vec2d heading = unit_or(agent.heading.value_or(agent.preferred_velocity), {1.0, 0.0});
  crowd.set(0, {agent.id, relative(agent.position), agent.velocity, heading,
                profile.radius.value_or(Profile::disc_radius), agent.priority, true});
  const bool sees_headings =
      options.responsibility == Responsibility::side || options.responsibility == Responsibility::speed;
  for (std::size_t k = 0; k < neighbors.size(); ++k) {
    const NeighborAgent& n = neighbors[k];
    about_neighbor(k, [&] { check_neighbor(n, origin); });
    const Vec2d ahead = sees_headings ? unit_or(n.heading, {1.0, 0.0}) : Vec2d{1.0, 0.0};
    crowd.set(k + 1, {n.id, relative(n.position), n.velocity, ahead, n.radius, n.priority, n.avoids});
  }

  const ProfileRow row = profile_row(profile, options.time_step);
  StepData data = step_settings(settings);
  crowd.point_to(data);
  if (obstacles != nullptr) data.obstacles = obstacles->impl().table.view();
  data.profiles = &row;
  data.turns_limited = turns_slowly(row.turn_cosine);
  data.limits_active = data.turns_limited || profile.velocity_blend < 1.0 || profile.max_acceleration.has_value();
  data.density = profile.density_speed.has_value();
  float search_start_sq = row.neighbor_distance_sq, next_heading_x = 0.0f, next_heading_y = 0.0f;
  data.search_start_sq = &search_start_sq;
  data.next_heading_x = &next_heading_x;
  data.next_heading_y = &next_heading_y;
  auto preferred_x = static_cast<float>(agent.preferred_velocity.x);
  auto preferred_y = static_cast<float>(agent.preferred_velocity.y);
  auto max_speed = static_cast<float>(profile.max_speed);
  data.agents.preferred_velocity_x = &preferred_x;
  data.agents.preferred_velocity_y = &preferred_y;
  data.agents.max_speed = &max_speed;
  if (options.leave_obstacles && obstacles != nullptr && obstacles->impl().solids.contains(agent.position)) {
    data.agents.flags[0] |= agent_flag::inside_obstacle;
  }

  SelfAgent self = load_self(data, 0);
  if (data.density) self.preferred_velocity = slowed_velocity(data, 0, self.preferred_velocity);
  if (row.brakes != 0) self.preferred_velocity = braked_velocity(data, 0, self.preferred_velocity);
  PlainLines lines(data, 0, self, &memory);
  std::pmr::vector<HalfPlane<float>> scratch(static_cast<std::size_t>(lines.count()), &memory);
  const SolvedVelocity solved =
      solve_lines(data, self, lines.rows(), lines.hard_count(), lines.count(), HalfPlaneRows<float>{scratch.data()});
  Vec2<float> ahead{next_heading_x, next_heading_y};
  if (!data.turns_limited) {
    ahead = next_heading(Vec2<float>{data.agents.heading_x[0], data.agents.heading_y[0]}, solved.velocity,
                         row.heading_speed_sq);
  }
  if (constraints != nullptr) *constraints = lines.constraints();
  return {.velocity = {solved.velocity.x, solved.velocity.y},
          .heading = {ahead.x, ahead.y},
          .infeasible = solved.infeasible,
          .cap_hit = lines.cap_hit()};
}

}  // namespace throng
