// On which side of a line a point is, exactly.
#pragma once
#include <span>
#include <vector>

#include "throng/types.hpp"

namespace throng {

/// 1: `c` is left of the line from `a` to `b`, -1: right of it, 0: on it. Exact as long as products of two coordinates
/// neither overflow nor lose digits below 2^-1074.
int orientation(Vec2d a, Vec2d b, Vec2d c);

/// Points of any size, times a power of two that makes the largest coordinate about 1: then `orientation` is exact.
std::vector<Vec2d> scaled_for_orientation(std::span<const Vec2d> points);

}  // namespace throng
