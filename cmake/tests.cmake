# Tests by folder: tests/KIND/*.cpp become the program throng_tests_KIND, each of its GoogleTest tests one ctest test with the
# label KIND. A suite whose name ends in Long runs in `make test-long` only (label long). tests/KIND/tests.cmake, where there
# is one, adds tests that are not GoogleTest programs.
set(THRONG_CORE_TESTS allocation golden parity suite threads unit)  # kinds that link the library's core alone
find_package(GTest REQUIRED)
include(GoogleTest)

# The distribution's Python has the distribution's packages (h5py, jsonschema); another one on the PATH may not.
find_program(THRONG_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(THRONG_PYTHON NAMES python3)

set(THRONG_SANITIZE_FILTER "-*Long.*:*AMillion*:Examples.*:RecoverTest.Cut*:RecoverTest.Survives*" CACHE STRING
    "gtest filter of what runs under sanitizers in every CI run; make test-long runs all")

function(throng_add_gtest kind)
  set(program throng_tests_${kind})
  if(kind IN_LIST THRONG_CORE_TESTS)
    throng_add_program(${program} CORE ${ARGN})
  else()
    throng_add_program(${program} ${ARGN})
    target_link_libraries(${program} PRIVATE $<TARGET_NAME_IF_EXISTS:throng_cli_parts>)
  endif()
  target_compile_definitions(${program} PRIVATE THRONG_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}")
  throng_runs_once(${program})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${program} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread
                                              -Wno-restrict)  # g++ 12 at -O1: false alarms inside std::string
  endif()
  target_link_libraries(${program} PRIVATE GTest::gtest GTest::gtest_main)
  if(THRONG_SANITIZE)
    throng_add_sanitized_tests(${kind})
    return()
  endif()
  if(kind STREQUAL "cuda")
    throng_add_cuda_tests(${kind})
    return()
  endif()
  # DISCOVERY_MODE PRE_TEST: the build doesn't run what it builds, so that a broken test can't stop the build.
  gtest_discover_tests(${program} TEST_PREFIX ${kind}. TEST_FILTER "-*Long.*:*/cuda*:Cuda*:*/Cuda*" DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS ${kind} TIMEOUT 300)
  gtest_discover_tests(${program} TEST_PREFIX ${kind}. TEST_FILTER "*Long.*" DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS long TIMEOUT 3600)
  throng_add_cuda_tests(${kind})
endfunction()

# The tests of the cuda executor of a kind, as one: tests/cuda/run.sh says with which CUDA runtime, and when they are skipped.
# Thousands of steps of a few agents are for a device, not for a runtime that imitates one: label long.
set(THRONG_CUDA_KINDS cuda golden parity suite unit)
set(THRONG_CUDA_FILTER "*/cuda*:Cuda*:*/Cuda*")
set(THRONG_CUDA_SLOW "*LargeStacksPart*:*AreTheNearestOnEveryLayout*:*RangeQueryTakesAll*")
function(throng_add_cuda_tests kind)
  if(NOT kind IN_LIST THRONG_CUDA_KINDS)
    return()
  endif()
  set(run tests/cuda/run.sh $<TARGET_FILE:throng_tests_${kind}>)
  set(filter "${THRONG_CUDA_FILTER}:-*Long.*:${THRONG_CUDA_SLOW}")
  if(kind STREQUAL "parity" AND NOT THRONG_SANITIZE)  # the longest by far: in two parts, that two cores are busy to the end
    foreach(shard RANGE 1 2)
      math(EXPR index "${shard} - 1")
      throng_add_check(cuda.${kind}_${shard} LABELS cuda TIMEOUT 1500 COMMAND ${run} "${filter}")
      set_tests_properties(cuda.${kind}_${shard} PROPERTIES COST 100
                           ENVIRONMENT "GTEST_TOTAL_SHARDS=2;GTEST_SHARD_INDEX=${index}")
    endforeach()
  else()
    throng_add_check(cuda.${kind} LABELS cuda TIMEOUT 1500 COMMAND ${run} "${filter}")
  endif()
  if(kind STREQUAL "suite")
    throng_add_check(cuda_long.${kind} LABELS cuda_long long TIMEOUT 3600 COMMAND ${run} "${THRONG_CUDA_FILTER}")
  endif()
endfunction()

# What every CI run has under sanitizers: label sanitize, built by this target. The rest has the label long: all kinds that the
# sanitizer can say something of. Suites for scale (Long) stay with the release build. Few processes per program: a sanitizer's
# start costs more than most tests.
add_custom_target(throng_tests_sanitize)
add_custom_target(throng_tests_sanitize_long)
add_custom_target(throng_tests_sanitize_cuda)
set(THRONG_SANITIZE_SHARDS 4)
if(THRONG_SANITIZE MATCHES "thread")
  set(THRONG_SANITIZED_TESTS threads)
  set(THRONG_SANITIZED_LONG parity suite threads)
  # Where one thread works, there is no race to find.
  set(THRONG_SANITIZE_LONG_FILTER
      "*Thread*:*Race*:*Pool*:HostMode.*:CollisionParity.*:*PauseInAFile*:*QueriesBetweenSteps*:SlopesParity.*:*/cpu:*Invariance*-*Long.*:*SizeOfCells*")
else()
  set(THRONG_SANITIZED_TESTS files threads)
  set(THRONG_SANITIZED_LONG contract files golden parity suite threads unit)
  set(THRONG_SANITIZE_LONG_FILTER "-*Long.*")
endif()
function(throng_add_sanitized_tests kind)
  # A build with the cuda executor is for that executor alone: its host code, driven by its tests.
  if(THRONG_HAS_CUDA)
    throng_add_cuda_tests(${kind})
    if(kind IN_LIST THRONG_CUDA_KINDS)
      add_dependencies(throng_tests_sanitize_cuda throng_tests_${kind})
      set_tests_properties(cuda.${kind} PROPERTIES ENVIRONMENT "${THRONG_SANITIZER_ENVIRONMENT}")
    endif()
    return()
  endif()
  if(kind IN_LIST THRONG_SANITIZED_TESTS)
    add_dependencies(throng_tests_sanitize throng_tests_${kind})
    add_test(NAME sanitize.${kind} COMMAND throng_tests_${kind} --gtest_filter=${THRONG_SANITIZE_FILTER} --gtest_brief=1)
    set_tests_properties(sanitize.${kind} PROPERTIES LABELS sanitize TIMEOUT 600
                                                     ENVIRONMENT "${THRONG_SANITIZER_ENVIRONMENT}")
  endif()
  if(kind IN_LIST THRONG_SANITIZED_LONG)
    add_dependencies(throng_tests_sanitize_long throng_tests_${kind})
    foreach(shard RANGE 1 ${THRONG_SANITIZE_SHARDS})  # of one program, so that all cores have work to the end
      math(EXPR index "${shard} - 1")
      add_test(NAME sanitize_long.${kind}_${shard} COMMAND throng_tests_${kind} --gtest_filter=${THRONG_SANITIZE_LONG_FILTER} --gtest_brief=1)
      set_tests_properties(sanitize_long.${kind}_${shard} PROPERTIES
        LABELS long TIMEOUT 7200
        ENVIRONMENT "${THRONG_SANITIZER_ENVIRONMENT};GTEST_TOTAL_SHARDS=${THRONG_SANITIZE_SHARDS};GTEST_SHARD_INDEX=${index}")
    endforeach()
  endif()
endfunction()

# A check by a script: exit status 0 = passed, 77 = skipped (the script prints the reason), anything else = failed.
function(throng_add_check name)
  cmake_parse_arguments(arg "" "TIMEOUT" "LABELS;COMMAND" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" COMMAND_EXPAND_LISTS)
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} SKIP_RETURN_CODE 77)
endfunction()

file(GLOB throng_test_dirs CONFIGURE_DEPENDS LIST_DIRECTORIES true tests/*)
foreach(dir IN LISTS throng_test_dirs)
  get_filename_component(kind "${dir}" NAME)
  file(GLOB sources CONFIGURE_DEPENDS "${dir}/*.cpp")
  if(kind STREQUAL "cuda" AND NOT THRONG_HAS_CUDA)
    continue()
  endif()
  if(kind STREQUAL "people")  # what throng_validate_people runs, held to what was recorded
    list(APPEND sources bench/validation/experiments.cpp bench/validation/ring.cpp)
  endif()
  if(sources AND NOT kind MATCHES "^(fuzz|package|support)$")
    throng_add_gtest(${kind} ${sources})
  endif()
  if(EXISTS "${dir}/tests.cmake")
    include("${dir}/tests.cmake")
  endif()
endforeach()

# The processor's best instruction set runs above; here the baseline one meets the same hashes. What doesn't depend on it
# (threads, cells, order) isn't run again.
if(TARGET throng_tests_parity AND THRONG_HAS_AVX2 AND NOT THRONG_SANITIZE)
  throng_add_check(parity_baseline LABELS parity COMMAND ${CMAKE_COMMAND} -E env THRONG_ISA_FORCE=baseline
                   $<TARGET_FILE:throng_tests_parity> --gtest_brief=1 --gtest_filter=-*Long.*:*Invariance*)
endif()

include(checks)
