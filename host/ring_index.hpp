// Which rings points are in: a search tree over the rings' boxes, and a ray for those that may contain.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "throng/types.hpp"

namespace throng {

class RingIndex {
 public:
  RingIndex();
  ~RingIndex();
  RingIndex(RingIndex&&) noexcept;
  RingIndex& operator=(RingIndex&&) noexcept;

  /// Keeps a copy of the rings; each has a vertex.
  void build(std::vector<std::vector<Vec2d>> rings);
  /// Whether any ring does.
  [[nodiscard]] bool contains(Vec2d point) const;
  /// How many rings do.
  [[nodiscard]] std::size_t count_around(Vec2d point) const;
  [[nodiscard]] bool empty() const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace throng
