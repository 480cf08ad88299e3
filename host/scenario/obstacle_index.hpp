// Where agents can stand: outside of solids, inside the walkable area, clear of edges.
#pragma once
#include <memory>
#include <vector>

#include "host/scenario/scenario.hpp"

namespace throng::scenario {

class ObstacleIndex {
 public:
  /// The obstacles from `first_geometry_ring` on are rings of the walkable area.
  ObstacleIndex(const std::vector<Scenario::Obstacle>& obstacles, std::size_t first_geometry_ring);
  ~ObstacleIndex();
  ObstacleIndex(ObstacleIndex&&) noexcept;
  ObstacleIndex& operator=(ObstacleIndex&&) noexcept;

  /// Inside a solid polygon, or outside the walkable area if there is one. Polylines and clockwise walls block no
  /// place.
  [[nodiscard]] bool blocked(Vec2d point) const;
  /// Whether an edge of any obstacle is nearer than `distance` (m).
  [[nodiscard]] bool near_edge(Vec2d point, double distance) const;

 private:
  struct Trees;
  std::unique_ptr<Trees> trees_;
};

/// m^2, of a point to a segment.
double squared_distance(Vec2d point, Vec2d from, Vec2d to);

}  // namespace throng::scenario
