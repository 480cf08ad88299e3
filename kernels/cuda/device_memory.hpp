// Memory of a device and pinned memory of the host. What a buffer holds can't be reached by the other side by mistake:
// there is no operator to index device memory, and copies are spelled out and take a stream.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <utility>

#include "kernels/cuda/counters.hpp"
#include "kernels/cuda/device_error.hpp"

namespace throng::cuda {

/// The memory of one world: a stream-ordered pool of its own, which keeps what it once had.
class DeviceMemory {
 public:
  DeviceMemory(int device, cudaStream_t stream);
  /// Counts what would be asked for, and gives nothing.
  DeviceMemory() = default;
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Throws Error{out_of_memory}.
  void* allocate(std::size_t bytes);
  void free(void* data, std::size_t bytes) noexcept;
  [[nodiscard]] std::size_t bytes() const { return bytes_; }  ///< in use
  [[nodiscard]] cudaStream_t stream() const { return stream_; }

 private:
  cudaMemPool_t pool_ = nullptr;
  cudaStream_t stream_ = nullptr;
  std::size_t bytes_ = 0;
};

/// An array in device memory, uninitialised.
template <class T>
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  DeviceBuffer(DeviceMemory& memory, std::size_t count)
      : memory_(&memory), data_(static_cast<T*>(memory.allocate(count * sizeof(T)))), size_(count) {}
  ~DeviceBuffer() {
    if (memory_ != nullptr) memory_->free(data_, size_ * sizeof(T));
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept { swap(other); }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    swap(other);
    return *this;
  }

  [[nodiscard]] T* device_pointer() const { return data_; }  ///< for kernels and copies
  [[nodiscard]] std::size_t size() const { return size_; }

  void swap(DeviceBuffer& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

 private:
  DeviceMemory* memory_ = nullptr;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// An array in the host's memory that a device copies from and to without the host's help.
template <class T>
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  explicit PinnedBuffer(std::size_t count) : size_(count) {
    ++runtime_counters().allocations;
    const std::size_t bytes = count == 0 ? 1 : count * sizeof(T);  // a crowd may be empty, an allocation not
    THRONG_CUDA(cudaHostAlloc(reinterpret_cast<void**>(&data_), bytes, cudaHostAllocDefault));
  }
  ~PinnedBuffer() {
    if (data_ != nullptr) static_cast<void>(cudaFreeHost(data_));
  }
  PinnedBuffer(PinnedBuffer&& other) noexcept { swap(other); }
  PinnedBuffer& operator=(PinnedBuffer&& other) noexcept {
    swap(other);
    return *this;
  }

  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

  void swap(PinnedBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class T>
void copy_to_device(T* to, const T* from, std::size_t count, cudaStream_t stream) {
  if (count > 0) THRONG_CUDA(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyHostToDevice, stream));
}
template <class T>
void copy_to_host(T* to, const T* from, std::size_t count, cudaStream_t stream) {
  if (count > 0) THRONG_CUDA(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost, stream));
}
template <class T>
void copy_on_device(T* to, const T* from, std::size_t count, cudaStream_t stream) {
  if (count > 0) THRONG_CUDA(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToDevice, stream));
}

}  // namespace throng::cuda
