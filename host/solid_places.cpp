#include "host/solid_places.hpp"

#include <algorithm>
#include <cmath>

#include "host/obstacle_outlines.hpp"

namespace throng {

void SolidPlaces::build(std::vector<std::vector<Vec2d>> rings) {
  std::vector<PointBox> boxes;
  PointBox all;
  for (const std::vector<Vec2d>& ring : rings) {
    PointBox& box = boxes.emplace_back();
    for (const Vec2d& v : ring) box.include(v);
    all.include(box);
  }
  rings_.build(std::move(rings));
  x_ = y_ = {};
  reached_.clear();
  if (boxes.empty()) return;
  // Up to 64 cells for each polygon, a million in all.
  const double most = std::clamp(8.0 * std::sqrt(static_cast<double>(boxes.size())), 64.0, 1024.0);
  const auto axis = [&](double low, double high) {
    return Axis{low, most / std::max(high - low, 1.0e-3) * (1.0 - 1.0e-9), static_cast<std::int32_t>(most)};
  };
  x_ = axis(all.min_x, all.max_x);
  y_ = axis(all.min_y, all.max_y);
  // Corners of boxes, summed up along both axes: how many boxes reach into each cell.
  const auto columns = static_cast<std::size_t>(x_.cells), rows = static_cast<std::size_t>(y_.cells);
  std::vector<std::int32_t> sums((columns + 1) * (rows + 1));
  const auto at = [&](std::size_t column, std::size_t row) -> std::int32_t& {
    return sums[row * (columns + 1) + column];
  };
  for (const PointBox& box : boxes) {
    const std::size_t left = x_.cell(box.min_x), right = x_.cell(box.max_x) + 1;
    const std::size_t bottom = y_.cell(box.min_y), top = y_.cell(box.max_y) + 1;
    ++at(left, bottom);
    --at(right, bottom);
    --at(left, top);
    ++at(right, top);
  }
  reached_.resize(columns * rows);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      if (column > 0) at(column, row) += at(column - 1, row);
    }
    for (std::size_t column = 0; row > 0 && column < columns; ++column) at(column, row) += at(column, row - 1);
    for (std::size_t column = 0; column < columns; ++column) {
      reached_[row * columns + column] = at(column, row) > 0 ? 1 : 0;
    }
  }
}

}  // namespace throng
