// What becomes of an agent's motion beyond the agent itself: counts, and the list of those who leave.
#pragma once
#include "kernels/agent/move_agent.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng::cuda {

/// Agent `i` (storage order) leaves at the end of the step, or stays.
__device__ inline void note_leaving(const DeviceStep& step, std::uint32_t i, bool leaves) {
  step.leaves[i] = leaves ? 1 : 0;
  if (!leaves) return;
  StepControl& control = *step.control;
  step.leaving[atomicAdd(&control.tally.leaving, 1u)] = i;
  step.removed[atomicAdd(&control.removed, 1u)] = {control.step, step.data.agents.slot[i]};
}

/// The same new velocity again: the agent has it already, so that it is written once.
__device__ inline StepData moving_in_place(const StepData& data) {
  StepData moving = data;
  moving.new_velocity_x = data.agents.velocity_x;
  moving.new_velocity_y = data.agents.velocity_y;
  return moving;
}

}  // namespace throng::cuda
