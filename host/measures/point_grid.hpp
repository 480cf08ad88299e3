// Who is near whom, among many points.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "throng/types.hpp"

namespace throng::measures {

/// Points in square cells, by counting sort. Cells are larger than asked for where there would be many more than
/// points.
class PointGrid {
 public:
  /// `cell` in m, > 0. The points must outlive it.
  void build(std::span<const Vec2d> points, double cell);

  /// Calls visit(i) for the points of all cells that meet the square of half width `reach` around `center`: all points
  /// in it, and some that are not.
  template <class Visit>
  void for_each_near(Vec2d center, double reach, Visit&& visit) const {
    if (points_.empty()) return;
    const std::size_t left = column(center.x - reach), right = column(center.x + reach);
    const std::size_t bottom = line(center.y - reach), top = line(center.y + reach);
    for (std::size_t y = bottom; y <= top; ++y) {
      for (std::size_t k = start_[y * columns_ + left]; k < start_[y * columns_ + right + 1]; ++k) visit(order_[k]);
    }
  }
  /// m: the grown square of this half width around any of the points has them all.
  [[nodiscard]] double widest() const { return widest_; }
  [[nodiscard]] double cell() const { return cell_; }

 private:
  [[nodiscard]] std::size_t column(double x) const { return step_of((x - low_.x) / cell_, columns_); }
  [[nodiscard]] std::size_t line(double y) const { return step_of((y - low_.y) / cell_, lines_); }
  [[nodiscard]] static std::size_t step_of(double value, std::size_t count) {
    if (!(value > 0.0)) return 0;
    return value < static_cast<double>(count) ? static_cast<std::size_t>(value) : count - 1;
  }

  std::span<const Vec2d> points_;
  Vec2d low_;
  double cell_ = 1.0, widest_ = 0.0;
  std::size_t columns_ = 0, lines_ = 0;
  std::vector<std::uint32_t> start_, order_, cell_of_;
};

}  // namespace throng::measures
