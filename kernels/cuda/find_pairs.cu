// Pairs of bodies by their boxes (kernels/agent/pair_search.hpp): bodies sorted by level, row and x, then a thread for
// each that looks for its partners.
#include <algorithm>

#include "kernels/cuda/collision_kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/primitives.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 256;
constexpr unsigned search_threads = 128;
constexpr unsigned levels_threads = 256;
static_assert(levels_threads == pair_level_count && threads == pair_level_count);

__device__ BodyBox box_at(const BodyBox* boxes, std::uint32_t i) {
  const float4 box = reinterpret_cast<const float4*>(boxes)[i];
  return {box.x, box.y, box.z, box.w};
}

__device__ std::uint32_t level_of_body(const DeviceBodies& bodies, std::uint32_t i, const BodyBox& box, float margin) {
  return bodies.rows[i].fault != 0 ? level_of_nowhere : pair_level(box, margin);
}

__global__ void sum_levels_kernel(DeviceBodies bodies, std::uint32_t /*site*/, float margin, LevelSums* sums) {
  __shared__ LevelSums of_block;
  const unsigned t = threadIdx.x;
  of_block.count[t] = of_block.half_width[t] = of_block.half_height[t] = 0;
  __syncthreads();
  const std::uint32_t i = thread_number();
  if (i < bodies.count) {
    const BodyBox box = box_at(bodies.boxes, i);
    const std::uint32_t level = level_of_body(bodies, i, box, margin);
    atomicAdd(&of_block.count[level], 1u);
    if (level < level_of_everywhere) {
      atomicMax(&of_block.half_width[level], bits_of(half_of(box.min_x, box.max_x)));
      atomicMax(&of_block.half_height[level], bits_of(half_of(box.min_y, box.max_y)));
    }
  }
  __syncthreads();
  if (of_block.count[t] == 0) return;
  atomicAdd(&sums->count[t], of_block.count[t]);
  atomicMax(&sums->half_width[t], of_block.half_width[t]);
  atomicMax(&sums->half_height[t], of_block.half_height[t]);
}

/// One block.
__global__ void list_levels_kernel(PairSearchState* state, std::uint32_t /*site*/, float margin) {
  __shared__ std::uint32_t count[pair_level_count];
  const unsigned t = threadIdx.x;
  count[t] = state->sums.count[t];
  const float half_height = float_of(state->sums.half_height[t]);
  const float inverse_row = inverse_row_height(t, half_height, margin);
  state->inverse_row[t] = inverse_row;
  __syncthreads();
  std::uint32_t begin = 0, place = 0;
  for (unsigned level = 0; level < t; ++level) {
    begin += count[level];
    place += count[level] > 0 ? 1 : 0;
  }
  if (t < level_of_nowhere && count[t] > 0) {
    state->levels[place] = {float_of(state->sums.half_width[t]), half_height, inverse_row, t, begin, begin + count[t]};
  }
  if (t == level_of_nowhere) {
    state->level_count = place;
    state->body_count = begin;
  }
}

__global__ void body_keys_kernel(DeviceBodies bodies, std::uint32_t /*site*/, float margin,
                                 const PairSearchState* state, std::uint64_t* keys, std::uint32_t* numbers) {
  const std::uint32_t i = thread_number();
  if (i >= bodies.count) return;
  const BodyBox box = box_at(bodies.boxes, i);
  const std::uint32_t level = level_of_body(bodies, i, box, margin);
  keys[i] = body_key(box, level, state->inverse_row[level]);
  numbers[i] = i;
}

__global__ void gather_boxes_kernel(DeviceBodies bodies, std::uint32_t /*site*/, const std::uint32_t* numbers,
                                    BodyBox* sorted) {
  const std::uint32_t p = thread_number();
  if (p >= bodies.count) return;
  reinterpret_cast<float4*>(sorted)[p] = reinterpret_cast<const float4*>(bodies.boxes)[numbers[p]];
}

/// Where pairs go. Any thread may add one at any time.
struct FoundPairs {
  PairRow* pairs;
  unsigned long long* count;
  std::uint64_t room;

  __device__ void store(std::uint64_t place, PairRow pair) const {
    if (place < room) reinterpret_cast<uint2*>(pairs)[place] = make_uint2(pair.a, pair.b);
  }
  /// One atomic operation for all threads that are here together.
  __device__ void add(PairRow pair) const {
    const unsigned together = __activemask(), lane = threadIdx.x & 31u;
    const int first = __ffs(static_cast<int>(together)) - 1;
    unsigned long long place = 0;
    if (static_cast<int>(lane) == first) place = atomicAdd(count, static_cast<unsigned long long>(__popc(together)));
    place = __shfl_sync(together, place, first);
    store(place + static_cast<unsigned>(__popc(together & ((1u << lane) - 1u))), pair);
  }
};

/// Pairs that a thread puts aside, to be stored side by side with those of its warp. Further ones are stored one by
/// one.
constexpr std::uint32_t pairs_aside = 8;

__global__ void search_pairs_kernel(PairSearchArrays arrays, std::uint32_t /*site*/, float margin, FoundPairs found,
                                    std::uint64_t most) {
  __shared__ uint2 aside[pairs_aside * search_threads];
  uint2* const own = aside + threadIdx.x;
  const PairSearch search{
      arrays.sorted_keys,       arrays.boxes, arrays.sorted_numbers, arrays.state->levels, arrays.state->level_count,
      arrays.state->body_count, margin};
  const std::uint32_t p = thread_number();
  std::uint32_t count = 0;
  // Whoever comes when there are too many already has nothing to add to that.
  if (p < search.count && *static_cast<volatile unsigned long long*>(found.count) <= most) {
    const BodyBox box = box_at(search.boxes, p);
    const std::uint32_t number = search.numbers[p];
    for_partners(
        search, p,
        [&](std::uint32_t, std::uint32_t, std::uint32_t first, std::uint32_t last, std::uint64_t key) {
          return first_not_less(search.keys, first, last, key);
        },
        [&](std::uint32_t q) {
          if (!boxes_are_near(box, box_at(search.boxes, q), margin)) return;
          const std::uint32_t other = search.numbers[q];
          const std::uint32_t a = number < other ? number : other, b = number < other ? other : number;
          if (count < pairs_aside) {
            own[count++ * search_threads] = make_uint2(a, b);
          } else {
            found.add({a, b});
          }
        });
  }
  const unsigned all = 0xffffffffu, lane = threadIdx.x & 31u;
  __syncwarp();
  std::uint32_t before = count;  // and those of the lanes before
  for (unsigned offset = 1; offset < 32; offset *= 2) {
    const std::uint32_t other = __shfl_up_sync(all, before, offset);
    if (lane >= offset) before += other;
  }
  const std::uint32_t of_warp = __shfl_sync(all, before, 31);
  if (of_warp == 0) return;
  unsigned long long place = 0;
  if (lane == 0) place = atomicAdd(found.count, static_cast<unsigned long long>(of_warp));
  place = __shfl_sync(all, place, 0) + (before - count);
  for (std::uint32_t k = 0; k < count; ++k) {
    const uint2 pair = own[k * search_threads];
    found.store(place + k, {pair.x, pair.y});
  }
}

int bits_for(std::uint32_t count) {
  int bits = 1;
  while (bits < 32 && (count - 1) >> bits != 0) ++bits;
  return bits;
}

}  // namespace

std::size_t pair_search_scratch_bytes(std::size_t bodies, std::size_t pairs) {
  return std::max(sort_pairs_scratch_bytes(bodies), sort_keys_scratch_bytes(pairs));
}

void launch_sort_bodies(const DeviceBodies& bodies, float margin, const PairSearchArrays& arrays, cudaStream_t stream) {
  PairSearchState* const state = arrays.state;
  const unsigned blocks = blocks_for(bodies.count, threads);
  THRONG_CUDA(cudaMemsetAsync(&state->sums, 0, sizeof state->sums, stream));
  THRONG_LAUNCH(sum_levels_kernel, blocks, threads, stream, bodies, margin, &state->sums);
  THRONG_LAUNCH(list_levels_kernel, 1, levels_threads, stream, state, margin);
  THRONG_LAUNCH(body_keys_kernel, blocks, threads, stream, bodies, margin, state, arrays.keys, arrays.numbers);
  sort_pairs(arrays.keys, arrays.sorted_keys, arrays.numbers, arrays.sorted_numbers, bodies.count, arrays.scratch,
             arrays.scratch_bytes, stream);
  THRONG_LAUNCH(gather_boxes_kernel, blocks, threads, stream, bodies, arrays.sorted_numbers, arrays.boxes);
}

void launch_search_pairs(const PairSearchArrays& arrays, float margin, std::uint32_t bodies, PairRow* pairs,
                         std::uint64_t room, std::uint64_t most, cudaStream_t stream) {
  THRONG_CUDA(cudaMemsetAsync(&arrays.state->pairs, 0, sizeof arrays.state->pairs, stream));
  const FoundPairs found{pairs, &arrays.state->pairs, room};
  THRONG_LAUNCH(search_pairs_kernel, blocks_for(bodies, search_threads), search_threads, stream, arrays, margin, found,
                most);
}

void sort_found_pairs(PairRow* pairs, PairRow* other, std::size_t count, std::uint32_t bodies, void* scratch,
                      std::size_t scratch_bytes, cudaStream_t stream) {
  // As keys `b` stands in the upper half: first by it, then, stably, by `a`.
  auto* const first = reinterpret_cast<std::uint64_t*>(pairs);
  auto* const second = reinterpret_cast<std::uint64_t*>(other);
  const int bits = bits_for(bodies);
  sort_keys(first, second, count, 32, 32 + bits, scratch, scratch_bytes, stream);
  sort_keys(second, first, count, 0, bits, scratch, scratch_bytes, stream);
}

}  // namespace throng::cuda
