// The way out for an agent whose centre is inside a solid polygon, where no edge acts on it.
#pragma once
#include "kernels/agent/obstacle_search.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Whether a point is inside a polygon (x, y: its vertices), by the parity of the edges that a ray to the right
/// crosses.
THRONG_HD inline bool polygon_contains(const float* x, const float* y, std::uint32_t count, Vec2<float> point) {
  bool inside = false;
  for (std::uint32_t i = 0, before = count - 1; i < count; before = i++) {
    if ((y[i] > point.y) == (y[before] > point.y)) continue;
    const float t = (point.y - y[i]) / (y[before] - y[i]);
    if (point.x < x[i] + t * (x[before] - x[i])) inside = !inside;
  }
  return inside;
}

/// The nearest point of a polyline, or of a ring when `closed`; the first of equally near ones.
struct NearestPoint {
  Vec2<float> point;  ///< m
  Vec2<float> along;  ///< m, the edge it is on
  float distance_sq;  ///< m^2
};
THRONG_HD inline NearestPoint nearest_on_polyline(const float* x, const float* y, std::uint32_t count, bool closed,
                                                  Vec2<float> from) {
  NearestPoint best{{x[0], y[0]}, {0.0f, 0.0f}, 3.4e38f};
  const std::uint32_t edges = closed ? count : count - 1;
  for (std::uint32_t i = 0; i < edges; ++i) {
    const std::uint32_t next = i + 1 < count ? i + 1 : 0;
    const Vec2<float> start{x[i], y[i]};
    const Vec2<float> along = Vec2<float>{x[next], y[next]} - start;
    const float along_sq = length_sq(along);
    if (!(along_sq > 0.0f)) continue;
    const float t = dot(from - start, along) / along_sq;
    const float clamped = t > 0.0f ? (t < 1.0f ? t : 1.0f) : 0.0f;
    const Vec2<float> point = start + clamped * along;
    const float distance_sq = length_sq(from - point);
    if (distance_sq < best.distance_sq) best = {point, along, distance_sq};
  }
  return best;
}

struct WayOut {
  bool inside;           ///< false: the agent is out, `velocity` means nothing
  Vec2<float> velocity;  ///< m/s, at full speed towards the nearest boundary point of a polygon that contains it
};
THRONG_HD inline WayOut way_out(const ObstacleView& obstacles, Vec2<float> position, float max_speed) {
  bool inside = false;
  NearestPoint best{position, {0.0f, 0.0f}, 3.4e38f};
  for (std::uint32_t s = 0; s < obstacles.solid_count; ++s) {
    const SolidData& solid = obstacles.solids[s];
    const bool in_box = (position.x >= solid.min_x) & (position.x <= solid.max_x) & (position.y >= solid.min_y) &
                        (position.y <= solid.max_y);
    if (!in_box) continue;
    const float* x = obstacles.solid_x + solid.first_vertex;
    const float* y = obstacles.solid_y + solid.first_vertex;
    if (!polygon_contains(x, y, solid.vertex_count, position)) continue;
    inside = true;
    const NearestPoint nearest = nearest_on_polyline(x, y, solid.vertex_count, true, position);
    if (nearest.distance_sq < best.distance_sq) best = nearest;
  }
  if (!inside) return {false, {0.0f, 0.0f}};
  // On the boundary itself the way is out of the edge: to its right, since solid polygons run counter-clockwise.
  Vec2<float> way = best.point - position;
  if (!(length_sq(way) > 0.0f)) way = {best.along.y, -best.along.x};
  const float way_sq = length_sq(way);
  if (!(way_sq > 0.0f)) return {true, {0.0f, 0.0f}};
  return {true, max_speed * unit(way)};
}

}  // namespace THRONG_ISA
}  // namespace throng
