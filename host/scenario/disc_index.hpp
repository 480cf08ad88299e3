// Agents on the plane, found by overlap: what places them without overlap, a million discs in a second or two.
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "host/scenario/outline.hpp"

namespace throng::scenario {

/// A hashed grid per size class (powers of two), so that one huge disc does not make all cells huge. Footprints are in
/// it as the discs around them.
class DiscIndex {
 public:
  /// One that an agent here would overlap, by its number: they are counted as they are added. Discs do so when they are
  /// nearer than the sum of their radii.
  [[nodiscard]] std::optional<std::uint32_t> overlapped(Vec2d center, const Outline& outline) const;
  void add(Vec2d center, Outline outline);

 private:
  struct Disc {
    Vec2d center;
    double radius;
    std::int32_t next;  // in the same bucket; -1 = last
    std::uint32_t number;
  };
  struct Level {
    double cell_size;
    std::vector<Disc> discs;
    std::vector<std::int32_t> buckets;  // first disc, -1 = none; a power of two of them
  };

  static std::size_t bucket(const Level& level, std::int64_t column, std::int64_t row);
  [[nodiscard]] bool touches(const Disc& disc, Vec2d center, const Outline& outline) const;
  [[nodiscard]] std::optional<std::uint32_t> overlapped(const Level& level, Vec2d center, const Outline& outline) const;
  static void link(Level& level, std::int32_t disc);

  std::vector<Level> levels_;
  std::unordered_map<std::uint32_t, Outline> footprints_;  // by number
  std::uint32_t count_ = 0;
};

}  // namespace throng::scenario
