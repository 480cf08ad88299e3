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
inline constexpr std::size_t max_flow_nodes = std::size_t{1} << 30;  ///< of one field, where its tiles are
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

/// Told between pieces of the work: share done of all fields, from 0 to 1. Returning false cancels: Error{cancelled}.
using NavigationProgress = std::function<bool(double done)>;

}  // namespace throng
