// Batch calls of steering on the device: a thread per pursuer.
#include "kernels/agent/steer_batch.hpp"

#include "host/batch_view.hpp"
#include "host/executor.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng {
namespace cuda {
namespace {

constexpr unsigned threads = 256;

__global__ void steer_batch_kernel(const __grid_constant__ BatchView batch, std::uint32_t /*site*/) {
  const std::uint32_t i = thread_number();
  if (i < batch.count) steer_batch<float>(batch, i);
}

void launch_steer_batch(const BatchView& view, cudaStream_t stream) {
  THRONG_LAUNCH(steer_batch_kernel, blocks_for(view.count, threads), threads, stream, view);
}

}  // namespace
}  // namespace cuda

void steer_on_device(const SteeringBatch& batch, void* stream) {
  const BatchView view = batch_view(batch);
  if (view.count == 0) return;
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    throw Error(ErrorCode::unavailable, "steer_on_device can't run: " + cuda_problem(device));
  }
  cuda::launch_steer_batch(view, static_cast<cudaStream_t>(stream));
}

}  // namespace throng
