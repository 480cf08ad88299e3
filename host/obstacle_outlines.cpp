#include "host/obstacle_outlines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/checks.hpp"
#include "host/rings.hpp"

namespace throng {

void PointBox::include(Vec2d p) {
  min_x = std::min(min_x, p.x);
  max_x = std::max(max_x, p.x);
  min_y = std::min(min_y, p.y);
  max_y = std::max(max_y, p.y);
}

void PointBox::include(const PointBox& other) {
  min_x = std::min(min_x, other.min_x);
  max_x = std::max(max_x, other.max_x);
  min_y = std::min(min_y, other.min_y);
  max_y = std::max(max_y, other.max_y);
}

Vec2d PointBox::center() const {
  if (min_x > max_x) return {};
  return {0.5 * (min_x + max_x), 0.5 * (min_y + max_y)};
}

std::vector<ObstacleShape> check_outlines(std::span<const ObstacleOutline> outlines) {
  std::vector<ObstacleShape> shapes;
  std::size_t vertices = 0;
  for (std::size_t k = 0; k < outlines.size(); ++k) {
    const ObstacleOutline& outline = outlines[k];
    if (outline.vertices.size() > limits::max_obstacle_vertices - vertices) {
      refuse(fmt::format("obstacle {} of {} vertices beside the {} before it would exceed the limit of {}", k,
                         outline.vertices.size(), vertices, limits::max_obstacle_vertices));
    }
    vertices += outline.vertices.size();
    const std::string name = fmt::format("obstacle {}", k);
    outline.closed ? check_polygon(name, outline.vertices) : check_polyline(name, outline.vertices);
    shapes.push_back({k, outline.closed, {outline.vertices.begin(), outline.vertices.end()}});
  }
  return shapes;
}

PointBox box_of(std::span<const ObstacleShape> world) {
  PointBox box;
  for (const ObstacleShape& shape : world) {
    for (const Vec2d& v : shape.vertices) box.include(v);
  }
  return box;
}

std::vector<ObstacleShape> relative_shapes(std::span<const ObstacleShape> world, Vec2d origin) {
  std::vector<ObstacleShape> shapes(world.begin(), world.end());
  for (ObstacleShape& shape : shapes) {
    for (Vec2d& v : shape.vertices) {
      if (distance_from(origin, v) > limits::max_extent) {
        const auto k = static_cast<std::size_t>(&v - shape.vertices.data());
        check_extent(fmt::format("vertex {} of obstacle {}", k, shape.id), v, origin);
      }
      v = {v.x - origin.x, v.y - origin.y};
    }
  }
  return shapes;
}

std::vector<std::vector<Vec2d>> solid_rings(std::span<const ObstacleShape> shapes) {
  std::vector<std::vector<Vec2d>> rings;
  for (const ObstacleShape& shape : shapes) {
    if (shape.closed && twice_signed_area(shape.vertices) > 0.0) rings.push_back(shape.vertices);
  }
  return rings;
}

}  // namespace throng
