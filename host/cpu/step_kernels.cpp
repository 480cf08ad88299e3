#include "host/cpu/step_kernels.hpp"

#include <cstdlib>
#include <string_view>

namespace throng {

#ifdef THRONG_HAS_AVX2
bool runs_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"); }
#endif

const StepKernels& best_step_kernels() {
#ifdef THRONG_HAS_AVX2
  const char* forced = std::getenv("THRONG_ISA_FORCE");
  const bool portable = forced != nullptr && std::string_view(forced) == "baseline";
  if (!portable && runs_avx2()) return step_kernels_avx2();
#endif
  return step_kernels_baseline();
}

}  // namespace throng
