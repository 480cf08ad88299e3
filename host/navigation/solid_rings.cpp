#include "host/navigation/solid_rings.hpp"

#include <utility>

namespace throng::flow {

SolidRings::SolidRings(std::span<const WallShape> walls) {
  for (const WallShape& wall : walls) {
    if (!wall.closed || wall.vertices.size() < 3) continue;
    Ring ring;
    for (const Vec2d& v : wall.vertices) ring.vertices.push_back({static_cast<float>(v.x), static_cast<float>(v.y)});
    double twice_area = 0.0;
    ring.box = {ring.vertices[0], ring.vertices[0]};
    for (std::size_t k = 0; k < ring.vertices.size(); ++k) {
      const Vec2d& a = ring.vertices[k];
      const Vec2d& b = ring.vertices[(k + 1) % ring.vertices.size()];
      twice_area += det(a - ring.vertices[0], b - ring.vertices[0]);
      ring.box.low = {std::min(ring.box.low.x, a.x), std::min(ring.box.low.y, a.y)};
      ring.box.high = {std::max(ring.box.high.x, a.x), std::max(ring.box.high.y, a.y)};
    }
    if (twice_area > 0.0) rings_.push_back(std::move(ring));
  }
}

bool SolidRings::contain(Vec2d place) const {
  for (const Ring& ring : rings_) {
    if (!overlap(ring.box, {place, place})) continue;
    bool inside = false;
    for (std::size_t k = 0, before = ring.vertices.size() - 1; k < ring.vertices.size(); before = k++) {
      const Vec2d& a = ring.vertices[k];
      const Vec2d& b = ring.vertices[before];
      if ((a.y > place.y) == (b.y > place.y)) continue;
      if (place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
    if (inside) return true;
  }
  return false;
}

}  // namespace throng::flow
