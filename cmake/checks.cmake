# Checks of the source and of what was built, as ctest tests with the label check.
if(THRONG_SANITIZE)
  return()
endif()
set(tools "${CMAKE_CURRENT_SOURCE_DIR}/tools")

throng_add_check(check_layers LABELS check COMMAND ${THRONG_PYTHON} ${tools}/check_layers.py)
throng_add_check(check_layers_itself LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_check_layers.py)
throng_add_check(check_cuda_waits LABELS check COMMAND ${THRONG_PYTHON} ${tools}/check_cuda_waits.py)
throng_add_check(check_cuda_waits_itself LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_check_cuda_waits.py)
throng_add_check(check_format LABELS check COMMAND ${tools}/check_format.sh)
throng_add_check(check_setup LABELS check COMMAND tests/tools/test_setup.sh)
throng_add_check(check_bench_itself LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_bench.py)
throng_add_check(check_validation_itself LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_validation.py)
throng_add_check(check_figures LABELS check COMMAND ${THRONG_PYTHON} -B ${tools}/bench_figures.py --check)
throng_add_check(device_check LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_device_check.py)
throng_add_check(device_steps LABELS check COMMAND tests/tools/test_device_steps.sh $<TARGET_FILE:throng_device_steps>)
if(TARGET throng_cli)
  throng_add_check(check_docs LABELS check COMMAND ${THRONG_PYTHON} ${tools}/check_docs.py $<TARGET_FILE:throng_cli>
                   ${CMAKE_CXX_COMPILER})
  throng_add_check(plot_measures LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_plot_measures.py
                   $<TARGET_FILE:throng_cli>)
  throng_add_check(check_docs_itself LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_check_docs.py)
endif()

# The benchmarks' program; and what a step costs in instructions is what bench/results/instructions.json says, without noise.
if(TARGET throng_bench)
  throng_add_check(check_bench_program LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_bench_program.py
                   $<TARGET_FILE:throng_bench>)
  throng_add_check(check_instructions LABELS check COMMAND ${THRONG_PYTHON} -B ${tools}/bench.py --check-instructions
                   --program $<TARGET_FILE:throng_bench>)
endif()

# Without optimization every inline function is emitted, so the rule is checked, and holds, for optimized builds.
if(TARGET throng_core_isa_avx2 AND CMAKE_BUILD_TYPE STREQUAL "Release")
  throng_add_check(check_isa_symbols LABELS check COMMAND ${tools}/check_isa_symbols.sh ${CMAKE_NM}
                   $<TARGET_OBJECTS:throng_core_isa_avx2>)
  throng_add_check(check_isa_symbols_itself LABELS check COMMAND tests/tools/test_check_isa_symbols.sh ${CMAKE_CXX_COMPILER}
                   ${CMAKE_NM})
endif()

# The operations that the GPU shares with the CPU compile for the device.
throng_add_check(nvcc_headers LABELS check TIMEOUT 900 COMMAND ${tools}/check_nvcc_headers.sh 75)
throng_add_check(nvcc_headers_all LABELS check long TIMEOUT 3600 COMMAND ${tools}/check_nvcc_headers.sh 75 80 86 89 90 120)

# What nvcc makes of the kernels: exact operations, so that the device has the CPU's bits.
throng_add_check(check_ptx LABELS check TIMEOUT 900 COMMAND ${THRONG_PYTHON} -B ${tools}/check_ptx.py 75)
throng_add_check(check_ptx_all LABELS check long TIMEOUT 3600 COMMAND ${THRONG_PYTHON} -B ${tools}/check_ptx.py 80 86 89 90 120)
throng_add_check(check_ptx_itself LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_check_ptx.py)

# What they need of a multiprocessor is what docs/kernel_resources.csv says.
# Bytes of a step by a list, against the profile and docs/gpu.md.
throng_add_check(kernel_bytes LABELS check COMMAND ${THRONG_PYTHON} -B ${tools}/kernel_bytes.py --check)
throng_add_check(kernel_resources LABELS check TIMEOUT 900 COMMAND ${THRONG_PYTHON} -B ${tools}/kernel_resources.py --check 75 90)
throng_add_check(kernel_resources_all LABELS check long TIMEOUT 3600
                 COMMAND ${THRONG_PYTHON} -B ${tools}/kernel_resources.py --check)
throng_add_check(kernel_resources_itself LABELS check COMMAND ${THRONG_PYTHON} -B tests/tools/test_kernel_resources.py)
