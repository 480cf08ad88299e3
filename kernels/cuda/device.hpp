// Which devices there are, and the one that a thread's calls go to.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <vector>

namespace throng::cuda {

struct DeviceFacts {
  int ordinal = 0;
  std::string name;
  int major = 0, minor = 0;  ///< compute capability
  int multiprocessors = 0;
  std::size_t memory = 0;  ///< bytes
  std::string problem;     ///< why it can't be used; empty = it can
};

struct DeviceList {
  std::vector<DeviceFacts> devices;
  std::string problem;  ///< why there is none; empty when there is one that can be used
};
/// Asks the driver each time: a device can vanish.
DeviceList find_devices();

/// Calls of this thread go to `device` for a scope. Throws Error{unavailable}.
class DeviceScope {
 public:
  explicit DeviceScope(int device);
  ~DeviceScope();
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;

 private:
  int previous_ = -1;
};

}  // namespace throng::cuda
