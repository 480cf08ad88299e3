// Sixteen directions: unit vectors without trigonometry, for ties and perturbations.
#pragma once
#include "kernels/agent/mix64.hpp"
#include "kernels/agent/vec2.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// (cos, sin) of index * 22.5 degrees, index taken modulo 16.
THRONG_HD inline Vec2<float> table_direction(unsigned index) {
  constexpr float quarter[5] = {0.0f, 0.38268343f, 0.70710678f, 0.92387953f, 1.0f};  // sines of 0 to 90 degrees
  const unsigned i = index & 3u;
  const float s = quarter[i], c = quarter[4u - i];
  switch ((index >> 2) & 3u) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

/// Where the agent `own` goes when it coincides with `other`: fixed by the two ids, opposite for the two. The lower id
/// goes to one half of the plane: were it any direction, those of many agents on one spot would cancel out, and all
/// would stay.
THRONG_HD inline Vec2<float> tie_direction(std::int64_t own, std::int64_t other) {
  const bool own_is_lower = own < other;
  const auto low = static_cast<std::uint64_t>(own_is_lower ? own : other);
  const auto high = static_cast<std::uint64_t>(own_is_lower ? other : own);
  const Vec2<float> e = table_direction(static_cast<unsigned>(mix64(mix64(low) ^ high) & 7u));
  return own_is_lower ? e : -e;
}

}  // namespace THRONG_ISA
}  // namespace throng
