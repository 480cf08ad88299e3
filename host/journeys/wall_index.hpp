// Walls near a place: a search tree over the edges of obstacles.
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "throng/types.hpp"

namespace throng {

class WallIndex {
 public:
  WallIndex();
  ~WallIndex();
  WallIndex(WallIndex&&) noexcept;
  WallIndex& operator=(WallIndex&&) noexcept;

  void build(const std::vector<std::pair<Vec2d, Vec2d>>& edges);
  /// Whether an edge comes nearer to the place than `distance` (m).
  [[nodiscard]] bool is_any_near(Vec2d place, double distance) const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace throng
