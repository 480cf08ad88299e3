#include "kernels/cuda/device_error.hpp"

#include <fmt/format.h>

#include <cstring>
#include <mutex>
#include <string>
#include <vector>

#include "kernels/cuda/counters.hpp"
#include "kernels/cuda/launch.hpp"
#include "throng/error.hpp"

namespace throng::cuda {
namespace {

/// Launch sites in order of their numbers, from 1 on. They are static objects, made when first passed.
struct SiteList {
  std::mutex mutex;
  std::vector<std::string> texts;
};
SiteList& sites() {
  static auto* list = new SiteList;  // never destroyed: worlds may outlive static objects
  return *list;
}

}  // namespace

const char* short_path(const char* file) {
  const char* found = std::strstr(file, "kernels/cuda/");
  return found != nullptr ? found : file;
}

void check(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // the next call of anybody must not find it
  const std::string message = fmt::format("{} ({}) from {} at {}:{}", cudaGetErrorString(status),
                                          cudaGetErrorName(status), call, short_path(file), line);
  throw Error(status == cudaErrorMemoryAllocation ? ErrorCode::out_of_memory : ErrorCode::device_lost,
              "cuda: " + message);
}

LaunchSite::LaunchSite(const char* kernel, const char* file, int line) {
  SiteList& list = sites();
  const std::lock_guard guard(list.mutex);
  list.texts.push_back(fmt::format("{} ({}:{})", kernel, short_path(file), line));
  number_ = static_cast<std::uint32_t>(list.texts.size());
}

void LaunchSite::check_launch() const {
  const cudaError_t status = cudaGetLastError();
  if (status == cudaSuccess) return;
  const bool no_memory = status == cudaErrorMemoryAllocation;  // of the kernel's code, or of its threads' stacks
  throw Error(no_memory ? ErrorCode::out_of_memory : ErrorCode::device_lost,
              fmt::format("cuda: {} ({}) at the launch of {}", cudaGetErrorString(status), cudaGetErrorName(status),
                          describe_launch(number_)));
}

std::string describe_launch(std::uint32_t number) {
  SiteList& list = sites();
  const std::lock_guard guard(list.mutex);
  return number == 0 || number > list.texts.size() ? "no kernel" : list.texts[number - 1];
}

RuntimeCounters& runtime_counters() {
  static RuntimeCounters counters;
  return counters;
}

}  // namespace throng::cuda
