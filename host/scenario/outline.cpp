#include "host/scenario/outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/navigation/plane.hpp"

namespace throng::scenario {
namespace {

Vec2d minus(Vec2d a, Vec2d b) { return {a.x - b.x, a.y - b.y}; }

Vec2d next_vertex(std::span<const Vec2d> polygon, std::size_t k) { return polygon[k + 1 < polygon.size() ? k + 1 : 0]; }

/// Whether a line along an edge of `a` has `b`, moved by `offset`, on its outer side. A segment is a polygon of two.
bool separates(std::span<const Vec2d> a, std::span<const Vec2d> b, Vec2d offset) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Vec2d edge = minus(next_vertex(a, k), a[k]);
    if (edge == Vec2d{}) continue;
    if (std::all_of(b.begin(), b.end(), [&](Vec2d p) {
          const Vec2d q = minus({p.x + offset.x, p.y + offset.y}, a[k]);
          return edge.y * q.x - edge.x * q.y >= 0.0;
        })) {
      return true;
    }
  }
  return false;
}

bool polygons_overlap(std::span<const Vec2d> a, std::span<const Vec2d> b, Vec2d offset) {
  return !separates(a, b, offset) && !separates(b, a, {-offset.x, -offset.y});
}

bool disc_overlaps(std::span<const Vec2d> polygon, Vec2d center, double radius) {
  bool inside = true;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec2d from = polygon[k], to = next_vertex(polygon, k);
    if (squared_distance(center, from, to) < radius * radius) return true;
    const Vec2d edge = minus(to, from), q = minus(center, from);
    inside = inside && edge.x * q.y - edge.y * q.x > 0.0;
  }
  return inside;
}

}  // namespace

double squared_distance(Vec2d point, Vec2d from, Vec2d to) {
  // From one end: nothing is lost far from 0.
  return flow::distance_sq(flow::Segment{{}, minus(to, from)}, minus(point, from));
}

Outline turned(std::span<const Vec2d> footprint, Vec2d heading) {
  Outline outline;
  double largest_sq = 0.0;
  for (const Vec2d v : footprint) {
    largest_sq = std::max(largest_sq, v.x * v.x + v.y * v.y);
    outline.vertices.push_back({v.x * heading.x - v.y * heading.y, v.x * heading.y + v.y * heading.x});
  }
  outline.radius = std::sqrt(largest_sq);
  return outline;
}

double inner_radius(std::span<const Vec2d> footprint) {
  double least_sq = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < footprint.size(); ++k) {
    least_sq = std::min(least_sq, squared_distance({}, footprint[k], next_vertex(footprint, k)));
  }
  return std::sqrt(least_sq);
}

bool overlap(const Outline& a, const Outline& b, Vec2d offset) {
  if (a.vertices.empty() && b.vertices.empty()) {
    const double reach = a.radius + b.radius;
    return offset.x * offset.x + offset.y * offset.y < reach * reach;
  }
  if (b.vertices.empty()) return disc_overlaps(a.vertices, offset, b.radius);
  if (a.vertices.empty()) return disc_overlaps(b.vertices, {-offset.x, -offset.y}, a.radius);
  return polygons_overlap(a.vertices, b.vertices, offset);
}

bool meets_segment(std::span<const Vec2d> polygon, Vec2d from, Vec2d to) {
  const Vec2d ends[2] = {from, to};
  return polygons_overlap(polygon, ends, {});
}

}  // namespace throng::scenario
