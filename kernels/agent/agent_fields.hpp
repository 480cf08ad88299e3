// The one list of what an agent is. Storage, copying, reordering, saving and loading are made from it, so that no field
// can be forgotten: a new field is one line here.
//
// X(name, type in a record and in files, type in the engine's arrays)
#pragma once
#include <cstdint>

#define THRONG_AGENT_FIELDS(X)                                                           \
  X(id, std::int64_t, std::int64_t)     /* never reused */                               \
  X(slot, std::uint32_t, std::uint32_t) /* of the handle; finds the agent */             \
  X(position_x, double, float)          /* m, relative to the local origin */            \
  X(position_y, double, float)                                                           \
  X(velocity_x, double, float) /* m/s */                                                 \
  X(velocity_y, double, float)                                                           \
  X(preferred_velocity_x, double, float) /* m/s */                                       \
  X(preferred_velocity_y, double, float)                                                 \
  X(heading_x, double, float) /* unit */                                                 \
  X(heading_y, double, float)                                                            \
  X(radius, double, float)          /* m */                                              \
  X(max_speed, double, float)       /* m/s */                                            \
  X(preferred_speed, double, float) /* m/s */                                            \
  X(goal_x, double, float)          /* m, relative; used when goal = goal_point */       \
  X(goal_y, double, float)                                                               \
  X(goal, std::int32_t, std::int32_t)            /* row of a region, or a GoalKind */    \
  X(profile, std::uint32_t, std::uint32_t)       /* row of the profile table */          \
  X(flags, std::uint32_t, std::uint32_t)         /* AgentFlag bits */                    \
  X(group, std::int32_t, std::int32_t)           /* the caller's label */                \
  X(priority, double, float)                     /* >= 0, may be infinite */             \
  X(layer, std::uint32_t, std::uint32_t)         /* bits: where it is */                 \
  X(mask, std::uint32_t, std::uint32_t)          /* bits: whom it sees */                \
  X(best_way, double, float)                     /* m, left when it last got on, or 0 */ \
  X(progress_step, std::uint32_t, std::uint32_t) /* when: stuck.hpp */

namespace throng {

/// Values of the field `goal` below 0; from 0 on it is a row of the table of goal regions.
namespace goal_kind {
inline constexpr std::int32_t none = -1;   ///< the preferred velocity is set from outside and held
inline constexpr std::int32_t point = -2;  ///< goal_x, goal_y
}  // namespace goal_kind

/// Bits of the field `flags`.
namespace agent_flag {
inline constexpr std::uint32_t avoids = 1u;           ///< takes part in avoidance; without it the others take all of it
inline constexpr std::uint32_t arrived = 2u;          ///< within the tolerance of its goal
inline constexpr std::uint32_t arrival_counted = 4u;  ///< has arrived at least once
inline constexpr std::uint32_t inside_obstacle = 8u;  ///< its centre is inside a solid polygon: it walks out
inline constexpr std::uint32_t steers = 16u;          ///< has a behavior: a row of the table of steering, by slot
inline constexpr std::uint32_t ignores_target = 32u;  ///< does not keep clear of one of its targets, or both
inline constexpr std::uint32_t stuck = 64u;           ///< was stuck in this step or the last one (stuck.hpp)
}  // namespace agent_flag
inline constexpr std::uint32_t all_steering_flags = agent_flag::steers | agent_flag::ignores_target;

/// One agent, as it goes in and out of an executor and into saved states.
struct AgentRecord {
#define THRONG_FIELD(name, record_type, array_type) record_type name{};
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
};

/// A new goal, as the record's fields of these names; its arrival is another one.
struct GoalRecord {
  std::uint32_t slot = 0;
  std::int32_t goal = 0;
  double goal_x = 0.0, goal_y = 0.0;  ///< m, relative
};

}  // namespace throng
