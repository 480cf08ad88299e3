// One agent of the reference model.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "host/reference/geometry.hpp"
#include "host/reference/steering_state.hpp"
#include "throng/types.hpp"

namespace throng::reference {

enum class GoalKind {
  none,    ///< the preferred velocity is held
  point,   ///< goal_point
  region,  ///< row goal_region of the table of regions
};

struct Agent {
  AgentId id = 0;
  std::uint32_t slot = 0;
  Vec position = Vec::Zero();            ///< m
  Vec velocity = Vec::Zero();            ///< m/s
  Vec preferred_velocity = Vec::Zero();  ///< m/s
  Vec heading = Vec::UnitX();            ///< unit
  double radius = 0.0;                   ///< m
  double max_speed = 0.0;                ///< m/s
  double preferred_speed = 0.0;          ///< m/s
  GoalKind goal = GoalKind::none;
  Vec goal_point = Vec::Zero();  ///< m
  std::uint32_t goal_region = 0;
  std::uint32_t profile = 0;
  bool avoids = true;
  bool arrived = false;
  bool arrival_counted = false;
  bool inside_obstacle = false;
  std::int32_t group = -1;
  double priority = 1.0;
  std::uint32_t layer = 1;
  std::uint32_t mask = 0xffffffffu;
  std::optional<double> best_way;        ///< m, left to the goal when it last got on; none: not watched
  std::uint64_t progress_step = 0;       ///< when that was
  std::optional<Assignment> assignment;  ///< none: no behavior
  std::optional<Outcome> outcome;        ///< none: no step has been taken since the assignment
  std::optional<double> path_place;      ///< m; none: to be found
};

/// Whether j is a target that i does not keep clear of.
inline bool disregards(const Agent& i, const Agent& j) {
  if (!i.assignment) return false;
  for (std::size_t k = 0; k < i.assignment->targets.size(); ++k) {
    const Target& target = i.assignment->targets[k];
    if ((i.assignment->ignored_targets >> k & 1u) == 0 || target.kind != Target::Kind::agent) continue;
    if (target.id == j.id) return true;
  }
  return false;
}

/// Whether i sees j: it is on a layer that i looks at, and no target that i disregards.
inline bool sees(const Agent& i, const Agent& j) { return (i.mask & j.layer) != 0 && !disregards(i, j); }

/// Whether i keeps clear of j at all.
inline bool avoids(const Agent& i, const Agent& j) { return i.avoids && sees(i, j); }

}  // namespace throng::reference
