#include "host/reference/slope.hpp"

#include <algorithm>
#include <vector>

#include "host/reference/polygon.hpp"

namespace throng::reference {
namespace {

/// Of the bilinear patch between the four heights around a place.
Vec gradient_of(const HeightMap& map, const Vec& place) {
  const Vec at = (place - Vec(map.origin.x, map.origin.y)) / map.spacing;
  const Vec last(static_cast<double>(map.columns - 1), static_cast<double>(map.rows - 1));
  if ((at.array() < 0.0).any() || (at.array() > last.array()).any()) return Vec::Zero();
  const auto column = std::min(static_cast<std::size_t>(at.x()), map.columns - 2);
  const auto row = std::min(static_cast<std::size_t>(at.y()), map.rows - 2);
  const Vec in_patch = at - Vec(static_cast<double>(column), static_cast<double>(row));
  Eigen::Matrix2d corners;  // row: along y, column: along x
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      corners(j, i) = map.z[(row + static_cast<std::size_t>(j)) * map.columns + column + static_cast<std::size_t>(i)];
    }
  }
  const Eigen::Vector2d along_x(1.0 - in_patch.x(), in_patch.x()), along_y(1.0 - in_patch.y(), in_patch.y());
  const Eigen::Vector2d difference(-1.0, 1.0);
  return Vec(along_y.dot(corners * difference), difference.dot(corners * along_x)) / map.spacing;
}

Vec gradient_at(const Heights& heights, const Vec& place) {
  if (heights.map) return gradient_of(*heights.map, place);
  for (const Floor& floor : heights.floors) {
    std::vector<Vec> ring;
    for (const Vec2d& p : floor.polygon) ring.emplace_back(p.x, p.y);
    if (contains(ring, place)) return {floor.gradient.x, floor.gradient.y};
  }
  return Vec::Zero();
}

double factor_of(const std::vector<SlopeSpeed>& table, double slope) {
  if (slope <= table.front().slope) return table.front().factor;
  for (std::size_t k = 1; k < table.size(); ++k) {
    const SlopeSpeed &below = table[k - 1], &above = table[k];
    if (slope > above.slope) continue;
    return below.factor + (slope - below.slope) / (above.slope - below.slope) * (above.factor - below.factor);
  }
  return table.back().factor;
}

}  // namespace

Vec slowed_by_slope(const Heights& heights, const Vec& place, const Vec& preferred) {
  if (heights.slope_speed.empty() || preferred.isZero(0.0)) return preferred;
  return factor_of(heights.slope_speed, gradient_at(heights, place).dot(preferred.normalized())) * preferred;
}

}  // namespace throng::reference
