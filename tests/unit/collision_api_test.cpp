// Calls on sets of convex bodies: what is refused, what is left out, what moves.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/random_bodies.hpp"
#include "throng/error.hpp"

namespace throng::collision_api {
namespace {

using test::box;
using test::ConvexBodyArrays;
using test::disc;
using test::polygon;
using test::square;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// What a refused call says.
template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "not refused";
}

TEST(CollisionApi, MissingArraysAreNamed) {
  const ConvexBodyArrays bodies({square({}, 1.0f), disc({}, 1.0f)});
  const auto say = [&](auto&& change) {
    ConvexBodies arrays = bodies.arrays();
    change(arrays);
    return refusal([&] { const ConvexSet set(arrays, 1); });
  };
  EXPECT_EQ(say([](ConvexBodies& a) { a.offsets = nullptr; }), "offsets is null, for 1 entries");
  EXPECT_EQ(say([](ConvexBodies& a) { a.vertices = nullptr; }), "vertices is null, for 4 of them");
  EXPECT_EQ(say([](ConvexBodies& a) { a.center = nullptr; }), "center is null, for 1 entries");
  EXPECT_EQ(say([](ConvexBodies& a) { a.radius = nullptr; }), "radius is null, for 1 entries");
  EXPECT_EQ(say([](ConvexBodies& a) { a.disc_count = (std::size_t{1} << 30) + 1; }),
            "discs are 1073741825; there can be 1073741824");
  EXPECT_EQ(say([](ConvexBodies& a) { a.disc_count = std::size_t{1} << 30; }),
            "polygons and discs are 1073741825; there can be 1073741824");
  EXPECT_EQ(refusal([&] { const ConvexSet set(bodies.arrays(), -1); }), "threads is -1; it must be from 0 to 1024");
}

TEST(CollisionApi, OffsetsThatDescendAreNamed) {
  const std::vector<Vec2f> vertices(8);
  const std::vector<std::uint32_t> descending{0, 4, 3}, late{1, 4, 8};
  const auto say = [&](const std::vector<std::uint32_t>& offsets) {
    return refusal(
        [&] { const ConvexSet set({.polygon_count = 2, .offsets = offsets.data(), .vertices = vertices.data()}, 1); });
  };
  EXPECT_NE(say(descending).find("offsets[2] is 3"), std::string::npos) << say(descending);
  EXPECT_NE(say(late).find("offsets[0] is 1"), std::string::npos) << say(late);
  const std::vector<std::uint32_t> many{0, 4, (1u << 30) + 1};
  EXPECT_EQ(say(many), "vertices are 1073741825; there can be 1073741824");
}

TEST(CollisionApi, BatchesAreChecked) {
  const ConvexBodyArrays bodies({square({}, 1.0f), disc({}, 1.0f)});
  const ConvexSet set(bodies.arrays(), 1);
  const BodyPair pair{0, 1};
  EXPECT_EQ(refusal([&] { collide(set, {.count = 3}); }), "pairs is null, for 3 entries");
  EXPECT_EQ(refusal([&] { collide(set, {.pairs = &pair, .count = (std::size_t{1} << 31) + 1}); }),
            "pairs are 2147483649; there can be 2147483648");
  EXPECT_EQ(refusal([&] { collide(set, {.pairs = &pair, .count = 1, .tolerance = -0.5}); }),
            "tolerance is -0.5; it must be from 0 to 1");
  EXPECT_EQ(refusal([&] { collide(set, {.pairs = &pair, .count = 1, .tolerance = std::nan("")}); }),
            "tolerance is nan; it must be from 0 to 1");
  EXPECT_EQ(refusal([&] { static_cast<void>(find_pairs(set, std::nan(""))); }),
            "margin is nan; it must be from 0 to 1000000 m");
  EXPECT_EQ(refusal([&] { static_cast<void>(find_pairs(set, -1.0)); }), "margin is -1; it must be from 0 to 1000000 m");
  // Nothing wanted, no pairs, no bodies: nothing happens.
  collide(set, {.pairs = &pair, .count = 1});
  collide(set, PairBatch{});
  const ConvexSet nobody({}, 1);
  EXPECT_EQ(nobody.size(), 0u);
  EXPECT_EQ(collide(nobody, std::vector<BodyPair>{{0, 1}})[0].state, PairState::invalid);
}

TEST(CollisionApi, RefusedBodiesAreNamedAndTakePartInNothing) {
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<Vec2f> many;
  for (int i = 0; i < 65; ++i) many.push_back(test::direction_of(i * 4.0 / 65.0));
  const ConvexBodyArrays bodies({square({}, 1.0f),                                                       // 0
                                 polygon({{0.0f, 0.0f}, {1.0f, 0.0f}, {nan, 1.0f}}),                     // 1
                                 polygon({{0.0f, 0.0f}, {0.0f, 0.0f}}),                                  // 2
                                 polygon(many),                                                          // 3
                                 polygon({{0.0f, 0.0f}, {1.0f, 1.0f}, {2.0f, 2.0f}}),                    // 4
                                 polygon({{0.0f, 0.0f}, {2.0f, 0.0f}, {1.0f, 0.5f}, {1.0f, 3.0f}}),      // 5
                                 polygon({{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}, {inf, 0.0f}),       // 6
                                 polygon({{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}}, {}, {1.0f, 0.1f}),  // 7
                                 polygon({{0.0f, 0.0f}, {2e18f, 0.0f}, {0.0f, 1.0f}}),                   // 8
                                 disc({0.0f, nan}, 1.0f), disc({}, 0.0f), disc({}, -1.0f), disc({}, inf),
                                 disc({}, 1.0f)});
  ConvexSet set(bodies.arrays(), 2);
  const std::vector<RefusedBody> expected{
      {1, BodyFault::not_finite, 2},   {2, BodyFault::too_few_vertices, 0}, {3, BodyFault::too_many_vertices, 0},
      {4, BodyFault::zero_area, 0},    {5, BodyFault::reflex_vertex, 2},    {6, BodyFault::not_finite, 0},
      {7, BodyFault::bad_rotation, 0}, {8, BodyFault::not_finite, 1},       {9, BodyFault::not_finite, 0},
      {10, BodyFault::bad_radius, 0},  {11, BodyFault::bad_radius, 0},      {12, BodyFault::not_finite, 0}};
  EXPECT_EQ(set.refused(), expected);
  EXPECT_EQ(set.size(), 14u);
  std::vector<BodyPair> pairs{{0, 0}, {0, 14}, {0xffffffffu, 0}, {0, 13}};
  for (const RefusedBody& body : expected) pairs.push_back({static_cast<std::uint32_t>(body.index), 0});
  const test::PairOutcome found = test::collide_all(set, pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (pairs[k] == BodyPair{0, 13}) {
      EXPECT_EQ(found.state[k], PairState::overlapping);
      continue;
    }
    EXPECT_EQ(found.state[k], PairState::invalid) << k;
    EXPECT_EQ(found.depth[k], 0.0f);
    EXPECT_EQ(found.normal[k], Vec2f{});
    EXPECT_EQ(found.point_count[k], 0);
    EXPECT_EQ(found.points[2 * k], Vec2f{});
    EXPECT_EQ(found.axis[k], 0u);
  }
  // A pose can be mended, a shape can't.
  std::vector<Vec2f> translation(9), rotation(9, Vec2f{1.0f, 0.0f}), center(5);
  set.move({translation.data(), rotation.data(), center.data()});
  const std::vector<RefusedBody> left = set.refused();
  ASSERT_EQ(left.size(), 9u);
  EXPECT_EQ(left[5], (RefusedBody{8, BodyFault::not_finite, 1}));
  EXPECT_EQ(left[6], (RefusedBody{10, BodyFault::bad_radius, 0}));
}

/// A set that has moved is one that was made there.
TEST(CollisionApi, MovedIsMadeThere) {
  std::vector<test::ConvexBody> here = test::random_pairs(3, 500), there = test::random_pairs(3, 500);
  test::Random random(8);
  for (test::ConvexBody& body : there) {
    const Vec2d by = random.in_box(5.0);
    body.translation = test::narrow(body.translation.x + by.x, body.translation.y + by.y);
    body.rotation = test::any_direction(random);
  }
  const ConvexBodyArrays from(here), to(there);
  ConvexSet moved(from.arrays(), 1);
  const ConvexSet made(to.arrays(), 1);
  moved.move({to.translation.data(), to.rotation.data(), to.center.data()});
  const auto same = [&] {
    const test::PairOutcome one = test::collide_all(moved, pairs_of(to)), two = test::collide_all(made, pairs_of(to));
    return one.state == two.state && one.depth == two.depth && one.normal == two.normal && one.points == two.points;
  };
  EXPECT_TRUE(same());
  moved.move({});  // null: as they were
  EXPECT_TRUE(same());
  moved.move({from.translation.data(), nullptr, nullptr});
  EXPECT_FALSE(same());
  moved.move({to.translation.data(), nullptr, nullptr});
  EXPECT_TRUE(same());
}

TEST(CollisionApi, PairsComeInAnythingThatASpanIsMadeOf) {
  const ConvexBodyArrays bodies({square({}, 1.0f), disc({0.75f, 0.0f}, 0.5f)});
  const ConvexSet set(bodies.arrays(), 1);
  collide(set, {});  // a batch of none
  const BodyPair pairs[] = {{0, 1}, {1, 0}};
  const std::vector<Contact> found = collide(set, pairs);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].depth, 0.25);
  EXPECT_EQ(found[1].normal, (Vec2f{-1.0f, 0.0f}));
  EXPECT_EQ(collide(set, std::span(pairs, 1)).size(), 1u);
  EXPECT_TRUE(collide(set, std::vector<BodyPair>{}).empty());
}

TEST(CollisionApi, PosesNeedNotBeGiven) {
  const std::vector<Vec2f> vertices{{10.0f, 10.0f},  {11.0f, 10.0f},  {11.0f, 11.0f}, {10.0f, 11.0f},
                                    {10.5f, 10.75f}, {11.5f, 10.75f}, {11.5f, 12.0f}, {10.5f, 12.0f}};
  const std::vector<std::uint32_t> offsets{0, 4, 8};
  ConvexSet set({.polygon_count = 2, .offsets = offsets.data(), .vertices = vertices.data()}, 1);
  const std::vector<BodyPair> pair{{0, 1}};
  EXPECT_EQ(collide(set, pair)[0].depth, 0.25);
  // A quarter turn about the origin of both.
  const std::vector<Vec2f> quarter(2, Vec2f{0.0f, 1.0f}), away{{0.0f, 0.0f}, {0.0f, 4.0f}};
  set.move({nullptr, quarter.data(), nullptr});
  EXPECT_EQ(collide(set, pair)[0].depth, 0.25);
  EXPECT_EQ(collide(set, pair)[0].normal, (Vec2f{-1.0f, 0.0f}));
  set.move({away.data(), nullptr, nullptr});
  EXPECT_EQ(collide(set, pair)[0].state, PairState::apart);
}

#ifndef THRONG_HAS_CUDA
TEST(CollisionApi, DevicesAreUnavailableWithoutCuda) {
  const auto expect_unavailable = [](auto&& call) {
    try {
      call();
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unavailable);
    }
  };
  expect_unavailable([] { static_cast<void>(ConvexSet::on_device({}, nullptr)); });
  expect_unavailable([] { is_convex_on_device({}, nullptr, nullptr); });
}
#endif

}  // namespace
}  // namespace throng::collision_api
