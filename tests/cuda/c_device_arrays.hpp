// Device memory as the C interface takes it.
#pragma once
#include <cuda_runtime_api.h>

#include <string>
#include <vector>

#include "kernels/cuda/device_error.hpp"
#include "tests/cuda/cuda_worlds.hpp"
#include "throng/throng.h"

namespace throng::test {

/// Device memory for `count` elements, with `stride` elements from one to the next.
template <class T>
class DeviceArray {
 public:
  DeviceArray(const std::vector<T>& values, throng_type type, cudaStream_t stream, std::size_t stride = 1)
      : count_(values.size()), stride_(stride), type_(type), stream_(stream), staged_(count_ * stride) {
    for (std::size_t i = 0; i < count_; ++i) staged_[i * stride_] = values[i];
    THRONG_CUDA(cudaMallocAsync(&data_, staged_.size() * sizeof(T), stream_));
    THRONG_CUDA(cudaMemcpyAsync(data_, staged_.data(), staged_.size() * sizeof(T), cudaMemcpyHostToDevice, stream_));
  }
  ~DeviceArray() { static_cast<void>(cudaFreeAsync(data_, stream_)); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  [[nodiscard]] throng_array array() const {
    return {data_, count_, static_cast<std::int64_t>(stride_ * sizeof(T)), type_, THRONG_DEVICE, stream_};
  }
  [[nodiscard]] std::vector<T> values() {
    THRONG_CUDA(cudaMemcpyAsync(staged_.data(), data_, staged_.size() * sizeof(T), cudaMemcpyDeviceToHost, stream_));
    THRONG_CUDA(cudaStreamSynchronize(stream_));
    std::vector<T> found;
    for (std::size_t i = 0; i < count_; ++i) found.push_back(staged_[i * stride_]);
    return found;
  }

 private:
  std::size_t count_, stride_;
  throng_type type_;
  cudaStream_t stream_;
  std::vector<T> staged_;
  void* data_ = nullptr;
};

template <class T>
throng_array host_array(std::vector<T>& values, throng_type type) {
  return {values.data(), values.size(), 0, type, THRONG_HOST, nullptr};
}

class CudaCArrays : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped()) return;
    ASSERT_EQ(throng_instance_create(nullptr, &instance), THRONG_OK);
    THRONG_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }
  void TearDown() override {
    throng_instance_destroy(instance);
    if (stream != nullptr) THRONG_CUDA(cudaStreamDestroy(stream));
  }
  throng_instance* instance = nullptr;
  cudaStream_t stream = nullptr;
};

}  // namespace throng::test
