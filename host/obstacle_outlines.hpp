// Obstacles as calls without a world are given them.
#pragma once
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "host/executor.hpp"
#include "throng/obstacle_set.hpp"

namespace throng {

/// A box around points, world coordinates.
struct PointBox {
  double min_x = INFINITY, min_y = INFINITY, max_x = -INFINITY, max_y = -INFINITY;

  void include(Vec2d p);
  void include(const PointBox& other);
  [[nodiscard]] Vec2d center() const;  ///< (0, 0) of nothing
};

/// Copies, checked as World::add_polygon and World::add_polyline do. Ids count up in their order. Vertices are in world
/// coordinates.
std::vector<ObstacleShape> check_outlines(std::span<const ObstacleOutline> outlines);

[[nodiscard]] PointBox box_of(std::span<const ObstacleShape> world);

/// Relative to an origin. Throws invalid_argument for a vertex that is too far from it.
[[nodiscard]] std::vector<ObstacleShape> relative_shapes(std::span<const ObstacleShape> world, Vec2d origin);

/// The solid polygons.
[[nodiscard]] std::vector<std::vector<Vec2d>> solid_rings(std::span<const ObstacleShape> shapes);

}  // namespace throng
