// Triangles of a simple polygon.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "throng/types.hpp"

namespace throng {

/// By the numbers of their corners, counter-clockwise. `ring` is simple, counter-clockwise and repeats no vertex. Takes
/// n log n steps.
std::vector<std::array<std::size_t, 3>> triangulate(std::span<const Vec2d> ring);

}  // namespace throng
