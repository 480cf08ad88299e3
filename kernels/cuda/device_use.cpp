#include "kernels/cuda/device_use.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <map>
#include <mutex>
#include <string>

#include "throng/error.hpp"

namespace throng::cuda {
namespace {

struct Use {
  std::size_t users = 0;
  bool broken = false;
};
std::mutex uses_mutex;
std::map<int, Use>& uses() {
  static auto* all = new std::map<int, Use>;  // never destroyed: users may outlive static objects
  return *all;
}

/// `device` for a scope, without errors.
class QuietScope {
 public:
  explicit QuietScope(int device) {
    if (cudaGetDevice(&previous_) != cudaSuccess) previous_ = -1;
    static_cast<void>(cudaSetDevice(device));
  }
  ~QuietScope() {
    if (previous_ >= 0) static_cast<void>(cudaSetDevice(previous_));
    static_cast<void>(cudaGetLastError());
  }
  QuietScope(const QuietScope&) = delete;
  QuietScope& operator=(const QuietScope&) = delete;

 private:
  int previous_ = -1;
};

}  // namespace

std::string DeviceUse::trouble(int device) {
  const std::lock_guard guard(uses_mutex);
  const Use& use = uses()[device];
  if (!use.broken) return "";
  if (use.users == 0) return fmt::format("device {} had a fault and can't be reset", device);
  return fmt::format(
      "device {} had a fault, and {} on it must be destroyed before it can be used again", device,
      use.users == 1 ? "1 world or set of bodies" : fmt::format("{} worlds or sets of bodies", use.users));
}

DeviceUse::DeviceUse(int device) : device_(device) {
  const std::string problem = trouble(device);
  if (!problem.empty()) throw Error(ErrorCode::unavailable, "executor cuda is not available: " + problem);
  const std::lock_guard guard(uses_mutex);
  ++uses()[device].users;
}

DeviceUse::~DeviceUse() {
  const std::lock_guard guard(uses_mutex);
  Use& use = uses()[device_];
  if (--use.users > 0 || !use.broken) return;
  const QuietScope scope(device_);
  use.broken = cudaDeviceReset() != cudaSuccess;
}

void DeviceUse::look_after_error(cudaStream_t stream) const noexcept {
  const QuietScope scope(device_);
  const cudaError_t answer = cudaStreamQuery(stream);
  if (answer == cudaSuccess || answer == cudaErrorNotReady) return;
  const std::lock_guard guard(uses_mutex);
  uses()[device_].broken = true;
}

}  // namespace throng::cuda
