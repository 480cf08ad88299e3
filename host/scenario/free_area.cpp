#include "host/scenario/free_area.hpp"

#include <cmath>
#include <utility>

#include "host/rings.hpp"
#include "host/scenario/area_overlay.hpp"

namespace throng::scenario {
namespace {

PolygonRings rectangle(Vec2d low, Vec2d high) { return {{low, {high.x, low.y}, high, {low.x, high.y}}}; }

PolygonRings in_shape(const FillShape& shape) {
  if (const auto* polygon = std::get_if<PolygonShape>(&shape)) return {polygon->vertices};
  if (const auto* box = std::get_if<RectangleShape>(&shape)) return rectangle(box->low, box->high);
  const auto& walkable = std::get<WalkableShape>(shape);
  return rectangle(walkable.low, walkable.high);
}

double area_of(const std::vector<PolygonRings>& parts) {
  double twice = 0.0;
  for (const PolygonRings& rings : parts) {
    for (std::size_t i = 0; i < rings.size(); ++i) {
      twice += (i == 0 ? 1.0 : -1.0) * std::abs(twice_signed_area(rings[i]));
    }
  }
  return 0.5 * twice;
}

}  // namespace

double free_area(const FillShape& shape, const WalkableArea* walkable, const std::vector<Scenario::Obstacle>& obstacles,
                 std::size_t obstacle_count) {
  std::vector<PolygonRings> free{in_shape(shape)};
  if (walkable != nullptr) {
    std::vector<PolygonRings> area;
    for (const WalkableArea::Part& part : walkable->parts()) {
      PolygonRings& rings = area.emplace_back(PolygonRings{part.outer});
      rings.insert(rings.end(), part.holes.begin(), part.holes.end());
    }
    free = overlay(Overlay::intersect, free, area);
  }
  std::vector<PolygonRings> solids;
  for (std::size_t i = 0; i < obstacle_count; ++i) {
    const Scenario::Obstacle& obstacle = obstacles[i];
    if (obstacle.closed && twice_signed_area(obstacle.vertices) > 0.0) solids.push_back({obstacle.vertices});
  }
  if (!solids.empty()) free = overlay(Overlay::subtract, free, solids);
  return area_of(free);
}

}  // namespace throng::scenario
