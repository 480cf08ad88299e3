// Work of a block's agents handed out to its threads, so that warps are full of threads with something to do.
//
// In most parts of a solution only some agents have work, anywhere in the block. A thread puts the number of the one
// that has work on a list, and the first threads of the block take from the list.
#pragma once
#include <cstdint>

namespace throng::cuda {

/// The numbers of those threads of a warp that pass `has_task` onto `list`; `count` is 0 before the first of them. Both
/// are in shared memory. All threads of the warp call it.
__device__ inline void add_tasks(std::uint16_t* list, std::uint32_t& count, bool has_task, unsigned number) {
  const unsigned with_task = __ballot_sync(0xffffffffu, has_task);
  if (with_task == 0) return;
  const unsigned lane = threadIdx.x & 31u;
  unsigned place = 0;
  if (lane == 0) place = atomicAdd(&count, static_cast<unsigned>(__popc(with_task)));
  place = __shfl_sync(0xffffffffu, place, 0) + static_cast<unsigned>(__popc(with_task & ((1u << lane) - 1u)));
  if (has_task) list[place] = static_cast<std::uint16_t>(number);
}

/// Ends a list. Has a barrier, behind which the list and all else that the threads have written before can be read; the
/// list may be written again behind the next barrier. Returns its length, the same for all threads of the block.
__device__ inline unsigned close_tasks(const std::uint32_t& count) {
  __syncthreads();
  return count;
}

}  // namespace throng::cuda
