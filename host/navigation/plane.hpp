// Points, segments and convex hulls in double, as the making of fields needs them.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>

#include "throng/types.hpp"

namespace throng::flow {

inline Vec2d operator+(Vec2d a, Vec2d b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2d operator-(Vec2d a, Vec2d b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2d operator*(double s, Vec2d a) { return {s * a.x, s * a.y}; }
inline double dot(Vec2d a, Vec2d b) { return a.x * b.x + a.y * b.y; }
inline double det(Vec2d a, Vec2d b) { return a.x * b.y - a.y * b.x; }
inline double length(Vec2d a) { return std::sqrt(dot(a, a)); }

struct Segment {
  Vec2d from, to;
};

/// m. Nearer than this is touching: rounding lets no path slip between two walls that share an end.
inline constexpr double touching = 1.0e-6;

/// From 0 to 1: where on the segment its point nearest to `p` is.
inline double place_on(const Segment& s, Vec2d p) {
  const Vec2d along = s.to - s.from;
  const double along_sq = dot(along, along);
  if (!(along_sq > 0.0)) return 0.0;
  return std::clamp(dot(p - s.from, along) / along_sq, 0.0, 1.0);
}
inline Vec2d point_on(const Segment& s, double place) { return place == 1.0 ? s.to : s.from + place * (s.to - s.from); }
inline double distance_sq(const Segment& s, Vec2d p) {
  const Vec2d away = p - point_on(s, place_on(s, p));
  return dot(away, away);
}

/// Whether two segments come nearer than `touching` where they cross, or nearly do.
inline bool meet(const Segment& s, const Segment& t) {
  if (std::max(s.from.x, s.to.x) < std::min(t.from.x, t.to.x) - touching ||
      std::min(s.from.x, s.to.x) > std::max(t.from.x, t.to.x) + touching ||
      std::max(s.from.y, s.to.y) < std::min(t.from.y, t.to.y) - touching ||
      std::min(s.from.y, s.to.y) > std::max(t.from.y, t.to.y) + touching) {
    return false;
  }
  const Vec2d u = s.to - s.from, v = t.to - t.from;
  const double width_t = touching * length(v), width_s = touching * length(u);
  const double a = det(v, s.from - t.from), b = det(v, s.to - t.from);
  if ((a > width_t && b > width_t) || (a < -width_t && b < -width_t)) return false;
  const double c = det(u, t.from - s.from), d = det(u, t.to - s.from);
  return !((c > width_s && d > width_s) || (c < -width_s && d < -width_s));
}

inline double distance_sq(const Segment& s, const Segment& t) {
  if (meet(s, t)) return 0.0;
  return std::min(std::min(distance_sq(s, t.from), distance_sq(s, t.to)),
                  std::min(distance_sq(t, s.from), distance_sq(t, s.to)));
}

struct Box {
  Vec2d low, high;
};
inline Box grown(const Box& box, double by) {
  return {{box.low.x - by, box.low.y - by}, {box.high.x + by, box.high.y + by}};
}
inline Box box_of(const Segment& s) {
  return {{std::min(s.from.x, s.to.x), std::min(s.from.y, s.to.y)},
          {std::max(s.from.x, s.to.x), std::max(s.from.y, s.to.y)}};
}
/// Around one point or more.
inline Box box_of(std::span<const Vec2d> points) {
  Box box{points.front(), points.front()};
  for (const Vec2d p : points) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
  }
  return box;
}
inline bool overlap(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && a.high.x >= b.low.x && a.low.y <= b.high.y && a.high.y >= b.low.y;
}

/// Whether a segment has a point in a box.
inline bool meets(const Box& box, const Segment& s) {
  if (!overlap(box, box_of(s))) return false;
  const Vec2d along = s.to - s.from;
  const double a = det(along, box.low - s.from), b = det(along, Vec2d{box.high.x, box.low.y} - s.from);
  const double c = det(along, box.high - s.from), d = det(along, Vec2d{box.low.x, box.high.y} - s.from);
  return !((a > 0.0 && b > 0.0 && c > 0.0 && d > 0.0) || (a < 0.0 && b < 0.0 && c < 0.0 && d < 0.0));
}

}  // namespace throng::flow
