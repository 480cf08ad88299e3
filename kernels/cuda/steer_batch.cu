// Batch calls of steering on the device: a thread per pursuer.
#include "kernels/agent/steer_batch.hpp"

#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 256;

__global__ void steer_batch_kernel(const __grid_constant__ BatchView batch, std::uint32_t /*site*/) {
  const std::uint32_t i = thread_number();
  if (i < batch.count) steer_batch<float>(batch, i);
}

}  // namespace

void launch_steer_batch(const BatchView& batch, cudaStream_t stream) {
  THRONG_LAUNCH(steer_batch_kernel, blocks_for(batch.count, threads), threads, stream, batch);
}

}  // namespace throng::cuda
