#include "host/body_checks.hpp"

#include <fmt/format.h>

#include "host/checks.hpp"

namespace throng {

void check_polygon_arrays(const ConvexBodies& bodies) {
  const std::size_t count = bodies.polygon_count;
  if (count == 0) return;
  if (bodies.offsets == nullptr) refuse(fmt::format("offsets is null, for {} polygons", count));
  if (bodies.offsets[0] != 0) refuse(fmt::format("offsets[0] is {}, wanted 0", bodies.offsets[0]));
  for (std::size_t k = 0; k < count; ++k) {
    if (bodies.offsets[k + 1] >= bodies.offsets[k]) continue;
    refuse(fmt::format("offsets[{}] is {}, after {}: wanted entries that never descend", k + 1, bodies.offsets[k + 1],
                       bodies.offsets[k]));
  }
  if (bodies.vertices == nullptr && bodies.offsets[count] > 0) {
    refuse(fmt::format("vertices is null, for {} of them", bodies.offsets[count]));
  }
}

}  // namespace throng
