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
  /// Agents that overlap at least one other.
  struct Overlaps {
    std::uint64_t count = 0;
    std::uint32_t first = 0,
                  other = 0;  ///< the lowest number of them and one that it overlaps; without meaning if none
  };

  /// One that an agent here would overlap, by its number: they are counted as they are added. Discs do so when they are
  /// nearer than the sum of their radii.
  [[nodiscard]] std::optional<std::uint32_t> overlapped(Vec2d center, const Outline& outline) const {
    return overlapped(center, outline, nobody);
  }
  void add(Vec2d center, Outline outline);
  [[nodiscard]] Overlaps overlaps() const;

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

  static constexpr std::uint32_t nobody = UINT32_MAX;

  static std::size_t bucket(const Level& level, std::int64_t column, std::int64_t row);
  [[nodiscard]] bool touches(const Disc& disc, Vec2d center, const Outline& outline) const;
  [[nodiscard]] std::optional<std::uint32_t> overlapped(Vec2d center, const Outline& outline, std::uint32_t but) const;
  [[nodiscard]] std::optional<std::uint32_t> overlapped(const Level& level, Vec2d center, const Outline& outline,
                                                        std::uint32_t but) const;
  [[nodiscard]] std::optional<std::uint32_t> other_overlapped(const Disc& disc) const;
  static void link(Level& level, std::int32_t disc);

  std::vector<Level> levels_;
  std::unordered_map<std::uint32_t, Outline> footprints_;  // by number
  std::uint32_t count_ = 0;
};

}  // namespace throng::scenario
