// One agent of the reference model.
#pragma once
#include <cstdint>

#include "host/reference/geometry.hpp"
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
};

/// Whether i avoids j at all: it avoids, and sees one of j's layers.
inline bool sees(const Agent& i, const Agent& j) { return i.avoids && (i.mask & j.layer) != 0; }

}  // namespace throng::reference
