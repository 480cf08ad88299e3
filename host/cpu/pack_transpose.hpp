// Rows from anywhere in memory into the lanes of packs, and back.
#pragma once
#include "host/cpu/pack_io.hpp"
#include "kernels/agent/batch_point.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Four values of each lane.
struct PackRow {
  Pack column[4];
};

/// Four floats (or other values of 4 bytes) from `row(lane)` on.
template <class RowOfLane>
[[gnu::always_inline]] inline PackRow load_rows(RowOfLane&& row) {
  PackRow result;
#if defined(__AVX__) && THRONG_PACK_LANES == 8
  __m256 r[4];  // lane k and lane k + 4
  for (int k = 0; k < 4; ++k) {
    r[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row(k))), _mm_loadu_ps(row(k + 4)), 1);
  }
  const __m256 low_01 = _mm256_unpacklo_ps(r[0], r[1]), high_01 = _mm256_unpackhi_ps(r[0], r[1]);
  const __m256 low_23 = _mm256_unpacklo_ps(r[2], r[3]), high_23 = _mm256_unpackhi_ps(r[2], r[3]);
  const __m256 columns[4] = {_mm256_shuffle_ps(low_01, low_23, 0x44), _mm256_shuffle_ps(low_01, low_23, 0xee),
                             _mm256_shuffle_ps(high_01, high_23, 0x44), _mm256_shuffle_ps(high_01, high_23, 0xee)};
  for (int c = 0; c < 4; ++c) __builtin_memcpy(&result.column[c].lanes, &columns[c], sizeof columns[c]);
#elif defined(__SSE2__)
  constexpr int quarters = pack_lanes / 4;
  __m128 column[4][quarters];
  for (int q = 0; q < quarters; ++q) {
    __m128 r[4];
    for (int k = 0; k < 4; ++k) r[k] = _mm_loadu_ps(row(4 * q + k));
    _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
    for (int c = 0; c < 4; ++c) column[c][q] = r[c];
  }
  for (int c = 0; c < 4; ++c) result.column[c] = join_quarters(column[c]);
#else
  for (int l = 0; l < pack_lanes; ++l) {
    for (int c = 0; c < 4; ++c) result.column[c].lanes[l] = row(l)[c];
  }
#endif
  return result;
}

/// A point from `point(lane)`.
template <class PointOfLane>
[[gnu::always_inline]] inline Vec2<Pack> load_points(PointOfLane&& point) {
#ifdef __SSE2__
  constexpr int quarters = pack_lanes / 4;
  __m128 x[quarters], y[quarters];
  const auto two_points = [&](int l) {
    __m128 r = _mm_setzero_ps();
    r = _mm_loadl_pi(r, reinterpret_cast<const __m64*>(point(l)));
    return _mm_loadh_pi(r, reinterpret_cast<const __m64*>(point(l + 1)));
  };
  for (int q = 0; q < quarters; ++q) {
    const __m128 first = two_points(4 * q), second = two_points(4 * q + 2);
    x[q] = _mm_shuffle_ps(first, second, 0x88);
    y[q] = _mm_shuffle_ps(first, second, 0xdd);
  }
  return {join_quarters(x), join_quarters(y)};
#else
  Vec2<Pack> result;
  for (int l = 0; l < pack_lanes; ++l) {
    result.x.lanes[l] = point(l)->x;
    result.y.lanes[l] = point(l)->y;
  }
  return result;
#endif
}

/// The bits of a column as integers.
inline Int bits_of(Pack column) {
  Int bits;
  __builtin_memcpy(&bits, &column.lanes, sizeof bits);
  return bits;
}

}  // namespace THRONG_ISA
}  // namespace throng
