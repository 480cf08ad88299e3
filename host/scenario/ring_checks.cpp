#include "host/scenario/ring_checks.hpp"

#include <fmt/format.h>

#include "host/rings.hpp"

namespace throng::scenario {

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
  if (twice_signed_area(vertices) == 0.0) node.fail("the polygon's area is 0, wanted a polygon with an inside");
  const std::string fault = polygon_fault(vertices);
  if (!fault.empty()) node.fail(fmt::format("the polygon {}", fault));
}

}  // namespace throng::scenario
