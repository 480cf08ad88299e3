#include "host/batch_view.hpp"
#include "host/executor.hpp"
#include "kernels/cuda/kernels.hpp"

namespace throng {

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
