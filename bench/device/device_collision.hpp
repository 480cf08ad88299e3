// Collision on the device: compared with the CPU's, and timed beside it.
#pragma once
#include <cstddef>
#include <string>

namespace throng::device_check {

struct CollisionPlan {
  int corners = 4;         ///< of each polygon
  std::size_t bodies = 0;  ///< polygons, one to 0.5 m2
  double seconds = 1.0;    ///< of each part that is timed; at least one call is made
};

/// One JSON line: whether pairs and all their results have the same bits, and seconds of a call, on the device and on
/// all cores. `equal` gets the verdict. Throws unavailable without CUDA.
std::string compare_collision(const CollisionPlan& plan, bool& equal);

}  // namespace throng::device_check
