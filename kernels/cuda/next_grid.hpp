// The grid of the next step, as far as it can be made while agents move: their box, and how many there are in each
// cell.
//
// The cells are laid out before anybody moves. Who leaves the box of these cells counts in a cell at its border, where
// searches look for them: cell numbers are clamped on both sides (grid.hpp).
#pragma once
#include "kernels/agent/grid.hpp"
#include "kernels/agent/move_agent.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng::cuda {

/// Integers that are ordered as the floats are.
__device__ inline std::int32_t ordered(float x) {
  const std::int32_t bits = __float_as_int(x);
  return bits >= 0 ? bits : bits ^ 0x7fffffff;
}
__device__ inline float from_ordered(std::int32_t x) { return __int_as_float(x >= 0 ? x : x ^ 0x7fffffff); }

__device__ inline OrderedBounds no_bounds() { return {0x7fffffff, 0x7fffffff, -0x7fffffff - 1, -0x7fffffff - 1}; }
__device__ inline PointBounds to_bounds(const OrderedBounds& b) {
  return {from_ordered(b.min_x), from_ordered(b.min_y), from_ordered(b.max_x), from_ordered(b.max_y)};
}
/// In global or shared memory. Looks first: most have nothing to add.
__device__ inline void widen(OrderedBounds& to, const OrderedBounds& by) {
  volatile OrderedBounds& now = to;
  if (by.min_x < now.min_x) atomicMin(&to.min_x, by.min_x);
  if (by.min_y < now.min_y) atomicMin(&to.min_y, by.min_y);
  if (by.max_x > now.max_x) atomicMax(&to.max_x, by.max_x);
  if (by.max_y > now.max_y) atomicMax(&to.max_y, by.max_y);
}

__device__ inline std::uint32_t dense_key(const GridView& view, float x, float y) {
  return static_cast<std::uint32_t>(cell_key(view, cell_column(view, x), cell_row(view, y)));
}

/// Counts an agent in its cell. Returns its part of the crowding: over a cell these sum up to the square of its agents.
__device__ inline std::uint32_t count_in_cell(const DeviceStep& step, const GridView& view, float x, float y) {
  const std::uint32_t before = atomicAdd(&step.cell_count[dense_key(view, x, y)], 1u);
  const std::uint32_t part = 2 * before + 1;
  return part < most_counted_in_cell ? part : most_counted_in_cell;
}

/// Agent `i` (storage order), which has moved: into the next grid, unless it leaves. One thread.
__device__ inline std::uint32_t enter_next_grid(const DeviceStep& step, std::uint32_t i, OrderedBounds& bounds) {
  const float x = step.data.agents.position_x[i], y = step.data.agents.position_y[i];
  bounds = {ordered(x), ordered(y), ordered(x), ordered(y)};
  return step.grid->counts_next != 0 ? count_in_cell(step, step.grid->next_view, x, y) : 0;
}

__device__ inline void add_crowding(GridState& grid, std::uint32_t crowding) {
  if (crowding > 0) atomicAdd(reinterpret_cast<unsigned long long*>(&grid.crowding), crowding);
}

}  // namespace throng::cuda
