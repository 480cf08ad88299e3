#include "host/navigation/flow_lattice.hpp"

#include <fmt/format.h>

#include "throng/error.hpp"

namespace throng::flow {
namespace {

constexpr double most_nodes_along = 16777216.0;  // numbers of nodes are exact as floats
constexpr double most_places = 67108864.0;       // of tiles: 256 MiB of the table that finds them

}  // namespace

FlowLattice lattice_over(const Box& box, double cell) {
  const double tile = cell * flow_tile_quads;
  const double first_column = std::floor(box.low.x / tile), first_row = std::floor(box.low.y / tile);
  const double columns = std::floor(box.high.x / tile) - first_column + 1.0;
  const double rows = std::floor(box.high.y / tile) - first_row + 1.0;
  const double most_along = most_nodes_along / flow_tile_quads;
  if (!(columns <= most_along && rows <= most_along && columns * rows <= most_places)) {
    const double factor = std::max(std::max(columns, rows) / most_along, std::sqrt(columns * rows / most_places));
    throw Error(ErrorCode::invalid_argument,
                fmt::format("a flow field of {:.0f} x {:.0f} m at a cell size of {} m has too many places for tiles; a "
                            "cell size of {:.2g} m fits",
                            box.high.x - box.low.x, box.high.y - box.low.y, cell, 1.05 * factor * cell + 0.005));
  }
  FlowLattice lattice;
  lattice.cell = cell;
  lattice.columns = static_cast<std::int32_t>(columns);
  lattice.rows = static_cast<std::int32_t>(rows);
  lattice.first_x = static_cast<std::int64_t>(first_column) * flow_tile_quads;
  lattice.first_y = static_cast<std::int64_t>(first_row) * flow_tile_quads;
  return lattice;
}

}  // namespace throng::flow
