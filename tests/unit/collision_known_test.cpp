// Pairs with known answers: among them what other implementations get wrong.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/random_bodies.hpp"

namespace throng::collision_known {
namespace {

using test::box;
using test::collide_two;
using test::ConvexBody;
using test::ConvexBodyArrays;
using test::disc;
using test::polygon;
using test::square;

void expect_normal(const Contact& contact, double x, double y) {
  EXPECT_NEAR(contact.normal.x, x, 1e-6);
  EXPECT_NEAR(contact.normal.y, y, 1e-6);
}
void expect_point(const Contact& contact, std::size_t i, double x, double y) {
  ASSERT_LT(i, contact.points.size());
  EXPECT_NEAR(contact.points[i].x, x, 1e-6);
  EXPECT_NEAR(contact.points[i].y, y, 1e-6);
}

TEST(CollisionKnown, NormalLeadsFromAToB) {
  // B is to the left, above, to the right, below.
  const ConvexBody a = square({0.0f, 0.0f}, 1.0f);
  for (const Vec2f way : {Vec2f{-1.0f, 0.0f}, Vec2f{0.0f, 1.0f}, Vec2f{1.0f, 0.0f}, Vec2f{0.0f, -1.0f}}) {
    const Vec2f at{0.875f * way.x, 0.875f * way.y};
    for (const ConvexBody& b : {square(at, 1.0f), disc(at, 0.5f)}) {
      const Contact contact = collide_two(a, b);
      EXPECT_EQ(contact.state, PairState::overlapping);
      EXPECT_EQ(contact.depth, 0.125);
      EXPECT_EQ(contact.normal, way);
      const Contact swapped = collide_two(b, a);
      EXPECT_EQ(swapped.depth, 0.125);
      EXPECT_EQ(swapped.normal, (Vec2f{-way.x, -way.y}));
    }
  }
}

TEST(CollisionKnown, ContainedSquareLeavesByTheShorterWay) {
  const Contact centered = collide_two(square({0.0f, 0.0f}, 10.0f), square({0.0f, 0.0f}, 1.0f));
  EXPECT_EQ(centered.state, PairState::overlapping);
  EXPECT_EQ(centered.depth, 5.5);  // not 1, the length of what is common
  const Contact beside = collide_two(square({0.0f, 0.0f}, 1.0f), square({2.0f, 0.0f}, 10.0f));
  EXPECT_EQ(beside.depth, 3.5);
  EXPECT_EQ(beside.normal, (Vec2f{1.0f, 0.0f}));
  const Contact in_disc = collide_two(disc({0.0f, 0.0f}, 5.0f), disc({1.0f, 0.0f}, 1.0f));
  EXPECT_EQ(in_disc.depth, 5.0);
  EXPECT_EQ(in_disc.normal, (Vec2f{1.0f, 0.0f}));
  const Contact disc_in_square = collide_two(square({0.0f, 0.0f}, 10.0f), disc({-1.0f, 0.0f}, 1.0f));
  EXPECT_EQ(disc_in_square.depth, 5.0);
  EXPECT_EQ(disc_in_square.normal, (Vec2f{-1.0f, 0.0f}));
}

/// Where a projection begins with 0 instead of a vertex, bodies wholly on one side of the origin seem to reach it.
TEST(CollisionKnown, WherePairsAreDoesNotMatter) {
  for (const Vec2f at :
       {Vec2f{100.0f, 100.0f}, Vec2f{-100.0f, -100.0f}, Vec2f{-100.0f, 100.0f}, Vec2f{100.0f, -100.0f}}) {
    const ConvexBody a = square(at, 1.0f);
    const Contact apart = collide_two(a, square({at.x + 3.0f, at.y}, 1.0f));
    EXPECT_EQ(apart.state, PairState::apart);
    EXPECT_EQ(apart.depth, -2.0);
    EXPECT_EQ(apart.normal, (Vec2f{1.0f, 0.0f}));
    const Contact met = collide_two(a, square({at.x, at.y - 0.75f}, 1.0f));
    EXPECT_EQ(met.state, PairState::overlapping);
    EXPECT_EQ(met.depth, 0.25);
    EXPECT_EQ(met.normal, (Vec2f{0.0f, -1.0f}));
    expect_point(met, 0, at.x + 0.5, at.y - 0.375);
    expect_point(met, 1, at.x - 0.5, at.y - 0.375);
    EXPECT_EQ(collide_two(a, disc({at.x, at.y + 2.0f}, 1.0f)).depth, -0.5);
  }
}

TEST(CollisionKnown, MissLooksLikeNoHit) {
  const ConvexBodyArrays bodies({square({0.0f, 0.0f}, 1.0f), square({4.0f, 3.0f}, 1.0f), disc({0.0f, 5.0f}, 1.0f)});
  const ConvexSet set(bodies.arrays(), 1);
  const std::vector<BodyPair> pairs{{0, 1}, {0, 2}, {1, 2}};
  for (const bool measure : {false, true}) {
    const test::PairOutcome found = test::collide_all(set, pairs, {.measure_misses = measure});
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      EXPECT_EQ(found.state[k], PairState::apart);
      EXPECT_LT(found.depth[k], 0.0f);
      EXPECT_NEAR(std::hypot(found.normal[k].x, found.normal[k].y), 1.0, 1e-6);
      EXPECT_EQ(found.point_count[k], 0);
      EXPECT_EQ(found.points[2 * k], Vec2f{});
      EXPECT_EQ(found.points[2 * k + 1], Vec2f{});
    }
    if (measure) {
      EXPECT_EQ(found.depth[0], -3.0f);  // the larger one of the gaps 3 and 2
      EXPECT_EQ(found.depth[1], -3.5f);
    }
  }
}

TEST(CollisionKnown, ClockwiseIsCounterClockwise) {
  const ConvexBody ccw = polygon({{0.0f, 0.0f}, {2.0f, 0.0f}, {1.0f, 2.0f}}), other = square({1.0f, 0.25f}, 1.0f);
  const ConvexBody cw = polygon({{0.0f, 0.0f}, {1.0f, 2.0f}, {2.0f, 0.0f}});
  const Contact one = collide_two(ccw, other), two = collide_two(cw, other);
  EXPECT_EQ(one.state, PairState::overlapping);
  EXPECT_EQ(one.depth, two.depth);
  EXPECT_EQ(one.normal, two.normal);
  EXPECT_EQ(one.points, two.points);
}

TEST(CollisionKnown, VerticesThatSayNothingChangeNothing) {
  const ConvexBody plain = square({0.0f, 0.0f}, 2.0f), other = polygon({{0.5f, -3.0f}, {4.0f, 0.0f}, {0.5f, 3.0f}});
  const ConvexBody repeated = polygon({{-1.0f, -1.0f},
                                       {-1.0f, -1.0f},
                                       {1.0f, -1.0f},
                                       {1.0f, 1.0f},
                                       {1.0f, 1.0f},
                                       {1.0f, 1.0f},
                                       {-1.0f, 1.0f},
                                       {-1.0f, -1.0f}});
  const ConvexBody collinear = polygon({{-1.0f, -1.0f},
                                        {0.0f, -1.0f},
                                        {1.0f, -1.0f},
                                        {1.0f, 0.25f},
                                        {1.0f, 0.5f},
                                        {1.0f, 1.0f},
                                        {-1.0f, 1.0f},
                                        {-1.0f, 0.0f}});
  const Contact expected = collide_two(plain, other);
  EXPECT_EQ(expected.depth, 0.5);
  for (const ConvexBody& body : {repeated, collinear}) {
    const Contact contact = collide_two(body, other);
    EXPECT_EQ(contact.state, expected.state);
    EXPECT_EQ(contact.depth, expected.depth);
    EXPECT_EQ(contact.normal, expected.normal);
    EXPECT_EQ(contact.points, expected.points);
  }
}

/// Edges from 1e-6 of the extent up to lengths whose square a float does not hold.
TEST(CollisionKnown, ShortEdgesHaveNormals) {
  for (const float size : {1.0f, 1e-3f, 1e3f, 1e-18f, 1e-30f, 1e9f}) {
    const float cut = 4e-6f * size;
    const ConvexBody body = polygon({{0.0f, 0.0f}, {size - cut, 0.0f}, {size, cut}, {size, size}, {0.0f, size}});
    const ConvexBody other = polygon({{0.75f * size, 0.25f * size},
                                      {2.0f * size, 0.25f * size},
                                      {2.0f * size, 0.5f * size},
                                      {0.75f * size, 0.5f * size}});
    const Contact contact = collide_two(body, other);
    EXPECT_EQ(contact.state, PairState::overlapping);
    EXPECT_NEAR(contact.depth / size, 0.25, 1e-6) << size;
    EXPECT_NEAR(contact.normal.x, 1.0, 1e-6) << size;
  }
}

TEST(CollisionKnown, DiscBesideACornerIsApart) {
  const ConvexBody unit = box(0.0f, 0.0f, 1.0f, 1.0f);
  const Contact contact = collide_two(unit, disc({1.08f, 1.08f}, 0.1f));
  EXPECT_EQ(contact.state, PairState::apart);
  EXPECT_NEAR(contact.depth, 0.1 - std::hypot(0.08, 0.08), 1e-6);  // edges alone say 0.02 inside
  expect_normal(contact, std::sqrt(0.5), std::sqrt(0.5));
  EXPECT_EQ(collide_two(unit, disc({1.06f, 1.06f}, 0.1f)).state, PairState::overlapping);
}

TEST(CollisionKnown, DiscWithItsCenterOnAVertex) {
  const Contact contact = collide_two(box(0.0f, 0.0f, 1.0f, 1.0f), disc({1.0f, 1.0f}, 0.25f));
  EXPECT_EQ(contact.state, PairState::overlapping);
  EXPECT_EQ(contact.depth, 0.25);
  EXPECT_EQ(contact.normal, (Vec2f{0.0f, 1.0f}));  // of the first axis of those that are equally deep
}

TEST(CollisionKnown, CoincidentDiscsPartAlongX) {
  const Contact contact = collide_two(disc({3.0f, 4.0f}, 1.0f), disc({3.0f, 4.0f}, 0.5f));
  EXPECT_EQ(contact.depth, 1.5);
  EXPECT_EQ(contact.normal, (Vec2f{1.0f, 0.0f}));
}

TEST(CollisionKnown, IdenticalSquaresPartAlongTheFirstAxis) {
  const ConvexBody one = square({0.0f, 0.0f}, 1.0f);
  const Contact contact = collide_two(one, one);
  EXPECT_EQ(contact.depth, 1.0);
  EXPECT_EQ(contact.normal, (Vec2f{0.0f, -1.0f}));  // of A's first edge, along which the centers do not differ
}

TEST(CollisionKnown, OfEquallyDeepAxesTheFirstOneTowardB) {
  const ConvexBody a = square({0.0f, 0.0f}, 1.0f);
  const auto normal = [&](float x, float y) { return collide_two(a, square({x, y}, 1.0f)).normal; };
  EXPECT_EQ(normal(0.5f, 0.5f), (Vec2f{0.0f, 1.0f}));
  EXPECT_EQ(normal(-0.5f, -0.5f), (Vec2f{0.0f, -1.0f}));
  EXPECT_EQ(normal(0.5f, 0.0f), (Vec2f{1.0f, 0.0f}));
}

TEST(CollisionKnown, Segments) {
  const auto wall = [](float x0, float y0, float x1, float y1) { return polygon({{x0, y0}, {x1, y1}}); };
  const ConvexBody along_x = wall(-1.0f, 0.0f, 1.0f, 0.0f);
  // Crossing: out by the shorter way.
  const Contact crossing = collide_two(along_x, wall(0.5f, -0.25f, 0.5f, 2.0f));
  EXPECT_EQ(crossing.state, PairState::overlapping);
  EXPECT_EQ(crossing.depth, 0.25);
  EXPECT_EQ(crossing.normal, (Vec2f{0.0f, 1.0f}));
  // On one line: apart, end to end, one over the other.
  const Contact apart = collide_two(along_x, wall(1.5f, 0.0f, 3.0f, 0.0f));
  EXPECT_EQ(apart.state, PairState::apart);
  EXPECT_EQ(apart.depth, -0.5);
  EXPECT_EQ(apart.normal, (Vec2f{1.0f, 0.0f}));
  const Contact end_to_end = collide_two(wall(2.5f, 0.0f, 1.0f, 0.0f), along_x);
  EXPECT_EQ(end_to_end.state, PairState::touching);
  EXPECT_EQ(end_to_end.depth, 0.0);
  ASSERT_EQ(end_to_end.points.size(), 1u);
  expect_point(end_to_end, 0, 1.0, 0.0);
  const Contact lying = collide_two(along_x, wall(0.0f, 0.0f, 3.0f, 0.0f));
  EXPECT_EQ(lying.state, PairState::touching);
  ASSERT_EQ(lying.points.size(), 2u);
  // Through a box, and a disc on one.
  const Contact through = collide_two(box(-2.0f, -0.5f, 2.0f, 1.0f), along_x);
  EXPECT_EQ(through.state, PairState::overlapping);
  EXPECT_EQ(through.depth, 0.5);
  EXPECT_EQ(through.normal, (Vec2f{0.0f, -1.0f}));
  EXPECT_EQ(collide_two(along_x, disc({0.0f, 1.0f}, 1.0f)).state, PairState::touching);
  EXPECT_NEAR(collide_two(along_x, disc({2.0f, 1.0f}, 1.0f)).depth, 1.0 - std::sqrt(2.0), 1e-6);
}

TEST(CollisionKnown, PointsAreHalfwayBetweenTheSurfaces) {
  const Contact boxes = collide_two(box(0.0f, 0.0f, 4.0f, 1.0f), box(1.0f, 0.75f, 2.0f, 3.0f));
  ASSERT_EQ(boxes.points.size(), 2u);
  expect_point(boxes, 0, 1.0, 0.875);
  expect_point(boxes, 1, 2.0, 0.875);
  const Contact overhanging = collide_two(box(0.0f, 0.0f, 4.0f, 1.0f), box(3.0f, 0.75f, 9.0f, 3.0f));
  ASSERT_EQ(overhanging.points.size(), 2u);
  expect_point(overhanging, 0, 3.0, 0.875);
  expect_point(overhanging, 1, 4.0, 0.875);
  // A corner: the other end of the clipped edge is outside.
  const Contact corner = collide_two(box(0.0f, 0.0f, 4.0f, 1.0f), polygon({{2.0f, 0.5f}, {4.0f, 2.5f}, {0.0f, 2.5f}}));
  EXPECT_EQ(corner.depth, 0.5);
  ASSERT_EQ(corner.points.size(), 1u);
  expect_point(corner, 0, 2.0, 0.75);
  const Contact disc_on_box = collide_two(box(0.0f, 0.0f, 4.0f, 1.0f), disc({1.0f, 1.75f}, 1.0f));
  ASSERT_EQ(disc_on_box.points.size(), 1u);
  expect_point(disc_on_box, 0, 1.0, 0.875);
  const Contact discs = collide_two(disc({0.0f, 0.0f}, 1.0f), disc({0.0f, 2.5f}, 2.0f));
  ASSERT_EQ(discs.points.size(), 1u);
  expect_point(discs, 0, 0.0, 0.75);
  // Corner to corner, touching.
  const Contact tips = collide_two(box(0.0f, 0.0f, 1.0f, 1.0f), box(1.0f, 1.0f, 2.0f, 2.0f));
  EXPECT_EQ(tips.state, PairState::touching);
  ASSERT_EQ(tips.points.size(), 1u);
  expect_point(tips, 0, 1.0, 1.0);
}

/// The way out leads backwards through the triangle, whose edge has the axis: of it there is but a corner.
TEST(CollisionKnown, PointsWhereTheWayOutLeadsThroughTheBodyWithTheAxis) {
  const ConvexBody triangle = polygon({{3.0f, 3.0f}, {3.0f, 2.0f}, {2.0f, 3.0f}});
  const ConvexBody around = polygon({{6.0f, 2.0f}, {3.0f, 1.0f}, {0.0f, 4.0f}, {2.0f, 7.0f}, {5.0f, 4.0f}});
  for (const bool first : {true, false}) {
    const Contact contact = first ? collide_two(triangle, around) : collide_two(around, triangle);
    EXPECT_NEAR(contact.depth, std::sqrt(2.0), 1e-6);
    const double sign = first ? std::sqrt(0.5) : -std::sqrt(0.5);
    expect_normal(contact, sign, sign);
    ASSERT_EQ(contact.points.size(), 2u);
    expect_point(contact, 0, 2.5, 2.5);
    expect_point(contact, 1, 1.75, 2.75);
  }
}

/// What is wholly beside the edge that it is clipped to touches with its nearer end.
TEST(CollisionKnown, EdgeBesideTheOtherOneTouchesWithItsEnd) {
  const ConvexBodyArrays bodies({polygon({{-1.0f, 0.0f}, {1.0f, 0.0f}}), polygon({{3.0f, 0.0f}, {1.25f, 0.0f}})});
  const ConvexSet set(bodies.arrays(), 1);
  const BodyPair pair{0, 1};
  test::PairOutcome found(1);
  collide(set, {.pairs = &pair, .count = 1, .tolerance = 0.2, .out = found.arrays()});
  EXPECT_EQ(found.state[0], PairState::touching);
  EXPECT_EQ(found.depth[0], -0.25f);
  EXPECT_EQ(found.point_count[0], 1);
  EXPECT_EQ(found.points[0], (Vec2f{1.25f, 0.0f}));
}

TEST(CollisionKnown, TouchingIsWithinTheTolerance) {
  const ConvexBody a = square({0.0f, 0.0f}, 1.0f);
  const auto state = [&](float gap) { return collide_two(a, square({1.0f + gap, 0.0f}, 1.0f)).state; };
  EXPECT_EQ(state(0.0f), PairState::touching);
  EXPECT_EQ(state(0x1p-21f), PairState::touching);
  EXPECT_EQ(state(-0x1p-21f), PairState::touching);
  EXPECT_EQ(state(0x1p-19f), PairState::apart);
  EXPECT_EQ(state(-0x1p-19f), PairState::overlapping);
  const ConvexBodyArrays bodies({a, square({1.25f, 0.0f}, 1.0f), square({0.75f, 0.0f}, 1.0f)});
  const ConvexSet set(bodies.arrays(), 1);
  const std::vector<BodyPair> pairs{{0, 1}, {0, 2}};
  PairState states[2];
  collide(set, {.pairs = pairs.data(), .count = 2, .tolerance = 0.3, .out = {.state = states}});
  EXPECT_EQ(states[0], PairState::touching);
  EXPECT_EQ(states[1], PairState::touching);
}

/// Sizes side by side whose ratio is 1e12.
TEST(CollisionKnown, SmallBesideLarge) {
  const ConvexBody planet = square({0.0f, -5e5f}, 1e6f);
  EXPECT_EQ(collide_two(planet, square({10.0f, 0.25f}, 1e-6f)).state, PairState::touching);  // can't be told
  EXPECT_EQ(collide_two(planet, square({10.0f, 2.0f}, 1e-6f)).state, PairState::apart);
  const Contact inside = collide_two(planet, square({10.0f, -2.0f}, 1e-6f));
  EXPECT_EQ(inside.state, PairState::overlapping);
  EXPECT_NEAR(inside.depth, 2.0, 0.1);
}

/// Bodies of any numbers at all: nothing that is not finite comes out.
TEST(CollisionKnown, NothingThatIsNotANumberComesOut) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> odd{0.0f, -0.0f, 1e-45f, 1e-38f, -1e-30f, 1.0f,   -1.0f, 1.5f,
                               1e6f, 1e15f, -1e18f, 1e19f,  3e38f,   -3e38f, nan,   inf};
  test::Random random(11);
  const auto pick = [&] { return odd[random.below(random.chance(0.3) ? odd.size() : 12)]; };
  const auto pick_size = [&] { return std::abs(odd[random.below(random.chance(0.2) ? odd.size() : 9)]); };
  std::vector<ConvexBody> list;
  for (int i = 0; i < 40000; ++i) {
    ConvexBody body;
    const float size = pick_size();
    if (random.chance(0.3)) {
      body = disc({}, size);
    } else {
      body = test::random_polygon(random, 1.0);
      for (Vec2f& v : body.vertices) v = {v.x * size, v.y * size};
      if (random.chance(0.1)) body.vertices[0].x = pick();
      if (random.chance(0.5)) body.rotation = test::any_direction(random);
      if (random.chance(0.1)) body.rotation = {pick(), pick()};
    }
    body.translation = {pick(), pick()};
    list.push_back(body);
  }
  const ConvexBodyArrays bodies(list);
  const ConvexSet set(bodies.arrays(), 1);
  const std::vector<BodyPair> pairs = test::pairs_of(bodies);
  std::size_t valid = 0;
  for (const bool measure : {true, false}) {
    const test::PairOutcome found = test::collide_all(set, pairs, {.measure_misses = measure});
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      SCOPED_TRACE(k);
      ASSERT_TRUE(std::isfinite(found.depth[k]));
      for (const Vec2f v : {found.normal[k], found.points[2 * k], found.points[2 * k + 1]}) {
        ASSERT_TRUE(std::isfinite(v.x) && std::isfinite(v.y));
      }
      if (found.state[k] == PairState::invalid) continue;
      ++valid;
      ASSERT_NEAR(std::hypot(double{found.normal[k].x}, double{found.normal[k].y}), 1.0, 5e-7);
    }
  }
  EXPECT_GT(valid, pairs.size() / 4);
}

}  // namespace
}  // namespace throng::collision_known
