// A flow field: of one goal, from everywhere it can be reached, the way there (docs/navigation.md).
#pragma once
#include <cstdint>
#include <vector>

#include "kernels/agent/flow_data.hpp"
#include "throng/types.hpp"

namespace throng {

/// Relative to the world's local origin. Made once per goal, in double, by one code for all executors, which only read
/// it.
struct FlowField {
  float origin_x = 0.0f, origin_y = 0.0f;  ///< m, of node (0, 0): exact multiples of the cell
  float cell = 0.0f;                       ///< m
  std::int32_t columns = 0, rows = 0;      ///< tiles
  std::vector<std::int32_t> tile;          ///< columns * rows; -1 = none
  std::vector<FlowNode> nodes;             ///< of each tile flow_tile_nodes^2
  std::vector<std::uint32_t> quads;        ///< of each tile flow_tile_quads^2
  std::vector<std::uint32_t> first_wall;   ///< of each mixed quad, and their end
  std::vector<FlowWall> walls;

  [[nodiscard]] FlowFieldView view() const {
    return {origin_x,     origin_y,     1.0f / cell,       cell,        columns, rows, tile.data(),
            nodes.data(), quads.data(), first_wall.data(), walls.data()};
  }
  [[nodiscard]] bool is_on_grid(Vec2d place) const {
    const double x = (place.x - origin_x) / cell, y = (place.y - origin_y) / cell;
    return x >= 0.0 && y >= 0.0 && x < columns * double{flow_tile_quads} && y < rows * double{flow_tile_quads};
  }
  /// Whether the goal is reached from outside of the grid: its outermost nodes are around all walls.
  [[nodiscard]] bool is_open_outside() const {
    if (tile.empty() || tile[0] < 0) return false;
    return nodes[static_cast<std::size_t>(tile[0]) * flow_tile_nodes * flow_tile_nodes].way < flow_unreached;
  }
};

}  // namespace throng
