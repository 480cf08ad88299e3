// Half-planes in a device's memory, each one load of 16 bytes.
#pragma once
#include "kernels/agent/half_plane.hpp"

namespace throng::cuda {

__device__ inline HalfPlane<float> to_half_plane(float4 row) { return {{row.x, row.y}, {row.z, row.w}}; }
__device__ inline float4 to_row(const HalfPlane<float>& line) {
  return make_float4(line.point.x, line.point.y, line.direction.x, line.direction.y);
}

/// Rows of one thread, one behind the other.
struct OwnRows {
  float4* rows;
  __device__ HalfPlane<float> get(int i) const { return to_half_plane(rows[i]); }
  __device__ void set(int i, const HalfPlane<float>& line) const { rows[i] = to_row(line); }
};

}  // namespace throng::cuda
