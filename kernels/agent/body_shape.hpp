// What of a convex body stays when it moves, and where it may be put. Plain data, as views.hpp.
#pragma once
#include <cstdint>

#include "kernels/agent/batch_point.hpp"

namespace throng {

struct BodyShape {
  float middle_x, middle_y;    ///< m, of the box of the vertices as they are given
  float extent;                ///< m, longer side of that box; of a disc the diameter
  float radius;                ///< m, of a disc; 0 of others
  std::uint32_t first_vertex;  ///< of those that are kept, which are relative to the middle
  std::uint32_t vertex_count;  ///< those that are kept; 0 = a disc
  std::uint32_t fault;         ///< throng::BodyFault; not 0 = it takes part in nothing, wherever it is
  std::uint32_t fault_vertex;  ///< as it is given, where the fault is at one
};

/// Null = not given.
struct BodyPlace {
  const BatchPoint* translation;  ///< m
  const BatchPoint* rotation;     ///< (cosine, sine)
};

}  // namespace throng
