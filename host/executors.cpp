// Which executors there are, and which of them `automatic` takes.
#include <fmt/format.h>

#include <oneapi/tbb/info.h>
#include "host/cpu/step_kernels.hpp"
#include "host/world_impl.hpp"

namespace throng {
namespace {
constexpr const char* no_cuda = "this build of Throng has no cuda executor";
}

std::vector<ExecutorInfo> executors() {
  const int cores = tbb::info::default_concurrency();
  return {{ExecutorKind::cuda, "cuda", false, no_cuda},
          {ExecutorKind::cpu, "cpu", true, fmt::format("{} threads, {}", cores, best_step_kernels().name)},
          {ExecutorKind::reference, "reference", true, "double precision, brute force"}};
}

std::string version() { return THRONG_VERSION; }

WorldOptions resolve_executor(WorldOptions requested) {
  if (requested.executor == ExecutorKind::automatic) requested.executor = ExecutorKind::cpu;
  if (requested.executor == ExecutorKind::cuda) {
    throw Error(ErrorCode::unavailable, fmt::format("executor cuda is not available: {}", no_cuda));
  }
  return requested;
}

std::unique_ptr<Executor> make_executor(const WorldOptions& options) {
  return options.executor == ExecutorKind::reference ? make_reference_executor(options) : make_cpu_executor(options);
}

}  // namespace throng
