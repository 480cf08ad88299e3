// The data of the step under way where there may be footprints.
#pragma once
#include "kernels/agent/neighbor_search.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng::cuda {

/// As current_step(), with the footprints as they have been placed. Without a profile that has one there are none.
__device__ inline StepData current_step_with_footprints(const DeviceStep& step) {
  StepData data = current_step(step);
  const FootprintRoom& room = step.footprints;
  if (room.capacity == 0) return data;
  data.footprints.count = room.state->count;
  data.footprints.grid = room.grid->view;
  data.footprints.largest_circle = __uint_as_float(room.state->largest_circle);
  data.footprints.fastest = __uint_as_float(room.state->fastest);
  return data;
}

/// Takes those who have a footprint from a list of neighbors: their edges are met, not their discs.
__device__ inline void keep_discs(const StepData& data, NeighborList& neighbors) {
  std::int32_t discs = 0;
  for (std::int32_t n = 0; n < neighbors.count; ++n) {
    const std::uint32_t other = neighbors.index[n];
    if (data.footprints.number[other] == no_footprint) neighbors.index[discs++] = other;
  }
  neighbors.count = discs;
}

}  // namespace throng::cuda
