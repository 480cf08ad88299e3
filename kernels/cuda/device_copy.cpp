#include "host/device_copy.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/executor.hpp"
#include "kernels/cuda/stream.hpp"

namespace throng {
namespace {

/// The same elements by ascending address: what a copy with a pitch takes.
struct Rows {
  unsigned char* lowest;
  std::size_t pitch;
  bool reversed;
};
Rows rows_of(const DeviceElements& elements) {
  auto* const first = static_cast<unsigned char*>(elements.first);
  if (elements.stride > 0) return {first, static_cast<std::size_t>(elements.stride), false};
  const std::int64_t last = static_cast<std::int64_t>(elements.count - 1) * elements.stride;
  return {first + last, static_cast<std::size_t>(-elements.stride), true};
}

void reverse_elements(unsigned char* packed, std::uint64_t count, std::size_t size) {
  for (std::uint64_t low = 0, high = count; low + 1 < high; ++low) {
    --high;
    std::swap_ranges(packed + low * size, packed + (low + 1) * size, packed + high * size);
  }
}

void copy(const DeviceElements& elements, unsigned char* to, std::size_t to_pitch, const unsigned char* from,
          std::size_t from_pitch, cudaMemcpyKind kind) {
  const auto stream = static_cast<cudaStream_t>(elements.stream);
  const cudaError_t status =
      cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, elements.size, elements.count, kind, stream);
  if (status == cudaErrorInvalidValue || status == cudaErrorInvalidPitchValue) {
    static_cast<void>(cudaGetLastError());
    throw Error(
        ErrorCode::invalid_argument,
        std::string("the CUDA runtime takes it for no array of the current device: ") + cudaGetErrorString(status));
  }
  THRONG_CUDA(status);
  cuda::wait_for(stream);
}

void check_device() {
  int device = 0;
  if (cudaGetDevice(&device) == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());
  throw Error(ErrorCode::unavailable, "device memory can't be reached: " + cuda_problem(0));
}

}  // namespace

void copy_from_device(const DeviceElements& elements, unsigned char* host) {
  if (elements.count == 0) return;
  check_device();
  const Rows rows = rows_of(elements);
  copy(elements, host, elements.size, rows.lowest, rows.pitch, cudaMemcpyDeviceToHost);
  if (rows.reversed) reverse_elements(host, elements.count, elements.size);
}

void copy_to_device(const DeviceElements& elements, const unsigned char* host) {
  if (elements.count == 0) return;
  check_device();
  const Rows rows = rows_of(elements);
  std::vector<unsigned char> turned;
  if (rows.reversed) {
    turned.assign(host, host + elements.count * elements.size);
    reverse_elements(turned.data(), elements.count, elements.size);
    host = turned.data();
  }
  copy(elements, rows.lowest, rows.pitch, host, elements.size, cudaMemcpyHostToDevice);
}

}  // namespace throng
