// Goals before the solution, motion after it, and the end of a step: who leaves, what was counted.
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/move_events.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 256;
constexpr unsigned few_blocks = 64;  // for work that is little and whose amount only the device knows

__global__ void navigate_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  if (step.control->halted != 0 || i >= step.control->agents) return;
  navigate_agent<float, true>(current_step(step), i);
}

/// Where some goal has a flow field, or agents are watched for getting stuck.
__global__ void navigate_fields_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl& control = *step.control;
  const std::uint32_t i = thread_number();
  std::uint32_t became = 0, went_on = 0;
  if (control.halted == 0 && i < control.agents) {
    const StuckEvents<float> events = navigate_agent<float, false>(current_step(step), i);
    became = events.became ? 1 : 0;
    went_on = events.went_on ? 1 : 0;
  }
  if (!step.data.stuck.active) return;
  became = block_sum(became);
  went_on = block_sum(went_on);
  if (threadIdx.x != 0) return;
  if (became > 0) atomicAdd(&control.tally.became_stuck, became);
  if (went_on > 0) atomicAdd(&control.tally.went_on, went_on);
}

__global__ void move_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  note_events(step, i, [i](const StepData& data) { return move_agent(data, i); });
}

/// The places of those who leave, as far as they are among the first that remain, and who will fill them.
__global__ void find_holes_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl& control = *step.control;
  if (control.halted != 0) return;
  const std::uint32_t leaving = control.tally.leaving, remaining = control.agents - leaving;
  for (std::uint32_t k = thread_number(); k < leaving; k += thread_count()) {
    const std::uint32_t hole = step.leaving[k];
    if (hole < remaining) step.holes[atomicAdd(&control.tally.holes, 1u)] = hole;
    const std::uint32_t tail = remaining + k;
    if (step.leaves[tail] == 0) step.survivors[atomicAdd(&control.tally.survivors, 1u)] = tail;
  }
}

__global__ void fill_holes_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const StepControl& control = *step.control;
  if (control.halted != 0) return;
  for (std::uint32_t k = thread_number(); k < control.tally.holes; k += thread_count()) {
    const std::uint32_t to = step.holes[k], from = step.survivors[k];
#define THRONG_FIELD(name, record_type, array_type) step.data.agents.name[to] = step.data.agents.name[from];
    THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
    step.data.search_start_sq[to] = step.data.search_start_sq[from];
    step.index_of_slot[step.data.agents.slot[to]] = to;
  }
}

/// One thread. `of_step`: the step is over; else agents were taken out between steps.
__global__ void end_step_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, bool of_step) {
  note_launch(step, site);
  StepControl& control = *step.control;
  if (control.halted != 0) return;
  const StepTally tally = control.tally;
  if (of_step) {
    control.agent_steps += control.agents;
    control.steps += 1;
    control.step += 1;
    control.arrived += tally.arrived;
    control.infeasible += tally.infeasible;
    control.wall_crossings += tally.wall_crossings;
    control.neighbor_cap_hits += tally.neighbor_cap_hits;
    control.became_stuck += tally.became_stuck;
    control.went_on += tally.went_on;
    step.grid->follows = step.whole_step_in_solve ? 1 : 0;
    step.grid->counted = step.grid->counts_next;
  }
  control.agents -= tally.leaving;
  control.tally = {};
}

__global__ void mark_leaving_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                    const std::uint32_t* slots, std::uint32_t count) {
  note_launch(step, site);
  const std::uint32_t k = thread_number();
  if (k == 0) step.control->tally.leaving = count;
  if (k >= count) return;
  const std::uint32_t i = step.index_of_slot[slots[k]];
  step.leaving[k] = i;
  step.leaves[i] = 1;
}

void launch_take_out(const DeviceStep& step, bool of_step, cudaStream_t stream) {
  const unsigned blocks =
      blocks_for(step.capacity, threads) < few_blocks ? blocks_for(step.capacity, threads) : few_blocks;
  THRONG_LAUNCH(find_holes_kernel, blocks, threads, stream, step);
  THRONG_LAUNCH(fill_holes_kernel, blocks, threads, stream, step);
  THRONG_LAUNCH(end_step_kernel, 1, 1, stream, step, of_step);
}

}  // namespace

void launch_navigate(const DeviceStep& step, cudaStream_t stream) {
  if (step.whole_step_in_solve) return;
  if (!navigates_plainly(step.data)) {
    THRONG_LAUNCH(navigate_fields_kernel, blocks_for(step.capacity, threads), threads, stream, step);
    return;
  }
  THRONG_LAUNCH(navigate_kernel, blocks_for(step.capacity, threads), threads, stream, step);
}

void launch_move(const DeviceStep& step, cudaStream_t stream) {
  if (step.whole_step_in_solve) return;
  THRONG_LAUNCH(move_kernel, blocks_for(step.capacity, threads), threads, stream, step);
}

void launch_end_step(const DeviceStep& step, cudaStream_t stream) { launch_take_out(step, true, stream); }

void launch_remove_agents(const DeviceStep& step, const std::uint32_t* slots, std::uint32_t count,
                          cudaStream_t stream) {
  THRONG_CUDA(cudaMemsetAsync(step.leaves, 0, step.capacity, stream));
  THRONG_LAUNCH(mark_leaving_kernel, blocks_for(count, threads), threads, stream, step, slots, count);
  launch_take_out(step, false, stream);
}

}  // namespace throng::cuda
