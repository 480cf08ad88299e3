// Edges near a place: a search tree over their boxes.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "host/navigation/plane.hpp"

namespace throng {

class EdgeIndex {
 public:
  using Edge = flow::Segment;

  EdgeIndex();
  ~EdgeIndex();
  EdgeIndex(EdgeIndex&&) noexcept;
  EdgeIndex& operator=(EdgeIndex&&) noexcept;

  void build(std::vector<Edge> edges);
  /// An edge of those whose boxes meet `box` that `is_wanted`.
  [[nodiscard]] std::optional<Edge> find(const flow::Box& box, const std::function<bool(const Edge&)>& is_wanted) const;
  /// Whether an edge comes nearer to the place than `distance` (m).
  [[nodiscard]] bool is_any_near(Vec2d place, double distance) const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace throng
