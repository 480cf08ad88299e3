// A crowd: what a program holds, fills, steps and reads.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "throng/device_view.hpp"
#include "throng/error.hpp"
#include "throng/export.hpp"
#include "throng/heights.hpp"
#include "throng/journeys.hpp"
#include "throng/navigation.hpp"
#include "throng/parameters.hpp"
#include "throng/steering.hpp"
#include "throng/types.hpp"

namespace throng {

/// Counts since the world was made (saved and loaded with it).
struct Statistics {
  std::uint64_t steps = 0;
  std::uint64_t agent_steps = 0;        ///< sum over steps of the agents present
  std::uint64_t arrived = 0;            ///< agents that have reached their goal, once for each goal set
  std::uint64_t infeasible = 0;         ///< agent-steps whose linear program had no solution (3-D program used)
  std::uint64_t wall_crossings = 0;     ///< agent-steps that passed an obstacle edge from its outside
  std::uint64_t neighbor_cap_hits = 0;  ///< agent-steps with more neighbors than NeighborQuery::range takes
  std::uint64_t became_stuck = 0;       ///< times that an agent got stuck (WorldOptions::stuck)
  std::uint64_t went_on = 0;            ///< times that one which was stuck got on, or arrived
};

/// An agent that is stuck (WorldOptions::stuck).
struct StuckAgent {
  AgentHandle agent;
  AgentId id = 0;
  Vec2d position;     ///< m
  double time = 0.0;  ///< s, since it last got on
};

/// Overlaps in the present state, exact (all pairs, not only the neighbors that were considered).
struct Measures {
  std::uint64_t contacts = 0;  ///< pairs of agents that overlap by more than 1e-4 m
  /// m, greatest r_i + r_j - |x_i - x_j|, 0 when none overlaps. With a footprint on either side: the length of the
  /// shortest move that parts the two, of footprints and discs as they are (docs/model.md, "Footprints").
  double deepest_overlap = 0.0;
  std::uint64_t inside_obstacles = 0;  ///< agents whose centre is inside a solid polygon
};

/// One agent, read out.
struct AgentState {
  AgentId id = 0;
  ProfileIndex profile;
  Vec2d position;                ///< m
  Vec2d velocity;                ///< m/s
  Vec2d preferred_velocity;      ///< m/s; noise and the way out of obstacles are not in it
  Vec2d heading;                 ///< unit
  double radius = 0.0;           ///< m
  double max_speed = 0.0;        ///< m/s
  double preferred_speed = 0.0;  ///< m/s
  std::int32_t group = -1;
  bool arrived = false;  ///< within the tolerance of its goal
  bool stuck = false;    ///< was so in the last step (WorldOptions::stuck)
};

/// All agents in ascending order of id: the arrays have the same length and order.
struct Snapshot {
  double time = 0.0;  ///< s
  std::uint64_t step = 0;
  std::uint64_t state_hash = 0;
  std::vector<AgentId> id;
  std::vector<Vec2d> position;  ///< m
  std::vector<Vec2d> velocity;  ///< m/s
  std::vector<Vec2d> heading;   ///< unit
  std::vector<std::uint32_t> profile;
  std::vector<Vec2d> aim_point;  ///< m, as World::aim_points(); empty unless asked for
  std::vector<double> z;         ///< m, height of the ground; empty unless the world has heights
};

/// What a snapshot has beyond what each one has.
struct SnapshotOptions {
  bool aim_points = false;
};

/// A constraint on an agent's new velocity: velocities to the left of the directed line are allowed.
struct Constraint {
  Vec2d point;      ///< m/s
  Vec2d direction;  ///< unit
  bool obstacle = false;
};

/// Where the last step's time went, seconds; on a GPU by its own clock.
struct PhaseTimes {
  double navigate = 0.0, bin = 0.0, solve = 0.0, move = 0.0;
};

/// A crowd and its surroundings. One thread at a time may use a world; worlds are independent of each other.
///
/// Results are the same to the bit for any number of threads, order of adding agents (of the same ids) and cell size.
/// `reference`, in double, has results of its own. Every failing call throws throng::Error and leaves the world as it
/// was.
class THRONG_API World {
 public:
  /// Throws invalid_argument for a setting outside its limits, unavailable when the executor is not on this machine.
  explicit World(const WorldOptions& options = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  [[nodiscard]] const WorldOptions& options() const;
  [[nodiscard]] ExecutorKind executor() const;  ///< the one that `automatic` found
  [[nodiscard]] int threads() const;

  // ---- What agents and obstacles refer to ----
  ProfileIndex add_profile(const Profile& profile);                ///< equal profiles share a row
  [[nodiscard]] const Profile& profile(ProfileIndex index) const;  ///< with its radius, also when none was given
  [[nodiscard]] std::size_t profile_count() const;
  /// A goal line: a polyline of 2 or more points (m). Agents head for its nearest point.
  GoalIndex add_goal_line(std::span<const Vec2d> points);
  /// A goal area: a simple polygon of 3 or more points (m), either direction. Agents inside have arrived.
  GoalIndex add_goal_polygon(std::span<const Vec2d> points);
  /// A goal point (m), for many agents or with a flow field.
  GoalIndex add_goal_point(Vec2d point);

  // ---- Navigation (throng/navigation.hpp, docs/navigation.md) ----
  /// From now on agents find the way to this goal around walls, by a flow field; made anew when obstacles change. Equal
  /// goals with equal options share one. Throws invalid_argument for a goal that is not there, an option outside its
  /// limits, or more than limits::max_flow_fields.
  void find_way(GoalIndex goal, const FlowFieldOptions& options = {});
  [[nodiscard]] std::optional<FlowFieldOptions> way_options(GoalIndex goal) const;  ///< none: agents head straight
  [[nodiscard]] std::size_t goal_count() const;
  /// Makes the fields that are out of date, which else the next step does. Throws cancelled when `progress` says so;
  /// invalid_argument for a field with too many nodes; unreachable when agents can't get to their goal: which ones, and
  /// why. The first step throws that too; later ones let such agents head straight.
  void prepare_navigation(const NavigationProgress& progress = {});
  /// What the field of a goal says of a place (m). Makes the fields that are out of date. Throws invalid_argument for a
  /// goal without find_way().
  [[nodiscard]] WaySample way(GoalIndex goal, Vec2d place) const;
  /// For people: from which sources no way leads to their first goal, and from which stages of journeys none to the
  /// next one, of goals with find_way(); and which queues' lines cross obstacles. A closed door blocks nothing. Makes
  /// the fields that are out of date.
  [[nodiscard]] std::vector<std::string> blocked_ways() const;

  /// A footprint for profiles: a convex polygon in the agent's frame (m), x along its heading, y to the left of it,
  /// with the agent's position, (0, 0), inside or on its boundary. 3 to limits::max_footprint_vertices vertices in
  /// either direction, none farther than limits::max_length. Throws invalid_argument that says what is wrong.
  FootprintIndex add_footprint(std::span<const Vec2d> vertices);
  /// m, of the circle around a footprint whose center is the agent's position.
  [[nodiscard]] double footprint_radius(FootprintIndex index) const;
  /// m, in the agent's frame: counter-clockwise, without repeated and collinear vertices.
  [[nodiscard]] std::span<const Vec2d> footprint(FootprintIndex index) const;

  // ---- Agents ----
  AgentHandle add_agent(const AgentDescription& agent);
  /// All or none. Handles in the order given.
  std::vector<AgentHandle> add_agents(std::span<const AgentDescription> agents);
  void remove_agent(AgentHandle agent);
  void remove_agents(std::span<const AgentHandle> agents);
  [[nodiscard]] bool contains(AgentHandle agent) const noexcept;
  [[nodiscard]] std::optional<AgentHandle> find(AgentId id) const;
  [[nodiscard]] std::size_t agent_count() const;

  /// Held until changed; clears the agent's goal and behavior. `agents` and `velocities` (m/s) have the same length, no
  /// agent is named twice.
  void set_preferred_velocities(std::span<const AgentHandle> agents, std::span<const Vec2d> velocities);
  /// The same for all agents, in ascending order of id (as `ids()`).
  void set_preferred_velocities(std::span<const Vec2d> velocities);
  void set_preferred_velocity(AgentHandle agent, Vec2d velocity);
  void set_goal(AgentHandle agent, Vec2d point);
  void set_goal(AgentHandle agent, GoalIndex region);
  /// Also takes its radius and speeds. Throws invalid_argument for one that removes on arrival and an agent on a
  /// journey.
  void set_profile(AgentHandle agent, ProfileIndex profile);
  void set_position(AgentHandle agent, Vec2d position);
  void set_velocity(AgentHandle agent, Vec2d velocity);
  /// Any finite vector but 0, stored as unit.
  void set_heading(AgentHandle agent, Vec2d heading);

  // ---- Steering (throng/steering.hpp, docs/steering.md) ----
  /// Throws invalid_argument for a value outside its limits, a path or part that the world does not have.
  BehaviorIndex add_behavior(const Behavior& behavior);
  /// In place of what it was, for all agents that have it. Throws invalid_argument, too, when one of them lacks a
  /// target that it needs, or when a blend has it for a part and it would become a blend.
  void change_behavior(BehaviorIndex index, const Behavior& behavior);
  [[nodiscard]] const Behavior& behavior(BehaviorIndex index) const;
  [[nodiscard]] std::size_t behavior_count() const;
  /// Two or more points (m), two of them distinct. `closed`: from the last one back to the first.
  PathIndex add_path(std::span<const Vec2d> points, bool closed = false);
  /// From now on the behavior gives the agent's preferred velocity. A goal stays and counts as reached in its
  /// tolerance, but draws the agent only through HeadForGoal. Throws stale_handle for the agent's or a target's handle,
  /// invalid_argument for a missing target, for one that is out of reach, when the agent is its own, or when more than
  /// limits::max_group_members of a group would walk together.
  void set_steering(AgentHandle agent, const Steering& steering);
  /// The same of many: all or none. `agents` and `steering` have the same length, no agent is named twice.
  void set_steering(std::span<const AgentHandle> agents, std::span<const Steering> steering);
  /// Without behavior; set_preferred_velocity does this too. The preferred velocity stays what it was last, unless the
  /// agent has a goal.
  void clear_steering(AgentHandle agent);
  void clear_steering(std::span<const AgentHandle> agents);
  [[nodiscard]] SteeringState steering(AgentHandle agent) const;
  /// m, in the order of `ids()`: SteeringState::aim_point of each agent, its position when it has no behavior.
  [[nodiscard]] std::vector<Vec2d> aim_points() const;

  // ---- Journeys (throng/journeys.hpp, docs/journeys.md) ----
  // Each throws invalid_argument that names the thing and its value. What they refer to comes first.
  QueueIndex add_queue(const Queue& queue);
  WaitingAreaIndex add_waiting_area(const WaitingArea& area);
  DoorIndex add_door(const Door& door);  ///< a closed one counts as an obstacle
  JourneyIndex add_journey(const Journey& journey);
  /// Also throws when no place of its region is clear of the obstacles there are, or an id of its entries is in use: it
  /// is from now on.
  SourceIndex add_source(const Source& source);
  [[nodiscard]] const Queue& queue(QueueIndex index) const;
  [[nodiscard]] const WaitingArea& waiting_area(WaitingAreaIndex index) const;
  [[nodiscard]] const Door& door(DoorIndex index) const;
  [[nodiscard]] const Journey& journey(JourneyIndex index) const;
  [[nodiscard]] const Source& source(SourceIndex index) const;
  [[nodiscard]] std::size_t queue_count() const;
  [[nodiscard]] std::size_t waiting_area_count() const;
  [[nodiscard]] std::size_t door_count() const;
  [[nodiscard]] std::size_t journey_count() const;
  [[nodiscard]] std::size_t source_count() const;
  /// From its first stage on. set_goal and set_preferred_velocity take an agent off its journey. Throws
  /// invalid_argument when its profile removes it on arrival.
  void set_journey(AgentHandle agent, JourneyIndex journey);
  [[nodiscard]] std::optional<JourneyState> journey_state(AgentHandle agent) const;  ///< none = without a journey
  [[nodiscard]] JourneyStatistics journey_statistics() const;
  [[nodiscard]] StageState stage_state(JourneyIndex journey, std::uint32_t stage) const;
  [[nodiscard]] QueueState queue_state(QueueIndex queue) const;
  [[nodiscard]] SourceState source_state(SourceIndex source) const;
  [[nodiscard]] bool is_open(DoorIndex door) const;  ///< a door that is to close is open while somebody stands in it
  /// Whether a source has agents to come, or that wait outside.
  [[nodiscard]] bool expects_agents() const;

  // ---- Obstacles ----
  /// A closed polygon of 3 or more vertices (m), simple, of non-zero area. Counter-clockwise = solid inside; clockwise
  /// = a wall around free space (agents are meant to be inside).
  ObstacleHandle add_polygon(std::span<const Vec2d> vertices);
  /// A thin wall through 2 or more points, seen from both sides. It has no inside, even when its ends meet.
  ObstacleHandle add_polyline(std::span<const Vec2d> vertices);
  void remove_obstacle(ObstacleHandle obstacle);
  [[nodiscard]] bool contains(ObstacleHandle obstacle) const noexcept;
  [[nodiscard]] std::size_t obstacle_count() const;

  // ---- Heights (throng/heights.hpp) ----
  /// In place of what was there. Preferred velocities toward goals and of behaviors, but not those that were set, are
  /// taken times the factor of the slope along them. Throws invalid_argument.
  void set_heights(const Heights& heights);
  void clear_heights();
  [[nodiscard]] const std::optional<Heights>& heights() const;
  /// m, of the ground under each agent, in the order of `ids()`; 0 without heights.
  [[nodiscard]] std::vector<double> elevations() const;

  // ---- Time ----
  /// On a GPU it returns when the steps are under way: they go on while the caller does something else, until something
  /// is read or changed. What goes wrong in them (device_lost, out_of_memory) is then thrown there.
  void step(std::uint64_t count = 1);
  [[nodiscard]] double time() const;  ///< s = steps * time_step
  [[nodiscard]] const Statistics& statistics() const;
  [[nodiscard]] PhaseTimes last_phase_times() const;

  // ---- Reading ----
  [[nodiscard]] std::vector<AgentId> ids() const;          ///< ascending
  [[nodiscard]] std::vector<AgentHandle> handles() const;  ///< in the order of `ids()`
  [[nodiscard]] AgentState state(AgentHandle agent) const;
  [[nodiscard]] std::vector<Vec2d> positions() const;   ///< m, in the order of `ids()`
  [[nodiscard]] std::vector<Vec2d> velocities() const;  ///< m/s, in the order of `ids()`
  /// Reuses the arrays of `out`.
  void snapshot(Snapshot& out, const SnapshotOptions& options = {}) const;
  /// The same in two halves, for running on meanwhile: asks for a snapshot of the present state, and later takes the
  /// oldest one asked for. On a GPU it is copied to the host while the next steps run, but
  /// for aim points, which are waited for. Throws invalid_argument when two
  /// have been asked for and not taken, or none.
  void request_snapshot(const SnapshotOptions& options = {});
  void take_snapshot(Snapshot& out);
  /// The agents in the GPU's memory. Throws unavailable unless executor() is cuda.
  [[nodiscard]] DeviceView device_view();
  [[nodiscard]] Measures measure() const;
  /// Those that were stuck in the last step, in the order of `ids()`. Empty without WorldOptions::stuck.
  [[nodiscard]] std::vector<StuckAgent> stuck_agents() const;
  /// Order-free hash of ids, positions and velocities as the engine holds them, version 1 (docs/model.md).
  [[nodiscard]] std::uint64_t state_hash() const;
  /// The local origin, world coordinates (m): fixed at the first step.
  [[nodiscard]] Vec2d origin() const;
  /// Memory that the crowd takes, divided by the number of agents: the executor's arrays and grid, on `cuda` those of
  /// the device, and the world's tables of handles and ids. 0 without agents. Read-outs and tables of obstacles are not
  /// in it.
  [[nodiscard]] std::size_t bytes_per_agent() const;

  // ---- For debugging: what the next step would see ----
  [[nodiscard]] std::vector<AgentHandle> neighbors(AgentHandle agent) const;  ///< nearest first
  [[nodiscard]] std::vector<Constraint> constraints(
      AgentHandle agent) const;  ///< obstacles first, as the program sees them

  // ---- Keeping ----
  /// Writes the whole state (HDF5); the file appears complete or not at all.
  void save(const std::string& path) const;
  /// A world that continues with the same bits, handles included. `threads` and `executor` may differ from the saved
  /// ones.
  static World load(const std::string& path, ExecutorKind executor = ExecutorKind::automatic, int threads = 0,
                    int device = 0);

 private:
  struct Impl;
  THRONG_LOCAL explicit World(std::unique_ptr<Impl> impl);
  THRONG_LOCAL Impl& settled() const;  ///< with the results of all steps begun
  std::unique_ptr<Impl> impl_;
};

/// What an executor needs, and whether this machine has it.
struct ExecutorInfo {
  ExecutorKind kind;
  std::string name;
  bool available;
  std::string detail;  ///< cores and instruction set, device name, or the reason why it is missing
};
[[nodiscard]] THRONG_API std::vector<ExecutorInfo> executors();
[[nodiscard]] THRONG_API std::string version();

}  // namespace throng
