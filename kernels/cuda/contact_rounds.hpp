// Where agents are from one iteration of the contact pass to the next.
#pragma once
#include "kernels/agent/contact.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng::cuda {

/// Places after iteration `k`, counted from 0; before the first one where motion has led.
__device__ inline ContactPlaces places_after(const DeviceStep& step, std::int32_t k) {
  if (k < 0) return {step.contact_start_x, step.contact_start_y};
  return {step.contact_x[k % 2], step.contact_y[k % 2]};
}
/// The same of the iteration before the last one, when `iteration` comes next.
__device__ inline ContactPlaces earlier_places(const DeviceStep& step, std::int32_t iteration) {
  return places_after(step, iteration < 2 ? -1 : iteration - 2);
}

/// Once nobody has moved all further iterations would do nothing. Some threads of this one may have noted it already.
__device__ inline bool is_at_rest(const StepControl& control, std::int32_t iteration) {
  return *static_cast<const volatile std::uint32_t*>(&control.contact_rounds) < static_cast<std::uint32_t>(iteration);
}

__device__ inline void note_place(const DeviceStep& step, std::int32_t iteration, std::uint32_t self, Vec2<float> at,
                                  bool moved) {
  step.contact_x[iteration % 2][self] = at.x;
  step.contact_y[iteration % 2][self] = at.y;
  if (!moved) return;
  *static_cast<volatile std::uint32_t*>(&step.control->contact_rounds) = static_cast<std::uint32_t>(iteration) + 1;
}

}  // namespace throng::cuda
