// Errors of the CUDA runtime as errors of ours.
#pragma once
#include <cuda_runtime_api.h>

namespace throng::cuda {

/// Throws Error{device_lost} that names call, file and line, or Error{out_of_memory}; clears the runtime's own memory
/// of the error.
void check(cudaError_t status, const char* call, const char* file, int line);

/// `file` from the project's root on.
const char* short_path(const char* file);

}  // namespace throng::cuda

#define THRONG_CUDA(call) ::throng::cuda::check((call), #call, __FILE__, __LINE__)
