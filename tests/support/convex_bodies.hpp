// Convex bodies for tests: owned arrays, built one body at a time in any order.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "throng/collision.hpp"

namespace throng::test {

/// A polygon (or segment), or a disc where it has no vertices.
struct ConvexBody {
  std::vector<Vec2f> vertices;
  Vec2f translation;  ///< of a disc its center
  Vec2f rotation{1.0f, 0.0f};
  float radius = 0.0f;

  [[nodiscard]] bool is_disc() const { return vertices.empty(); }
  /// Corners of the box of the vertices.
  [[nodiscard]] std::array<Vec2f, 2> bounds() const {
    std::array<Vec2f, 2> found{vertices[0], vertices[0]};
    for (const Vec2f& v : vertices) {
      found[0] = {std::min(found[0].x, v.x), std::min(found[0].y, v.y)};
      found[1] = {std::max(found[1].x, v.x), std::max(found[1].y, v.y)};
    }
    return found;
  }
  /// As docs/collision.md has it, and the next one too.
  [[nodiscard]] float extent() const {
    if (is_disc()) return 2.0f * radius;
    const auto [least, most] = bounds();
    return std::max(most.x - least.x, most.y - least.y);
  }
  [[nodiscard]] Vec2d center() const {
    if (is_disc()) return {translation.x, translation.y};
    const auto [least, most] = bounds();
    const double x = 0.5 * (double{least.x} + most.x), y = 0.5 * (double{least.y} + most.y);
    return {translation.x + rotation.x * x - rotation.y * y, translation.y + rotation.y * x + rotation.x * y};
  }
};

/// m, how far a point is from a body where it is placed; 0 in it.
inline double distance_to(const ConvexBody& body, Vec2d p) {
  if (body.is_disc()) {
    return std::max(0.0, std::hypot(p.x - body.translation.x, p.y - body.translation.y) - double{body.radius});
  }
  const auto corner = [&](std::size_t i) {
    const Vec2f v = body.vertices[i % body.vertices.size()], r = body.rotation, t = body.translation;
    return Vec2d{t.x + (double{r.x} * v.x - double{r.y} * v.y), t.y + (double{r.y} * v.x + double{r.x} * v.y)};
  };
  bool left = false, right = false;
  double least = INFINITY;
  for (std::size_t i = 0; i < body.vertices.size(); ++i) {
    const Vec2d a = corner(i), b = corner(i + 1), edge{b.x - a.x, b.y - a.y}, to{p.x - a.x, p.y - a.y};
    const double across = edge.x * to.y - edge.y * to.x, edge_sq = edge.x * edge.x + edge.y * edge.y;
    const double share = edge_sq > 0.0 ? std::clamp((edge.x * to.x + edge.y * to.y) / edge_sq, 0.0, 1.0) : 0.0;
    least = std::min(least, std::hypot(to.x - share * edge.x, to.y - share * edge.y));
    left = left || across > 0.0;
    right = right || across < 0.0;
  }
  return body.vertices.size() > 2 && !(left && right) ? 0.0 : least;
}

inline ConvexBody disc(Vec2f center, float radius) { return {{}, center, {1.0f, 0.0f}, radius}; }
inline ConvexBody polygon(std::vector<Vec2f> vertices, Vec2f translation = {}, Vec2f rotation = {1.0f, 0.0f}) {
  return {std::move(vertices), translation, rotation, 0.0f};
}
/// Counter-clockwise, from its lower left corner on.
inline ConvexBody box(float min_x, float min_y, float max_x, float max_y) {
  return polygon({{min_x, min_y}, {max_x, min_y}, {max_x, max_y}, {min_x, max_y}});
}
inline ConvexBody square(Vec2f center, float side) {
  const float h = 0.5f * side;
  return box(center.x - h, center.y - h, center.x + h, center.y + h);
}

/// Bodies as arrays: polygons first, then discs. `number[i]` is what body i is called in them.
class ConvexBodyArrays {
 public:
  explicit ConvexBodyArrays(const std::vector<ConvexBody>& list) : number(list.size()) {
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const ConvexBody& body = list[i];
      if (body.is_disc()) continue;
      vertices.insert(vertices.end(), body.vertices.begin(), body.vertices.end());
      offsets.push_back(static_cast<std::uint32_t>(vertices.size()));
      translation.push_back(body.translation);
      rotation.push_back(body.rotation);
      number[i] = next++;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!list[i].is_disc()) continue;
      center.push_back(list[i].translation);
      radius.push_back(list[i].radius);
      number[i] = next++;
    }
  }
  [[nodiscard]] ConvexBodies arrays() const {
    return {.polygon_count = offsets.size() - 1,
            .offsets = offsets.data(),
            .vertices = vertices.data(),
            .translation = translation.data(),
            .rotation = rotation.data(),
            .disc_count = center.size(),
            .center = center.data(),
            .radius = radius.data()};
  }

  std::vector<std::uint32_t> offsets{0};
  std::vector<Vec2f> vertices, translation, rotation, center;
  std::vector<float> radius;
  std::vector<std::uint32_t> number;
};

/// All results of a batch.
struct PairOutcome {
  explicit PairOutcome(std::size_t count)
      : state(count), depth(count), normal(count), point_count(count), points(2 * count), axis(count) {}
  [[nodiscard]] PairResults arrays() {
    return {state.data(), depth.data(), normal.data(), point_count.data(), points.data(), axis.data()};
  }
  std::vector<PairState> state;
  std::vector<float> depth;
  std::vector<Vec2f> normal;
  std::vector<std::uint8_t> point_count;
  std::vector<Vec2f> points;
  std::vector<std::uint32_t> axis;
};

struct HowToCollide {
  bool measure_misses = true;
  const std::uint32_t* last_axis = nullptr;
};
inline PairOutcome collide_all(const ConvexSet& set, const std::vector<BodyPair>& pairs, HowToCollide how = {}) {
  PairOutcome outcome(pairs.size());
  collide(set, {.pairs = pairs.data(),
                .count = pairs.size(),
                .last_axis = how.last_axis,
                .measure_misses = how.measure_misses,
                .out = outcome.arrays()});
  return outcome;
}

/// Of two bodies, in this order.
inline Contact collide_two(const ConvexBody& a, const ConvexBody& b) {
  const ConvexBodyArrays bodies({a, b});
  const std::vector<BodyPair> pair{{bodies.number[0], bodies.number[1]}};
  return collide(ConvexSet(bodies.arrays(), 1), pair)[0];
}

}  // namespace throng::test
