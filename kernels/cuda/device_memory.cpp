#include "kernels/cuda/device_memory.hpp"

#include <cstdint>

#include "kernels/cuda/stream.hpp"

namespace throng::cuda {

DeviceMemory::DeviceMemory(int device, cudaStream_t stream) : stream_(stream) {
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = device;
  THRONG_CUDA(cudaMemPoolCreate(&pool_, &properties));
  std::uint64_t all = ~std::uint64_t{0};
  THRONG_CUDA(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &all));
}

DeviceMemory::~DeviceMemory() {
  if (pool_ != nullptr) static_cast<void>(cudaMemPoolDestroy(pool_));
}

void* DeviceMemory::allocate(std::size_t bytes) {
  void* data = nullptr;
  if (pool_ != nullptr) {
    ++runtime_counters().allocations;
    const std::size_t asked = bytes == 0 ? 1 : bytes;
    if (cudaMallocFromPoolAsync(&data, asked, pool_, stream_) == cudaErrorMemoryAllocation) {
      // What was freed and is in pieces too small goes back to the device first.
      static_cast<void>(cudaGetLastError());
      wait_for(stream_);
      THRONG_CUDA(cudaMemPoolTrimTo(pool_, 0));
      THRONG_CUDA(cudaMallocFromPoolAsync(&data, asked, pool_, stream_));
    }
  }
  bytes_ += bytes;
  return data;
}

void DeviceMemory::free(void* data, std::size_t bytes) noexcept {
  bytes_ -= bytes;
  if (data != nullptr) static_cast<void>(cudaFreeAsync(data, stream_));
}

}  // namespace throng::cuda
