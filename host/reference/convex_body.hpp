// Convex bodies, checked and placed as docs/collision.md says, by lists of vertices and in double precision.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "host/reference/geometry.hpp"
#include "throng/collision.hpp"

namespace throng::reference {

using Vertices = std::vector<Vec>;

/// What is found of a polygon, or of a segment.
struct CheckedPolygon {
  BodyFault fault = BodyFault::none;
  std::size_t vertex = 0;  ///< of those given, where the fault is at one
  Vertices kept;           ///< counter-clockwise; empty with a fault
};
CheckedPolygon check_polygon(const Vertices& given);

struct Pose {
  std::optional<Vec> translation, rotation;
};

/// A body with `radius` > 0 is a disc, one with 2 corners a segment.
struct ConvexBody {
  Vec center{0.0, 0.0};
  Vertices corners;  ///< m, relative to the center, counter-clockwise
  double radius = 0.0;
  double extent = 0.0;
  BodyFault fault = BodyFault::none;
  std::size_t fault_vertex = 0;

  [[nodiscard]] bool is_disc() const { return corners.empty(); }
};
ConvexBody make_polygon(const Vertices& given, const Pose& pose = {});
ConvexBody make_disc(const Vec& center, double radius);

/// Unit, out of the body, of each edge in turn.
std::vector<Vec> edge_normals(const ConvexBody& body);

}  // namespace throng::reference
