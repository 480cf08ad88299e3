// Slower on slopes.
#pragma once
#include "host/reference/geometry.hpp"
#include "throng/heights.hpp"

namespace throng::reference {

/// A preferred velocity (m/s) at `place` (m), times what the table of `heights` says of the slope there.
Vec slowed_by_slope(const Heights& heights, const Vec& place, const Vec& preferred);

}  // namespace throng::reference
