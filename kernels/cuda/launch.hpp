// How kernels are launched: sized by capacity, checked, and findable when one of them fails.
#pragma once
#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>

namespace throng::cuda {

/// Where a kernel is launched. Each place has a number; the kernel writes it into the host's memory when it begins, so
/// that an error that shows only later can name it.
class LaunchSite {
 public:
  LaunchSite(const char* kernel, const char* file, int line);
  [[nodiscard]] std::uint32_t number() const { return number_; }
  /// Throws Error{device_lost} when the launch itself failed.
  void check_launch() const;

 private:
  std::uint32_t number_;
};

/// "kernel (file:line)" of a number that a kernel wrote; "no kernel" for 0.
std::string describe_launch(std::uint32_t number);

inline unsigned blocks_for(std::uint64_t items, unsigned threads) {
  return static_cast<unsigned>(items == 0 ? 1 : (items + threads - 1) / threads);
}

}  // namespace throng::cuda

#ifdef __CUDACC__
#include "kernels/cuda/device_error.hpp"
#include "kernels/cuda/device_step.hpp"

/// Launches kernel(step, site, more...) on `stream`.
#define THRONG_LAUNCH(kernel, blocks, threads, stream, step, ...)                                   \
  do {                                                                                              \
    static const ::throng::cuda::LaunchSite site(#kernel, __FILE__, __LINE__);                      \
    kernel<<<(blocks), (threads), 0, (stream)>>>((step), site.number() __VA_OPT__(, ) __VA_ARGS__); \
    site.check_launch();                                                                            \
  } while (false)

namespace throng::cuda {

/// First line of every kernel. `arguments` is its first argument.
template <class Arguments>
__device__ void note_launch(const Arguments& arguments, std::uint32_t site) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *static_cast<volatile std::uint32_t*>(arguments.last_launch) = site;
}

__device__ inline std::uint32_t thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ inline std::uint32_t thread_count() { return gridDim.x * blockDim.x; }

/// The data of the step under way: what changes from step to step is read from the device's memory.
__device__ inline StepData current_step(const DeviceStep& step) {
  StepData data = step.data;
  data.crowd.grid = step.grid->view;
  data.step = step.control->step;
  data.steering.agent_count = step.control->agents;
  return data;
}

/// Sum over the threads of a block; the result is thread 0's. All threads of the block call it. At most 1024 threads, a
/// multiple of 32.
template <class T>
__device__ T block_sum(T value) {
  __shared__ T warp_sums[32];
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
  const unsigned lane = threadIdx.x & 31u, warp = threadIdx.x / 32u;
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();
  T sum{};
  if (warp == 0) {
    sum = lane < blockDim.x / 32u ? warp_sums[lane] : T{};
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  }
  __syncthreads();  // the next call writes the same memory
  return sum;
}

}  // namespace throng::cuda
#endif
