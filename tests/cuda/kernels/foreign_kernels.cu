// Kernels of a program that shares a world's device and stream.
#include "tests/cuda/kernels/foreign_kernels.hpp"

namespace throng::test {
namespace {

__global__ void head_for_kernel(float* x, float* y, const float* from_x, const float* from_y, std::size_t count,
                                float2 target) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i >= count) return;
  x[i] = 0.25f * (target.x - from_x[i]);
  y[i] = 0.25f * (target.y - from_y[i]);
}

__global__ void fault_kernel(float* nowhere) { *nowhere = 1.0f; }

}  // namespace

void head_for(const DeviceView& view, float x, float y) {
  const auto blocks = static_cast<unsigned>((view.count + 127) / 128);
  head_for_kernel<<<blocks, 128, 0, view.stream>>>(view.preferred_velocity_x, view.preferred_velocity_y,
                                                   view.position_x, view.position_y, view.count, make_float2(x, y));
}

void cause_fault(const DeviceView& view) {
  fault_kernel<<<1, 1, 0, view.stream>>>(reinterpret_cast<float*>(std::uintptr_t{64}));
}

}  // namespace throng::test
