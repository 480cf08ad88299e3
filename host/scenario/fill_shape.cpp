#include "host/scenario/fill_shape.hpp"

#include <fmt/format.h>

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

WalkableShape read_walkable(const JsonNode& node, const WalkableArea* walkable) {
  if (walkable == nullptr) node.fail("the scene has no walkable area, wanted `geometry` beside `agents`");
  const WalkableArea::Box box = walkable->box();
  WalkableShape shape{box.low, box.high, walkable->area(), 0.0};
  for (const WalkableArea::Part& part : walkable->parts()) {
    shape.perimeter += perimeter(part.outer);
    for (const std::vector<Vec2d>& hole : part.holes) shape.perimeter += perimeter(hole);
  }
  if (node.is_true()) return shape;
  if (!node.is_object()) node.fail_wanted(R"(true or {"within": [[x0, y0], [x1, y1]]})");
  node.require_object({"within"});
  const JsonNode within = node.at("within");
  const RectangleShape rectangle = read_rectangle(within);
  shape.low = {std::max(box.low.x, rectangle.low.x), std::max(box.low.y, rectangle.low.y)};
  shape.high = {std::min(box.high.x, rectangle.high.x), std::min(box.high.y, rectangle.high.y)};
  if (!(shape.low.x < shape.high.x && shape.low.y < shape.high.y)) {
    within.fail_wanted(
        fmt::format("a rectangle that meets the walkable area, which reaches from ({:.9g}, {:.9g}) to "
                    "({:.9g}, {:.9g})",
                    box.low.x, box.low.y, box.high.x, box.high.y));
  }
  return shape;
}

}  // namespace

FillShape read_fill_shape(const JsonNode& fill, const WalkableArea* walkable) {
  fill.require_object({"rectangle", "disc", "ring", "polygon", "grid", "walkable"});
  if (fill.size() != 1) fill.fail_wanted("one shape: `rectangle`, `disc`, `ring`, `polygon`, `grid` or `walkable`");
  if (const auto node = fill.find("rectangle")) return read_rectangle(*node);
  if (const auto node = fill.find("disc")) return read_ring(*node, false);
  if (const auto node = fill.find("ring")) return read_ring(*node, true);
  if (const auto node = fill.find("polygon")) return read_polygon(*node);
  if (const auto node = fill.find("walkable")) return read_walkable(*node, walkable);
  return read_grid(fill.at("grid"));
}

std::optional<Vec2d> place_in_shape(const FillShape& shape, double u, double v) {
  const auto in_box = [u, v](Vec2d low, Vec2d high) {
    return Vec2d{low.x + u * (high.x - low.x), low.y + v * (high.y - low.y)};
  };
  if (const auto* rectangle = std::get_if<RectangleShape>(&shape)) return in_box(rectangle->low, rectangle->high);
  if (const auto* walkable = std::get_if<WalkableShape>(&shape)) return in_box(walkable->low, walkable->high);
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
    const Vec2d point = in_box(polygon->low, polygon->high);
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
  } else if (const auto* walkable = std::get_if<WalkableShape>(&shape)) {
    const double width = walkable->high.x - walkable->low.x;
    const double height = walkable->high.y - walkable->low.y;
    area = std::min(walkable->area, width * height);
    outline = std::max(walkable->perimeter, 2.0 * (width + height));
  }
  // Whole discs lie within a radius of the shape; their areas add up to no more than that.
  return (area + outline * radius + pi * radius * radius) / (pi * radius * radius);
}

}  // namespace throng::scenario
