// Checks of the arrays that convex bodies come in. They look into them: for the host's memory only.
#pragma once
#include "throng/collision.hpp"

namespace throng {

/// Throws Error{invalid_argument} for arrays of polygons that are missing, and offsets that descend or don't begin
/// with 0.
void check_polygon_arrays(const ConvexBodies& bodies);

}  // namespace throng
