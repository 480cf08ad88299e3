// Pairs of convex bodies of every kind, of whom all coordinates are floats: what is asked of them can be known exactly.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "throng/collision.hpp"
#include "throng/error.hpp"

namespace throng::convex_cases {

/// A polygon, a segment (2 vertices) or a disc (none).
struct Shape {
  std::vector<Vec2f> vertices;
  Vec2f center;
  float radius = 0.0f;
  [[nodiscard]] bool is_disc() const { return vertices.empty(); }
};

struct Case {
  const char* kind;
  Shape a, b;  ///< polygons before discs
};

class Cases {
 public:
  explicit Cases(std::uint64_t seed) : engine_(seed) {}

  Case next() {
    size_ = std::pow(10.0, real(-3.0, 3.0));
    const auto kind = engine_() % 10;
    if (kind == 0) return of_polygons("common", polygon(size_), polygon(near_size()), anywhere());
    if (kind == 1) {
      const double other = std::pow(10.0, real(-3.0, 3.0));
      return of_polygons("of any two sizes", polygon(size_), polygon(other), beside(size_, other));
    }
    if (kind == 2) return of_polygons("needles", needle(size_), engine_() % 2 == 0 ? needle(size_) : polygon(size_));
    if (kind == 3) return touching("touching", polygon(size_), polygon(near_size()));
    if (kind == 4) return of_polygons("contained", polygon(size_), polygon(0.05 * size_), {0.2 * size_, 0.1 * size_});
    if (kind == 5) {
      const Points both = polygon(size_);
      return of_polygons("identical", both, both, {});
    }
    if (kind == 6) {
      far_ = true;
      Case found = engine_() % 2 == 0 ? of_polygons("far from the origin", polygon(size_), polygon(near_size()))
                                      : touching("far from the origin", polygon(size_), polygon(near_size()));
      far_ = false;
      return found;
    }
    if (kind == 7) {
      const Points one = segment(size_);
      if (engine_() % 2 == 0) return of_polygons("segment", one, polygon(near_size()));
      return of_polygons("segments", one, segment(near_size()), beside(0.2 * size_, 0.2 * size_));
    }
    if (kind == 8) return on_a_grid();
    return with_disc();
  }

 private:
  using Points = std::vector<Vec2d>;

  double real(double low, double high) { return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double near_size() { return size_ * real(0.3, 2.0); }
  Vec2d anywhere() { return beside(size_, size_); }
  Vec2d beside(double a, double b) { return {(a + b) * real(-1.1, 1.1), (a + b) * real(-1.1, 1.1)}; }

  Points ellipse(double size, double flat) {
    std::vector<double> angles(3 + engine_() % 6);
    if (engine_() % 4 == 0) angles.resize(3 + engine_() % 62);
    for (double& angle : angles) angle = real(0.0, 2.0 * std::numbers::pi);
    if (engine_() % 4 == 0) {  // regular
      for (std::size_t i = 0; i < angles.size(); ++i) {
        angles[i] = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(angles.size());
      }
    }
    const double turn = engine_() % 4 == 0 ? 0.0 : real(0.0, 2.0 * std::numbers::pi);
    Points points;
    for (const double angle : angles) {
      const double x = size * std::cos(angle), y = flat * size * std::sin(angle);
      points.push_back({std::cos(turn) * x - std::sin(turn) * y, std::sin(turn) * x + std::cos(turn) * y});
    }
    return points;
  }
  Points polygon(double size) { return ellipse(size, real(0.2, 1.0)); }
  Points needle(double size) { return ellipse(size, std::pow(10.0, real(-4.0, -1.0))); }
  Points segment(double size) {
    if (engine_() % 4 == 0) return {{0.0, 0.0}, {size, 0.0}};
    return {{real(-size, size), real(-size, size)}, {real(-size, size), real(-size, size)}};
  }

  /// So coarse that a float has it where the pair is: what is convex on it stays so.
  struct Grid {
    double step;
    [[nodiscard]] double on(double x) const { return std::nearbyint(x / step) * step; }
    [[nodiscard]] Vec2d on(Vec2d p) const { return {on(p.x), on(p.y)}; }
  };
  static Grid grid_for(double reach) { return {std::ldexp(1.0, std::ilogb(reach) - 21)}; }

  static double reach_of(const Points& points) {
    double reach = 0.0;
    for (const Vec2d& p : points) reach = std::max({reach, std::abs(p.x), std::abs(p.y)});
    return reach;
  }

  /// Around `at`; empty when nothing with an area is left on the grid.
  static std::vector<Vec2f> placed(const Points& points, Vec2d at) {
    const Grid grid = grid_for(reach_of(points) + std::max(std::abs(at.x), std::abs(at.y)));
    Points snapped;
    for (const Vec2d& p : points) snapped.push_back(grid.on(p));
    try {
      if (snapped.size() > 2) snapped = convex_hull(snapped);
    } catch (const Error&) {
      return {};
    }
    const Vec2d center = grid.on(at);
    std::vector<Vec2f> result;
    for (const Vec2d& p : snapped)
      result.push_back({static_cast<float>(center.x + p.x), static_cast<float>(center.y + p.y)});
    if (result.size() == 2 && result[0] == result[1]) return {};
    return result;
  }

  Vec2d origin() {
    const double away = far_ ? size_ * std::pow(10.0, real(0.0, 3.5)) : size_;
    return {real(-away, away), real(-away, away)};
  }

  Case of_polygons(const char* kind, const Points& a, const Points& b) { return of_polygons(kind, a, b, anywhere()); }
  Case of_polygons(const char* kind, const Points& a, const Points& b, Vec2d offset) {
    const Vec2d at = origin();
    Case found{kind, {placed(a, at), {}, 0.0f}, {placed(b, {at.x + offset.x, at.y + offset.y}), {}, 0.0f}};
    if (found.a.is_disc() || found.b.is_disc()) return next();
    if (engine_() % 2 == 0) std::swap(found.a, found.b);
    if (engine_() % 4 == 0) std::reverse(found.a.vertices.begin(), found.a.vertices.end());
    return found;
  }

  /// Corners on few places: edges of the two are often parallel, and many axes equally deep.
  Case on_a_grid() {
    size_ = std::ldexp(1.0, static_cast<int>(engine_() % 20) - 10);
    const auto place = [this] { return size_ * static_cast<double>(engine_() % 7); };
    const auto some = [&] {
      Points points(3 + engine_() % 6);
      for (Vec2d& p : points) p = {place(), place()};
      return points;
    };
    const Points one = some();
    return of_polygons("on a grid", one, engine_() % 4 == 0 ? one : some(),
                       {place() - 3.0 * size_, place() - 3.0 * size_});
  }

  /// `b` at an edge of `a`, a few tolerances before or behind it.
  Case touching(const char* kind, const Points& a, const Points& b) {
    Points hull;
    try {
      hull = convex_hull(a);
    } catch (const Error&) {
      return next();
    }
    const std::size_t k = engine_() % hull.size();
    const Vec2d p = hull[k], q = hull[(k + 1) % hull.size()];
    const double length = std::hypot(q.x - p.x, q.y - p.y);
    const Vec2d normal{(q.y - p.y) / length, (p.x - q.x) / length};
    Vec2d lowest = b[0];
    for (const Vec2d& v : b) {
      if (normal.x * v.x + normal.y * v.y < normal.x * lowest.x + normal.y * lowest.y) lowest = v;
    }
    const double share = real(0.0, 1.0), gap = real(-1.0, 1.0) * size_ * std::pow(10.0, real(-7.0, -4.0));
    return of_polygons(
        kind, a, b,
        {p.x + share * (q.x - p.x) + gap * normal.x - lowest.x, p.y + share * (q.y - p.y) + gap * normal.y - lowest.y});
  }

  Case with_disc() {
    const Vec2d at = origin();
    const double radius = size_ * std::pow(10.0, real(-2.0, 1.0));
    Shape disc{{}, {static_cast<float>(at.x), static_cast<float>(at.y)}, static_cast<float>(radius)};
    const auto what = engine_() % 3;
    if (what == 0) {
      const double other = radius * real(0.1, 2.0);
      Vec2d by = beside(radius, other);
      if (engine_() % 3 == 0) by = {radius + other, 0.0};
      if (engine_() % 8 == 0) by = {};
      const Shape second{
          {}, {static_cast<float>(at.x + by.x), static_cast<float>(at.y + by.y)}, static_cast<float>(other)};
      return {"discs", disc, second};
    }
    const Points points = what == 1 ? polygon(size_) : segment(size_);
    Vec2d by = beside(radius, size_);
    if (engine_() % 3 == 0) {  // at a vertex
      const double angle = real(0.0, 2.0 * std::numbers::pi);
      by = {radius * std::cos(angle) - points[0].x, radius * std::sin(angle) - points[0].y};
    }
    Shape polygon{placed(points, {at.x + by.x, at.y + by.y}), {}, 0.0f};
    if (polygon.is_disc()) return next();
    return {what == 1 ? "polygon and disc" : "segment and disc", polygon, disc};
  }

  std::mt19937_64 engine_;
  double size_ = 1.0;
  bool far_ = false;
};

/// Cases as the set that a call takes, and its pairs, every other one with the higher number first.
class CaseSet {
 public:
  void add(const Case& c) {
    pairs_.push_back({put(c.a), put(c.b)});
    cases_.push_back(c);
  }
  [[nodiscard]] const std::vector<Case>& cases() const { return cases_; }
  [[nodiscard]] ConvexSet make(int threads = 0) const {
    ConvexBodies bodies;
    bodies.polygon_count = offsets_.size() - 1;
    bodies.offsets = offsets_.data();
    bodies.vertices = vertices_.data();
    bodies.disc_count = centers_.size();
    bodies.center = centers_.data();
    bodies.radius = radii_.data();
    return ConvexSet(bodies, threads);
  }
  [[nodiscard]] std::vector<BodyPair> pairs() const {
    std::vector<BodyPair> result;
    for (const auto& [a, b] : pairs_) result.push_back({number(a), number(b)});
    return result;
  }

 private:
  struct Place {
    bool disc;
    std::uint32_t row;
  };
  Place put(const Shape& shape) {
    if (shape.is_disc()) {
      centers_.push_back(shape.center);
      radii_.push_back(shape.radius);
      return {true, static_cast<std::uint32_t>(centers_.size() - 1)};
    }
    vertices_.insert(vertices_.end(), shape.vertices.begin(), shape.vertices.end());
    offsets_.push_back(static_cast<std::uint32_t>(vertices_.size()));
    return {false, static_cast<std::uint32_t>(offsets_.size() - 2)};
  }
  [[nodiscard]] std::uint32_t number(Place place) const {
    return place.row + (place.disc ? static_cast<std::uint32_t>(offsets_.size() - 1) : 0u);
  }

  std::vector<Case> cases_;
  std::vector<std::pair<Place, Place>> pairs_;
  std::vector<std::uint32_t> offsets_{0};
  std::vector<Vec2f> vertices_, centers_;
  std::vector<float> radii_;
};

}  // namespace throng::convex_cases
