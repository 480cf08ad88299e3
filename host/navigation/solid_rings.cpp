#include "host/navigation/solid_rings.hpp"

#include <utility>

#include "host/rings.hpp"

namespace throng::flow {

RingIndex solid_rings(std::span<const WallShape> walls) {
  std::vector<std::vector<Vec2d>> rings;
  for (const WallShape& wall : walls) {
    if (!wall.closed || wall.vertices.size() < 3) continue;
    std::vector<Vec2d> ring;
    for (const Vec2d& v : wall.vertices) ring.push_back({static_cast<float>(v.x), static_cast<float>(v.y)});
    if (twice_signed_area(ring) > 0.0) rings.push_back(std::move(ring));
  }
  RingIndex index;
  index.build(std::move(rings));
  return index;
}

}  // namespace throng::flow
