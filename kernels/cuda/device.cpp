#include "kernels/cuda/device.hpp"

#include <fmt/format.h>

#include "kernels/cuda/device_error.hpp"
#include "throng/error.hpp"

namespace throng::cuda {
namespace {

constexpr int oldest_major = 7, oldest_minor = 5;  // of the compiled architectures

std::string text_of(cudaError_t status) {
  return fmt::format("{} ({})", cudaGetErrorString(status), cudaGetErrorName(status));
}

/// The runtime's own words don't tell a missing driver from an old one.
std::string text_of_old_driver() {
  int driver = 0, runtime = 0;
  static_cast<void>(cudaDriverGetVersion(&driver));
  static_cast<void>(cudaRuntimeGetVersion(&runtime));
  static_cast<void>(cudaGetLastError());
  if (driver == 0) return "there is no NVIDIA driver (cudaErrorInsufficientDriver)";
  return fmt::format(
      "the NVIDIA driver is for CUDA {}.{}, older than the runtime's {}.{} (cudaErrorInsufficientDriver)",
      driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
}

}  // namespace

DeviceList find_devices() {
  DeviceList list;
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    list.problem = status == cudaErrorInsufficientDriver ? text_of_old_driver() : text_of(status);
    return list;
  }
  bool usable = false;
  for (int d = 0; d < count; ++d) {
    DeviceFacts facts;
    facts.ordinal = d;
    cudaDeviceProp properties{};
    const cudaError_t asked = cudaGetDeviceProperties(&properties, d);
    if (asked != cudaSuccess) {
      static_cast<void>(cudaGetLastError());
      facts.problem = text_of(asked);
    } else {
      facts.name = properties.name;
      facts.major = properties.major;
      facts.minor = properties.minor;
      facts.multiprocessors = properties.multiProcessorCount;
      facts.memory = properties.totalGlobalMem;
      int pools = 0;
      static_cast<void>(cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, d));
      if (facts.major < oldest_major || (facts.major == oldest_major && facts.minor < oldest_minor)) {
        facts.problem = fmt::format("compute capability {}.{}, needed is {}.{} or later", facts.major, facts.minor,
                                    oldest_major, oldest_minor);
      } else if (pools == 0) {
        facts.problem = "no stream-ordered memory pools";
      }
    }
    usable = usable || facts.problem.empty();
    list.devices.push_back(facts);
  }
  if (usable) return list;
  list.problem = count == 0 ? "no device" : fmt::format("{}: {}", list.devices[0].name, list.devices[0].problem);
  return list;
}

DeviceScope::DeviceScope(int device) {
  static_cast<void>(cudaGetDevice(&previous_));
  // An error that the caller's own calls have left behind would pass for one of ours.
  static_cast<void>(cudaGetLastError());
  THRONG_CUDA(cudaSetDevice(device));
}

DeviceScope::~DeviceScope() {
  if (previous_ >= 0) static_cast<void>(cudaSetDevice(previous_));
}

}  // namespace throng::cuda
