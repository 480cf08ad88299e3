// Small value types of the public interface.
#pragma once
#include <compare>
#include <cstdint>

namespace throng {

/// A point (m) or a velocity (m/s) on the plane, in world coordinates. Double, so that georeferenced scenes lose
/// nothing.
struct Vec2d {
  double x = 0.0;
  double y = 0.0;
  friend bool operator==(const Vec2d&, const Vec2d&) = default;
};

/// A point (m), a velocity (m/s) or a direction in single precision, for those who bring arrays of their own.
struct Vec2f {
  float x = 0.0f;
  float y = 0.0f;
  friend bool operator==(const Vec2f&, const Vec2f&) = default;
};

/// Identity of an agent for its whole life and after: never reused within a world. Limits: 0 to 2^63 - 2.
using AgentId = std::int64_t;

/// Names one agent of one world. A handle to a removed agent is stale: using it is an error, never another agent.
struct AgentHandle {
  std::uint32_t slot = 0xffffffffu;
  std::uint32_t generation = 0;
  friend auto operator<=>(const AgentHandle&, const AgentHandle&) = default;
};

/// Names one obstacle of one world; stale after its removal, as AgentHandle.
struct ObstacleHandle {
  std::uint32_t slot = 0xffffffffu;
  std::uint32_t generation = 0;
  friend auto operator<=>(const ObstacleHandle&, const ObstacleHandle&) = default;
};

/// Row of a world's profile table, as returned by World::add_profile.
struct ProfileIndex {
  std::uint32_t row = 0;
  friend auto operator<=>(const ProfileIndex&, const ProfileIndex&) = default;
};

/// Row of a world's table of goal regions, as returned by World::add_goal_line and World::add_goal_polygon.
struct GoalIndex {
  std::uint32_t row = 0;
  friend auto operator<=>(const GoalIndex&, const GoalIndex&) = default;
};

/// Row of a world's table of footprints, as returned by World::add_footprint.
struct FootprintIndex {
  std::uint32_t row = 0;
  friend auto operator<=>(const FootprintIndex&, const FootprintIndex&) = default;
};

/// Row of a world's table of queues, as returned by World::add_queue; the others alike.
struct QueueIndex {
  std::uint32_t row = 0;
  friend auto operator<=>(const QueueIndex&, const QueueIndex&) = default;
};
struct WaitingAreaIndex {
  std::uint32_t row = 0;
  friend auto operator<=>(const WaitingAreaIndex&, const WaitingAreaIndex&) = default;
};
struct DoorIndex {
  std::uint32_t row = 0;
  friend auto operator<=>(const DoorIndex&, const DoorIndex&) = default;
};
struct JourneyIndex {
  std::uint32_t row = 0;
  friend auto operator<=>(const JourneyIndex&, const JourneyIndex&) = default;
};
struct SourceIndex {
  std::uint32_t row = 0;
  friend auto operator<=>(const SourceIndex&, const SourceIndex&) = default;
};

/// What computes a step.
enum class ExecutorKind {
  automatic,  ///< the fastest one this machine has
  cuda,       ///< NVIDIA GPU, single precision, the same bits as cpu
  cpu,        ///< all cores, single precision
  reference,  ///< double precision, brute force: the oracle, O(n^2) per step
};

/// Who gives way in a pair; the two shares of a pair sum to 1 (see docs/model.md).
enum class Responsibility {
  equal,     ///< half each
  priority,  ///< by the agents' priorities: share of i = w_j / (w_i + w_j)
  side,      ///< the one that the other comes to from its left gives way alone
  speed,     ///< the faster one takes the larger share (0.7)
};

/// Which neighbors constrain an agent, of those nearer than its neighbor distance.
enum class NeighborQuery {
  nearest,  ///< the max_neighbors nearest, by (squared distance, id); RVO2's rule
  range,    ///< all of them, at most limits::max_neighbors; having more is counted in Statistics
};

/// What agents do that are stuck (StuckAgents).
enum class StuckRelief {
  none,      ///< nothing: they are told of
  sidestep,  ///< a random quarter of the time they walk aside or back, until they get on
};

/// What becomes of an agent that reaches its goal.
enum class OnArrival {
  stay,    ///< brakes and stays; walks back when pushed away
  remove,  ///< leaves the world at the end of the step; its id is never reused
};

}  // namespace throng
