// Cells of a uniform grid, dense or sparse, and the ranges of items that a search has to look at.
//
// The cell of a coordinate is a monotone function of it. That alone makes a search exact: whatever the cells' size, an
// item within reach lies between the cells of both ends of the reach.
#pragma once
#include "kernels/agent/lane.hpp"
#include "kernels/agent/views.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Index of a coordinate along one axis, clamped to [0, count - 1] before it becomes an integer. count <= 2^24.
template <class Real>
THRONG_HD typename Lane<Real>::Int cell_index(Real coordinate, float origin, float inverse_size, std::int32_t count) {
  const Real scaled = (coordinate - Real(origin)) * Real(inverse_size);
  return truncate(smaller(Real(static_cast<float>(count - 1)), larger(Real(0.0f), scaled)));
}

template <class Real>
THRONG_HD typename Lane<Real>::Int cell_column(const GridView& grid, Real x) {
  return cell_index(x, grid.origin_x, grid.inverse_width, grid.columns);
}
template <class Real>
THRONG_HD typename Lane<Real>::Int cell_row(const GridView& grid, Real y) {
  return cell_index(y, grid.origin_y, grid.inverse_height, grid.rows);
}
THRONG_HD inline std::uint64_t cell_key(const GridView& grid, std::int32_t column, std::int32_t row) {
  return static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(grid.columns) +
         static_cast<std::uint64_t>(column);
}

/// Number of occupied cells whose key is less than `key`.
THRONG_HD inline std::uint32_t cells_before(const GridView& grid, std::uint64_t key) {
  std::uint32_t low = 0, high = grid.occupied;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (grid.cell_key[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

struct ItemRange {
  std::uint32_t begin, end;
};

/// Items of one row of cells, columns `first` to `last`.
THRONG_HD inline ItemRange row_items(const GridView& grid, std::int32_t row, std::int32_t first, std::int32_t last) {
  if (grid.dense_start != nullptr) {
    const std::uint32_t* start = grid.dense_start + cell_key(grid, 0, row);
    return {start[first], start[last + 1]};
  }
  const std::uint32_t begin = cells_before(grid, cell_key(grid, first, row));
  std::uint32_t end = begin;
  const std::uint64_t past = cell_key(grid, last, row);
  while (end < grid.occupied && grid.cell_key[end] <= past) ++end;
  return {grid.cell_start[begin], grid.cell_start[end]};
}

/// A box of cells that holds everything within a reach of a point.
template <class Real>
struct CellBox {
  typename Lane<Real>::Int first_column, last_column, first_row, last_row;
};

template <class Boxes>
THRONG_HD CellBox<float> box_of(const Boxes& boxes, int lane) {
  return {lane_of(boxes.first_column, lane), lane_of(boxes.last_column, lane), lane_of(boxes.first_row, lane),
          lane_of(boxes.last_row, lane)};
}

/// A reach widened by more than what rounding can take away, in a distance test and in sums with `coordinate`.
template <class Real>
THRONG_HD Real padded_reach(Real coordinate, Real reach) {
  const Real wide = reach * Real(1.00001f);
  return wide + Real(2.5e-7f) * (absolute(coordinate) + wide);
}

template <class Real>
THRONG_HD CellBox<Real> cells_within(const GridView& grid, Real x, Real y, Real reach) {
  const Real reach_x = padded_reach(x, reach), reach_y = padded_reach(y, reach);
  return {cell_column(grid, x - reach_x), cell_column(grid, x + reach_x), cell_row(grid, y - reach_y),
          cell_row(grid, y + reach_y)};
}

/// Whether nothing of the grid lies between `low` and `high` along an axis (arguments as of cell_index).
template <class Real>
THRONG_HD typename Lane<Real>::Mask misses_axis(Real low, Real high, float origin, float inverse_size,
                                                std::int32_t count) {
  const auto before = (high - Real(origin)) * Real(inverse_size) < Real(0.0f);
  const auto beyond = (low - Real(origin)) * Real(inverse_size) >= Real(static_cast<float>(count));
  // At the largest count items may lie beyond the last cell, which then holds them all the same.
  return before | (beyond & broadcast_mask<Real>(count < (1 << 24) - 1));
}

/// Whether nothing of the grid lies within `reach` of a point, which is cheaper to know than what does.
template <class Real>
THRONG_HD typename Lane<Real>::Mask outside_grid(const GridView& grid, Real x, Real y, Real reach) {
  const Real reach_x = padded_reach(x, reach), reach_y = padded_reach(y, reach);
  return misses_axis(x - reach_x, x + reach_x, grid.origin_x, grid.inverse_width, grid.columns) |
         misses_axis(y - reach_y, y + reach_y, grid.origin_y, grid.inverse_height, grid.rows);
}

/// Calls visit(begin, end) for ranges of items that together hold all of a box.
template <class Visit>
THRONG_HD void for_box_ranges(const GridView& grid, const CellBox<float>& box, Visit&& visit) {
  if (grid.item_count == 0) return;
  const bool mostly_empty_rows =
      grid.dense_start == nullptr && static_cast<std::uint32_t>(box.last_row - box.first_row) > grid.occupied;
  if (mostly_empty_rows) {
    visit(std::uint32_t{0}, grid.item_count);
    return;
  }
  for (std::int32_t row = box.first_row; row <= box.last_row; ++row) {
    const ItemRange items = row_items(grid, row, box.first_column, box.last_column);
    if (items.begin < items.end) visit(items.begin, items.end);
  }
}

/// Calls visit(begin, end) for ranges of items that together hold every item within `reach` of the point.
template <class Visit>
THRONG_HD void for_item_ranges(const GridView& grid, float x, float y, float reach, Visit&& visit) {
  for_box_ranges(grid, cells_within(grid, x, y, reach), visit);
}

/// Calls visit(begin, end) for ranges of items that together hold all of the box's rows `first` to `last`, until it
/// returns true; whether it did. In a sparse grid a row with nobody in it costs nothing, and one with many no more than
/// visit does.
template <class Visit>
THRONG_HD bool visit_rows_until(const GridView& grid, const CellBox<float>& box, std::int32_t first, std::int32_t last,
                                Visit&& visit) {
  for (std::int32_t row = first; row <= last; ++row) {
    if (grid.dense_start != nullptr) {
      const ItemRange items = row_items(grid, row, box.first_column, box.last_column);
      if (items.begin < items.end && visit(items.begin, items.end)) return true;
      continue;
    }
    const std::uint32_t cell = cells_before(grid, cell_key(grid, box.first_column, row));
    const std::uint32_t past = cells_before(grid, cell_key(grid, box.last_column, row) + 1);
    if (cell < past) {
      if (visit(grid.cell_start[cell], grid.cell_start[past])) return true;
    } else {
      if (cell == grid.occupied) return false;
      // On to the row of the next occupied cell, or the next row if that is the same one.
      const auto next = static_cast<std::int32_t>(grid.cell_key[cell] / static_cast<std::uint64_t>(grid.columns));
      if (next > row) row = next - 1;
    }
  }
  return false;
}

/// Calls visit(begin, end) for ranges of items that together hold every item within `reach` of the point, beginning
/// with its own row, until visit returns true.
template <class Visit>
THRONG_HD void for_item_ranges_until(const GridView& grid, float x, float y, float reach, Visit&& visit) {
  if (grid.item_count == 0) return;
  const CellBox<float> box = cells_within(grid, x, y, reach);
  const std::int32_t middle = cell_row(grid, y);
  if (!visit_rows_until(grid, box, middle, box.last_row, visit)) {
    visit_rows_until(grid, box, box.first_row, middle - 1, visit);
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
