// Puts points into the order of a uniform grid's cells.
#pragma once
#include <cstdint>

#include "host/buffer.hpp"
#include "host/cpu/key_sort.hpp"
#include "host/cpu/step_kernels.hpp"
#include "host/cpu/thread_team.hpp"
#include "kernels/agent/grid_placement.hpp"

namespace throng {

/// Cell size follows the density where the points are, not the extent: cells are shrunk or enlarged from step to step
/// until a point has about one other in its own cell. Memory is proportional to the number of points: a table of all
/// cells when they are few enough, else one of the occupied cells. The order inside a cell is free, and so is
/// everything here that depends on threads: searches on the grid give the same result whatever the cells
/// (kernels/agent/grid.hpp).
class GridOrder {
 public:
  /// `cell_size` (m) > 0 fixes the height of cells.
  explicit GridOrder(double cell_size) : fixed_height_(static_cast<float>(cell_size)) {}

  /// Afterwards `order()` lists the points by cell, and `view()` finds them.
  void build(const float* x, const float* y, std::size_t count, ThreadTeam& team);

  /// Of points at exactly the same place only the `keep` with the lowest ids stay in their cell. The others follow
  /// behind the last cell, in order(): there they can search, and are not found. No list of the nearest `keep` - 1 by
  /// (distance, id) can hold one of them, so that a thousand agents on one point cost what a few do. With radii so many
  /// of each radius stay: for lists whose reach depends on it.
  void set_aside(const float* x, const float* y, const std::int64_t* id, std::size_t keep,
                 const float* radius = nullptr);

  /// After set_aside(): in cell order for how many points each one stands that has stayed, itself included: of those
  /// that were taken out the last one that stayed at their place. Null when all have stayed.
  [[nodiscard]] const std::uint32_t* copies() const { return any_aside_ ? copies_.data() : nullptr; }

  [[nodiscard]] const GridView& view() const { return view_; }
  [[nodiscard]] const std::uint32_t* order() const { return order_.data(); }
  [[nodiscard]] std::size_t capacity_bytes() const;

 private:
  PointBounds find_bounds(const float* x, const float* y, std::size_t count, ThreadTeam& team) const;
  void place(const PointBounds& bounds, std::size_t count);
  /// Both return the crowding: how many points a point finds in its own cell, itself included, on average (counting no
  /// more than a limit).
  double order_dense(const float* x, const float* y, std::size_t count, ThreadTeam& team);
  double order_sparse(const float* x, const float* y, std::size_t count, ThreadTeam& team);
  /// From points in each cell, in one table or several, to the number before them. Returns the sum over points of those
  /// in their cell.
  double sum_cells(std::uint32_t* counts, std::size_t cells, std::size_t parts, ThreadTeam& team);

  const StepKernels& kernels_ = best_step_kernels();
  float fixed_height_;
  float height_ = 0.0f;  ///< of a cell, m; 0 = not chosen yet
  GridView view_{};
  bool dense_ = true;
  std::uint32_t fullest_cell_ = 0;  ///< number of points in it
  Buffer<std::uint32_t> order_, key_, aside_, copies_;
  bool any_aside_ = false;
  Buffer<std::uint32_t> rank_;        ///< of a point in its cell; with many threads only
  Buffer<std::uint32_t> cell_start_;  ///< with a table for each of a few threads
  struct alignas(64) CellBlock {
    std::uint64_t points, crowding, fullest;
  };
  Buffer<CellBlock> blocks_;  ///< sums over stretches of the cells
  Buffer<std::uint64_t> cell_key_;
  Buffer<KeyedIndex> keyed_;
  KeySort key_sort_;
};

}  // namespace throng
