// Closed rings of points: which way they run, and what they contain.
#pragma once
#include <span>
#include <string>

#include "throng/types.hpp"

namespace throng {

/// Twice the signed area, m^2: > 0 for counter-clockwise. Relative to the first point, so that it loses nothing far
/// from 0.
double twice_signed_area(std::span<const Vec2d> ring);

/// By the parity of the edges that a ray to the right crosses.
bool ring_contains(std::span<const Vec2d> ring, Vec2d point);

/// Why these vertices are not a simple polygon of non-zero area (either direction), or "" when they are. Repeated
/// vertices are left out first; there are >= 3 distinct ones.
std::string polygon_fault(std::span<const Vec2d> vertices);

}  // namespace throng
