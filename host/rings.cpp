#include "host/rings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "host/boost_geometry.hpp"

namespace throng {
namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<double>;
using Segment = bg::model::segment<Point>;

Segment edge(std::span<const Vec2d> ring, std::size_t i) {
  const Vec2d a = ring[i], b = ring[i + 1 == ring.size() ? 0 : i + 1];
  return {Point(a.x, a.y), Point(b.x, b.y)};
}

/// Names the first two edges that meet where they should not; only for a ring known to be bad, as it tries all pairs.
std::string crossing(std::span<const Vec2d> ring) {
  constexpr std::size_t too_many = 5000;
  for (std::size_t i = 0; i < ring.size() && ring.size() <= too_many; ++i) {
    for (std::size_t j = i + 2; j < ring.size(); ++j) {
      if (i == 0 && j + 1 == ring.size()) continue;
      if (bg::intersects(edge(ring, i), edge(ring, j))) {
        return fmt::format("the edge from point {} ({:g}, {:g}) meets the edge from point {} ({:g}, {:g})", i,
                           ring[i].x, ring[i].y, j, ring[j].x, ring[j].y);
      }
    }
  }
  return "a spike, or two edges that meet";
}

}  // namespace

double twice_signed_area(std::span<const Vec2d> ring) {
  double sum = 0.0;
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
    sum +=
        (ring[i].x - ring[0].x) * (ring[i + 1].y - ring[0].y) - (ring[i].y - ring[0].y) * (ring[i + 1].x - ring[0].x);
  }
  return sum;
}

bool ring_contains(std::span<const Vec2d> ring, Vec2d point) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    if ((ring[i].y > point.y) == (ring[j].y > point.y)) continue;
    const double t = (point.y - ring[i].y) / (ring[j].y - ring[i].y);
    if (point.x < ring[i].x + t * (ring[j].x - ring[i].x)) inside = !inside;
  }
  return inside;
}

std::string polygon_fault(std::span<const Vec2d> vertices) {
  std::vector<Vec2d> kept;
  for (const Vec2d& v : vertices) {
    if (kept.empty() || !(v == kept.back())) kept.push_back(v);
  }
  while (kept.size() > 1 && kept.back() == kept.front()) kept.pop_back();
  double extent = 0.0;
  for (const Vec2d& v : kept) {
    extent = std::max({extent, std::abs(v.x - kept[0].x), std::abs(v.y - kept[0].y)});
  }
  const double area = twice_signed_area(kept);
  if (!(std::abs(area) > 1.0e-12 * extent * extent)) {
    return "has zero area: all vertices lie on one line, or it crosses itself";
  }
  // Relative to the first vertex: the answer must not depend on where the polygon is.
  bg::model::ring<Point, false, false> ring;
  for (const Vec2d& v : kept) ring.emplace_back(v.x - kept[0].x, v.y - kept[0].y);
  if (area < 0.0) std::reverse(ring.begin(), ring.end());
  return bg::is_valid(ring) ? "" : "is not simple: " + crossing(kept);
}

}  // namespace throng
