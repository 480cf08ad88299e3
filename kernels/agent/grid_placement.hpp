// Where a grid's cells lie, and how large they are: they follow the density of the points from step to step.
//
// None of this changes a result, only what it costs: searches are exact whatever the cells (grid.hpp).
#pragma once
#include "kernels/agent/lane.hpp"
#include "kernels/agent/views.hpp"

namespace throng {

/// A box, m.
struct PointBounds {
  float min_x, min_y, max_x, max_y;
};

inline namespace THRONG_ISA {

/// Cells are strips: a search box fits its circle better when cells are narrow along the direction in which they are
/// contiguous.
inline constexpr float strips_per_height = 4.0f;
/// Crowding: how many points a point finds in its own cell, itself included, on average. A strip then holds 1.5 points
/// on average, a square of strips about 6: measured to be near the best for 5 to 20 neighbors.
inline constexpr float wanted_crowding = 2.5f, least_crowding = 1.6f, most_crowding = 4.5f;
/// A fuller cell counts as this full: a thousand agents on one point, whom no cell can part, must not shrink the cells
/// of all the others.
inline constexpr std::uint32_t most_counted_in_cell = 16;
inline constexpr float min_cell_height = 1.0e-3f;            // m
inline constexpr std::int32_t max_cells_per_axis = 1 << 24;  // cell numbers along an axis stay exact as float

/// Most cells of a table of all cells; with more, only the occupied ones are listed.
inline constexpr std::uint64_t most_dense_cells = 0x7ffffff0u;  // their numbers and their count are 31-bit
THRONG_HD inline std::uint64_t dense_cell_limit(std::uint64_t points) {
  const std::uint64_t limit = 4 * points + 1024;
  return limit < most_dense_cells ? limit : most_dense_cells;
}

THRONG_HD inline float clamp_cell_height(float height, const PointBounds& bounds) {
  const float extent = larger(larger(bounds.max_x - bounds.min_x, bounds.max_y - bounds.min_y), min_cell_height);
  const float least = larger(min_cell_height, extent * strips_per_height / static_cast<float>(max_cells_per_axis - 2));
  return smaller(larger(height, least), larger(least, 2.0f * extent));
}

/// Of a first attempt: as if the points were spread evenly over their box.
THRONG_HD inline float first_cell_height(const PointBounds& bounds, std::uint32_t points) {
  const float width = larger(bounds.max_x - bounds.min_x, min_cell_height);
  const float height = larger(bounds.max_y - bounds.min_y, min_cell_height);
  return square_root(width * 6.0f / static_cast<float>(points)) * square_root(height);
}

/// Whether cells of this crowding are to be replaced by ones of `next_cell_height`.
THRONG_HD inline bool cells_fit(float crowding) { return crowding >= least_crowding && crowding <= most_crowding; }

THRONG_HD inline float next_cell_height(float height, float crowding, const PointBounds& bounds) {
  const float above = larger(crowding - 1.0f, 1.0e-3f);
  const float area = smaller(larger((wanted_crowding - 1.0f) / above, 1.0e-8f), 16.0f);
  return clamp_cell_height(height * square_root(area), bounds);
}

THRONG_HD inline std::int32_t cells_along(float extent, float inverse_size) {
  const float cells = smaller(extent * inverse_size, 2.0e7f);
  const std::int32_t count = static_cast<std::int32_t>(cells) + 1;
  return count < max_cells_per_axis ? count : max_cells_per_axis;
}

/// Cells of this height over the box; the tables of the cells are the caller's.
THRONG_HD inline GridView place_cells(const PointBounds& bounds, float height, std::uint32_t points) {
  GridView view{};
  view.origin_x = bounds.min_x;
  view.origin_y = bounds.min_y;
  view.inverse_height = 1.0f / height;
  view.inverse_width = strips_per_height / height;
  view.columns = cells_along(bounds.max_x - bounds.min_x, view.inverse_width);
  view.rows = cells_along(bounds.max_y - bounds.min_y, view.inverse_height);
  view.item_count = points;
  return view;
}

THRONG_HD inline std::uint64_t cell_count(const GridView& view) {
  return static_cast<std::uint64_t>(view.columns) * static_cast<std::uint64_t>(view.rows);
}

}  // namespace THRONG_ISA
}  // namespace throng
