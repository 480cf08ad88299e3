// Eight agents' values into a pack and out of it.
#pragma once
#include "kernels/agent/half_plane.hpp"
#include "kernels/agent/views.hpp"
#ifdef __SSE2__
#include <immintrin.h>
#endif

namespace throng {
inline namespace THRONG_ISA {

/// One value per lane, in memory.
struct alignas(32) LaneFloats {
  float lane[8];
};
struct alignas(32) LaneInts {
  std::int32_t lane[8];
};

inline Pack8 load_pack(const LaneFloats& values) {
  Pack8 pack;
  __builtin_memcpy(&pack.lanes, values.lane, sizeof pack.lanes);
  return pack;
}
inline Lane<Pack8>::Int load_pack(const LaneInts& values) {
  Lane<Pack8>::Int pack;
  __builtin_memcpy(&pack, values.lane, sizeof pack);
  return pack;
}
inline void store_pack(Pack8 pack, LaneFloats& values) {
  __builtin_memcpy(values.lane, &pack.lanes, sizeof pack.lanes);
}
inline void store_pack(Lane<Pack8>::Int pack, LaneInts& values) { __builtin_memcpy(values.lane, &pack, sizeof pack); }

/// Motions of eight agents.
struct PackMotion {
  Vec2<Pack8> position, velocity;
};
inline PackMotion load_motions(const Motion* motions, const std::uint32_t index[8]) {
  PackMotion result;
#ifdef __SSE2__
  // Four loads and a transposition for each half: single stores would have to drain before the pack could be read.
  __m128 half[2][4];
  for (int h = 0; h < 2; ++h) {
    for (int k = 0; k < 4; ++k) half[h][k] = _mm_load_ps(&motions[index[4 * h + k]].x);
    _MM_TRANSPOSE4_PS(half[h][0], half[h][1], half[h][2], half[h][3]);
  }
  float* const to[4] = {
      reinterpret_cast<float*>(&result.position.x.lanes), reinterpret_cast<float*>(&result.position.y.lanes),
      reinterpret_cast<float*>(&result.velocity.x.lanes), reinterpret_cast<float*>(&result.velocity.y.lanes)};
  for (int k = 0; k < 4; ++k) {
    _mm_storeu_ps(to[k], half[0][k]);
    _mm_storeu_ps(to[k] + 4, half[1][k]);
  }
#else
  for (int lane = 0; lane < 8; ++lane) {
    const Motion& m = motions[index[lane]];
    result.position.x.lanes[lane] = m.x;
    result.position.y.lanes[lane] = m.y;
    result.velocity.x.lanes[lane] = m.velocity_x;
    result.velocity.y.lanes[lane] = m.velocity_y;
  }
#endif
  return result;
}

inline Pack8 gather_floats(const float* values, const std::uint32_t index[8]) {
  LaneFloats lanes;
  for (int lane = 0; lane < 8; ++lane) lanes.lane[lane] = values[index[lane]];
  return load_pack(lanes);
}

/// Copies one lane of a row to a lane of another row.
inline void copy_lane(const HalfPlane<Pack8>& from, int from_lane, HalfPlane<Pack8>& to, int to_lane) {
  to.point.x.lanes[to_lane] = from.point.x.lanes[from_lane];
  to.point.y.lanes[to_lane] = from.point.y.lanes[from_lane];
  to.direction.x.lanes[to_lane] = from.direction.x.lanes[from_lane];
  to.direction.y.lanes[to_lane] = from.direction.y.lanes[from_lane];
}

}  // namespace THRONG_ISA
}  // namespace throng
