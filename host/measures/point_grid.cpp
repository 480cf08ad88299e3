#include "host/measures/point_grid.hpp"

#include <algorithm>
#include <cmath>

namespace throng::measures {

void PointGrid::build(std::span<const Vec2d> points, double cell) {
  points_ = points;
  if (points.empty()) return;
  Vec2d high = low_ = points.front();
  for (const Vec2d p : points) {
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const double width = high.x - low_.x, height = high.y - low_.y;
  widest_ = std::max(width, height);
  const double most_cells = 4.0 * static_cast<double>(points.size()) + 64.0;
  const auto cells = [&] { return (std::floor(width / cell) + 1.0) * (std::floor(height / cell) + 1.0); };
  while (cells() > most_cells) cell *= 2.0;
  cell_ = cell;
  columns_ = static_cast<std::size_t>(width / cell_) + 1;
  lines_ = static_cast<std::size_t>(height / cell_) + 1;
  start_.assign(columns_ * lines_ + 1, 0);
  cell_of_.resize(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    cell_of_[i] = static_cast<std::uint32_t>(line(points[i].y) * columns_ + column(points[i].x));
    ++start_[cell_of_[i] + 1];
  }
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  order_.resize(points.size());
  std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
  for (std::size_t i = 0; i < points.size(); ++i) order_[next[cell_of_[i]]++] = static_cast<std::uint32_t>(i);
}

}  // namespace throng::measures
