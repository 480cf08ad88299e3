// The radii of a crowd by size: levels of contact searches (kernels/agent/contact_reach.hpp).
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "kernels/agent/step_data.hpp"

namespace throng {

class RadiusLevels {
 public:
  RadiusLevels() { tops_.fill(-1.0f); }

  /// m, >= 0.
  void add(float radius) {
    smallest_ = std::min(smallest_, radius);
    largest_ = std::max(largest_, radius);
    float& top = tops_[std::bit_cast<std::uint32_t>(radius) >> 23 & 0xffu];
    top = std::max(top, radius);
  }

  [[nodiscard]] float largest() const { return largest_; }
  /// Whether nobody has another radius than anybody else.
  [[nodiscard]] bool are_equal() const { return smallest_ >= largest_; }
  /// Whether levels() says the same.
  [[nodiscard]] bool has_levels_of(const RadiusLevels& other) const { return tops_ == other.tops_; }

  /// Fills `levels`, from small to large, and returns their number, at least 1. Each spans a factor of 4 at most, more
  /// where these would be too many. Radii of similar size are one level: nothing is won by telling them apart.
  std::int32_t levels(std::array<ReachLevel, max_reach_levels>& levels) const;

  /// Tiles along each side of the table of a level: no more in all than agents, beyond a least number.
  static std::int32_t tiles(std::size_t agents);

 private:
  std::array<float, 256> tops_;  ///< m, the largest of each power of two; -1 = none
  float smallest_ = std::numeric_limits<float>::infinity(), largest_ = 0.0f;
};

}  // namespace throng
