// Plane geometry for tests.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>

#include "throng/types.hpp"

namespace throng::test {

inline Vec2d plus(Vec2d a, Vec2d b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2d minus(Vec2d a, Vec2d b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2d times(double s, Vec2d a) { return {s * a.x, s * a.y}; }
inline double dot(Vec2d a, Vec2d b) { return a.x * b.x + a.y * b.y; }
inline double det(Vec2d a, Vec2d b) { return a.x * b.y - a.y * b.x; }
inline double norm(Vec2d a) { return std::hypot(a.x, a.y); }
inline double distance(Vec2d a, Vec2d b) { return norm(minus(a, b)); }
/// Greater of the components' differences.
inline double max_difference(Vec2d a, Vec2d b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)); }
inline bool is_finite(Vec2d a) { return std::isfinite(a.x) && std::isfinite(a.y); }
inline Vec2d on_circle(double radius, double angle) { return {radius * std::cos(angle), radius * std::sin(angle)}; }

/// Whether the open segments a-b and c-d cross.
inline bool segments_cross(Vec2d a, Vec2d b, Vec2d c, Vec2d d) {
  return det(minus(b, a), minus(c, a)) * det(minus(b, a), minus(d, a)) < 0.0 &&
         det(minus(d, c), minus(a, c)) * det(minus(d, c), minus(b, c)) < 0.0;
}

/// By the parity of crossings of a ray.
inline bool polygon_contains(std::span<const Vec2d> polygon, Vec2d p) {
  bool inside = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec2d a = polygon[i], b = polygon[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

/// Distance to a closed segment.
inline double segment_distance(Vec2d p, Vec2d a, Vec2d b) {
  const Vec2d along = minus(b, a);
  const double t = dot(along, along) > 0.0 ? std::clamp(dot(minus(p, a), along) / dot(along, along), 0.0, 1.0) : 0.0;
  return distance(p, plus(a, times(t, along)));
}

}  // namespace throng::test
