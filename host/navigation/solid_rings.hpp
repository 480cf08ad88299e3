// Whether a place is inside a solid polygon.
#pragma once
#include <span>
#include <vector>

#include "host/navigation/wall_index.hpp"

namespace throng::flow {

/// The closed shapes among walls that run counter-clockwise. Asked for a few places only: a pass over their boxes.
class SolidRings {
 public:
  explicit SolidRings(std::span<const WallShape> walls);
  [[nodiscard]] bool contain(Vec2d place) const;

 private:
  struct Ring {
    std::vector<Vec2d> vertices;
    Box box;
  };
  std::vector<Ring> rings_;
};

}  // namespace throng::flow
