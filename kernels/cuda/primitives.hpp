// Scan, sort, run lengths and reduction over device arrays: the facade of CUB, and the only way to it.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cuda/device_step.hpp"

namespace throng::cuda {

/// Enough scratch for each call below with at most these numbers of items.
std::size_t primitive_scratch_bytes(std::size_t agents, std::size_t cells);

/// Of each value the sum of those before it; both may be the same array.
void exclusive_sum(const std::uint32_t* values, std::uint32_t* sums, std::size_t count, void* scratch,
                   std::size_t scratch_bytes, cudaStream_t stream);
/// Stable. The results are in the second arrays.
void sort_pairs(const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* values,
                std::uint32_t* sorted_values, std::size_t count, void* scratch, std::size_t scratch_bytes,
                cudaStream_t stream);
/// The same of 32-bit keys < 2^bits.
void sort_pairs(const std::uint32_t* keys, std::uint32_t* sorted_keys, const std::uint32_t* values,
                std::uint32_t* sorted_values, std::size_t count, int bits, void* scratch, std::size_t scratch_bytes,
                cudaStream_t stream);
/// Scratch of sort_pairs with 64-bit keys.
std::size_t sort_pairs_scratch_bytes(std::size_t count);
/// By bits `begin_bit` to `end_bit`, that one left out. Stable.
void sort_keys(const std::uint64_t* keys, std::uint64_t* sorted_keys, std::size_t count, int begin_bit, int end_bit,
               void* scratch, std::size_t scratch_bytes, cudaStream_t stream);
std::size_t sort_keys_scratch_bytes(std::size_t count);
/// Of a sorted array: the distinct keys, how often each occurs, and how many there are.
void run_lengths(const std::uint64_t* sorted_keys, std::uint64_t* distinct, std::uint32_t* lengths,
                 std::uint32_t* distinct_count, std::size_t count, void* scratch, std::size_t scratch_bytes,
                 cudaStream_t stream);
/// The box of the first *count points, of at most `capacity`.
void find_bounds(const float* x, const float* y, const std::uint32_t* count, std::size_t capacity, PointBounds* bounds,
                 void* scratch, std::size_t scratch_bytes, cudaStream_t stream);

}  // namespace throng::cuda
