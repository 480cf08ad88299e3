# Kernels of the tests' own, where the compiler for them is.
if(THRONG_HAS_CUDA AND TARGET throng_tests_cuda)
  add_library(throng_tests_cuda_kernels OBJECT tests/cuda/kernels/foreign_kernels.cu)
  throng_configure_kernels(throng_tests_cuda_kernels)
  target_sources(throng_tests_cuda PRIVATE $<TARGET_OBJECTS:throng_tests_cuda_kernels>)
endif()
