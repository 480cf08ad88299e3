// Where the neighbor search of the next step begins: a little beyond the farthest of this one.
#pragma once

namespace throng::cuda {

/// Squared, m^2. `full`: there are as many neighbors as were asked for, the farthest at a squared distance of
/// `farthest_sq`.
__device__ inline float next_search_start(bool full, float farthest_sq, float range_sq) {
  return full ? 1.25f * farthest_sq : range_sq;
}

}  // namespace throng::cuda
