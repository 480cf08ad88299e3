// Which of many boxes are near one, in double precision and without a list of all pairs.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "throng/types.hpp"

namespace throng::cli {

/// Parallel to the axes, m. Empty at first.
struct Box {
  Vec2d least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2d most{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  void include(Vec2d p) {
    least = {std::min(least.x, p.x), std::min(least.y, p.y)};
    most = {std::max(most.x, p.x), std::max(most.y, p.y)};
  }
  [[nodiscard]] Vec2d middle() const { return {0.5 * (least.x + most.x), 0.5 * (least.y + most.y)}; }
  [[nodiscard]] double size() const { return std::max(most.x - least.x, most.y - least.y); }
};

/// A search tree over the boxes.
class NearBoxes {
 public:
  /// `boxes` must outlive it. Two are near that are at most `margin` (m) apart on both axes.
  NearBoxes(const std::vector<Box>& boxes, double margin);
  ~NearBoxes();
  NearBoxes(const NearBoxes&) = delete;
  NearBoxes& operator=(const NearBoxes&) = delete;

  /// Those with a higher number that are near box `a`, in ascending order.
  void for_later(std::uint32_t a, const std::function<void(std::uint32_t)>& take) const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace throng::cli
