// Who uses a device in this process, and what becomes of it after a fault.
#pragma once
#include <cuda_runtime_api.h>

#include <string>

namespace throng::cuda {

/// A fault in a kernel breaks everything that this process has on the device: its memory can't be read, every call
/// fails. The runtime lets a process begin anew only after cudaDeviceReset, which takes all worlds and sets of bodies
/// on the device away at once: so the last of them to go does it, and until then no new one is made there.
class DeviceUse {
 public:
  /// Why no world or set can be made on `device`; empty = no fault is in the way.
  static std::string trouble(int device);

  /// Throws Error{unavailable} while a fault of the device is not cleared.
  explicit DeviceUse(int device);
  ~DeviceUse();
  DeviceUse(const DeviceUse&) = delete;
  DeviceUse& operator=(const DeviceUse&) = delete;

  /// After an error: asks the device whether it still answers, by a stream of the user's own, since others may be
  /// capturing.
  void look_after_error(cudaStream_t stream) const noexcept;

 private:
  int device_;
};

}  // namespace throng::cuda
