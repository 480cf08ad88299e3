// Where agents can stand: outside of solids, inside the walkable area, clear of edges.
#pragma once
#include <optional>
#include <vector>

#include "host/edge_index.hpp"
#include "host/ring_index.hpp"
#include "host/scenario/outline.hpp"
#include "throng/scenario.hpp"

namespace throng::scenario {

class ObstacleIndex {
 public:
  /// The obstacles from `first_geometry_ring` on are rings of the walkable area.
  ObstacleIndex(const std::vector<Scenario::Obstacle>& obstacles, std::size_t first_geometry_ring);

  /// Inside a solid polygon, or outside the walkable area if there is one. Polylines and clockwise walls block no
  /// place.
  [[nodiscard]] bool blocked(Vec2d point) const;
  using Edge = EdgeIndex::Edge;
  /// An edge of any obstacle that is nearer than the radius of a disc here, or comes into a footprint.
  [[nodiscard]] std::optional<Edge> edge_in(Vec2d center, const Outline& outline) const;

 private:
  RingIndex solids_, walkable_;
  EdgeIndex edges_;
};

}  // namespace throng::scenario
