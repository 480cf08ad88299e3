#include "host/scenario/ring_checks.hpp"

#include <fmt/format.h>

#include <string>

#include "host/boost_geometry.hpp"
#include "host/scenario/obstacle_index.hpp"

namespace throng::scenario {
namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<double>;
using Segment = bg::model::segment<Point>;

Segment edge(const std::vector<Vec2d>& ring, std::size_t i) {
  const Vec2d a = ring[i];
  const Vec2d b = ring[i + 1 == ring.size() ? 0 : i + 1];
  return {Point(a.x, a.y), Point(b.x, b.y)};
}

/// Names the first two edges that meet where they should not; only for a ring known to be bad, as it tries all pairs.
std::string crossing(const std::vector<Vec2d>& ring) {
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
  return "";
}

}  // namespace

void require_polyline(const JsonNode& node, const std::vector<Vec2d>& vertices) {
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    if (vertices[i] == vertices[i - 1]) node.item(i).fail_wanted("a point other than the one before it");
  }
}

void require_simple_polygon(const JsonNode& node, const std::vector<Vec2d>& vertices) {
  require_polyline(node, vertices);
  if (vertices.back() == vertices.front()) {
    node.item(vertices.size() - 1).fail_wanted("a point other than the first: a polygon closes by itself");
  }
  if (doubled_area(vertices) == 0.0) node.fail("the polygon's area is 0, wanted a polygon with an inside");
  bg::model::ring<Point> ring;
  for (const Vec2d p : vertices) ring.emplace_back(p.x, p.y);
  bg::correct(ring);
  bg::validity_failure_type failure{};
  if (bg::is_valid(ring, failure) || failure == bg::failure_wrong_orientation) return;
  std::string reason = crossing(vertices);
  if (reason.empty()) reason = "a spike, or two edges that meet";
  node.fail(fmt::format("the polygon is not simple: {}", reason));
}

}  // namespace throng::scenario
