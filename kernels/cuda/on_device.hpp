// How CudaExecutor's functions enter the runtime. For its own files.
#pragma once
#include "kernels/cuda/cuda_executor.hpp"
#include "kernels/cuda/device.hpp"

namespace throng::cuda {

template <class Call>
auto CudaExecutor::on_device(Call&& call) const {
  if (!lost_.empty()) throw Error(ErrorCode::device_lost, lost_);
  try {
    const DeviceScope scope(device_);
    return call();
  } catch (const Error& error) {
    abandon_capture();
    if (error.code() == ErrorCode::device_lost) lose(error.what());
    throw;
  } catch (...) {
    abandon_capture();
    throw;
  }
}

}  // namespace throng::cuda
