// One file, since each of CUB's algorithms takes long to compile.
#include "kernels/cuda/primitives.hpp"

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>

#include "kernels/cuda/device_error.hpp"

namespace throng::cuda {
namespace {

struct BoxOfPoint {
  const float* x;
  const float* y;
  const std::uint32_t* count;
  __device__ PointBounds operator()(std::uint32_t i) const {
    if (i >= *count) return {3.4e38f, 3.4e38f, -3.4e38f, -3.4e38f};
    return {x[i], y[i], x[i], y[i]};
  }
};

struct JoinBoxes {
  __host__ __device__ PointBounds operator()(const PointBounds& a, const PointBounds& b) const {
    return {a.min_x < b.min_x ? a.min_x : b.min_x, a.min_y < b.min_y ? a.min_y : b.min_y,
            a.max_x > b.max_x ? a.max_x : b.max_x, a.max_y > b.max_y ? a.max_y : b.max_y};
  }
};

}  // namespace

void exclusive_sum(const std::uint32_t* values, std::uint32_t* sums, std::size_t count, void* scratch,
                   std::size_t scratch_bytes, cudaStream_t stream) {
  THRONG_CUDA(cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, values, sums, static_cast<int>(count), stream));
}

void sort_pairs(const std::uint64_t* keys, std::uint64_t* sorted_keys, const std::uint32_t* values,
                std::uint32_t* sorted_values, std::size_t count, void* scratch, std::size_t scratch_bytes,
                cudaStream_t stream) {
  THRONG_CUDA(cub::DeviceRadixSort::SortPairs(scratch, scratch_bytes, keys, sorted_keys, values, sorted_values,
                                              static_cast<int>(count), 0, 64, stream));
}

void sort_pairs(const std::uint32_t* keys, std::uint32_t* sorted_keys, const std::uint32_t* values,
                std::uint32_t* sorted_values, std::size_t count, int bits, void* scratch, std::size_t scratch_bytes,
                cudaStream_t stream) {
  THRONG_CUDA(cub::DeviceRadixSort::SortPairs(scratch, scratch_bytes, keys, sorted_keys, values, sorted_values,
                                              static_cast<int>(count), 0, bits, stream));
}

std::size_t sort_pairs_scratch_bytes(std::size_t count) {
  std::size_t bytes = 0;
  const std::uint64_t* keys = nullptr;
  const std::uint32_t* values = nullptr;
  THRONG_CUDA(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, static_cast<std::uint64_t*>(nullptr), values,
                                              static_cast<std::uint32_t*>(nullptr), static_cast<int>(count), 0, 64));
  return bytes;
}

void sort_keys(const std::uint64_t* keys, std::uint64_t* sorted_keys, std::size_t count, int begin_bit, int end_bit,
               void* scratch, std::size_t scratch_bytes, cudaStream_t stream) {
  THRONG_CUDA(cub::DeviceRadixSort::SortKeys(scratch, scratch_bytes, keys, sorted_keys,
                                             static_cast<std::uint32_t>(count), begin_bit, end_bit, stream));
}

std::size_t sort_keys_scratch_bytes(std::size_t count) {
  std::size_t bytes = 0;
  const std::uint64_t* keys = nullptr;
  THRONG_CUDA(cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, static_cast<std::uint64_t*>(nullptr),
                                             static_cast<std::uint32_t>(count), 0, 64));
  return bytes;
}

void run_lengths(const std::uint64_t* sorted_keys, std::uint64_t* distinct, std::uint32_t* lengths,
                 std::uint32_t* distinct_count, std::size_t count, void* scratch, std::size_t scratch_bytes,
                 cudaStream_t stream) {
  THRONG_CUDA(cub::DeviceRunLengthEncode::Encode(scratch, scratch_bytes, sorted_keys, distinct, lengths, distinct_count,
                                                 static_cast<int>(count), stream));
}

void find_bounds(const float* x, const float* y, const std::uint32_t* count, std::size_t capacity, PointBounds* bounds,
                 void* scratch, std::size_t scratch_bytes, cudaStream_t stream) {
  const auto boxes =
      thrust::make_transform_iterator(thrust::counting_iterator<std::uint32_t>(0), BoxOfPoint{x, y, count});
  const PointBounds nothing{3.4e38f, 3.4e38f, -3.4e38f, -3.4e38f};
  THRONG_CUDA(cub::DeviceReduce::Reduce(scratch, scratch_bytes, boxes, bounds, static_cast<int>(capacity), JoinBoxes{},
                                        nothing, stream));
}

std::size_t primitive_scratch_bytes(std::size_t agents, std::size_t cells) {
  // CUB tells its need when it is called without scratch.
  std::size_t most = 0;
  const auto need = [&](auto&& call) {
    std::size_t bytes = 0;
    THRONG_CUDA(call(bytes));
    most = std::max(most, bytes);
  };
  std::uint32_t* words = nullptr;
  const std::uint32_t* const_words = nullptr;
  std::uint64_t* keys = nullptr;
  const int n = static_cast<int>(agents), scanned = static_cast<int>(std::max(agents, cells) + 1);
  need([&](std::size_t& b) { return cub::DeviceScan::ExclusiveSum(nullptr, b, const_words, words, scanned); });
  need([&](std::size_t& b) { return cub::DeviceRadixSort::SortPairs(nullptr, b, keys, keys, words, words, n); });
  need([&](std::size_t& b) { return cub::DeviceRadixSort::SortPairs(nullptr, b, words, words, words, words, n); });
  need([&](std::size_t& b) { return cub::DeviceRunLengthEncode::Encode(nullptr, b, keys, keys, words, words, n); });
  const auto boxes = thrust::make_transform_iterator(thrust::counting_iterator<std::uint32_t>(0),
                                                     BoxOfPoint{nullptr, nullptr, nullptr});
  need([&](std::size_t& b) {
    return cub::DeviceReduce::Reduce(nullptr, b, boxes, static_cast<PointBounds*>(nullptr), n, JoinBoxes{},
                                     PointBounds{});
  });
  return most;
}

}  // namespace throng::cuda
