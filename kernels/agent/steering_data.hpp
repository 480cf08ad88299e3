// Tables of steering as the operations read them. Plain data only, as views.hpp.
#pragma once
#include <cstdint>

namespace throng {

/// Values of `BehaviorRow::kind`: the alternatives of throng::Behavior, in their order.
namespace behavior_kind {
inline constexpr std::uint32_t none = 0, seek = 1, flee = 2, arrive = 3, pursue = 4, intercept = 5, evade = 6,
                               offset_pursue = 7, interpose = 8, wander = 9, follow_path = 10, flock = 11,
                               head_for_goal = 12, blend = 13, walk_together = 14;
}

/// Parameters of a behavior, ready for use. What a kind does not have is not read.
struct BehaviorRow {
  std::uint32_t kind;
  std::uint32_t target;             ///< 0 or 1
  float speed;                      ///< m/s; infinite = the agent's maximum speed
  float slowing_radius;             ///< m
  float braking_change;             ///< m/s per step; infinite = none
  float panic_radius;               ///< m; infinite = everywhere
  float max_time;                   ///< s
  float offset_x, offset_y;         ///< m
  float half_turn;                  ///< of one step: tangent of half the angle
  std::uint32_t interval_steps;     ///< >= 1
  std::uint32_t path;               ///< row
  float look_ahead;                 ///< m
  float spacing, waiting_distance;  ///< m
  float separation_weight, alignment_weight, cohesion_weight;
  float separation_radius, alignment_radius, cohesion_radius;  ///< m
  std::uint32_t first_part, part_count;                        ///< of a blend
  std::uint32_t by_priority;                                   ///< 1 = a blend's first part that moves
};

/// A part of a blend.
struct BlendPartRow {
  std::uint32_t behavior;
  float weight;
};

/// A path's range of vertices. Those of a closed one end with the first again.
struct PathRow {
  std::uint32_t first_vertex, vertex_count;
  std::uint32_t closed;
  float length;  ///< m
};

/// Values of `SteeringRow::target_kind`.
namespace target_kind {
inline constexpr std::uint32_t none = 0, agent = 1, point = 2;
}

/// What an agent does, by slot.
struct SteeringRow {
  std::int64_t target_id[2];       ///< of agents: a slot's next agent is another one
  std::uint32_t target_slot[2];    ///< of agents
  float target_x[2], target_y[2];  ///< m, of points
  std::uint32_t target_kind[2];
  std::uint32_t behavior;
  std::uint32_t group;            ///< row of the table of groups that walk together; no_group = none
  std::uint32_t ignored_targets;  ///< bits: targets that the agent does not keep clear of
};

inline constexpr std::uint32_t no_group = 0xffffffffu;

/// Of a group that walks together. It may have left the world: the id tells.
struct GroupMember {
  std::int64_t id;
  std::uint32_t slot;
};

/// What a step keeps and says of an agent that steers, by slot.
struct SteeringResult {
  /// m from the path's beginning; < 0 = not known yet. Entry n % 2 is where step n begins, so that a step which fails
  /// halfway can be taken again: following a path goes forward only.
  float path_place[2];
  float aim_x, aim_y;  ///< m
  float time;          ///< s, looked ahead
  std::uint32_t bits;  ///< steering_bit
};

/// Bits of `SteeringResult::bits`.
namespace steering_bit {
inline constexpr std::uint32_t reachable = 1u, target_lost = 2u;
inline constexpr std::uint32_t known = 4u;  ///< a step has been taken since the agent was given its behavior
}  // namespace steering_bit

struct SteeringView {
  const SteeringRow* rows;  ///< by slot
  SteeringResult* results;  ///< by slot
  const BehaviorRow* behaviors;
  const BlendPartRow* parts;
  const PathRow* paths;
  const float* path_x;  ///< m, vertices of the paths
  const float* path_y;
  const float* path_place;             ///< m from the path's beginning, of each vertex
  const std::uint32_t* group_first;    ///< of each group its first member, and at the end their number
  const GroupMember* group_members;    ///< ascending id in each group
  const std::uint32_t* index_of_slot;  ///< storage order; of a slot in use
  std::uint32_t agent_count;
  bool active;  ///< some agent has a behavior
};

}  // namespace throng
