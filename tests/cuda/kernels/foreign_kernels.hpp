// What a program of its own does on a world's stream.
#pragma once
#include "throng/device_view.hpp"

namespace throng::test {

/// Preferred velocities towards a point (m, relative to the view's origin), a quarter of the way per second.
void head_for(const DeviceView& view, float x, float y);
/// Writes where there is no memory.
void cause_fault(const DeviceView& view);

}  // namespace throng::test
