// What walls do to the nodes of a tile: which neighbors they can be left for, and what a meter costs there.
#pragma once
#include <array>
#include <cstdint>

#include "host/navigation/wall_index.hpp"
#include "throng/navigation.hpp"

namespace throng::flow {

/// The eight neighbors of a node, counter-clockwise from the one to the right; `opposite` leads back.
struct Offset {
  std::int32_t x, y;
};
inline constexpr std::array<Offset, 8> neighbor_offsets{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
constexpr int opposite(int neighbor) { return (neighbor + 4) & 7; }

inline constexpr std::size_t nodes_in_tile = static_cast<std::size_t>(flow_tile_quads) * flow_tile_quads;

/// Row by row, the nodes that are no other tile's.
struct TileGeometry {
  std::array<std::uint8_t, nodes_in_tile> links;  ///< of each node a bit per neighbor
  std::array<float, nodes_in_tile> cost;          ///< of a meter
};

TileGeometry tile_geometry(const FlowLattice& lattice, const WallIndex& walls, const FlowFieldOptions& options,
                           std::int32_t column, std::int32_t row);

/// What a meter costs at a distance (m) from the nearest wall.
inline double cost_at(const FlowFieldOptions& options, double distance) {
  if (!(distance < options.clearance)) return 1.0;
  const double near = 1.0 - distance / options.clearance;
  return 1.0 + options.wall_cost * near * near;
}

}  // namespace throng::flow
