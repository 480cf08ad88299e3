#include "host/reference/polygon.hpp"

#include <limits>

namespace throng::reference {

double signed_area(std::span<const Vec> polygon) {
  // Relative to the first vertex: far from the origin the plain shoelace sum cancels.
  double twice_area = 0.0;
  for (std::size_t k = 2; k < polygon.size(); ++k) {
    twice_area += det(polygon[k - 1] - polygon[0], polygon[k] - polygon[0]);
  }
  return 0.5 * twice_area;
}

bool contains(std::span<const Vec> polygon, const Vec& p) {
  bool inside = false;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec& a = polygon[k];
    const Vec& b = polygon[(k + 1) % polygon.size()];
    if ((a.y() > p.y()) == (b.y() > p.y())) continue;
    const bool upward = b.y() > a.y();
    const double side = det(b - a, p - a);
    if (upward ? side > 0.0 : side < 0.0) inside = !inside;
  }
  return inside;
}

NearestPoint nearest_on_path(std::span<const Vec> vertices, bool closed, const Vec& p) {
  NearestPoint nearest{vertices[0], 0, std::numeric_limits<double>::infinity()};
  const std::size_t edges = closed ? vertices.size() : vertices.size() - 1;
  for (std::size_t k = 0; k < edges; ++k) {
    const Vec point = nearest_on_segment(p, vertices[k], vertices[(k + 1) % vertices.size()]);
    const double distance_sq = (point - p).squaredNorm();
    if (distance_sq < nearest.distance_sq) nearest = {point, k, distance_sq};
  }
  return nearest;
}

}  // namespace throng::reference
