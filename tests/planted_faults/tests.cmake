# Faults planted in the kernels are found by the means that are there to find them.
if(THRONG_HAS_CUDA AND NOT THRONG_SANITIZE)
  throng_add_program(throng_run_both CORE tests/planted_faults/driver/run_both.cpp)
  throng_add_check(planted_faults LABELS cuda TIMEOUT 1800
                   COMMAND ${THRONG_PYTHON} -B tests/planted_faults/planted_faults.py
                           --program $<TARGET_FILE:throng_run_both> --object $<TARGET_OBJECTS:throng_run_both>
                           --library $<TARGET_FILE:throng_core_testable> --compiler ${CMAKE_CXX_COMPILER}
                           --include "$<JOIN:${CUDAToolkit_INCLUDE_DIRS},;--include;>")
endif()
