// Values of several agents into a pack and out of it.
#pragma once
#include "kernels/agent/half_plane.hpp"
#include "kernels/agent/views.hpp"
#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace throng {
inline namespace THRONG_ISA {

using Mask = Lane<Pack>::Mask;
using Int = Lane<Pack>::Int;

/// One value per lane, in memory.
struct alignas(sizeof(Pack)) LaneFloats {
  float lane[pack_lanes];
};
struct alignas(sizeof(Pack)) LaneInts {
  std::int32_t lane[pack_lanes];
};

inline Pack load_pack(const LaneFloats& values) {
  Pack pack;
  __builtin_memcpy(&pack.lanes, values.lane, sizeof pack.lanes);
  return pack;
}
inline Int load_pack(const LaneInts& values) {
  Int pack;
  __builtin_memcpy(&pack, values.lane, sizeof pack);
  return pack;
}
inline void store_pack(Pack pack, LaneFloats& values) { __builtin_memcpy(values.lane, &pack.lanes, sizeof pack.lanes); }
inline void store_pack(Int pack, LaneInts& values) { __builtin_memcpy(values.lane, &pack, sizeof pack); }

/// Lane number of each lane.
inline Int lane_numbers() {
  Int numbers{};
  for (int l = 0; l < pack_lanes; ++l) numbers[l] = l;
  return numbers;
}

inline std::int32_t lane_sum(Int x) {
#if defined(__AVX2__) && THRONG_PACK_LANES == 8
  __m128i half[2];
  __builtin_memcpy(half, &x, sizeof x);
  const __m128i four = _mm_add_epi32(half[0], half[1]);
  const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
  return _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1)));
#else
  std::int32_t sum = 0;
  for (int l = 0; l < pack_lanes; ++l) sum += x[l];
  return sum;
#endif
}

inline float smallest_lane(Pack x) {
#if defined(__AVX2__) && THRONG_PACK_LANES == 8
  __m256 whole;
  __builtin_memcpy(&whole, &x.lanes, sizeof whole);
  const __m128 four = _mm_min_ps(_mm256_castps256_ps128(whole), _mm256_extractf128_ps(whole, 1));
  const __m128 two = _mm_min_ps(four, _mm_shuffle_ps(four, four, 0x4e));
  return _mm_cvtss_f32(_mm_min_ps(two, _mm_shuffle_ps(two, two, 0xb1)));
#else
  float least = x.lanes[0];
  for (int l = 1; l < pack_lanes; ++l) least = x.lanes[l] < least ? x.lanes[l] : least;
  return least;
#endif
}

/// values[index] of each lane. Indices < 2^31.
inline Pack gather(const float* values, Int index) {
  Pack result;
#if defined(__AVX2__) && THRONG_PACK_LANES == 8
  __m256i places;
  __builtin_memcpy(&places, &index, sizeof places);
  const __m256 found = _mm256_i32gather_ps(values, places, 4);
  __builtin_memcpy(&result.lanes, &found, sizeof found);
#else
  for (int l = 0; l < pack_lanes; ++l) result.lanes[l] = values[index[l]];
#endif
  return result;
}
/// Of 32-bit integers; those without a sign keep their bits.
template <class Integer>
Int gather_int(const Integer* values, Int index) {
  static_assert(sizeof(Integer) == 4);
  Int result;
#if defined(__AVX2__) && THRONG_PACK_LANES == 8
  __m256i places;
  __builtin_memcpy(&places, &index, sizeof places);
  const __m256i found = _mm256_i32gather_epi32(reinterpret_cast<const int*>(values), places, 4);
  __builtin_memcpy(&result, &found, sizeof found);
#else
  for (int l = 0; l < pack_lanes; ++l) result[l] = static_cast<std::int32_t>(values[index[l]]);
#endif
  return result;
}

/// Motions of agents.
struct PackMotion {
  Vec2<Pack> position, velocity;
};

#ifdef __SSE2__
/// One register made of quarters of four lanes, and back. With AVX by shuffles: a register that is read before the
/// stores of its parts have drained waits for them.
inline Pack join_quarters(const __m128 quarter[pack_lanes / 4]) {
  Pack pack;
#if defined(__AVX__) && THRONG_PACK_LANES == 8
  const __m256 whole = _mm256_set_m128(quarter[1], quarter[0]);
  __builtin_memcpy(&pack.lanes, &whole, sizeof whole);
#else
  __builtin_memcpy(&pack.lanes, quarter, sizeof pack.lanes);
#endif
  return pack;
}
#endif

inline PackMotion load_motions(const Motion* motions, const std::uint32_t index[pack_lanes]) {
#ifdef __SSE2__
  constexpr int quarters = pack_lanes / 4;
  __m128 x[quarters], y[quarters], velocity_x[quarters], velocity_y[quarters];
  for (int q = 0; q < quarters; ++q) {
    __m128 row[4];
    for (int k = 0; k < 4; ++k) row[k] = _mm_load_ps(&motions[index[4 * q + k]].x);
    _MM_TRANSPOSE4_PS(row[0], row[1], row[2], row[3]);
    x[q] = row[0];
    y[q] = row[1];
    velocity_x[q] = row[2];
    velocity_y[q] = row[3];
  }
  return {{join_quarters(x), join_quarters(y)}, {join_quarters(velocity_x), join_quarters(velocity_y)}};
#else
  PackMotion result;
  for (int lane = 0; lane < pack_lanes; ++lane) {
    const Motion& m = motions[index[lane]];
    result.position.x.lanes[lane] = m.x;
    result.position.y.lanes[lane] = m.y;
    result.velocity.x.lanes[lane] = m.velocity_x;
    result.velocity.y.lanes[lane] = m.velocity_y;
  }
  return result;
#endif
}

inline void store_motions(const PackMotion& motion, Motion* motions) {
#ifdef __SSE2__
  constexpr int quarters = pack_lanes / 4;
  __m128 quarter[4][quarters];
  __builtin_memcpy(quarter[0], &motion.position.x.lanes, sizeof motion.position.x.lanes);
  __builtin_memcpy(quarter[1], &motion.position.y.lanes, sizeof motion.position.y.lanes);
  __builtin_memcpy(quarter[2], &motion.velocity.x.lanes, sizeof motion.velocity.x.lanes);
  __builtin_memcpy(quarter[3], &motion.velocity.y.lanes, sizeof motion.velocity.y.lanes);
  for (int q = 0; q < quarters; ++q) {
    __m128 row[4] = {quarter[0][q], quarter[1][q], quarter[2][q], quarter[3][q]};
    _MM_TRANSPOSE4_PS(row[0], row[1], row[2], row[3]);
    for (int k = 0; k < 4; ++k) _mm_store_ps(&motions[4 * q + k].x, row[k]);
  }
#else
  for (int lane = 0; lane < pack_lanes; ++lane) {
    motions[lane] = {lane_of(motion.position.x, lane), lane_of(motion.position.y, lane),
                     lane_of(motion.velocity.x, lane), lane_of(motion.velocity.y, lane)};
  }
#endif
}

/// Copies one lane of a row to a lane of another row.
inline void copy_lane(const HalfPlane<Pack>& from, int from_lane, HalfPlane<Pack>& to, int to_lane) {
  to.point.x.lanes[to_lane] = from.point.x.lanes[from_lane];
  to.point.y.lanes[to_lane] = from.point.y.lanes[from_lane];
  to.direction.x.lanes[to_lane] = from.direction.x.lanes[from_lane];
  to.direction.y.lanes[to_lane] = from.direction.y.lanes[from_lane];
}

}  // namespace THRONG_ISA
}  // namespace throng
