#include "host/scenario/fill_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/rings.hpp"
#include "host/scenario/ring_checks.hpp"

namespace throng::scenario {
namespace {

RectangleShape read_rectangle(const JsonNode& node) {
  if (!node.is_array() || node.size() != 2) node.fail_wanted("two corners [[x0, y0], [x1, y1]] in m");
  const Vec2d low = node.item(0).vector(quantities::coordinate);
  const Vec2d high = node.item(1).vector(quantities::coordinate);
  if (!(low.x < high.x && low.y < high.y)) node.fail_wanted("corners with x0 < x1 and y0 < y1");
  return {low, high};
}

RingShape read_ring(const JsonNode& node, bool with_hole) {
  with_hole ? node.require_object({"center", "radius", "inner_radius"}) : node.require_object({"center", "radius"});
  RingShape ring;
  ring.center = node.at("center").vector(quantities::coordinate);
  ring.radius = node.at("radius").number(quantities::positive_length);
  if (with_hole) {
    ring.inner_radius = node.at("inner_radius").number(quantities::length);
    if (!(ring.inner_radius < ring.radius)) node.at("inner_radius").fail_wanted("less than `radius`");
  }
  return ring;
}

PolygonShape read_polygon(const JsonNode& node) {
  PolygonShape shape{node.points(3), {}, {}};
  require_simple_polygon(node, shape.vertices);
  shape.low = shape.high = shape.vertices.front();
  for (const Vec2d p : shape.vertices) {
    shape.low = {std::min(shape.low.x, p.x), std::min(shape.low.y, p.y)};
    shape.high = {std::max(shape.high.x, p.x), std::max(shape.high.y, p.y)};
  }
  return shape;
}

GridShape read_grid(const JsonNode& node) {
  node.require_object({"origin", "columns", "rows", "spacing"});
  GridShape grid;
  grid.origin = node.at("origin").vector(quantities::coordinate);
  grid.columns = static_cast<std::uint64_t>(node.at("columns").integer(1, limits::max_agents));
  grid.rows = static_cast<std::uint64_t>(node.at("rows").integer(1, limits::max_agents));
  grid.spacing = node.at("spacing").number(quantities::positive_length);
  const Vec2d last = grid.place(grid.columns * grid.rows - 1);
  if (!quantities::coordinate.allows(last.x) || !quantities::coordinate.allows(last.y)) {
    node.fail("the grid's last place is beyond " + quantities::coordinate.wanted());
  }
  return grid;
}

double perimeter(const std::vector<Vec2d>& ring) {
  double sum = 0.0;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const double x = ring[i].x - ring[j].x;
    const double y = ring[i].y - ring[j].y;
    sum += std::sqrt(x * x + y * y);
  }
  return sum;
}

}  // namespace

FillShape read_fill_shape(const JsonNode& fill) {
  fill.require_object({"rectangle", "disc", "ring", "polygon", "grid"});
  if (fill.size() != 1) fill.fail_wanted("one shape: `rectangle`, `disc`, `ring`, `polygon` or `grid`");
  if (const auto node = fill.find("rectangle")) return read_rectangle(*node);
  if (const auto node = fill.find("disc")) return read_ring(*node, false);
  if (const auto node = fill.find("ring")) return read_ring(*node, true);
  if (const auto node = fill.find("polygon")) return read_polygon(*node);
  return read_grid(fill.at("grid"));
}

std::optional<Vec2d> place_in_shape(const FillShape& shape, double u, double v) {
  if (const auto* rectangle = std::get_if<RectangleShape>(&shape)) {
    return Vec2d{rectangle->low.x + u * (rectangle->high.x - rectangle->low.x),
                 rectangle->low.y + v * (rectangle->high.y - rectangle->low.y)};
  }
  if (const auto* ring = std::get_if<RingShape>(&shape)) {
    // Of an even point in the unit disc the direction and the squared length are independent and both even: the first
    // becomes the direction, the second the squared distance. No trigonometry, and thin rings cost no more draws.
    const double x = 2.0 * u - 1.0;
    const double y = 2.0 * v - 1.0;
    const double s = x * x + y * y;
    if (!(s < 1.0) || !(s > 0.0)) return std::nullopt;
    const double inner_sq = ring->inner_radius * ring->inner_radius;
    const double scale = std::sqrt((inner_sq + s * (ring->radius * ring->radius - inner_sq)) / s);
    return Vec2d{ring->center.x + scale * x, ring->center.y + scale * y};
  }
  if (const auto* polygon = std::get_if<PolygonShape>(&shape)) {
    const Vec2d point{polygon->low.x + u * (polygon->high.x - polygon->low.x),
                      polygon->low.y + v * (polygon->high.y - polygon->low.y)};
    if (ring_contains(polygon->vertices, point)) return point;
  }
  return std::nullopt;
}

double most_discs(const FillShape& shape, double radius) {
  if (const auto* grid = std::get_if<GridShape>(&shape)) return static_cast<double>(grid->columns * grid->rows);
  if (!(radius > 0.0)) return std::numeric_limits<double>::infinity();
  constexpr double pi = 3.14159265358979323846;
  double area = 0.0;
  double outline = 0.0;
  if (const auto* rectangle = std::get_if<RectangleShape>(&shape)) {
    const double width = rectangle->high.x - rectangle->low.x;
    const double height = rectangle->high.y - rectangle->low.y;
    area = width * height;
    outline = 2.0 * (width + height);
  } else if (const auto* ring = std::get_if<RingShape>(&shape)) {
    area = pi * (ring->radius * ring->radius - ring->inner_radius * ring->inner_radius);
    outline = 2.0 * pi * (ring->radius + ring->inner_radius);
  } else if (const auto* polygon = std::get_if<PolygonShape>(&shape)) {
    area = 0.5 * std::fabs(twice_signed_area(polygon->vertices));
    outline = perimeter(polygon->vertices);
  }
  // Whole discs lie within a radius of the shape; their areas add up to no more than that.
  return (area + outline * radius + pi * radius * radius) / (pi * radius * radius);
}

}  // namespace throng::scenario
