// The seam between a world and what computes its steps: one virtual function per phase, and the traffic in and out.
//
// Everything here is relative to the world's local origin. The world has checked all input: an executor may trust it.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "host/navigation/flow_field.hpp"
#include "kernels/agent/agent_fields.hpp"
#include "kernels/agent/steering_data.hpp"
#include "throng/heights.hpp"
#include "throng/steering.hpp"
#include "throng/world.hpp"

namespace throng {

/// A goal region: a polyline, or a polygon whose inside counts as reached.
struct GoalShape {
  bool closed = false;
  std::vector<Vec2d> vertices;   ///< m, relative
  std::int32_t flow_field = -1;  ///< row of set_flow_fields: the way there; -1 = straight
};

/// An obstacle, its vertices as the user gave them but relative. Closed: counter-clockwise = solid. Open: a thin wall.
struct ObstacleShape {
  std::uint64_t id = 0;  ///< counts up in order of adding; part of the order of constraints
  bool closed = true;
  std::vector<Vec2d> vertices;  ///< m, relative
};

/// A path to follow.
struct PathShape {
  bool closed = false;
  std::vector<Vec2d> vertices;  ///< m, relative; the first is not repeated
};

/// What came of an agent's behavior.
struct SteeringReadout {
  double path_place = -1.0;  ///< m along the path; < 0 = to be found
  Vec2d aim;                 ///< m, relative
  double time = 0.0;         ///< s
  std::uint32_t bits = 0;    ///< steering_bit
};

/// What an agent does, as an executor takes it.
struct SteeringRecord {
  struct Target {
    std::uint32_t kind = 0;  ///< target_kind
    std::uint32_t slot = 0;  ///< of an agent; another one may have it later: `id` tells
    AgentId id = 0;
    Vec2d point;  ///< m, relative
  };
  std::uint32_t slot = 0;
  bool active = false;  ///< false = no behavior
  std::uint32_t behavior = 0;
  Target targets[max_steering_targets];
  std::uint32_t group = no_group;         ///< row of set_groups
  std::uint32_t ignored_targets = 0;      ///< bits: those that the agent does not keep clear of
  std::optional<SteeringReadout> result;  ///< in place of the present one; none = stays
};

/// An agent that left the world in a step.
struct Removal {
  std::uint64_t step = 0;
  std::uint32_t slot = 0;
};

/// An agent that has arrived for the first time since it was given its goal, and has not left by that.
struct GoalReached {
  std::uint64_t step = 0;
  std::uint32_t slot = 0;
};

/// What steps have come to. Integers, so that their sums have no order.
struct StepResults {
  std::uint64_t steps = 0;
  std::uint64_t agent_steps = 0;
  std::uint64_t arrived = 0;  ///< agents that have arrived for the first time
  std::uint64_t infeasible = 0;
  std::uint64_t wall_crossings = 0;
  std::uint64_t neighbor_cap_hits = 0;
  std::uint64_t became_stuck = 0, went_on = 0;    ///< agents
  std::vector<Removal> removed;                   ///< any order
  std::vector<GoalReached> arrivals;              ///< any order; only when reported
  std::vector<std::uint32_t> infeasible_slots{};  ///< of the last of the steps, any order; only when reported
  PhaseTimes last;                                ///< of the last of the steps
};

/// What a frame needs of every agent, in the executor's order.
struct MotionColumns {
  std::uint64_t state_hash = 0;  ///< of requested ones
  std::vector<std::uint32_t> slot;
  std::vector<Vec2d> position;  ///< m, relative
  std::vector<Vec2d> velocity;  ///< m/s
  std::vector<Vec2d> heading;   ///< unit
  std::vector<std::uint32_t> profile;
  std::vector<Vec2d> aim;  ///< m, relative; the position where there is none. Only when asked for, see bring_aims()
};

class Executor {
 public:
  virtual ~Executor() = default;
  [[nodiscard]] virtual ExecutorKind kind() const = 0;
  [[nodiscard]] virtual int threads() const = 0;
  /// Of the arrays that grow with the number of agents, scratch included, at the present number.
  [[nodiscard]] virtual std::size_t bytes_per_agent() const = 0;

  // ---- Surroundings: whole tables, set again when they change ----
  /// Convex, counter-clockwise, m in the agent's frame. Before the profiles that name them.
  virtual void set_footprints(std::span<const std::vector<Vec2d>> footprints) = 0;
  virtual void set_profiles(std::span<const Profile> profiles) = 0;
  /// Before the goals that name them. They stay as they are while the executor has them.
  virtual void set_flow_fields(std::span<const std::shared_ptr<const FlowField>> /*fields*/) {}
  virtual void set_goals(std::span<const GoalShape> goals) = 0;
  virtual void set_obstacles(std::span<const ObstacleShape> obstacles) = 0;  ///< ascending id
  virtual void set_heights(const Heights& heights) = 0;                      ///< relative
  virtual void set_behaviors(std::span<const Behavior> behaviors) = 0;
  virtual void set_paths(std::span<const PathShape> paths) = 0;
  /// Groups that walk together: of each its first member, and at the end their number; ascending id in each.
  virtual void set_groups(std::span<const std::uint32_t> first, std::span<const GroupMember> members) = 0;

  // ---- Agents, named by slot ----
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Room for so many agents and slots in all. Throws out_of_memory, and everything is as it was.
  virtual void reserve(std::size_t /*agents*/, std::size_t /*slots*/) {}
  virtual void add(std::span<const AgentRecord> agents) = 0;
  virtual void remove(std::span<const std::uint32_t> slots) = 0;
  virtual void write(std::span<const AgentRecord> agents) = 0;  ///< replaces the agents of these slots
  virtual void set_preferred_velocities(std::span<const std::uint32_t> slots, std::span<const Vec2d> velocities) = 0;
  virtual void set_agent_goals(std::span<const GoalRecord> goals) = 0;     ///< no slot twice
  virtual void set_steering(std::span<const SteeringRecord> records) = 0;  ///< of present agents
  virtual void read(std::span<const std::uint32_t> slots, std::span<AgentRecord> out) const = 0;
  /// Of agents that have a behavior.
  virtual void read_steering(std::span<const std::uint32_t> slots, std::span<SteeringReadout> out) const = 0;
  virtual void read_motion(MotionColumns& out) const = 0;
  /// Whether read_motion() and request_motion() bring `aim` too, from now on. False: this executor can't, the world
  /// takes aims from read_steering().
  virtual bool bring_aims(bool /*wanted*/) { return false; }
  /// The same in two halves: asks for it, and takes the oldest one asked for (at most two at a time).
  virtual void request_motion() {
    MotionColumns& motion = requested_motion_.emplace_back();
    read_motion(motion);
    motion.state_hash = state_hash();
  }
  virtual void take_motion(MotionColumns& out) {
    std::swap(out, requested_motion_.front());
    requested_motion_.pop_front();
  }
  /// Throws unavailable when the agents are not on a device. Its origin is left to the world.
  [[nodiscard]] virtual DeviceView device_view() {
    throw Error(ErrorCode::unavailable, "only the cuda executor has its agents in a GPU's memory");
  }

  // ---- One step: the world calls these in this order. `step` counts from 0. ----
  virtual void begin_step(std::uint64_t step) = 0;
  virtual void navigate() = 0;  ///< preferred velocities from goals
  virtual void bin() = 0;       ///< agents into the grid
  virtual void steer() = 0;     ///< preferred velocities of those who have a behavior; flocks look at neighbors
  virtual void solve() = 0;     ///< new velocities
  virtual void move() = 0;      ///< limits, integration, arrivals; agents that leave are taken out
  /// With a contact pass: overlaps, for which move() leaves all but the integration to it. Without one: nothing.
  virtual void resolve() = 0;
  virtual void end_step() = 0;

  /// Whether steps go on after end_step() has returned. Then everything but the functions of a step needs
  /// take_results() first.
  [[nodiscard]] virtual bool runs_ahead() const { return false; }
  /// Whether results bring arrivals, from the next step on.
  virtual void report_arrivals(bool wanted) = 0;
  /// Whether results bring who is infeasible, from the next step on. False: this executor counts them only.
  virtual bool report_infeasible(bool /*wanted*/) { return false; }
  /// Waits for all steps begun; what they have come to since the last call.
  virtual void take_results(StepResults& out) = 0;

  // ---- Measures of the present state ----
  [[nodiscard]] virtual std::uint64_t state_hash() const = 0;
  [[nodiscard]] virtual Measures measure() const = 0;
  virtual void neighbors(std::uint32_t slot, std::vector<std::uint32_t>& out) const = 0;
  virtual void constraints(std::uint32_t slot, std::vector<Constraint>& out) const = 0;

 private:
  std::deque<MotionColumns> requested_motion_;
};

/// Settings are final: the world has replaced every "automatic" by its value (threads excepted: 0 = all cores).
std::unique_ptr<Executor> make_cpu_executor(const WorldOptions& options);
std::unique_ptr<Executor> make_reference_executor(const WorldOptions& options);
#ifdef THRONG_HAS_CUDA
std::unique_ptr<Executor> make_cuda_executor(const WorldOptions& options);
/// Why the cuda executor can't run on this device now; empty = it can.
std::string cuda_problem(int device);
/// The devices there are, in words.
std::string describe_cuda_devices();
#endif

}  // namespace throng
