// Elements of others' arrays in a GPU's memory, brought to the host and back.
#pragma once
#include <cstddef>
#include <cstdint>

namespace throng {

/// `count` elements of `size` bytes, `stride` bytes apart (never 0, may be negative, else at least `size`), in the
/// memory of the GPU that is current in the CUDA runtime.
struct DeviceElements {
  void* first = nullptr;
  std::uint64_t count = 0;
  std::int64_t stride = 0;
  std::size_t size = 0;
  void* stream = nullptr;  ///< a cudaStream_t: copies are ordered by it, and waited for
};

/// Packed into `host`. Throws unavailable without CUDA, invalid_argument when the runtime refuses the addresses,
/// device_lost when the device fails.
void copy_from_device(const DeviceElements& elements, unsigned char* host);
/// From `host`, packed. Throws the same.
void copy_to_device(const DeviceElements& elements, const unsigned char* host);

}  // namespace throng
