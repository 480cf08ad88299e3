#include "host/io/world_state_check.hpp"

#include <fmt/format.h>
#include <algorithm>

#include <cmath>
#include <type_traits>
#include <vector>

#include "host/behavior_fields.hpp"
#include "host/checks.hpp"
#include "kernels/agent/steering_data.hpp"

namespace throng {
namespace {

class Checker {
 public:
  void number(double value, const char* table, std::size_t row, const char* field) {
    if (std::isnan(value)) fault(fmt::format("{}[{}].{} is NaN", table, row, field));
  }
  void below(std::uint64_t value, std::uint64_t size, const char* table, std::size_t row, const char* field) {
    if (value >= size) fault(fmt::format("{}[{}].{} = {}, but there are {}", table, row, field, value, size));
  }
  void that(bool good, const char* table, std::size_t row, const char* problem) {
    if (!good) fault(fmt::format("{}[{}] {}", table, row, problem));
  }
  [[nodiscard]] const std::string& first_fault() const { return first_; }

 private:
  void fault(std::string text) {
    if (first_.empty()) first_ = std::move(text);
  }
  std::string first_;
};

void check_footprints(const WorldState& state, Checker& check) {
  for (std::size_t i = 0; i < state.footprints.size(); ++i) {
    try {
      check_footprint(state.footprints[i].vertices);
    } catch (const Error& error) {
      check.that(false, "footprints", i, error.what());
    }
  }
  for (std::size_t i = 0; i < state.profiles.size(); ++i) {
    const std::optional<FootprintIndex>& footprint = state.profiles[i].footprint;
    if (footprint) check.below(footprint->row, state.footprints.size(), "profiles", i, "footprint");
  }
}

void check_profiles(const std::vector<Profile>& profiles, Checker& check) {
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const Profile& p = profiles[i];
    const auto number = [&](double value, const char* field) { check.number(value, "profiles", i, field); };
    number(p.radius.value_or(0.0), "radius");
    number(p.max_speed, "max_speed");
    number(p.preferred_speed, "preferred_speed");
    number(p.neighbor_distance, "neighbor_distance");
    number(p.time_horizon, "time_horizon");
    number(p.time_horizon_obstacle, "time_horizon_obstacle");
    number(p.escape_time.value_or(0.0), "escape_time");
    number(p.velocity_blend, "velocity_blend");
    number(p.max_acceleration.value_or(0.0), "max_acceleration");
    number(p.max_turning_rate.value_or(0.0), "max_turning_rate");
    number(p.min_heading_speed, "min_heading_speed");
    number(p.arrival_tolerance.value_or(0.0), "arrival_tolerance");
  }
}

template <typename Shape>
void check_vertices(const std::vector<Shape>& shapes, const char* table, Checker& check) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (const Vec2d& vertex : shapes[i].vertices) {
      check.number(vertex.x, table, i, "vertices.x");
      check.number(vertex.y, table, i, "vertices.y");
    }
  }
}

/// Every slot is in use once or free once.
template <typename Users>
void check_slots(const Users& users, const std::vector<std::uint32_t>& free, std::size_t slots, const char* table,
                 Checker& check) {
  std::vector<bool> taken(slots, false);
  const auto take = [&](std::uint32_t slot, std::size_t row) {
    check.below(slot, slots, table, row, "slot");
    if (slot >= slots) return;
    check.that(!taken[slot], table, row, "has a slot that is taken already");
    taken[slot] = true;
  };
  for (std::size_t i = 0; i < users.size(); ++i) take(users[i].slot, i);
  for (std::size_t i = 0; i < free.size(); ++i) take(free[i], i);
}

/// Runs of ids: first and last of each, ascending and apart.
void check_used_ids(const std::vector<AgentId>& runs, Checker& check) {
  check.that(runs.size() % 2 == 0, "used_ids", runs.size(), "begins a run that does not end");
  for (std::size_t i = 0; i + 1 < runs.size(); i += 2) {
    check.that(runs[i] >= 0 && runs[i] <= runs[i + 1] && runs[i + 1] <= limits::max_id, "used_ids", i,
               "is not a run of ids");
    check.that(i == 0 || runs[i] - 1 > runs[i - 1], "used_ids", i, "is not apart from the run before");
  }
}

bool is_used(const std::vector<AgentId>& runs, AgentId id) {
  const auto after = std::upper_bound(runs.begin(), runs.end(), id);
  const auto place = after - runs.begin();
  return place % 2 == 1 || (place > 0 && *(after - 1) == id);
}

void check_agents(const WorldState& state, Checker& check) {
  check_used_ids(state.used_ids, check);
  for (std::size_t i = 0; i < state.agents.size(); ++i) {
    const AgentRecord& agent = state.agents[i];
#define THRONG_FIELD(name, record_type, array_type) \
  if constexpr (std::is_floating_point_v<record_type>) check.number(agent.name, "agents", i, #name);
    THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
    check.below(agent.profile, state.profiles.size(), "agents", i, "profile");
    if (agent.goal >= 0) check.below(static_cast<std::uint64_t>(agent.goal), state.goals.size(), "agents", i, "goal");
    check.that(agent.goal >= goal_kind::point, "agents", i, "has a goal of no known kind");
    check.that(is_used(state.used_ids, agent.id), "agents", i, "has an id that was not given out yet");
    check.that(i == 0 || state.agents[i - 1].id < agent.id, "agents", i, "is not in ascending order of id");
  }
}

void check_behaviors(const WorldState& state, Checker& check) {
  for (std::size_t i = 0; i < state.behaviors.size(); ++i) {
    try {
      check_behavior(state.behaviors[i], state.options.time_step);
    } catch (const Error& error) {
      check.that(false, "behaviors", i, error.what());
    }
    if (const auto* follow = std::get_if<FollowPath>(&state.behaviors[i])) {
      check.below(follow->path.row, state.paths.size(), "behaviors", i, "path");
    }
    if (const auto* blend = std::get_if<Blend>(&state.behaviors[i])) {
      for (const BlendPart& part : blend->parts) {
        check.below(part.behavior.row, state.behaviors.size(), "behaviors", i, "part");
        check.that(part.behavior.row >= state.behaviors.size() ||
                       !std::holds_alternative<Blend>(state.behaviors[part.behavior.row]),
                   "behaviors", i, "is a blend of a blend");
      }
    }
  }
}

// Aims may be as far as the fastest body gets in the longest time.
constexpr double most_steering_number = 2.0 * limits::max_coordinate + limits::max_speed * limits::max_time;

void check_steering(const WorldState& state, Checker& check) {
  std::vector<bool> present(state.agent_generations.size());
  for (const AgentRecord& agent : state.agents) {
    if (agent.slot < present.size()) present[agent.slot] = true;
  }
  for (std::size_t i = 0; i < state.steering.size(); ++i) {
    const SavedSteering& s = state.steering[i];
    check.that(s.slot < present.size() && present[s.slot], "steering", i, "has a slot without an agent");
    if (s.slot < present.size()) present[s.slot] = false;  // once
    check.below(s.behavior, state.behaviors.size(), "steering", i, "behavior");
    for (const std::uint32_t kind : {s.kind_0, s.kind_1}) check.below(kind, 3, "steering", i, "kind");
    const auto of_agent = [&](std::uint32_t kind, std::uint32_t slot, const char* field) {
      if (kind == target_kind::agent) check.below(slot, state.agent_generations.size(), "steering", i, field);
    };
    of_agent(s.kind_0, s.target_slot_0, "target_slot_0");
    of_agent(s.kind_1, s.target_slot_1, "target_slot_1");
    for (const double number : {s.x_0, s.y_0, s.x_1, s.y_1, s.path_place, s.aim_x, s.aim_y, s.time}) {
      check.that(std::abs(number) <= most_steering_number, "steering", i, "has a number that can't be");
    }
  }
}

void check_ways(const WorldState& state, Checker& check) {
  for (std::size_t i = 0; i < state.ways.size(); ++i) {
    const SavedWay& way = state.ways[i];
    check.below(way.goal, state.goals.size(), "ways", i, "goal");
    check.that(i == 0 || state.ways[i - 1].goal < way.goal, "ways", i, "is not in ascending order of goal");
    try {
      check_flow_field_options({way.cell_size, way.clearance, way.wall_cost});
    } catch (const Error& error) {
      check.that(false, "ways", i, error.what());
    }
  }
}

}  // namespace

std::string find_fault(const WorldState& state) {
  Checker check;
  check.number(state.options.time_step, "options", 0, "time_step");
  check.number(state.options.preferred_velocity_noise, "options", 0, "preferred_velocity_noise");
  check.number(state.options.cell_size, "options", 0, "cell_size");
  check.number(state.origin.x, "origin", 0, "x");
  check.number(state.origin.y, "origin", 0, "y");
  check_profiles(state.profiles, check);
  check_footprints(state, check);
  check_vertices(state.goals, "goals", check);
  check_ways(state, check);
  check_vertices(state.obstacles, "obstacles", check);
  for (std::size_t i = 0; i < state.obstacles.size(); ++i) {
    check.that(state.obstacles[i].id < state.next_obstacle_id, "obstacles", i, "has an id that was not given out yet");
    check.that(i == 0 || state.obstacles[i - 1].id < state.obstacles[i].id, "obstacles", i,
               "is not in ascending order of id");
  }
  check_slots(state.obstacles, state.free_obstacle_slots, state.obstacle_generations.size(), "obstacles", check);
  check_slots(state.agents, state.free_agent_slots, state.agent_generations.size(), "agents", check);
  check_agents(state, check);
  check_vertices(state.paths, "paths", check);
  for (std::size_t i = 0; i < state.paths.size(); ++i) {
    const std::vector<Vec2d>& points = state.paths[i].vertices;
    check.that(points.size() >= 2, "paths", i, "has fewer than 2 points");
    for (const Vec2d& v : points) {
      check.that(std::abs(v.x) <= limits::max_coordinate && std::abs(v.y) <= limits::max_coordinate, "paths", i,
                 "has a point beyond the limit of coordinates");
    }
  }
  check_behaviors(state, check);
  check_steering(state, check);
  return check.first_fault();
}

}  // namespace throng
