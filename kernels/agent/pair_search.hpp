// Which bodies' boxes are near each other (docs/collision.md, "Finding pairs"): shared by the CPU and the device.
//
// Bodies are sorted by level, row of the level, and x: what a search looks at are stretches of that order, one per row.
// All that is computed of a coordinate is a monotone function of it, and reaches are widened by more than rounding can
// take away, so that levels and rows change cost only: which pairs there are, `boxes_are_near` alone decides.
#pragma once
#include <bit>

#include "kernels/agent/collision_data.hpp"
#include "kernels/agent/lane.hpp"

namespace throng {

/// Bodies of about one size: their greatest side (and the margin) is at least half of 2^(level - 127) m.
struct PairLevel {
  float half_width, half_height;  ///< m, the greatest of its bodies' boxes
  float inverse_row;              ///< 1/m, a power of two
  std::uint32_t level;
  std::uint32_t begin, end;  ///< its bodies in sorted order
};

/// Those of no size at all: every search looks at all of them. And those that take part in nothing, at the end.
inline constexpr std::uint32_t level_of_everywhere = 254, level_of_nowhere = 255, pair_level_count = 256;

/// Bodies in sorted order.
struct PairSearch {
  const std::uint64_t* keys;
  const BodyBox* boxes;
  const std::uint32_t* numbers;
  const PairLevel* levels;  ///< those that have bodies, ascending
  std::uint32_t level_count;
  std::uint32_t count;  ///< of bodies; not those of level_of_nowhere
  float margin;         ///< m
};

inline namespace THRONG_ISA {

THRONG_HD inline std::uint32_t bits_of(float x) {
#ifdef __CUDA_ARCH__
  return __float_as_uint(x);
#else
  return std::bit_cast<std::uint32_t>(x);
#endif
}
THRONG_HD inline float float_of(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  return __uint_as_float(bits);
#else
  return std::bit_cast<float>(bits);
#endif
}

/// Bits that compare as the numbers do, both zeros alike.
THRONG_HD inline std::uint32_t ordered_bits(float x) {
  const std::uint32_t bits = bits_of(x + 0.0f);
  return (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
}

THRONG_HD inline bool boxes_are_near(const BodyBox& a, const BodyBox& b, float margin) {
  return b.min_x - a.max_x <= margin && a.min_x - b.max_x <= margin && b.min_y - a.max_y <= margin &&
         a.min_y - b.max_y <= margin;
}

THRONG_HD inline float middle_of(float low, float high) { return 0.5f * low + 0.5f * high; }
THRONG_HD inline float half_of(float low, float high) {
  const float middle = middle_of(low, high);
  return larger(middle - low, high - middle);
}

/// The margin enlarges the boxes: else a search within a large one would look at very many rows.
THRONG_HD inline std::uint32_t pair_level(const BodyBox& box, float margin) {
  const float side = larger(box.max_x - box.min_x, box.max_y - box.min_y) + margin;
  // Rows of a level are counted from 0 on in both directions, with 24 bits: far away they can't be thin.
  const float far_away = larger(absolute(box.min_y), absolute(box.max_y)) * 0x1p-19f;
  const float size = larger(larger(side, far_away), 0x1p-100f);
  const bool is_finite = absolute(box.min_x) < 3.0e38f && absolute(box.max_x) < 3.0e38f &&
                         absolute(box.min_y) < 3.0e38f && absolute(box.max_y) < 3.0e38f;
  return is_finite && size < 0x1p126f ? (bits_of(size) >> 23) + 1 : level_of_everywhere;
}

/// Rows are as high as their bodies need, which may be all flat, but not many to a cell.
THRONG_HD inline float inverse_row_height(std::uint32_t level, float half_height, float margin) {
  const std::uint32_t needed = (bits_of(2.0f * half_height + margin) >> 23) + 1;
  const std::uint32_t exponent = needed + 4 > level ? needed : level - 4;
  return float_of((254u - (exponent < 253u ? exponent : 253u)) << 23);
}

/// Never negative.
THRONG_HD inline std::uint32_t row_of(float y, float inverse_row) {
  const float scaled = smaller(larger(y * inverse_row, -8388608.0f), 8388607.0f);
  const std::int32_t whole = truncate(scaled);
  return static_cast<std::uint32_t>(whole - (to_real(whole) > scaled ? 1 : 0) + 8388608);
}

THRONG_HD inline std::uint64_t pair_key(std::uint32_t level, std::uint32_t row, std::uint32_t x) {
  return static_cast<std::uint64_t>(level) << 56 | static_cast<std::uint64_t>(row) << 32 | x;
}
THRONG_HD inline std::uint32_t level_of_key(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 56); }
THRONG_HD inline std::uint32_t row_of_key(std::uint64_t key) {
  return static_cast<std::uint32_t>(key >> 32) & 0xffffffu;
}

/// `inverse_row` is that of the level.
THRONG_HD inline std::uint64_t body_key(const BodyBox& box, std::uint32_t level, float inverse_row) {
  if (level >= level_of_everywhere) return pair_key(level, 0, 0);
  return pair_key(level, row_of(middle_of(box.min_y, box.max_y), inverse_row),
                  ordered_bits(middle_of(box.min_x, box.max_x)));
}

/// The first of keys[begin .. end) that is not less than `key`.
THRONG_HD inline std::uint32_t first_not_less(const std::uint64_t* keys, std::uint32_t begin, std::uint32_t end,
                                              std::uint64_t key) {
  while (begin < end) {
    const std::uint32_t middle = begin + (end - begin) / 2;
    if (keys[middle] < key) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

/// Middles of boxes with a half of at most `half` that may be within `margin` of [low, high].
struct MiddleRange {
  float low, high;
};
THRONG_HD inline MiddleRange middles_near(float low, float high, float half, float margin) {
  const float reach = half + margin;
  const float padding_low = 6.0e-7f * (absolute(low) + reach), padding_high = 6.0e-7f * (absolute(high) + reach);
  return {(low - reach) - padding_low, (high + reach) + padding_high};
}

/// Calls visit(q) for bodies, in sorted order, among which are all whose boxes are near that of `p`, of its level those
/// behind it alone: so each pair is seen once. find(level, row, begin, end, key) is first_not_less in whatever way.
template <class Find, class Visit>
THRONG_HD void for_partners(const PairSearch& search, std::uint32_t p, Find&& find, Visit&& visit) {
  const std::uint64_t own_key = search.keys[p];
  const std::uint32_t own_level = level_of_key(own_key);
  const BodyBox box = search.boxes[p];
  for (std::uint32_t n = search.level_count; n-- > 0;) {
    const PairLevel level = search.levels[n];
    if (level.level < own_level) return;
    const bool own = level.level == own_level;
    std::uint32_t q = own ? p + 1 : level.begin;
    if (level.level == level_of_everywhere) {
      for (; q < level.end; ++q) visit(q);
      continue;
    }
    const MiddleRange x = middles_near(box.min_x, box.max_x, level.half_width, search.margin);
    const MiddleRange y = middles_near(box.min_y, box.max_y, level.half_height, search.margin);
    const std::uint32_t x_low = ordered_bits(x.low), x_high = ordered_bits(x.high);
    const std::uint32_t last = row_of(y.high, level.inverse_row);
    std::uint32_t row = own ? row_of_key(own_key) : row_of(y.low, level.inverse_row);
    if (!own) q = find(n, row, q, level.end, pair_key(level.level, row, x_low));
    for (;;) {
      const std::uint64_t past = pair_key(level.level, row, x_high);
      for (; q < level.end && search.keys[q] <= past; ++q) visit(q);
      if (q >= level.end) break;
      const std::uint32_t present = row_of_key(search.keys[q]);  // empty rows in between are skipped
      row = present > row ? present : row + 1;
      if (row > last) break;
      q = find(n, row, q, level.end, pair_key(level.level, row, x_low));
    }
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
