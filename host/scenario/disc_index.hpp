// Discs on the plane, found by overlap: what places agents without overlap, a million of them in a second or two.
#pragma once
#include <cstdint>
#include <vector>

#include "throng/types.hpp"

namespace throng::scenario {

/// A hashed grid per size class (powers of two), so that one huge disc does not make all cells huge.
class DiscIndex {
 public:
  /// Whether a disc here would be nearer than the sum of radii to one that is in the index.
  [[nodiscard]] bool overlaps(Vec2d center, double radius) const;
  void add(Vec2d center, double radius);

 private:
  struct Disc {
    Vec2d center;
    double radius;
    std::int32_t next;  // in the same bucket; -1 = last
  };
  struct Level {
    double cell_size;
    std::vector<Disc> discs;
    std::vector<std::int32_t> buckets;  // first disc, -1 = none; a power of two of them
  };

  static std::size_t bucket(const Level& level, std::int64_t column, std::int64_t row);
  static bool overlaps(const Level& level, Vec2d center, double radius);
  static void link(Level& level, std::int32_t disc);

  std::vector<Level> levels_;
};

}  // namespace throng::scenario
