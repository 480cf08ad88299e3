// All versions of the step's loops that this processor runs, and one in wider packs that no program ships.
#pragma once
#include <vector>

#include "host/cpu/step_kernels.hpp"

namespace throng {

const StepKernels& step_kernels_wide();  ///< packs of sixteen (tests.cmake)

namespace test {

inline std::vector<const StepKernels*> instruction_sets() {
  std::vector<const StepKernels*> sets{&step_kernels_baseline(), &step_kernels_wide()};
#ifdef THRONG_HAS_AVX2
  if (runs_avx2()) sets.push_back(&step_kernels_avx2());
#endif
  return sets;
}

}  // namespace test
}  // namespace throng
