// Where the nodes and tiles of a field lie.
#pragma once
#include <cstdint>

#include "host/navigation/plane.hpp"
#include "kernels/agent/flow_data.hpp"

namespace throng::flow {

/// Nodes along a side of a tile that are no other tile's.
inline constexpr std::int32_t tile_side = flow_tile_quads;

/// Nodes at multiples of `cell` of the local origin. `cell` has the digits of a float, so that the product with a
/// node's number is exact.
struct FlowLattice {
  double cell = 0.0;
  std::int64_t first_x = 0, first_y = 0;  ///< number of node (0, 0): a multiple of flow_tile_quads
  std::int32_t columns = 0, rows = 0;     ///< tiles

  [[nodiscard]] Vec2d place(std::int32_t i, std::int32_t j) const {
    return {static_cast<double>(first_x + i) * cell, static_cast<double>(first_y + j) * cell};
  }
  [[nodiscard]] std::int32_t nodes_x() const { return columns * flow_tile_quads; }
  [[nodiscard]] std::int32_t nodes_y() const { return rows * flow_tile_quads; }
  [[nodiscard]] bool contains(std::int32_t i, std::int32_t j) const {
    return i >= 0 && j >= 0 && i < nodes_x() && j < nodes_y();
  }
  [[nodiscard]] std::size_t tiles() const { return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows); }
  /// The square of a tile, from its first node to that of the next.
  [[nodiscard]] Box tile_box(std::int32_t column, std::int32_t row) const {
    return {place(column * flow_tile_quads, row * flow_tile_quads),
            place((column + 1) * flow_tile_quads, (row + 1) * flow_tile_quads)};
  }
  [[nodiscard]] Box box() const { return {place(0, 0), place(nodes_x(), nodes_y())}; }
};

/// The lattice over `box`. Throws invalid_argument when it has too many nodes or places for tiles.
FlowLattice lattice_over(const Box& box, double cell);

}  // namespace throng::flow
