// The walls of a map, by the tiles that they are near.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "host/navigation/flow_lattice.hpp"

namespace throng::flow {

/// A closed ring or an open polyline; m, relative to the local origin.
struct WallShape {
  bool closed = true;
  std::vector<Vec2d> vertices;
};

/// Segments with vertices rounded to float, as the executors have them; none without length.
std::vector<Segment> segments_of(std::span<const WallShape> walls);

class WallIndex {
 public:
  /// Each tile lists the walls within `reach` (m) of it, and perhaps others. Pieces of walls off the lattice are left
  /// out.
  WallIndex(const FlowLattice& lattice, std::vector<Segment> walls, double reach);

  [[nodiscard]] const std::vector<Segment>& walls() const { return walls_; }
  [[nodiscard]] double reach() const { return reach_; }
  /// Numbers of walls, ascending.
  [[nodiscard]] std::span<const std::uint32_t> near_tile(std::int32_t column, std::int32_t row) const {
    const std::size_t tile =
        static_cast<std::size_t>(row) * static_cast<std::size_t>(lattice_.columns) + static_cast<std::size_t>(column);
    return {entries_.data() + first_[tile], entries_.data() + first_[tile + 1]};
  }

  /// Calls visit(column, row) for the tiles with walls that a segment goes through, and perhaps some beside it, in
  /// order from its beginning, until visit returns false. Returns false then. Those off the lattice are left out.
  template <class Visit>
  bool for_tiles_along(const Segment& s, Visit&& visit) const;
  /// Whether a wall meets the segment; walls off the lattice are not known.
  [[nodiscard]] bool blocks(const Segment& s) const;

 private:
  FlowLattice lattice_;
  std::vector<Segment> walls_;
  double reach_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> entries_;
  std::vector<std::uint16_t> to_walls_;  // of each tile: tiles to the nearest one that lists walls, 0 = itself

  void find_empty_tiles();
};

template <class Visit>
bool WallIndex::for_tiles_along(const Segment& s, Visit&& visit) const {
  const double inverse = 1.0 / (lattice_.cell * flow_tile_quads);
  const Vec2d low = lattice_.place(0, 0);
  const Vec2d from = inverse * (s.from - low), to = inverse * (s.to - low);
  const auto column_of = [&](double x) {
    return static_cast<std::int32_t>(std::clamp(std::floor(x), 0.0, lattice_.columns - 1.0));
  };
  const auto row_of = [&](double y) {
    return static_cast<std::int32_t>(std::clamp(std::floor(y), 0.0, lattice_.rows - 1.0));
  };
  // Row by row along the steeper axis would do; this goes by columns or rows, whichever are more.
  const Vec2d along = to - from;
  const bool by_columns = std::abs(along.x) >= std::abs(along.y);
  const std::int32_t first = by_columns ? column_of(from.x) : row_of(from.y);
  const std::int32_t last = by_columns ? column_of(to.x) : row_of(to.y);
  const std::int32_t step = last >= first ? 1 : -1;
  const double start = by_columns ? from.x : from.y, run = by_columns ? along.x : along.y;
  const double across = by_columns ? from.y : from.x, rise = by_columns ? along.y : along.x;
  const double low_end = std::min(across, across + rise), high_end = std::max(across, across + rise);
  for (std::int32_t k = first; step > 0 ? k <= last : k >= last; k += step) {
    double a = low_end, b = high_end;
    if (run != 0.0) {
      const double t0 = std::clamp((k - start) / run, 0.0, 1.0), t1 = std::clamp((k + 1 - start) / run, 0.0, 1.0);
      a = std::max(low_end, across + std::min(t0 * rise, t1 * rise) - 1.0e-6);
      b = std::min(high_end, across + std::max(t0 * rise, t1 * rise) + 1.0e-6);
    }
    const std::int32_t m0 = by_columns ? row_of(a) : column_of(a), m1 = by_columns ? row_of(b) : column_of(b);
    std::int32_t apart = lattice_.columns + lattice_.rows;
    for (std::int32_t m = m0; m <= m1; ++m) {
      const std::int32_t column = by_columns ? k : m, row = by_columns ? m : k;
      const std::int32_t to_walls =
          to_walls_[static_cast<std::size_t>(row) * static_cast<std::size_t>(lattice_.columns) +
                    static_cast<std::size_t>(column)];
      apart = std::min(apart, to_walls);
      if (to_walls == 0 && !visit(column, row)) return false;
    }
    // It gets no farther across than along: so many are empty.
    if (apart > 2) k += step * (apart - 2);
  }
  return true;
}

}  // namespace throng::flow
