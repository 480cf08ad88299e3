#include "host/scenario/obstacle_index.hpp"

#include <utility>

#include "host/rings.hpp"

namespace throng::scenario {

ObstacleIndex::ObstacleIndex(const std::vector<Scenario::Obstacle>& obstacles, std::size_t first_geometry_ring) {
  std::vector<std::vector<Vec2d>> solids, walkable;
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    const std::vector<Vec2d>& vertices = obstacles[i].vertices;
    if (i >= first_geometry_ring) {
      walkable.push_back(vertices);
    } else if (obstacles[i].closed && twice_signed_area(vertices) > 0.0) {
      solids.push_back(vertices);
    }
    for (std::size_t k = obstacles[i].closed ? 0 : 1; k < vertices.size(); ++k) {
      edges.push_back({vertices[k == 0 ? vertices.size() - 1 : k - 1], vertices[k]});
    }
  }
  solids_.build(std::move(solids));
  walkable_.build(std::move(walkable));
  edges_.build(std::move(edges));
}

bool ObstacleIndex::blocked(Vec2d point) const {
  // Rings of the walkable area lie inside each other: an odd number of them around a point means free space.
  return solids_.contains(point) || (!walkable_.empty() && walkable_.count_around(point) % 2 == 0);
}

std::optional<ObstacleIndex::Edge> ObstacleIndex::edge_in(Vec2d center, const Outline& outline) const {
  const double radius = outline.radius;
  return edges_.find(flow::grown({center, center}, radius), [&](const Edge& edge) {
    if (outline.vertices.empty()) return squared_distance(center, edge.from, edge.to) < radius * radius;
    const auto relative = [center](Vec2d p) { return Vec2d{p.x - center.x, p.y - center.y}; };
    return meets_segment(outline.vertices, relative(edge.from), relative(edge.to));
  });
}

}  // namespace throng::scenario
