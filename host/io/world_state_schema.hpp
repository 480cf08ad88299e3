// What a saved world looks like, once, for saving and for loading.
#pragma once
#include <cstdint>
#include <string_view>

#include "host/io/behavior_archive.hpp"
#include "host/io/height_archive.hpp"
#include "host/world_state.hpp"

namespace throng::world_state_schema {

inline constexpr std::uint64_t format_version = 5, oldest_version = 2;

/// Number of members, counted by the compiler: a new field that this file doesn't know must not be lost in silence.
struct Anything {
  template <typename T>
  operator T() const;  // never defined: only its type is asked for
};
template <typename T, typename... Members>
consteval std::size_t member_count() {
  if constexpr (requires { T{Members{}..., Anything{}}; }) {
    return member_count<T, Members..., Anything>();
  } else {
    return sizeof...(Members);
  }
}
static_assert(member_count<WorldOptions>() == 13 && member_count<ContactPass>() == 1 && member_count<Profile>() == 17 &&
                  member_count<DensitySpeed>() == 5 && member_count<Statistics>() == 8 &&
                  member_count<StuckAgents>() == 4 && member_count<SavedObstacle>() == 4 &&
                  member_count<SavedGoal>() == 2 && member_count<SavedFootprint>() == 1 &&
                  member_count<Heights>() == 4 && member_count<HeightMap>() == 5 && member_count<Floor>() == 4 &&
                  member_count<SlopeSpeed>() == 2 && member_count<SavedWay>() == 4 &&
                  member_count<WorldState>() == 23 && member_count<SavedSteering>() == 19,
              "a field was added: describe it below and raise the format version");

/// Whether files of a version have a field of agents.
inline bool has_field(std::uint64_t version, std::string_view name) {
  return version >= 5 || (name != "best_way" && name != "progress_step");
}

template <typename Archive, typename Options>
void describe_options(Archive& archive, Options& options) {
  archive.group("options");  // all but the device, which is a machine's and no state's
  archive.choice("executor", options.executor, ExecutorKind::reference);
  archive.value("time_step", options.time_step);
  archive.value("seed", options.seed);
  archive.value("threads", options.threads);
  archive.choice("responsibility", options.responsibility, Responsibility::speed);
  archive.choice("neighbor_query", options.neighbor_query, NeighborQuery::range);
  archive.flag("break_symmetry", options.break_symmetry);
  archive.flag("leave_obstacles", options.leave_obstacles);
  archive.value("preferred_velocity_noise", options.preferred_velocity_noise);
  archive.value("cell_size", options.cell_size);
  if (archive.version() >= 3) {
    bool contact = options.contact.has_value();
    archive.flag("contact", contact);
    if (contact) {
      auto pass = options.contact.value_or(ContactPass());
      archive.value("contact_iterations", pass.iterations);
      if constexpr (!std::is_const_v<Options>) options.contact = pass;
    }
  }
  if (archive.version() >= 5) {
    bool watched = options.stuck.has_value();
    archive.flag("stuck", watched);
    if (watched) {
      auto stuck = options.stuck.value_or(StuckAgents());
      archive.value("stuck_time", stuck.time);
      archive.value("stuck_progress", stuck.progress);
      archive.choice("stuck_relief", stuck.relief, StuckRelief::sidestep);
      archive.value("stuck_period", stuck.period);
      if constexpr (!std::is_const_v<Options>) options.stuck = stuck;
    }
  }
}

template <typename Archive, typename Profiles>
void describe_profiles(Archive& archive, Profiles& profiles) {
  archive.group("profiles");
  archive.column("radius", profiles, &Profile::radius);
  archive.column("max_speed", profiles, &Profile::max_speed);
  archive.column("preferred_speed", profiles, &Profile::preferred_speed);
  archive.column("neighbor_distance", profiles, &Profile::neighbor_distance);
  archive.column("max_neighbors", profiles, &Profile::max_neighbors);
  archive.column("time_horizon", profiles, &Profile::time_horizon);
  archive.column("time_horizon_obstacle", profiles, &Profile::time_horizon_obstacle);
  archive.optional_column("escape_time", profiles, &Profile::escape_time);
  archive.column("velocity_blend", profiles, &Profile::velocity_blend);
  archive.optional_column("max_acceleration", profiles, &Profile::max_acceleration);
  archive.optional_column("max_turning_rate", profiles, &Profile::max_turning_rate);
  archive.column("min_heading_speed", profiles, &Profile::min_heading_speed);
  archive.optional_column("arrival_tolerance", profiles, &Profile::arrival_tolerance);
  archive.choice_column("on_arrival", profiles, &Profile::on_arrival, OnArrival::remove);
  if (archive.version() < 4) return;
  archive.row_column("footprint", profiles, &Profile::footprint);
  archive.flag_column("brakes_when_blocked", profiles, &Profile::brakes_when_blocked);
  if (archive.version() < 5) return;
  const auto density = &Profile::density_speed;
  archive.given_column("density_speed", profiles, density);
  archive.part_column("density_gamma", profiles, density, &DensitySpeed::gamma);
  archive.part_column("density_max_density", profiles, density, &DensitySpeed::max_density);
  archive.part_column("density_radius", profiles, density, &DensitySpeed::radius);
  archive.part_column("density_ahead", profiles, density, &DensitySpeed::ahead);
  archive.part_column("density_least_factor", profiles, density, &DensitySpeed::least_factor);
}

template <typename Archive, typename Rows>
void describe_steering(Archive& archive, Rows& steering) {
  archive.group("steering");
  archive.column("slot", steering, &SavedSteering::slot);
  archive.column("behavior", steering, &SavedSteering::behavior);
  archive.column("kind_0", steering, &SavedSteering::kind_0);
  archive.column("kind_1", steering, &SavedSteering::kind_1);
  archive.column("target_slot_0", steering, &SavedSteering::target_slot_0);
  archive.column("target_slot_1", steering, &SavedSteering::target_slot_1);
  archive.column("generation_0", steering, &SavedSteering::generation_0);
  archive.column("generation_1", steering, &SavedSteering::generation_1);
  archive.column("id_0", steering, &SavedSteering::id_0);
  archive.column("id_1", steering, &SavedSteering::id_1);
  archive.column("x_0", steering, &SavedSteering::x_0);
  archive.column("y_0", steering, &SavedSteering::y_0);
  archive.column("x_1", steering, &SavedSteering::x_1);
  archive.column("y_1", steering, &SavedSteering::y_1);
  archive.column("path_place", steering, &SavedSteering::path_place);
  archive.column("aim_x", steering, &SavedSteering::aim_x);
  archive.column("aim_y", steering, &SavedSteering::aim_y);
  archive.column("time", steering, &SavedSteering::time);
  archive.column("bits", steering, &SavedSteering::bits);
}

template <typename Archive, typename State>
void describe(Archive& archive, State& state) {
  describe_options(archive, state.options);
  if (archive.version() >= 4) {
    archive.group("footprints");
    archive.vertices("vertices", state.footprints, &SavedFootprint::vertices);
  }
  describe_profiles(archive, state.profiles);

  archive.group("goals");
  archive.flag_column("closed", state.goals, &SavedGoal::closed);
  archive.vertices("vertices", state.goals, &SavedGoal::vertices);

  if (archive.version() >= 5) {
    archive.group("ways");
    archive.column("goal", state.ways, &SavedWay::goal);
    archive.column("cell_size", state.ways, &SavedWay::cell_size);
    archive.column("clearance", state.ways, &SavedWay::clearance);
    archive.column("wall_cost", state.ways, &SavedWay::wall_cost);
  }
  describe_behaviors(archive, state.behaviors);
  archive.group("paths");
  archive.flag_column("closed", state.paths, &SavedGoal::closed);
  archive.vertices("vertices", state.paths, &SavedGoal::vertices);
  describe_steering(archive, state.steering);

  archive.group("obstacles");
  archive.column("id", state.obstacles, &SavedObstacle::id);
  archive.column("slot", state.obstacles, &SavedObstacle::slot);
  archive.flag_column("closed", state.obstacles, &SavedObstacle::closed);
  archive.vertices("vertices", state.obstacles, &SavedObstacle::vertices);
  archive.array("slot_generation", state.obstacle_generations);
  archive.array("free_slot", state.free_obstacle_slots);
  archive.value("next_id", state.next_obstacle_id);

  archive.group("agents");
#define THRONG_FIELD(name, record_type, array_type) \
  if (has_field(archive.version(), #name)) archive.column(#name, state.agents, &AgentRecord::name);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  archive.array("slot_generation", state.agent_generations);
  archive.array("free_slot", state.free_agent_slots);
  archive.array("used_ids", state.used_ids);

  if (archive.version() >= 5) describe_heights(archive, state);

  archive.group("world");
  archive.value("first_generation", state.first_generation);
  archive.value("origin_x", state.origin.x);
  archive.value("origin_y", state.origin.y);
  archive.flag("origin_fixed", state.origin_fixed);
  archive.value("steps", state.statistics.steps);
  archive.value("agent_steps", state.statistics.agent_steps);
  archive.value("arrived", state.statistics.arrived);
  archive.value("infeasible", state.statistics.infeasible);
  archive.value("wall_crossings", state.statistics.wall_crossings);
  archive.value("neighbor_cap_hits", state.statistics.neighbor_cap_hits);
  if (archive.version() >= 5) {
    archive.value("became_stuck", state.statistics.became_stuck);
    archive.value("went_on", state.statistics.went_on);
  }

  if (archive.optional_group("journeys", !state.journey_words.empty())) {
    archive.array("words", state.journey_words);
    archive.array("text", state.journey_text);
  }
}

}  // namespace throng::world_state_schema
