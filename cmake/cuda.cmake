# The cuda executor: built where there is nvcc, left out elsewhere. THRONG_CUDA=ON insists, OFF leaves it out.
#
#  THRONG_CUDA_ARCHITECTURES  as CMAKE_CUDA_ARCHITECTURES; "all" = every one that Throng supports, and PTX for later ones.
#                             Default: the devices of this machine; without one PTX alone, which any device can run.
set(THRONG_CUDA AUTO CACHE STRING "The cuda executor: AUTO = where nvcc is, ON, OFF")
set(THRONG_CUDA_ARCHITECTURES "" CACHE STRING "Compute capabilities; all = 75 to 120 and PTX; empty = this machine's, else PTX")

set(THRONG_HAS_CUDA OFF)
if(NOT THRONG_CUDA)
  return()
endif()
find_program(THRONG_NVCC nvcc PATHS /usr/local/cuda/bin /opt/cuda/bin ENV CUDA_PATH PATH_SUFFIXES bin)
mark_as_advanced(THRONG_NVCC)
# Ends this file. A macro: `return` is the caller's.
macro(throng_without_cuda reason)
  if(THRONG_CUDA STREQUAL AUTO)
    message(STATUS "cuda executor: left out (${reason})")
    return()
  endif()
  message(FATAL_ERROR "THRONG_CUDA=${THRONG_CUDA}, but: ${reason}")
endmacro()
if(NOT THRONG_NVCC)
  throng_without_cuda("no nvcc on the PATH or in /usr/local/cuda/bin")
endif()
execute_process(COMMAND ${THRONG_NVCC} --version OUTPUT_VARIABLE throng_nvcc_text ERROR_QUIET)
string(REGEX MATCH "release ([0-9]+\\.[0-9]+)" ignored "${throng_nvcc_text}")
if(CMAKE_MATCH_1 VERSION_LESS 12.8)
  throng_without_cuda("${THRONG_NVCC} is of CUDA ${CMAKE_MATCH_1}, needed is 12.8 or later")
endif()

set(throng_all_architectures 75-real 80-real 86-real 89-real 90-real 120)
if(THRONG_CUDA_ARCHITECTURES STREQUAL all)
  set(CMAKE_CUDA_ARCHITECTURES ${throng_all_architectures})
elseif(THRONG_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES ${THRONG_CUDA_ARCHITECTURES})
else()
  set(CMAKE_CUDA_ARCHITECTURES 75-virtual)
  find_program(THRONG_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(THRONG_NVIDIA_SMI)
  if(THRONG_NVIDIA_SMI)
    execute_process(COMMAND ${THRONG_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE throng_capabilities ERROR_QUIET RESULT_VARIABLE throng_smi_status)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]+" throng_capabilities "${throng_capabilities}")
    list(REMOVE_DUPLICATES throng_capabilities)
    string(REPLACE "." "" throng_capabilities "${throng_capabilities}")
    if(throng_smi_status EQUAL 0 AND throng_capabilities)
      set(CMAKE_CUDA_ARCHITECTURES ${throng_capabilities})
    endif()
  endif()
endif()

# CMake before 3.25.2 does not know C++20 for recent nvcc: the flag is given below, and CMake is kept from adding one.
set(CMAKE_CUDA_COMPILER "${THRONG_NVCC}")
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
set(THRONG_HAS_CUDA ON)
list(APPEND THRONG_LINKED_DEPENDENCIES CUDA::cudart)
target_link_libraries(throng_internals INTERFACE CUDA::cudart)
message(STATUS "cuda executor: CUDA ${CUDAToolkit_VERSION}, architectures ${CMAKE_CUDA_ARCHITECTURES}")

# --fmad=false: a * b + c is two roundings, as on the CPU (cmake/floating_point.cmake); division and square root are IEEE and
# denormals stay by default. The namespace of the shared operations is `device`: what nvcc compiles of them for the host must
# not stand in for what the CPU executor compiles.
set(THRONG_CUDA_FLAGS -std=c++20 --fmad=false -lineinfo --no-compress)
if(THRONG_WARNINGS_AS_ERRORS)
  list(APPEND THRONG_CUDA_FLAGS -Werror all-warnings)
endif()

# All that an object library of kernels gets.
function(throng_configure_kernels target)
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/include")
  target_compile_definitions(${target} PRIVATE THRONG_ISA=device)
  target_compile_options(${target} PRIVATE ${THRONG_CUDA_FLAGS}
                                           "SHELL:-Xcompiler -ffp-contract=off,-fno-math-errno,-fvisibility=hidden")
  set_target_properties(${target} PROPERTIES CUDA_STANDARD_REQUIRED OFF UNITY_BUILD OFF)
endfunction()

# Kernels (*.cu) by nvcc, the rest of kernels/cuda by the host's compiler.
function(throng_add_cuda name)
  file(GLOB kernels CONFIGURE_DEPENDS kernels/cuda/*.cu)
  file(GLOB sources CONFIGURE_DEPENDS kernels/cuda/*.cpp)
  throng_add_objects(${name} ${sources})
  add_library(${name}_kernels OBJECT ${kernels})
  throng_configure_kernels(${name}_kernels)
endfunction()
