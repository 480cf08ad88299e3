// What the world knows of CUDA: whether it is there, and how to make an executor of it.
#include <fmt/format.h>

#include "kernels/cuda/cuda_executor.hpp"
#include "kernels/cuda/device.hpp"
#include "kernels/cuda/device_use.hpp"

namespace throng {

std::unique_ptr<Executor> make_cuda_executor(const WorldOptions& options) {
  return std::make_unique<cuda::CudaExecutor>(options);
}

std::string cuda_problem(int device) {
  const std::string trouble = cuda::DeviceUse::trouble(device);
  if (!trouble.empty()) return trouble;
  const cuda::DeviceList list = cuda::find_devices();
  if (!list.problem.empty() && list.devices.empty()) return list.problem;
  if (device < 0 || static_cast<std::size_t>(device) >= list.devices.size()) {
    return fmt::format("device {} does not exist; there {}", device,
                       list.devices.size() == 1 ? "is 1" : fmt::format("are {}", list.devices.size()));
  }
  return list.devices[static_cast<std::size_t>(device)].problem;
}

std::string describe_cuda_devices() {
  std::string text;
  for (const cuda::DeviceFacts& d : cuda::find_devices().devices) {
    text += fmt::format("{}{}: {}, compute capability {}.{}, {} multiprocessors, {} MiB{}", text.empty() ? "" : "; ",
                        d.ordinal, d.name, d.major, d.minor, d.multiprocessors, d.memory >> 20,
                        d.problem.empty() ? "" : " (not usable: " + d.problem + ")");
  }
  return text;
}

}  // namespace throng
