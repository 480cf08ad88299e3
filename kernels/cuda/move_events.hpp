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
  step.removed[atomicAdd(&control.removed, 1u)] = {control.step, step.data.agents.slot[i], 0u};
}

/// Agent `i` has arrived for the first time; the host looks at who does.
__device__ inline void note_arrival(const DeviceStep& step, std::uint32_t i) {
  StepControl& control = *step.control;
  step.removed[atomicAdd(&control.removed, 1u)] = {control.step, step.data.agents.slot[i], 1u};
}

/// Counts and notes what has become of the agents of a block. `move(step)` moves agent `i` (storage order), unless the
/// step is halted or there is none. All threads of the block call it.
template <class Move>
__device__ void note_events(const DeviceStep& step, std::uint32_t i, Move&& move) {
  StepControl& control = *step.control;
  std::uint32_t arrived = 0, crossed = 0;
  if (control.halted == 0 && i < control.agents) {
    const MoveEvents<float> events = move(current_step(step));
    arrived = events.arrived_first ? 1 : 0;
    crossed = events.crossed_wall ? 1 : 0;
    note_leaving(step, i, events.leaves);
    if (step.data.reports_arrivals && events.arrived_first && !events.leaves) note_arrival(step, i);
  }
  arrived = block_sum(arrived);
  crossed = block_sum(crossed);
  if (threadIdx.x != 0) return;
  if (arrived > 0) atomicAdd(&control.tally.arrived, arrived);
  if (crossed > 0) atomicAdd(&control.tally.wall_crossings, crossed);
}

/// The same new velocity again: the agent has it already, so that it is written once.
__device__ inline StepData moving_in_place(const StepData& data) {
  StepData moving = data;
  moving.new_velocity_x = data.agents.velocity_x;
  moving.new_velocity_y = data.agents.velocity_y;
  return moving;
}

}  // namespace throng::cuda
