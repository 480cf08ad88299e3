// What any correct answer about pairs of bodies has, over random pairs.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/support/random_bodies.hpp"

namespace throng::collision_properties {
namespace {

using test::collide_all;
using test::ConvexBody;
using test::ConvexBodyArrays;
using test::PairOutcome;

constexpr std::size_t pairs_per_set = 20000;

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}
bool negated(Vec2f a, Vec2f b) { return a.x == -b.x && a.y == -b.y; }

/// As docs/collision.md has it.
float tolerance_of(const ConvexBody& a, const ConvexBody& b) {
  const float share = 1e-6f * std::min(a.extent(), b.extent());
  return std::max(share, 0x1p-21f * (a.extent() + b.extent()));
}

/// What rounding costs a coordinate of the two, m.
double rounding_of(const ConvexBody& a, const ConvexBody& b) {
  const auto largest = [](const ConvexBody& body) {
    const Vec2d c = body.center();
    const double at = std::abs(c.x) + std::abs(c.y);
    return std::max(at, std::abs(double{body.translation.x}) + std::abs(double{body.translation.y}));
  };
  return 0x1p-23 * std::max(largest(a), largest(b));
}

/// How far off the direction of a body's shortest edge may be, rad: its ends are rounded to the body's extent.
double direction_error(const ConvexBody& body) {
  if (body.is_disc()) return 0.0;
  double shortest = double{body.extent()};
  for (std::size_t i = 0; i < body.vertices.size(); ++i) {
    const Vec2f v = body.vertices[i], w = body.vertices[(i + 1) % body.vertices.size()];
    if (!(v == w)) shortest = std::min(shortest, std::hypot(double{w.x} - v.x, double{w.y} - v.y));
  }
  return 0x1p-22 * double{body.extent()} / shortest;
}

/// The bodies of pairs, the second one of each elsewhere.
template <class Way>
std::vector<ConvexBody> with_second_moved(const std::vector<ConvexBody>& bodies, Way&& way) {
  std::vector<ConvexBody> moved = bodies;
  for (std::size_t k = 0; 2 * k + 1 < bodies.size(); ++k) {
    const Vec2d by = way(k);
    Vec2f& at = moved[2 * k + 1].translation;
    at = test::narrow(double{at.x} + by.x, double{at.y} + by.y);
  }
  return moved;
}

PairOutcome measure(const std::vector<ConvexBody>& list) {
  const ConvexBodyArrays bodies(list);
  return collide_all(ConvexSet(bodies.arrays(), 1), pairs_of(bodies));
}

struct Counts {
  std::size_t overlapping = 0, touching = 0, apart = 0, deep = 0, two_points = 0;
};

/// Each result by itself.
void check_results(const std::vector<ConvexBody>& list, const PairOutcome& found, Counts& counts) {
  for (std::size_t k = 0; k < found.state.size(); ++k) {
    SCOPED_TRACE(k);
    const ConvexBody &a = list[2 * k], &b = list[2 * k + 1];
    const float tolerance = tolerance_of(a, b), depth = found.depth[k];
    const PairState expected = depth > tolerance    ? PairState::overlapping
                               : depth < -tolerance ? PairState::apart
                                                    : PairState::touching;
    ASSERT_EQ(found.state[k], expected) << depth << ' ' << tolerance;
    counts.overlapping += expected == PairState::overlapping ? 1 : 0;
    counts.touching += expected == PairState::touching ? 1 : 0;
    counts.apart += expected == PairState::apart ? 1 : 0;
    counts.deep += depth > 100.0f * tolerance ? 1 : 0;
    const Vec2f n = found.normal[k];
    ASSERT_NEAR(std::hypot(double{n.x}, double{n.y}), 1.0, 5e-7);
    const bool met = expected != PairState::apart;
    ASSERT_GE(found.point_count[k], met ? 1 : 0);
    ASSERT_LE(found.point_count[k], met ? 2 : 0);
    counts.two_points += found.point_count[k] == 2 ? 1 : 0;
    // In both bodies, or out of them by half of the depth; those that are not there are 0.
    // Where axes of a disc are equally deep, any of the places that they point to on its surface.
    const double radius = std::max({0.0f, a.radius, b.radius}), turned = std::sqrt(2.0 * radius * double{tolerance});
    const double reach = double{tolerance} + 0.5 * std::max(0.0, double{depth}) + rounding_of(a, b) + turned;
    for (std::size_t i = 0; i < 2; ++i) {
      const Vec2f p = found.points[2 * k + i];
      if (i >= found.point_count[k]) {
        ASSERT_EQ(p, Vec2f{});
        continue;
      }
      for (const ConvexBody* body : {&a, &b}) {
        ASSERT_LE(test::distance_to(*body, {p.x, p.y}), reach)
            << "depth " << depth << ", tolerance " << tolerance << ", extents " << a.extent() << " " << b.extent();
      }
    }
  }
}

void check_swapped(const ConvexSet& set, const std::vector<BodyPair>& pairs, const PairOutcome& found) {
  std::vector<BodyPair> swapped = pairs;
  for (BodyPair& pair : swapped) std::swap(pair.a, pair.b);
  const PairOutcome other = collide_all(set, swapped);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    SCOPED_TRACE(k);
    ASSERT_EQ(other.state[k], found.state[k]);
    ASSERT_TRUE(same_bits(other.depth[k], found.depth[k]));
    ASSERT_TRUE(negated(other.normal[k], found.normal[k]));
    ASSERT_EQ(other.point_count[k], found.point_count[k]);
    ASSERT_TRUE(same_bits(other.points[2 * k], found.points[2 * k]));
    ASSERT_TRUE(same_bits(other.points[2 * k + 1], found.points[2 * k + 1]));
    ASSERT_EQ(other.axis[k], found.axis[k]);
  }
}

/// Leaving at the first axis that separates, whichever is looked at first: misses alone may be measured less.
void check_early_exit(const ConvexSet& set, const std::vector<BodyPair>& pairs, const PairOutcome& found) {
  test::Random random(9);
  std::vector<std::uint32_t> any_axis, other_axis;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    any_axis.push_back(static_cast<std::uint32_t>(random.next()) % 80);
    other_axis.push_back(static_cast<std::uint32_t>(random.next()));
  }
  for (const std::uint32_t* last :
       {static_cast<const std::uint32_t*>(nullptr), found.axis.data(),
        static_cast<const std::uint32_t*>(any_axis.data()), static_cast<const std::uint32_t*>(other_axis.data())}) {
    const PairOutcome early = collide_all(set, pairs, {.measure_misses = false, .last_axis = last});
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      SCOPED_TRACE(k);
      ASSERT_EQ(early.state[k], found.state[k]);
      if (found.state[k] == PairState::apart) {
        ASSERT_GE(early.depth[k], found.depth[k]);
        ASSERT_LT(early.depth[k], 0.0f);
        ASSERT_NEAR(std::hypot(double{early.normal[k].x}, double{early.normal[k].y}), 1.0, 5e-7);
        if (last == found.axis.data()) {
          ASSERT_TRUE(same_bits(early.depth[k], found.depth[k]));
          ASSERT_TRUE(same_bits(early.normal[k], found.normal[k]));
          ASSERT_EQ(early.axis[k], found.axis[k]);
        }
        continue;
      }
      ASSERT_TRUE(same_bits(early.depth[k], found.depth[k]));
      ASSERT_TRUE(same_bits(early.normal[k], found.normal[k]));
      ASSERT_EQ(early.axis[k], found.axis[k]);
      ASSERT_EQ(early.point_count[k], found.point_count[k]);
      ASSERT_TRUE(same_bits(early.points[2 * k], found.points[2 * k]));
    }
  }
}

/// The minimum translation, and no shorter one, separates.
void check_translations(const std::vector<ConvexBody>& list, const PairOutcome& found, std::uint64_t seed) {
  const auto along_normal = [&](double share) {
    return [&, share](std::size_t k) {
      const double way = found.depth[k] > 0.0f ? share * double{found.depth[k]} : 0.0;
      return Vec2d{way * found.normal[k].x, way * found.normal[k].y};
    };
  };
  const std::vector<ConvexBody> free = with_second_moved(list, along_normal(1.0));
  const PairOutcome touching = measure(free);
  const PairOutcome nearly = measure(with_second_moved(list, along_normal(0.99)));
  test::Random random(seed);
  const PairOutcome elsewhere = measure(with_second_moved(list, [&](std::size_t k) {
    const double way = std::max(0.0, 0.98 * double{found.depth[k]});
    const Vec2f direction = test::any_direction(random);
    return Vec2d{way * direction.x, way * direction.y};
  }));
  for (std::size_t k = 0; k < found.state.size(); ++k) {
    SCOPED_TRACE(k);
    const ConvexBody &a = list[2 * k], &b = list[2 * k + 1];
    if (found.depth[k] <= 0.0f) continue;
    const double tolerance = tolerance_of(a, b), slack = tolerance + rounding_of(a, free[2 * k + 1]);
    ASSERT_LE(std::abs(touching.depth[k]), slack) << found.depth[k];
    if (found.depth[k] <= 100.0 * slack) continue;
    ASSERT_EQ(nearly.state[k], PairState::overlapping) << found.depth[k];
    ASSERT_EQ(elsewhere.state[k], PairState::overlapping) << found.depth[k];
  }
  Counts counts;
  check_results(free, touching, counts);
  EXPECT_GT(counts.touching, found.state.size() / 4);
  const ConvexBodyArrays bodies(free);
  const ConvexSet set(bodies.arrays(), 1);
  check_swapped(set, pairs_of(bodies), touching);
  check_early_exit(set, pairs_of(bodies), touching);
}

/// Both turned and moved.
void check_rigid_motion(const std::vector<ConvexBody>& list, const PairOutcome& found) {
  std::vector<ConvexBody> moved = list;
  test::Random random(4);
  for (std::size_t i = 0; i < moved.size(); i += 2) {
    const auto [c, s] = test::around_circle(random.between(0.0, 4.0));
    const Vec2d by = random.in_box(double{moved[i].extent()} + double{moved[i + 1].extent()});
    for (ConvexBody* body : {&moved[i], &moved[i + 1]}) {
      const Vec2f t = body->translation, r = body->rotation;
      body->translation = test::narrow(c * t.x - s * t.y + by.x, s * t.x + c * t.y + by.y);
      body->rotation = test::narrow(c * r.x - s * r.y, s * r.x + c * r.y);
    }
  }
  const PairOutcome after = measure(moved);
  for (std::size_t k = 0; k < found.state.size(); ++k) {
    const ConvexBody &a = list[2 * k], &b = list[2 * k + 1];
    const double extents = double{a.extent()} + double{b.extent()};
    double bound = 4.0 * rounding_of(a, b) + 4.0 * rounding_of(moved[2 * k], moved[2 * k + 1]) + 0x1p-20 * extents;
    // A gap is measured along edges' normals, however far the other body is from the edge.
    if (found.state[k] == PairState::apart) {
      bound += (0x1p-20 + direction_error(a) + direction_error(b)) * (std::abs(double{found.depth[k]}) + extents);
    }
    ASSERT_NEAR(after.depth[k], found.depth[k], bound) << k;
  }
}

void check_all(std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const std::vector<ConvexBody> list = test::random_pairs(seed, pairs_per_set);
  const ConvexBodyArrays bodies(list);
  const ConvexSet set(bodies.arrays(), 1);
  ASSERT_EQ(set.refused(), std::vector<RefusedBody>{});
  const std::vector<BodyPair> pairs = pairs_of(bodies);
  const PairOutcome found = collide_all(set, pairs);
  Counts counts;
  check_results(list, found, counts);
  EXPECT_GT(counts.overlapping, pairs_per_set / 3);
  EXPECT_GT(counts.apart, pairs_per_set / 6);
  EXPECT_GT(counts.deep, pairs_per_set / 3);
  EXPECT_GT(counts.two_points, pairs_per_set / 20);
  check_swapped(set, pairs, found);
  check_early_exit(set, pairs, found);
  check_translations(list, found, seed);
  check_rigid_motion(list, found);
}

TEST(CollisionProperties, OfManyPairs) {
  for (std::uint64_t seed = 1; seed <= 5 && !HasFatalFailure(); ++seed) check_all(seed);
}
TEST(CollisionPropertiesLong, OfAMillionPairs) {
  for (std::uint64_t seed = 101; seed <= 150 && !HasFatalFailure(); ++seed) check_all(seed);
}

}  // namespace
}  // namespace throng::collision_properties
