// Preferred velocities of agents that have a behavior: one thread per agent, in cell order, since flocks look at the
// same cells as solving does.
#include "kernels/agent/steer_agent.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/solve_limits.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;
// Resident blocks of a multiprocessor that the compiler makes room for in its registers: with more, some spill.
constexpr unsigned resident_blocks = 3;

/// Whether the agent may ask for more neighbors than a thread has room for.
__device__ bool needs_long_list(const StepData& data, std::uint32_t storage) {
  if (!data.range_query && data.profiles[data.agents.profile[storage]].max_neighbors <= short_neighbors) return false;
  const std::uint32_t kind = data.steering.behaviors[data.steering.rows[data.agents.slot[storage]].behavior].kind;
  return kind == behavior_kind::flock || kind == behavior_kind::blend;
}

__device__ bool steers(const StepData& data, std::uint32_t storage) {
  return (data.agents.flags[storage] & agent_flag::steers) != 0;
}

__global__ void __launch_bounds__(threads, resident_blocks)
    steer_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t self = thread_number();
  if (step.control->halted != 0 || self >= step.control->agents) return;
  const std::uint32_t storage = step.order[self];
  if (!steers(step.data, storage) || needs_long_list(step.data, storage)) return;
  float distance_sq[short_neighbors];
  std::uint32_t index[short_neighbors];
  steer_agent(current_step(step), self, storage, {distance_sq, index, 0, 0});
}

/// Those with long lists, in the memory that solving has for them.
__global__ void __launch_bounds__(threads, resident_blocks)
    steer_long_lists_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const LargeScratch& scratch = step.scratch;
  const std::uint32_t thread = thread_number();
  if (step.control->halted != 0 || thread >= scratch.threads) return;
  const StepData data = current_step(step);
  const std::size_t list_size = neighbor_cap + 1;
  const NeighborList neighbors{scratch.distance_sq + thread * list_size, scratch.index + thread * list_size, 0, 0};
  for (std::uint32_t self = thread; self < step.control->agents; self += scratch.threads) {
    const std::uint32_t storage = step.order[self];
    if (!steers(data, storage) || !needs_long_list(data, storage)) continue;
    steer_agent(data, self, storage, neighbors);
  }
}

}  // namespace

void launch_steer(const DeviceStep& step, cudaStream_t stream) {
  THRONG_LAUNCH(steer_kernel, blocks_for(step.capacity, threads), threads, stream, step);
  if (step.most_neighbors <= short_neighbors) return;
  THRONG_LAUNCH(steer_long_lists_kernel, blocks_for(step.scratch.threads, threads), threads, stream, step);
}

}  // namespace throng::cuda
