#include "host/navigation/tile_geometry.hpp"

namespace throng::flow {
namespace {

/// First and last node of a tile, -1 to `tile_side`, with a coordinate from `low` to `high` (in cells from the tile's
/// first).
struct Range {
  std::int32_t first, last;
};
Range nodes_between(double low, double high, std::int32_t least, std::int32_t most) {
  return {static_cast<std::int32_t>(std::clamp(std::ceil(low), double(least), most + 1.0)),
          static_cast<std::int32_t>(std::clamp(std::floor(high), least - 1.0, double(most)))};
}

}  // namespace

TileGeometry tile_geometry(const FlowLattice& lattice, const WallIndex& walls, const FlowFieldOptions& options,
                           std::int32_t column, std::int32_t row) {
  TileGeometry tile;
  tile.links.fill(0xff);
  tile.cost.fill(1.0f);
  const auto near = walls.near_tile(column, row);
  if (near.empty()) return tile;
  const std::int32_t i0 = column * tile_side, j0 = row * tile_side;
  const Vec2d low = lattice.place(i0, j0);
  const double inverse = 1.0 / lattice.cell;
  const bool costs = options.clearance > 0.0 && options.wall_cost > 0.0;
  std::array<double, nodes_in_tile> nearest_sq;
  nearest_sq.fill(options.clearance * options.clearance);
  for (const std::uint32_t w : near) {
    const Segment& wall = walls.walls()[w];
    const Box box = box_of(wall);
    const double left = (box.low.x - low.x) * inverse, right = (box.high.x - low.x) * inverse;
    const double bottom = (box.low.y - low.y) * inverse, top = (box.high.y - low.y) * inverse;
    // A link is looked at from its lower node, whichever tile asks: both then have the same answer.
    const Range across = nodes_between(left - 1.01, right + 1.01, -1, tile_side);
    const Range up = nodes_between(bottom - 1.01, top + 1.01, -1, tile_side);
    for (std::int32_t j = up.first; j <= up.last; ++j) {
      for (std::int32_t i = across.first; i <= across.last; ++i) {
        const Vec2d here = lattice.place(i0 + i, j0 + j);
        const bool in_tile = i >= 0 && i < tile_side && j >= 0 && j < tile_side;
        for (int k = 0; k < 4; ++k) {
          const std::int32_t ni = i + neighbor_offsets[k].x, nj = j + neighbor_offsets[k].y;
          const bool to_tile = ni >= 0 && ni < tile_side && nj >= 0 && nj < tile_side;
          if (!in_tile && !to_tile) continue;
          if (!meet({here, lattice.place(i0 + ni, j0 + nj)}, wall)) continue;
          if (in_tile) tile.links[j * tile_side + i] &= static_cast<std::uint8_t>(~(1u << k));
          if (to_tile) tile.links[nj * tile_side + ni] &= static_cast<std::uint8_t>(~(1u << opposite(k)));
        }
      }
    }
    if (!costs) continue;
    const double reach = options.clearance * inverse + 0.01;
    const Range columns = nodes_between(left - reach, right + reach, 0, tile_side - 1);
    const Range rows = nodes_between(bottom - reach, top + reach, 0, tile_side - 1);
    for (std::int32_t j = rows.first; j <= rows.last; ++j) {
      for (std::int32_t i = columns.first; i <= columns.last; ++i) {
        double& nearest = nearest_sq[j * tile_side + i];
        nearest = std::min(nearest, distance_sq(wall, lattice.place(i0 + i, j0 + j)));
      }
    }
  }
  if (!costs) return tile;
  for (std::size_t n = 0; n < nodes_in_tile; ++n) {
    tile.cost[n] = static_cast<float>(cost_at(options, std::sqrt(nearest_sq[n])));
  }
  return tile;
}

}  // namespace throng::flow
