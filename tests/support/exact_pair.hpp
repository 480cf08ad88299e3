// Whether two convex bodies overlap, in whole numbers: exactly. Of bodies whose coordinates are floats and that no pose
// moves; each float is a multiple of one power of two.
#pragma once
#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "tests/support/convex_cases.hpp"

namespace throng::exact {

using Whole = boost::multiprecision::int256_t;
using Square = boost::multiprecision::int1024_t;
struct Point {
  Whole x, y;
};
inline Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y}; }
inline Whole dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y; }
inline Whole det(const Point& a, const Point& b) { return a.x * b.y - a.y * b.x; }
inline int sign(const Whole& x) { return x.sign(); }

/// The exponent of the lowest bit that is set in `x`.
inline int lowest_bit(float x) {
  int exponent = 0;
  auto mantissa = static_cast<std::int32_t>(std::ldexp(std::frexp(x, &exponent), 24));
  exponent -= 24;
  for (; mantissa % 2 == 0; mantissa /= 2) ++exponent;
  return exponent;
}

/// Both bodies of a case, in units of `2^unit`.
class Pair {
 public:
  explicit Pair(const convex_cases::Case& c) {
    unit_ = 1000;
    for (const auto* shape : {&c.a, &c.b}) {
      for (const Vec2f& p : shape->vertices) look(p.x), look(p.y);
      if (shape->is_disc()) look(shape->center.x), look(shape->center.y), look(shape->radius);
    }
    unit_ -= 10;  // what else is asked about is near them, but not on their bits
    a_ = points(c.a);
    b_ = points(c.b);
    radius_a_ = whole(c.a.radius);
    radius_b_ = whole(c.b.radius);
  }

  /// m: moving one by it just separates the two; negative when they are apart, minus the largest gap on an axis. The
  /// sign is exact, the value to a few parts in 10^15.
  [[nodiscard]] double depth() const {
    if (radius_a_ > 0) return of_discs();
    return radius_b_ > 0 ? of_disc() : of_polygons();
  }

  /// Of two polygons, without axes: do they have a point in common?
  [[nodiscard]] bool meet() const {
    for (std::size_t i = 0; i < a_.size(); ++i) {
      for (std::size_t j = 0; j < b_.size(); ++j) {
        if (edges_meet(a_[i], a_[(i + 1) % a_.size()], b_[j], b_[(j + 1) % b_.size()])) return true;
      }
    }
    return holds(a_, b_[0]) || holds(b_, a_[0]);
  }

  /// m, how far a point is from each of two polygons, 0 in it and on it. The point is taken to a thousandth of the
  /// lowest bit of the bodies' coordinates.
  [[nodiscard]] std::pair<double, double> distances(Vec2f point) const {
    const Point p{whole(point.x), whole(point.y)};
    return {meters(distance(a_, p)), meters(distance(b_, p))};
  }
  /// m, between two polygons; 0 when they meet.
  [[nodiscard]] double distance() const {
    if (meet()) return 0.0;
    double least = INFINITY;
    for (const Point& p : a_) least = std::min(least, distance(b_, p));
    for (const Point& p : b_) least = std::min(least, distance(a_, p));
    return meters(least);
  }

 private:
  void look(float x) {
    if (x != 0.0f) unit_ = std::min(unit_, lowest_bit(x));
  }
  [[nodiscard]] Whole whole(float x) const {
    const double scaled = std::ldexp(static_cast<double>(x), -unit_);
    if (std::abs(scaled) >= 0x1p62) throw std::range_error("coordinates of too many magnitudes");
    return static_cast<std::int64_t>(scaled);
  }
  [[nodiscard]] std::vector<Point> points(const convex_cases::Shape& shape) const {
    if (shape.is_disc()) return {{whole(shape.center.x), whole(shape.center.y)}};
    std::vector<Point> result;
    for (const Vec2f& p : shape.vertices) result.push_back({whole(p.x), whole(p.y)});
    return result;
  }
  [[nodiscard]] double meters(double units) const { return std::ldexp(units, unit_); }

  [[nodiscard]] double along(const Point& axis) const {
    const auto [low_a, high_a] = reach(a_, axis);
    const auto [low_b, high_b] = reach(b_, axis);
    const Whole ahead = high_a - low_b, behind = high_b - low_a;
    return (ahead < behind ? ahead : behind).convert_to<double>() / std::sqrt(dot(axis, axis).convert_to<double>());
  }
  static std::pair<Whole, Whole> reach(const std::vector<Point>& points, const Point& axis) {
    std::pair<Whole, Whole> found(dot(points[0], axis), dot(points[0], axis));
    for (const Point& p : points) {
      const Whole at = dot(p, axis);
      if (at < found.first) found.first = at;
      if (at > found.second) found.second = at;
    }
    return found;
  }
  [[nodiscard]] double of_polygons() const {
    double depth = INFINITY;
    for (const auto* body : {&a_, &b_}) {
      for (std::size_t k = 0; k < body->size(); ++k) {
        const Point edge = (*body)[(k + 1) % body->size()] - (*body)[k];
        depth = std::min(depth, along({edge.y, -edge.x}));
        if (a_.size() == 2 && b_.size() == 2) depth = std::min(depth, along(edge));
      }
    }
    return meters(depth);
  }

  [[nodiscard]] double of_discs() const {
    const Point d = b_[0] - a_[0];
    const Whole sum = radius_a_ + radius_b_;
    const double distance = std::sqrt(dot(d, d).convert_to<double>());
    return meters(Whole(sum * sum - dot(d, d)).convert_to<double>() / (sum.convert_to<double>() + distance));
  }

  [[nodiscard]] double of_disc() const {
    const Point center = b_[0];
    const double radius = radius_b_.convert_to<double>();
    const bool inside = a_.size() > 2 && holds(a_, center);
    double depth = inside ? INFINITY : -INFINITY;
    for (std::size_t k = 0; k < a_.size(); ++k) {
      const Point from = a_[k], edge = a_[(k + 1) % a_.size()] - from, to = center - from;
      const Whole edge_sq = dot(edge, edge), at = dot(to, edge), across = det(edge, to);
      if (inside) {
        depth =
            std::min(depth, radius + std::abs(across.convert_to<double>()) / std::sqrt(edge_sq.convert_to<double>()));
        continue;
      }
      const bool beside = at > 0 && at < edge_sq;
      // The distance's square is above / below.
      const Square above = beside ? Square(across) * Square(across) : Square(dot(to, to));
      const Square below = beside ? Square(edge_sq) : Square(1);
      const double distance = std::sqrt(above.convert_to<double>() / below.convert_to<double>());
      const Square more = Square(radius_b_) * Square(radius_b_) * below - above;
      depth = std::max(depth, more.convert_to<double>() / below.convert_to<double>() / (radius + distance));
    }
    return meters(depth);
  }

  /// In units; whether it is 0 is exact.
  static double distance(const std::vector<Point>& polygon, const Point& p) {
    if (holds(polygon, p)) return 0.0;
    double least_sq = INFINITY;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Point from = polygon[k], edge = polygon[(k + 1) % polygon.size()] - from, to = p - from;
      const Whole edge_sq = dot(edge, edge), at = dot(to, edge);
      const auto across = det(edge, to).convert_to<double>();
      const bool beside = at > 0 && at < edge_sq;
      least_sq = std::min(least_sq,
                          beside ? across * across / edge_sq.convert_to<double>() : dot(to, to).convert_to<double>());
    }
    return std::sqrt(least_sq);
  }

  static int side(const Point& a, const Point& b, const Point& c) { return sign(det(b - a, c - a)); }
  static bool on_edge(const Point& a, const Point& b, const Point& p) { return sign(dot(a - p, b - p)) <= 0; }
  static bool edges_meet(const Point& a, const Point& b, const Point& c, const Point& d) {
    const int of_a = side(c, d, a), of_b = side(c, d, b), of_c = side(a, b, c), of_d = side(a, b, d);
    if (of_a * of_b < 0 && of_c * of_d < 0) return true;
    return (of_a == 0 && on_edge(c, d, a)) || (of_b == 0 && on_edge(c, d, b)) || (of_c == 0 && on_edge(a, b, c)) ||
           (of_d == 0 && on_edge(a, b, d));
  }
  static bool holds(const std::vector<Point>& polygon, const Point& p) {
    int least = 1, most = -1;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const int s = side(polygon[k], polygon[(k + 1) % polygon.size()], p);
      least = std::min(least, s);
      most = std::max(most, s);
    }
    return polygon.size() > 2 && (least >= 0 || most <= 0);
  }

  int unit_;
  std::vector<Point> a_, b_;
  Whole radius_a_, radius_b_;
};

}  // namespace throng::exact
