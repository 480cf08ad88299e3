// Which cells of a grid an obstacle's edge stands in.
#pragma once
#include "kernels/agent/grid.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Calls visit(cell key) for the cells that an edge passes, row by row. Where rounding could put a point of the edge
/// into the next row or column, both are taken: a search asks for the cells of points, in float, and must not miss the
/// edge.
template <class Visit>
THRONG_HD void for_cells_of(const GridView& grid, const EdgeData& edge, Visit&& visit) {
  const auto least = [](double a, double b) { return b < a ? b : a; };
  const auto most = [](double a, double b) { return b > a ? b : a; };
  const auto absolute = [](double a) { return a < 0.0 ? -a : a; };
  const bool upwards = edge.left_y <= edge.right_y;
  const float low_x = upwards ? edge.left_x : edge.right_x, low_y = upwards ? edge.left_y : edge.right_y;
  const float high_x = upwards ? edge.right_x : edge.left_x, high_y = upwards ? edge.right_y : edge.left_y;
  const double height = 1.0 / static_cast<double>(grid.inverse_height);
  const double pad_y = 1.0e-6 * (absolute(grid.origin_y) + grid.rows * height) + 1.0e-3 * height;
  const double pad_x = 1.0e-6 * (absolute(grid.origin_x) + grid.columns * height) + 1.0e-3 * height;
  const double rise = static_cast<double>(high_y) - low_y;
  const double slope = rise > 0.0 ? (static_cast<double>(high_x) - low_x) / rise : 0.0;
  const std::int32_t first_row = cell_row(grid, static_cast<float>(low_y - pad_y));
  const std::int32_t last_row = cell_row(grid, static_cast<float>(high_y + pad_y));
  for (std::int32_t row = first_row; row <= last_row; ++row) {
    const double bottom = grid.origin_y + row * height - pad_y, top = bottom + height + 2.0 * pad_y;
    const double from_x = bottom > low_y ? low_x + slope * (least(bottom, high_y) - low_y) : low_x;
    const double to_x = top < high_y ? low_x + slope * (most(top, low_y) - low_y) : high_x;
    const std::int32_t first = cell_column(grid, static_cast<float>(least(from_x, to_x) - pad_x));
    const std::int32_t last = cell_column(grid, static_cast<float>(most(from_x, to_x) + pad_x));
    for (std::int32_t column = first; column <= last; ++column) visit(cell_key(grid, column, row));
  }
}

/// Whether a table of all cells is worth its memory, or only the occupied ones are listed.
THRONG_HD inline bool lists_all_obstacle_cells(std::uint64_t cells, std::uint64_t entries) {
  return cells <= 4 * entries + 65536;
}

}  // namespace THRONG_ISA
}  // namespace throng
