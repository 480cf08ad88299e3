// Convex parts of a simple polygon: its constrained Delaunay triangulation by GEOS, of which diagonals are taken away
// while the angles allow it.
//
// S. Hertel, K. Mehlhorn: Fast triangulation of simple polygons. Foundations of Computation Theory, 1983.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "host/checks.hpp"
#include "host/edge_sweep.hpp"
#include "host/floating_point_mode.hpp"
#include "host/geos.hpp"
#include "host/orientation.hpp"
#include "host/rings.hpp"
#include "throng/collision.hpp"

namespace throng {
namespace {

using Triangle = std::array<std::size_t, 3>;  ///< the numbers of its corners, counter-clockwise

/// Of a simple ring that repeats no vertex.
std::vector<Triangle> triangles(std::span<const Vec2d> ring) {
  const Geos geos(ErrorCode::invalid_argument, "the polygon can't be triangulated");
  const Geos::Geometry polygon = geos.polygon(ring);
  const Geos::Geometry all =
      geos.take(GEOSConstrainedDelaunayTriangulation_r(geos.handle(), polygon.get()), "its triangles");
  const std::vector<std::size_t> order = EdgeSweep(ring).order();
  const auto number_of = [&](Vec2d vertex) {
    return *std::lower_bound(order.begin(), order.end(), vertex,
                             [&](std::size_t i, Vec2d v) { return EdgeSweep::comes_before(ring[i], v); });
  };
  std::vector<Triangle> result;
  for (const GEOSGeometry* one : geos.polygons_of(all.get())) {
    const Geos::Ring corners = geos.rings_of(one).front();
    if (corners.size() != 3) geos.fail("a part that is no triangle");
    result.push_back({number_of(corners[2]), number_of(corners[1]), number_of(corners[0])});  // GEOS's are clockwise
  }
  return result;
}

/// The edges of faces, each of which is on the left of its edges.
class Faces {
 public:
  /// The corners of triangles are among `points`, which must outlive it.
  Faces(std::span<const Vec2d> points, std::span<const Triangle> triangles) : points_(points) {
    for (const Triangle& corners : triangles) {
      const std::size_t first = edges_.size();
      for (std::size_t k = 0; k < 3; ++k) edges_.push_back({corners[k], first + (k + 1) % 3, first + (k + 2) % 3});
    }
  }

  /// Takes away diagonals, the longest first, where that leaves no reflex angle.
  void merge() {
    for (const auto& [edge, twin] : diagonals()) {
      const auto convex = [&](std::size_t before, std::size_t at, std::size_t behind) {
        return orientation(origin(before), origin(at), origin(edges_[behind].next)) >= 0;
      };
      if (!convex(edges_[edge].previous, edge, edges_[twin].next)) continue;
      if (!convex(edges_[twin].previous, twin, edges_[edge].next)) continue;
      link(edges_[edge].previous, edges_[twin].next);
      link(edges_[twin].previous, edges_[edge].next);
      edges_[edge].gone = edges_[twin].gone = true;
    }
  }

  [[nodiscard]] std::vector<std::vector<std::size_t>> all() const {
    std::vector<std::vector<std::size_t>> faces;
    std::vector<bool> seen(edges_.size());
    for (std::size_t start = 0; start < edges_.size(); ++start) {
      if (seen[start] || edges_[start].gone) continue;
      std::vector<std::size_t>& face = faces.emplace_back();
      for (std::size_t e = start; !seen[e]; e = edges_[e].next) {
        seen[e] = true;
        face.push_back(edges_[e].origin);
      }
    }
    return faces;
  }

 private:
  struct Edge {
    std::size_t origin;
    std::size_t next, previous;
    bool gone = false;
  };

  [[nodiscard]] Vec2d origin(std::size_t edge) const { return points_[edges_[edge].origin]; }
  void link(std::size_t before, std::size_t behind) {
    edges_[before].next = behind;
    edges_[behind].previous = before;
  }

  /// Pairs of edges there and back.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> diagonals() const {
    using Way = std::tuple<std::size_t, std::size_t, std::size_t>;  // its ends, the edge
    std::vector<Way> ways;
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      const auto [low, high] = std::minmax(edges_[e].origin, edges_[edges_[e].next].origin);
      ways.emplace_back(low, high, e);
    }
    std::sort(ways.begin(), ways.end());
    std::vector<std::tuple<double, std::size_t, std::size_t>> found;
    for (std::size_t i = 0; i + 1 < ways.size(); ++i) {
      const auto [low, high, edge] = ways[i];
      const auto [next_low, next_high, twin] = ways[i + 1];
      if (low != next_low || high != next_high) continue;
      found.emplace_back(-std::hypot(points_[high].x - points_[low].x, points_[high].y - points_[low].y), edge, twin);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::pair<std::size_t, std::size_t>> result;
    for (const auto& [length, edge, twin] : found) result.emplace_back(edge, twin);
    return result;
  }

  std::span<const Vec2d> points_;
  std::vector<Edge> edges_;
};

/// A vertex that only rounding keeps off the line through its neighbors would cost a part of its own.
std::vector<Vec2d> without_rounded_collinear(std::span<const Vec2d> vertices) {
  const std::vector<Vec2d> points = scaled_for_orientation(vertices);
  double largest = 0.0;
  for (const Vec2d& p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
  const double rounding = std::ldexp(largest, -50);
  std::vector<Vec2d> kept;
  Vec2d before = points.back();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2d at = points[i];
    if (at == before) continue;
    std::size_t next = i;
    do next = (next + 1) % points.size();
    while (points[next] == at);
    const Vec2d behind = points[next];
    const double across = (behind.x - before.x) * (at.y - before.y) - (behind.y - before.y) * (at.x - before.x);
    const double along = (behind.x - before.x) * (at.x - before.x) + (behind.y - before.y) * (at.y - before.y);
    const double length = std::hypot(behind.x - before.x, behind.y - before.y);
    const bool between = along > 0.0 && along < length * length;
    if (between && (std::abs(across) <= rounding * length || orientation(before, at, behind) == 0)) continue;
    kept.push_back(vertices[i]);
    before = at;
  }
  return kept;
}

}  // namespace

std::vector<std::vector<Vec2d>> convex_parts(std::span<const Vec2d> vertices) {
  const FloatingPointMode mode;
  RefusedBody fault;
  const std::vector<Vec2d> whole = fixed_polygon(vertices, &fault);
  if (whole.size() >= 3) return {whole};
  if (whole.size() == 2) refuse("the polygon has 2 vertices, wanted 3 or more");
  if (fault.fault == BodyFault::not_finite) {
    const Vec2d v = vertices[fault.vertex];
    refuse(fmt::format("vertex {} of the polygon is ({}, {})", fault.vertex, v.x, v.y));
  }
  if (fault.fault == BodyFault::too_few_vertices) refuse("the polygon has fewer than 3 distinct vertices");
  if (fault.fault == BodyFault::zero_area) refuse("the polygon has zero area: all vertices are on a line");
  if (const std::string reason = polygon_fault(vertices); !reason.empty()) refuse("the polygon " + reason);
  std::vector<Vec2d> ring = without_repeated(without_rounded_collinear(vertices));
  if (!polygon_fault(ring).empty()) ring = without_repeated(vertices);
  if (twice_signed_area(ring) < 0.0) std::reverse(ring.begin(), ring.end());
  const std::vector<Vec2d> points = scaled_for_orientation(ring);
  Faces faces(points, triangles(points));
  faces.merge();
  std::vector<std::vector<Vec2d>> parts;
  for (const std::vector<std::size_t>& face : faces.all()) {
    std::vector<Vec2d> corners;
    for (const std::size_t i : face) corners.push_back(ring[i]);
    std::vector<Vec2d> part = fixed_polygon(corners);
    if (!part.empty()) parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace throng
