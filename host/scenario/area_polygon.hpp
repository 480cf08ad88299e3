// A polygon of a walkable area as a file gives it, and whether it is one.
#pragma once
#include <string>
#include <vector>

#include "throng/types.hpp"

namespace throng::scenario {

/// Rings in any direction, the closing point taken off: the outer one first, then the holes.
using PolygonRings = std::vector<std::vector<Vec2d>>;

struct AreaPolygon {
  PolygonRings rings;
  std::string name;  ///< file and place of it, for messages
};

/// Throws bad_scene unless each ring is simple and the holes lie inside the outer ring, apart from each other: they may
/// touch it, and each other, at points, as long as the inside hangs together. The message names the ring (`outer
/// ring`, `hole 1`, ...) and the point at fault, by its number in the ring (from 0) and its coordinates.
void require_valid(const AreaPolygon& polygon);

}  // namespace throng::scenario
