// Neighbors of all agents before the solution, a warp for each agent: its threads take candidates side by side.
//
// A variant (variants.hpp). The lists go through device memory.
#include "kernels/agent/solve_agent.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/solve_limits.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;
constexpr unsigned warps = threads / 32;
constexpr std::uint32_t most_candidates = 96;  ///< in reach; with more the plain way is taken

struct Candidates {
  float distance_sq[most_candidates];
  std::uint32_t index[most_candidates];
};

/// Candidates of an agent within a reach, in no order; returns how many there are, more than the room when it is too
/// little. All threads of the warp.
__device__ std::uint32_t collect(const StepData& data, std::uint32_t self, std::uint32_t storage, float reach_sq,
                                 Candidates& to) {
  const unsigned lane = threadIdx.x & 31u;
  const float x = data.crowd.motion[self].x, y = data.crowd.motion[self].y;
  std::uint32_t found = 0;
  for_item_ranges(data.crowd.grid, x, y, square_root(reach_sq), [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t first = begin; first < end; first += 32) {
      const std::uint32_t i = first + lane;
      float distance_sq = 0.0f;
      bool counts = false;
      if (i < end) {
        const float dx = x - data.crowd.motion[i].x, dy = y - data.crowd.motion[i].y;
        distance_sq = dx * dx + dy * dy;
        counts = distance_sq < reach_sq && i != self && sees(data, storage, i);
      }
      const unsigned votes = __ballot_sync(0xffffffffu, counts);
      const std::uint32_t place = found + static_cast<std::uint32_t>(__popc(votes & ((1u << lane) - 1u)));
      if (counts && place < most_candidates) {
        to.distance_sq[place] = distance_sq;
        to.index[place] = i;
      }
      found += static_cast<std::uint32_t>(__popc(votes));
    }
  });
  return found;
}

__global__ void __launch_bounds__(threads, 8)
    find_neighbors_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, std::int32_t longest) {
  note_launch(step, site);
  if (step.control->halted != 0) return;
  __shared__ Candidates of_warp[warps];
  Candidates& candidates = of_warp[threadIdx.x / 32u];
  const unsigned lane = threadIdx.x & 31u;
  // Not from the thread's number: with 2^27 agents that has more than 32 bits.
  const std::uint32_t self = blockIdx.x * warps + threadIdx.x / 32u;
  if (self >= step.control->agents) return;  // all threads of the warp
  const StepData data = current_step(step);
  const std::uint32_t storage = data.crowd.storage_index[self];
  const ProfileRow& profile = data.profiles[data.agents.profile[storage]];
  const std::int32_t wanted = profile.max_neighbors;
  const float range_sq = profile.neighbor_distance_sq;
  const bool avoids = (data.agents.flags[storage] & agent_flag::avoids) != 0;
  if (!avoids || data.range_query || wanted > longest || wanted == 0 || !(range_sq > 0.0f)) {
    if (lane == 0) step.found_count[self] = 0;
    return;
  }

  float reach_sq = first_reach_sq(data.search_start_sq[storage], range_sq);
  std::uint32_t found = 0;
  for (;;) {
    __syncwarp();
    found = collect(data, self, storage, reach_sq, candidates);
    __syncwarp();
    if (found >= static_cast<std::uint32_t>(wanted) || reach_sq >= range_sq) break;
    reach_sq = grown_reach_sq(reach_sq, wanted, static_cast<std::int32_t>(found), range_sq);
  }
  const std::int32_t count = found < static_cast<std::uint32_t>(wanted) ? static_cast<std::int32_t>(found) : wanted;
  // A candidate's place is the number of nearer ones. On equal distances ids decide: the plain way.
  bool plain = found > most_candidates;
  for (std::uint32_t first = 0; first < found && !plain; first += 32) {
    const std::uint32_t own = first + lane;
    std::uint32_t nearer = 0;
    bool tie = false;
    if (own < found) {
      const float distance_sq = candidates.distance_sq[own];
      for (std::uint32_t c = 0; c < found; ++c) {
        nearer += candidates.distance_sq[c] < distance_sq ? 1 : 0;
        tie = tie | (candidates.distance_sq[c] == distance_sq && c != own);
      }
      if (nearer < static_cast<std::uint32_t>(count)) {
        step.found[std::size_t{nearer} * step.capacity + self] = candidates.index[own];
        if (nearer + 1 == static_cast<std::uint32_t>(count)) {
          data.search_start_sq[storage] = next_search_start(count == wanted, distance_sq, range_sq);
        }
      }
    }
    plain = __any_sync(0xffffffffu, tie && nearer <= static_cast<std::uint32_t>(count)) != 0;
  }
  __syncwarp();  // votes order no writes, and what the others have written may be written again
  if (lane != 0) return;
  step.found_count[self] = count;
  if (count == 0) data.search_start_sq[storage] = range_sq;
  if (!plain) return;
  float distance_sq[short_neighbors];
  std::uint32_t index[short_neighbors];
  NeighborList list{distance_sq, index, 0, 0};
  find_agent_neighbors(data, self, storage, wanted, list);
  for (std::int32_t n = 0; n < list.count; ++n)
    step.found[static_cast<std::size_t>(n) * step.capacity + self] = index[n];
  step.found_count[self] = list.count;
  data.search_start_sq[storage] =
      next_search_start(list.count == wanted, list.count > 0 ? distance_sq[list.count - 1] : 0.0f, range_sq);
}

}  // namespace

void launch_find_neighbors(const DeviceStep& step, std::int32_t longest, cudaStream_t stream) {
  THRONG_LAUNCH(find_neighbors_kernel, blocks_for(std::uint64_t{step.capacity} * 32, threads), threads, stream, step,
                longest);
}

}  // namespace throng::cuda
