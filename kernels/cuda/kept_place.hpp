// Places on paths in steps that may have to be repeated. Steering goes forward from a place, so that a second attempt
// must begin where the first one did.
#pragma once
#include "kernels/cuda/device_step.hpp"

namespace throng::cuda {

/// Agent `i` (storage order), which steers, is about to.
__device__ inline void take_place_back(const DeviceStep& step, std::uint32_t i) {
  const std::uint32_t slot = step.data.agents.slot[i];
  step.data.steering.results[slot].path_place = step.kept_place[slot];
}

/// The step is not to be repeated any more.
__device__ inline void keep_place(const DeviceStep& step, std::uint32_t i) {
  if (!step.data.steering.active || (step.data.agents.flags[i] & agent_flag::steers) == 0) return;
  const std::uint32_t slot = step.data.agents.slot[i];
  step.kept_place[slot] = step.data.steering.results[slot].path_place;
}

}  // namespace throng::cuda
