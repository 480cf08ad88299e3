// The inside of a World. The order of the phases of a step stands in world.cpp, and only there.
#pragma once
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "host/edge_index.hpp"
#include "host/executor.hpp"
#include "host/handle_table.hpp"
#include "host/id_set.hpp"
#include "host/journeys/check_journeys.hpp"
#include "host/journeys/journeys.hpp"
#include "host/navigation/flow_field.hpp"
#include "host/navigation/make_flow_field.hpp"
#include "host/ring_index.hpp"
#include "host/world_state.hpp"

namespace throng {

/// Until the first step the agents are kept as they were given, in world coordinates: their bounding box decides the
/// local origin. From then on they live in the executor, relative to it.
struct THRONG_LOCAL World::Impl {
  explicit Impl(const WorldOptions& requested);

  // ---- Agents ----
  std::vector<AgentHandle> add_agents(std::span<const AgentDescription> agents);
  void remove_agents(std::span<const AgentHandle> agents);
  void release_slots(std::span<const std::uint32_t> slots);
  void check_handle(AgentHandle agent) const;
  AgentRecord make_record(const AgentDescription& agent, AgentId id, std::uint32_t slot) const;
  AgentRecord read_record(std::uint32_t slot) const;  ///< in the coordinates that `to_engine` gives
  template <class Change>
  void change_record(AgentHandle agent, Change&& change);
  void set_preferred_velocities(const std::vector<std::uint32_t>& slots, std::span<const Vec2d> velocities);
  [[nodiscard]] std::size_t agent_count() const { return agent_slots_.alive_count(); }
  /// Slots in ascending order of id.
  [[nodiscard]] const std::vector<std::uint32_t>& sorted_slots() const;

  /// Since when an agent is stuck, s before the last step's end; none = it is not (world_stuck.cpp).
  [[nodiscard]] std::optional<double> stuck_for(const AgentRecord& agent) const;
  [[nodiscard]] std::vector<StuckAgent> stuck_agents() const;
  /// What is left of the way to these goals is another one now: their agents have not tried yet.
  void watch_anew(const std::set<std::int32_t>& goals);

  // ---- Surroundings ----
  void check_footprint_row(FootprintIndex index) const;
  void check_obstacle_room(std::size_t vertices) const;
  ObstacleHandle add_obstacle(bool closed, std::span<const Vec2d> vertices);
  void remove_obstacle(ObstacleHandle obstacle);
  GoalIndex add_goal(bool closed, std::span<const Vec2d> vertices);
  /// Throws when the world has no such goal.
  void check_goal_row(GoalIndex index) const;
  void mark_records_inside(std::span<AgentRecord> records) const;
  void mark_agents_inside(std::vector<std::vector<Vec2d>> solid_rings);  ///< engine coordinates

  // ---- Steering (world_behaviors.cpp, world_steering.cpp) ----
  /// An agent's, by slot.
  struct SlotSteering {
    bool active = false;
    std::int32_t group = -1;  ///< the agent's label, of those who walk together
    Steering steering;
    AgentId target_id[max_steering_targets] = {};  ///< of agents
  };
  void check_behavior_row(BehaviorIndex index) const;
  void check_references(const Behavior& behavior) const;
  [[nodiscard]] bool is_part_of_blend(BehaviorIndex index) const;
  [[nodiscard]] std::optional<PathIndex> path_of(const Behavior& behavior) const;
  void check_paths_of_blends() const;
  void check_paths_of(const Blend& blend, std::size_t row) const;
  void check_steering(AgentHandle agent, const Steering& steering) const;
  void set_steering(std::span<const AgentHandle> agents, std::span<const Steering> steering);
  void clear_steering(std::span<const std::uint32_t> slots);
  /// In the world only: what the executor has is gone already, or goes by itself.
  void forget_steering(std::span<const std::uint32_t> slots);
  /// Room for so many calls of note_change, which then needs no memory.
  void make_room_for_changes(std::size_t count);
  /// The executor must hear of an agent's steering. `result` as in SteeringRecord.
  void note_change(std::uint32_t slot, const std::optional<SteeringReadout>& result);
  [[nodiscard]] bool steers(std::uint32_t slot) const { return slot < steering_.size() && steering_[slot].active; }
  [[nodiscard]] SteeringRecord steering_record(std::uint32_t slot, Vec2d origin) const;
  [[nodiscard]] std::vector<SteeringReadout> read_steering(std::span<const std::uint32_t> slots) const;
  /// Where an agent that steers aims: its place in the order of ids, and the point in world coordinates.
  struct Aim {
    std::size_t place;
    Vec2d point;
  };
  [[nodiscard]] std::vector<Aim> read_aims() const;
  void synchronize_steering(Vec2d origin, bool anew) const;
  [[nodiscard]] bool walks_together(std::uint32_t slot) const;
  /// Groups that walk together, as Executor::set_groups takes them, and the row of each member, by slot.
  struct Groups {
    std::vector<std::uint32_t> first;
    std::vector<GroupMember> members;
    std::map<std::uint32_t, std::uint32_t> row_of_slot;
  };
  [[nodiscard]] Groups find_groups() const;
  void read_groups(std::span<const std::uint32_t> slots);
  /// Throws when too many of a group walk together.
  void check_groups() const;
  [[nodiscard]] std::vector<SavedSteering> save_steering() const;
  void restore_steering(std::span<const SavedSteering> saved);

  // ---- Journeys (world_journeys.cpp) ----
  class Crowd;
  [[nodiscard]] JourneyTables journey_tables() const;
  [[nodiscard]] const EdgeIndex& walls() const;
  void check_room(const Source& source);
  void check_journey_of(ProfileIndex profile, JourneyIndex journey) const;
  /// What is due before the step to come; after a step, what has come of it.
  void prepare_journeys();
  void restore_journeys(const Journeys::Tape& tape);
  void advance_journeys();

  // ---- Navigation (world_navigation.cpp) ----
  /// A goal that a field is made for: equal ones share it.
  struct FieldKey {
    FlowFieldOptions options;
    bool closed = false;
    std::vector<std::pair<double, double>> vertices;  ///< m, world coordinates
    friend auto operator<=>(const FieldKey&, const FieldKey&) = default;
  };
  void find_way(GoalIndex goal, const FlowFieldOptions& options);
  [[nodiscard]] FieldKey field_key(std::uint32_t goal) const;
  /// The local origin that the next step has.
  [[nodiscard]] Vec2d next_origin() const;
  /// Makes fields for obstacles and goals as they are, where they are out of date.
  void make_fields(const NavigationProgress& progress) const;
  /// Throws unreachable for agents whose goal's field does not lead to it from where they are.
  void check_reachable() const;
  [[nodiscard]] std::vector<std::shared_ptr<const FlowField>> fields_with_doors(
      std::span<const FlowGoal> goals, std::span<const FieldKey> keys, Vec2d origin,
      const NavigationProgress& progress) const;
  /// synchronize(), with the fields. `first`: throws unreachable.
  void synchronize_with_fields(bool first);
  [[nodiscard]] std::string why_unreachable(const AgentRecord& agent, const FlowField& field) const;
  void prepare_navigation(const NavigationProgress& progress);
  /// Whether a goal's field, made before, leads to it from one of the places (m, world). Without a field: yes.
  [[nodiscard]] bool leads_from_any(std::span<const Vec2d> places, GoalIndex goal) const;
  void find_blocked_stages(JourneyIndex index, std::vector<std::string>& out) const;
  /// Doors are none.
  [[nodiscard]] bool crosses_obstacle(std::span<const Vec2d> line) const;
  [[nodiscard]] std::vector<std::string> blocked_ways() const;
  /// Gives the executor the fields that make_fields() made.
  void synchronize_fields() const;
  [[nodiscard]] WaySample way(GoalIndex goal, Vec2d place) const;

  // ---- Coordinates ----
  [[nodiscard]] Vec2d to_engine(Vec2d world) const { return {world.x - origin_.x, world.y - origin_.y}; }
  [[nodiscard]] Vec2d to_world(Vec2d engine) const { return {engine.x + origin_.x, engine.y + origin_.y}; }
  [[nodiscard]] Vec2d bounding_box_center() const;
  [[nodiscard]] std::vector<Vec2d> to_engine(std::span<const Vec2d> world) const { return relative_to(origin_, world); }
  static std::vector<Vec2d> relative_to(Vec2d origin, std::span<const Vec2d> world);
  void check_staged_extent(Vec2d origin) const;

  /// Brings the executor up to date with everything given so far. Const: it changes nothing that can be seen.
  void synchronize() const;
  [[nodiscard]] bool has_changes() const {
    return ways_changed_ || steering_changed_ || heights_changed_ || agents_changed_ || profiles_changed_ ||
           goals_changed_ || obstacles_changed_ || !new_solids_.empty();
  }
  void step_once();
  /// Waits for the steps begun and takes in what they have come to: needed before anything that reads or changes the
  /// crowd. Does nothing when all are taken in. Throws device_lost.
  void settle();
  void take_in_results();
  void snapshot(Snapshot& out, const SnapshotOptions& options) const;
  void request_snapshot(const SnapshotOptions& options);
  void take_snapshot(Snapshot& out);
  [[nodiscard]] std::vector<Vec2d> in_id_order(bool velocities) const;

  /// Different for each world of the process, so that a handle of one is stale in the others; 0 for the first.
  static std::uint32_t first_generation_of_new_world();
  [[nodiscard]] WorldState save() const;
  void restore(WorldState state);

  WorldOptions options_;
  std::unique_ptr<Executor> executor_;

  std::vector<Profile> profiles_;
  std::vector<SavedFootprint> footprints_;
  std::map<Profile, std::uint32_t> profile_rows_;  // of each profile its first row
  std::vector<SavedGoal> goals_;
  std::map<std::uint32_t, FlowFieldOptions> ways_;  // of the goals that have a field
  std::vector<SavedObstacle> obstacles_;            // ascending id
  std::uint64_t obstacles_revision_ = 0;            // counts changes
  HandleTable obstacle_slots_{first_generation_of_new_world()};
  std::uint64_t next_obstacle_id_ = 0;
  std::size_t obstacle_vertices_ = 0;  // of all obstacles

  HandleTable agent_slots_{obstacle_slots_.first_generation()};
  std::vector<AgentId> id_of_slot_;
  IdSet used_ids_;
  // What `sorted_slots()` puts in order when it is asked for: until then with slots of removed agents, and slots used
  // again twice, so that adding and removing agents one by one costs no pass over all of them each time.
  mutable std::vector<std::uint32_t> sorted_slots_;
  mutable bool sorted_ = true, all_alive_ = true;

  std::optional<Heights> heights_;
  std::vector<Behavior> behaviors_;
  std::vector<SavedGoal> paths_;
  std::vector<SlotSteering> steering_;  // by slot; empty until an agent steers
  std::size_t steering_count_ = 0;      // active ones

  std::vector<AgentRecord> staged_;          // before the first step; world coordinates
  std::vector<std::uint32_t> staged_index_;  // of a slot
  Vec2d origin_;                             // 0 before the first step
  bool origin_fixed_ = false;

  // Fields as they were made last, and for what.
  mutable std::map<FieldKey, std::shared_ptr<const FlowField>> fields_;
  mutable Vec2d fields_origin_;
  mutable std::uint64_t fields_revision_ = 0;
  mutable bool fields_given_ = false;  // the executor has them
  mutable std::map<std::uint32_t, std::shared_ptr<const FlowField>>
      given_fields_;  // by goal; null: before the state was saved
  mutable std::map<std::pair<FieldKey, std::vector<bool>>, std::shared_ptr<const FlowField>> door_fields_;  // closed
  mutable std::uint64_t door_fields_revision_ = 0;
  mutable Vec2d door_fields_origin_;
  std::uint64_t door_changes_ = 0;  // of those that obstacles_revision_ counts

  // What the executor does not know yet.
  mutable bool agents_changed_ = false;  // only before the first step
  mutable bool profiles_changed_ = true, goals_changed_ = true, obstacles_changed_ = true;
  mutable bool ways_changed_ = false;  // goals, obstacles or the origin, since fields were made
  mutable bool heights_changed_ = false, steering_changed_ = false, behaviors_changed_ = false, paths_changed_ = false;
  struct SteeringChange {
    std::uint32_t slot;
    std::optional<SteeringReadout> result;  ///< as in SteeringRecord
  };
  mutable std::vector<SteeringChange> steering_changes_;  // one for each slot that has changed
  std::vector<std::uint32_t> steering_change_of_slot_;    // its place there, when that is of the slot
  mutable std::vector<std::vector<Vec2d>> new_solids_;    // since the first step: agents may stand where they are now
  mutable Vec2d provisional_origin_;                      // the executor's, before the first step
  mutable RingIndex solids_;                              // of `obstacles_`, engine coordinates
  mutable bool solids_known_ = false;
  mutable MotionColumns motion_;  // reused by read-outs

  /// A snapshot as far as the executor has no part in it: what is known when it is asked for.
  struct SnapshotFrame {
    Snapshot part;                     ///< time, step, ids
    std::vector<std::uint32_t> place;  ///< of each slot in the order of ids
    Vec2d origin;
    SnapshotOptions options;
    bool aims_are_read = false;  ///< here, since the executor does not bring them
    std::vector<Aim> aims;
  };
  /// Asks the executor for what `options` want, or reads it now.
  [[nodiscard]] SnapshotFrame begin_frame(const SnapshotOptions& options) const;
  void finish_frame(const SnapshotFrame& frame, const MotionColumns& motion, Snapshot& out) const;
  std::deque<SnapshotFrame> requested_;

  Journeys journeys_{options_.seed, options_.time_step};
  std::vector<GoalReached> arrivals_;  // that journeys have not seen
  double largest_radius_ = 0.0;        // m, of all agents that were ever here
  mutable EdgeIndex walls_;            // of `obstacles_`, engine coordinates
  mutable bool walls_known_ = false;

  Statistics statistics_;          // of the steps taken in
  std::uint64_t steps_begun_ = 0;  // at least statistics_.steps
  PhaseTimes phase_times_;
  StepResults results_;
  std::exception_ptr unsaid_;  // what went wrong in steps, when the call that found it could not throw
};

/// `requested` with `automatic` replaced; throws Error{unavailable} with the reason.
WorldOptions resolve_executor(WorldOptions requested);
std::unique_ptr<Executor> make_executor(const WorldOptions& options);

}  // namespace throng
