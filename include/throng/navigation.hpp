// Finding the way around walls: flow fields (docs/navigation.md).
#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "throng/types.hpp"

namespace throng {

namespace limits {
inline constexpr double min_flow_cell = 0.01, max_flow_cell = 100.0;  ///< m
inline constexpr double max_wall_cost = 100.0;
inline constexpr std::size_t max_flow_fields = 4096;  ///< of a world, equal ones counted once
/// Of one field, where its tiles are: each takes about 14 bytes while it is made, and as many then.
inline constexpr std::size_t max_flow_nodes = std::size_t{1} << 28;
}  // namespace limits

/// How the way to a goal is found. The cost of a meter is 1 + wall_cost (1 - d / clearance)^2 at the distance d from
/// the nearest wall when d < clearance, else 1: paths keep off corners where there is room.
struct FlowFieldOptions {
  double cell_size =
      0.25;  ///< m, min_flow_cell to max_flow_cell: between nodes; passages narrower than 1.5 of it may be missed
  double clearance = 0.6;  ///< m, 0 to limits::max_length
  double wall_cost = 2.0;  ///< 0 to limits::max_wall_cost

  friend auto operator<=>(const FlowFieldOptions&, const FlowFieldOptions&) = default;
};

/// What a goal's field says of a place.
struct WaySample {
  Vec2d direction;         ///< unit: where an agent there heads; 0 at the goal
  double way = 0.0;        ///< m, with the cost of walls: what is left to the goal; infinite unless `reached`
  bool sees_goal = false;  ///< the straight way to the goal's nearest point is free
  bool reached = false;    ///< the field leads from there to the goal; else the direction is the straight one
};

/// Told between pieces of the work: share done of all fields, from 0 to 1. Returning false cancels: Error{cancelled}.
using NavigationProgress = std::function<bool(double done)>;

}  // namespace throng
