// Polylines and polygons: area, inside, nearest point.
#pragma once
#include <cstddef>
#include <span>

#include "host/reference/geometry.hpp"

namespace throng::reference {

/// m^2; > 0 when the vertices run counter-clockwise.
double signed_area(std::span<const Vec> polygon);

/// By ray casting; a boundary point counts for one of the two polygons that share the edge.
bool contains(std::span<const Vec> polygon, const Vec& p);

struct NearestPoint {
  Vec point;
  std::size_t edge = 0;  ///< the first one at this distance; edge k starts at vertex k
  double distance_sq = 0.0;
};

/// Nearest point of a polyline, or of a polygon's boundary when `closed`. At least 2 vertices.
NearestPoint nearest_on_path(std::span<const Vec> vertices, bool closed, const Vec& p);

}  // namespace throng::reference
