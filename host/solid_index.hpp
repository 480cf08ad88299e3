// Which points are inside a solid polygon: a search tree over the polygons' boxes, and a ray for those that may
// contain.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "throng/types.hpp"

namespace throng {

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
