#include "host/reference/motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/reference_fixtures.hpp"

namespace throng::reference::reference_motion_tests {
namespace {

using namespace testing_support;

TEST(ReferenceMotion, WithoutLimitsTheChosenVelocityStands) {
  expect_near(limit_velocity({0, 0}, {3, 4}, {}, 0.1, {}, 2.0), {3, 4}, 0.0);
}

TEST(ReferenceMotion, BlendsOldAndNew) {
  Profile profile;
  profile.velocity_blend = 0.3;
  expect_near(limit_velocity({1, 0}, {0, 1}, profile, 0.1, {}, 2.0), {0.7, 0.3});
}

TEST(ReferenceMotion, LimitsTheChangeOfVelocity) {
  Profile profile;
  profile.max_acceleration = 5.0;
  expect_near(limit_velocity({0, 0}, {2, 0}, profile, 0.1, {}, 2.0), {0.5, 0});
  expect_near(limit_velocity({0, 0}, {0.4, 0}, profile, 0.1, {}, 2.0), {0.4, 0});
  expect_near(limit_velocity({1, 0}, {-1, 0}, profile, 0.1, {}, 2.0), {0.5, 0});
}

TEST(ReferenceMotion, ALimitNeverOverrulesAWall) {
  Profile profile;
  profile.max_acceleration = 1.0;
  const std::vector<HalfPlane> lines = {{Vec(0.0, 0.2), Vec(-1.0, 0.0)}};  // y <= 0.2 is allowed
  expect_near(limit_velocity({0.5, 1.5}, {0.5, 0.2}, profile, 0.1, lines, 2.0), {0.5, 0.2});
}

TEST(ReferenceMotion, TheSpeedLimitHoldsAfterABlend) {
  Profile profile;
  profile.velocity_blend = 0.5;
  EXPECT_LE(limit_velocity({5, 0}, {2, 0}, profile, 0.1, {}, 2.0).norm(), 2.0 + 1.0e-12);
}

TEST(ReferenceMotion, HeadingFollowsTheVelocityUnlessTooSlow) {
  Profile profile;
  expect_near(update_heading({1, 0}, {0, -2}, profile), {0, -1});
  expect_near(update_heading({1, 0}, {0, 0.05}, profile), {1, 0});
  expect_near(update_heading({1, 0}, {0, 0.051}, profile), {0, 1});
  expect_near(update_heading({1, 0}, {0, 0}, profile), {1, 0});
  profile.min_heading_speed = 1.5;
  expect_near(update_heading({1, 0}, {0, 1.5}, profile), {1, 0});
  expect_near(update_heading({1, 0}, {0, 1.6}, profile), {0, 1});
  profile.min_heading_speed = 0.0;
  expect_near(update_heading({1, 0}, {0, 1e-9}, profile), {0, 1});
  expect_near(update_heading({1, 0}, {0, 0}, profile), {1, 0});
}

constexpr double sixth = 0.5235987755982988;  // pi / 6

TEST(ReferenceMotion, TurningIsUnlimitedByDefaultAndFromHalfATurnOn) {
  Profile profile;
  EXPECT_FALSE(greatest_turn(profile, 0.1));
  profile.max_turning_rate = 31.41;
  EXPECT_DOUBLE_EQ(greatest_turn(profile, 0.1).value(), 3.141);
  profile.max_turning_rate = 31.42;
  EXPECT_FALSE(greatest_turn(profile, 0.1));
  const Turn turn = limit_turning({1, 0}, {-1, 0}, profile, 0.1);
  expect_near(turn.velocity, {-1, 0}, 0.0);
}

TEST(ReferenceMotion, TurnsTowardTheVelocityAsFarAsItMay) {
  Profile profile;
  profile.max_turning_rate = 10.0 * sixth;
  const auto turn = [&](const Vec& chosen) { return limit_turning({1, 0}, chosen, profile, 0.1); };
  const double c = std::cos(sixth), s = std::sin(sixth);
  expect_near(turn({2, 1}).heading, Vec(2, 1).normalized());  // 26.6 degrees
  expect_near(turn({2, 1}).velocity, {2, 1}, 0.0);
  expect_near(turn({2, -2}).heading, {c, -s});
  expect_near(turn({2, -2}).velocity, 2.0 * (c + s) * Vec(c, -s));
  expect_near(turn({0, 1}).heading, {c, s});
  expect_near(turn({0, 1}).velocity, s * Vec(c, s));
  expect_near(turn({-2, -1}).heading, {c, -s});  // behind: it turns on the spot
  expect_near(turn({-2, -1}).velocity, {0, 0}, 0.0);
  expect_near(turn({-1, 0}).heading, {c, s});  // exactly behind: to the left
  expect_near(turn({-1, 0}).velocity, {0, 0}, 0.0);
  expect_near(turn({0, 0.05}).heading, {1, 0}, 0.0);  // slow: it steps aside
  expect_near(turn({0, 0.05}).velocity, {0, 0.05}, 0.0);
}

TEST(ReferenceMotion, CrossingsCountFromOutsideAndWithinTheEdge) {
  const std::vector<Obstacle> obstacles = {box(0, 0, 2, 2)};
  const auto chains = link_chains(obstacles);
  EXPECT_TRUE(cross_walls(chains, {1, -1}, {1, 1}).any);
  EXPECT_TRUE(cross_walls(chains, {1, -1}, {1, 1}).into_solid);
  EXPECT_FALSE(cross_walls(chains, {1, 1}, {1, -1}).any);   // from the inside
  EXPECT_TRUE(cross_walls(chains, {1, -1}, {1, 0}).any);    // onto the edge
  EXPECT_FALSE(cross_walls(chains, {1, 0}, {1, 1}).any);    // from the edge
  EXPECT_TRUE(cross_walls(chains, {1, -1}, {1, 5}).any);    // through and out again
  EXPECT_FALSE(cross_walls(chains, {3, -1}, {3, 1}).any);   // past the end of the edge
  EXPECT_FALSE(cross_walls(chains, {1, -2}, {1, -1}).any);  // not yet
}

TEST(ReferenceMotion, ThinWallsCountFromBothSidesAndAreNotSolid) {
  const std::vector<Obstacle> obstacles = {wall({{-1, 0}, {1, 0}})};
  const auto chains = link_chains(obstacles);
  for (const double side : {1.0, -1.0}) {
    const WallCrossing crossing = cross_walls(chains, {0, side}, {0, -side});
    EXPECT_TRUE(crossing.any);
    EXPECT_FALSE(crossing.into_solid);
  }
}

}  // namespace
}  // namespace throng::reference::reference_motion_tests
