// Where agents can stand: outside of solids, inside the walkable area, clear of edges.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "host/scenario/outline.hpp"
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
  struct Edge {
    Vec2d from, to;
  };
  /// An edge of any obstacle that is nearer than the radius of a disc here, or comes into a footprint.
  [[nodiscard]] std::optional<Edge> edge_in(Vec2d center, const Outline& outline) const;

 private:
  struct Trees;
  std::unique_ptr<Trees> trees_;
};

}  // namespace throng::scenario
