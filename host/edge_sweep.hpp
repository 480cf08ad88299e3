// A line that goes over the plane from left to right, and the edges of a ring that it crosses, the lowest first.
#pragma once
#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include "throng/types.hpp"

namespace throng {

/// Edge k goes from vertex k to the next one, the last one to the first.
class EdgeSweep {
 public:
  /// A ring without repeated vertices, which must outlive it.
  explicit EdgeSweep(std::span<const Vec2d> ring);

  /// From left to right; of those on one line up and down from below.
  [[nodiscard]] static bool comes_before(Vec2d a, Vec2d b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }
  /// All vertices in the order of the sweep.
  [[nodiscard]] std::vector<std::size_t> order() const;

  [[nodiscard]] std::size_t next(std::size_t i) const { return i + 1 == ring_.size() ? 0 : i + 1; }
  [[nodiscard]] std::size_t previous(std::size_t i) const { return i == 0 ? ring_.size() - 1 : i - 1; }
  [[nodiscard]] Vec2d at(std::size_t i) const { return ring_[i]; }
  [[nodiscard]] bool is_before(std::size_t i, std::size_t j) const { return comes_before(ring_[i], ring_[j]); }

  struct Lower {
    const EdgeSweep* sweep;
    bool operator()(std::size_t edge, std::size_t other) const { return sweep->is_lower(edge, other); }
  };
  /// Edges that cross the line and not each other. Those that do are side by side before.
  using Crossed = std::set<std::size_t, Lower>;
  [[nodiscard]] Crossed none_crossed() const { return Crossed(Lower{this}); }

 private:
  [[nodiscard]] bool is_lower(std::size_t edge, std::size_t other) const;

  std::span<const Vec2d> ring_;
};

}  // namespace throng
