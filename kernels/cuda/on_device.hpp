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

template <class Note>
void CudaExecutor::note(Note&& note) {
  const StepData before = tables_.step_data();
  const RadiusLevels radii = tables_.radii();
  note(tables_);
  const StepData after = tables_.step_data();
  if (before.one_layer != after.one_layer || before.sees_all != after.sees_all ||
      before.equal_shares != after.equal_shares || before.steering.active != after.steering.active ||
      before.contact.largest_radius != after.contact.largest_radius ||
      (after.contact.iterations > 0 && !radii.has_levels_of(tables_.radii()))) {
    arguments_stale_ = true;
  }
}

}  // namespace throng::cuda
