// Which points are inside a solid polygon: a search tree over the polygons' boxes, and a ray for those that may
// contain.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "throng/types.hpp"

namespace throng {

/// Twice the signed area, > 0 for counter-clockwise.
double twice_signed_area(std::span<const Vec2d> ring);
bool ring_contains(std::span<const Vec2d> ring, Vec2d point);

class SolidIndex {
 public:
  SolidIndex();
  ~SolidIndex();
  SolidIndex(SolidIndex&&) noexcept;
  SolidIndex& operator=(SolidIndex&&) noexcept;

  /// Keeps a copy of the rings, which are solid (counter-clockwise).
  void build(std::vector<std::vector<Vec2d>> rings);
  [[nodiscard]] bool contains(Vec2d point) const;
  [[nodiscard]] bool empty() const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace throng
