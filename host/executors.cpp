// Which executors there are, and which of them `automatic` takes.
#include <fmt/format.h>

#include <oneapi/tbb/info.h>
#include "host/cpu/step_kernels.hpp"
#include "host/world_impl.hpp"

namespace throng {
namespace {

#ifndef THRONG_HAS_CUDA
constexpr const char* not_built = "this build of Throng has no cuda executor (it was built without nvcc)";
std::string cuda_problem(int) { return not_built; }
std::string describe_cuda_devices() { return not_built; }
std::unique_ptr<Executor> make_cuda_executor(const WorldOptions&) { return nullptr; }
#endif

}  // namespace

std::vector<ExecutorInfo> executors() {
  const int cores = tbb::info::default_concurrency();
  const std::string problem = cuda_problem(0);
  return {{ExecutorKind::cuda, "cuda", problem.empty(), problem.empty() ? describe_cuda_devices() : problem},
          {ExecutorKind::cpu, "cpu", true, fmt::format("{} threads, {}", cores, best_step_kernels().name)},
          {ExecutorKind::reference, "reference", true, "double precision, brute force"}};
}

std::string version() { return THRONG_VERSION; }

WorldOptions resolve_executor(WorldOptions requested) {
  if (requested.executor == ExecutorKind::automatic) {
    // Who names a device wants it: then its absence is an error, as for `cuda` itself.
    const bool take_cuda = requested.device != 0 || cuda_problem(requested.device).empty();
    requested.executor = take_cuda ? ExecutorKind::cuda : ExecutorKind::cpu;
  }
  if (requested.executor == ExecutorKind::cuda) {
    const std::string problem = cuda_problem(requested.device);
    if (!problem.empty()) {
      throw Error(ErrorCode::unavailable, fmt::format("executor cuda is not available: {}", problem));
    }
  }
  return requested;
}

std::unique_ptr<Executor> make_executor(const WorldOptions& options) {
  switch (options.executor) {
    case ExecutorKind::cuda:
      return make_cuda_executor(options);
    case ExecutorKind::reference:
      return make_reference_executor(options);
    default:
      return make_cpu_executor(options);
  }
}

}  // namespace throng
