// Pairs of convex bodies at random: triangles to 64 vertices, needles, segments, discs, 1 mm to 1 km, near and far.
#pragma once
#include <algorithm>

#include "tests/support/convex_bodies.hpp"
#include "tests/support/random.hpp"

namespace throng::test {

inline Vec2f narrow(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }
/// On the unit circle after so many quarter turns, at no even pace. Without a library's cosine, which is not the same
/// everywhere.
inline Vec2d around_circle(double quarters) {
  const double whole = std::floor(quarters), t = quarters - whole, scale = 1.0 / (1.0 + t * t);
  Vec2d v{(1.0 - t * t) * scale, 2.0 * t * scale};
  for (auto n = static_cast<int>(whole); n > 0; --n) v = {-v.y, v.x};
  return v;
}
inline Vec2f direction_of(double quarters) {
  const Vec2d v = around_circle(quarters);
  return narrow(v.x, v.y);
}
inline Vec2f any_direction(Random& random) { return direction_of(random.between(0.0, 4.0)); }

/// Points of an ellipse: convex, whatever the angles.
inline ConvexBody random_polygon(Random& random, double size) {
  const bool few = random.chance(0.5);
  const auto n = static_cast<int>(3 + random.below(few ? 4 : 62));
  const bool needle = random.chance(0.15), regular = random.chance(0.4) || (few && needle);
  const double width = 0.5 * size, height = width * (needle ? random.between(1e-4, 1e-2) : random.between(0.3, 1.0));
  const double begin = random.between(0.0, 4.0);
  std::vector<double> places;
  for (int i = 0; i < n; ++i) {
    // Few of them never so near each other that they lie on a line.
    const double at = regular ? i : few ? i + random.between(0.0, 0.8) : random.between(0.0, n);
    places.push_back(begin + 4.0 * at / n);
  }
  std::sort(places.begin(), places.end());
  if (random.chance(0.3)) std::reverse(places.begin(), places.end());
  ConvexBody body;
  for (const double place : places) {
    const Vec2d v = around_circle(place);
    body.vertices.push_back(narrow(width * v.x, height * v.y));
  }
  return body;
}

/// Size: about its extent, m. At the origin, turned anyhow.
inline ConvexBody random_body(Random& random, double size) {
  const double kind = random.between(0.0, 1.0);
  if (kind < 0.15) return disc({}, static_cast<float>(0.5 * size));
  ConvexBody body;
  if (kind < 0.25) {
    const double x = random.between(-0.5, 0.5) * size, y = random.between(-0.5, 0.5) * size;
    body = polygon({narrow(x, y), narrow(-x, y + 1e-3 * size)});
  } else if (kind < 0.4) {
    const double x = 0.5 * size, y = x * random.between(0.1, 1.0);
    body = polygon({narrow(-x, -y), narrow(x, -y), narrow(x, y), narrow(-x, y)});
  } else {
    body = random_polygon(random, size);
  }
  if (!random.chance(0.2)) body.rotation = any_direction(random);
  return body;
}

struct RandomPair {
  ConvexBody a, b;
};

inline RandomPair random_pair(Random& random) {
  const auto any_size = [&] {  // 1 mm to 1 km, each doubling as likely as the others
    const auto doublings = static_cast<int>(random.below(20)) - 10;
    return std::ldexp(random.between(0.977, 1.953), doublings);
  };
  const double a_size = any_size();
  const double b_size = random.chance(0.6) ? a_size * random.between(0.3, 3.0) : any_size();
  RandomPair pair{random_body(random, a_size), random_body(random, b_size)};
  const double relation = random.between(0.0, 1.0);
  double reach = 0.8 * (a_size + b_size);
  if (relation < 0.05) {  // identical
    pair.b = pair.a;
    reach = 0.0;
  } else if (relation < 0.1) {
    reach = 0.0;  // one center
  } else if (relation < 0.25) {
    reach = 0.25 * std::abs(a_size - b_size);  // often contained
  }
  const double far = random.chance(0.1) ? 1e3 : random.chance(0.5) ? 0.0 : 3.0;
  const Vec2d at = random.in_box(1.0), way = random.in_box(0.8);
  const double place = far * std::max(a_size, b_size);
  pair.a.translation = narrow(place * at.x, place * at.y);
  pair.b.translation = narrow(place * at.x + reach * way.x, place * at.y + reach * way.y);
  if (relation < 0.1) pair.b.translation = pair.a.translation;
  return pair;
}

/// Bodies 2 k and 2 k + 1 are pair k.
inline std::vector<ConvexBody> random_pairs(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  std::vector<ConvexBody> bodies;
  bodies.reserve(2 * count);
  while (bodies.size() < 2 * count) {
    RandomPair pair = random_pair(random);
    bodies.push_back(std::move(pair.a));
    bodies.push_back(std::move(pair.b));
  }
  return bodies;
}
inline std::vector<BodyPair> pairs_of(const ConvexBodyArrays& bodies) {
  std::vector<BodyPair> pairs;
  for (std::size_t i = 0; i + 1 < bodies.number.size(); i += 2)
    pairs.push_back({bodies.number[i], bodies.number[i + 1]});
  return pairs;
}

}  // namespace throng::test
