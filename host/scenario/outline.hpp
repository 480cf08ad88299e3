// What an agent covers where it stands: a disc, or its footprint in its heading.
#pragma once
#include <span>
#include <vector>

#include "throng/types.hpp"

namespace throng::scenario {

/// Around the agent's position.
struct Outline {
  double radius = 0.0;          ///< m, of a disc, or of the circle around the footprint
  std::vector<Vec2d> vertices;  ///< m, of the footprint in its heading, counter-clockwise; none = a disc
};

/// `footprint` (m, x ahead, y to the left; convex, counter-clockwise) with its x axis along `heading` (unit).
Outline turned(std::span<const Vec2d> footprint, Vec2d heading);
/// m, of the largest disc around (0, 0) in a footprint.
double inner_radius(std::span<const Vec2d> footprint);

/// Whether two overlap, `offset` (m) from the position of `a` to that of `b`. Touching is none.
bool overlap(const Outline& a, const Outline& b, Vec2d offset);
/// Whether a segment comes into a convex counter-clockwise polygon.
bool meets_segment(std::span<const Vec2d> polygon, Vec2d from, Vec2d to);

/// m^2, of a point to a segment.
double squared_distance(Vec2d point, Vec2d from, Vec2d to);

}  // namespace throng::scenario
