// Which of many boxes are near each other.
#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "host/navigation/plane.hpp"

namespace throng::scenario {

/// Calls `visit(i, k)` with i > k for all boxes that are no further apart than `gap`: a sweep along x.
template <class Visit>
void each_near_pair(std::span<const flow::Box> boxes, double gap, Visit visit) {
  std::vector<std::size_t> order(boxes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return boxes[a].low.x < boxes[b].low.x; });
  std::vector<std::size_t> open;
  for (const std::size_t i : order) {
    const flow::Box& box = boxes[i];
    std::erase_if(open, [&](std::size_t k) { return box.low.x > boxes[k].high.x + gap; });
    for (const std::size_t k : open) {
      if (box.low.y > boxes[k].high.y + gap || boxes[k].low.y > box.high.y + gap) continue;
      visit(std::max(i, k), std::min(i, k));
    }
    open.push_back(i);
  }
}

}  // namespace throng::scenario
