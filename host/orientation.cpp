// J. R. Shewchuk: Adaptive precision floating-point arithmetic and fast robust geometric predicates. Discrete &
// Computational Geometry 18, 1997.
#include "host/orientation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace throng {
namespace {

/// A sum kept whole: parts that do not overlap, the smallest first.
class ExactSum {
 public:
  void add_product(double a, double b) {
    const double product = a * b;
    add(std::fma(a, b, -product));
    add(product);
  }
  [[nodiscard]] int sign() const {
    for (std::size_t i = count_; i-- > 0;) {
      if (parts_[i] != 0.0) return parts_[i] > 0.0 ? 1 : -1;
    }
    return 0;
  }

 private:
  void add(double x) {
    for (std::size_t i = 0; i < count_; ++i) {
      const double sum = x + parts_[i], of_part = sum - x;
      parts_[i] = (x - (sum - of_part)) + (parts_[i] - of_part);
      x = sum;
    }
    parts_[count_++] = x;
  }

  std::array<double, 12> parts_{};
  std::size_t count_ = 0;
};

}  // namespace

int orientation(Vec2d a, Vec2d b, Vec2d c) {
  const double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x), difference = left - right;
  constexpr double rounding = (3.0 + 0x1p-49) * 0x1p-53;
  if (std::abs(difference) > rounding * (std::abs(left) + std::abs(right))) return difference > 0.0 ? 1 : -1;
  ExactSum sum;
  sum.add_product(a.x, b.y);
  sum.add_product(-a.y, b.x);
  sum.add_product(b.x, c.y);
  sum.add_product(-b.y, c.x);
  sum.add_product(c.x, a.y);
  sum.add_product(-c.y, a.x);
  return sum.sign();
}

std::vector<Vec2d> scaled_for_orientation(std::span<const Vec2d> points) {
  double largest = 0.0;
  for (const Vec2d& p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
  const int exponent = std::isfinite(largest) && largest > 0.0 ? std::ilogb(largest) : 0;
  std::vector<Vec2d> scaled;
  for (const Vec2d& p : points) scaled.push_back({std::ldexp(p.x, -exponent), std::ldexp(p.y, -exponent)});
  return scaled;
}

}  // namespace throng
