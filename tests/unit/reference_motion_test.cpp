#include "host/reference/motion.hpp"

#include <gtest/gtest.h>

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
  expect_near(update_heading({1, 0}, {0, -2}), {0, -1});
  expect_near(update_heading({1, 0}, {0, 0.05}), {1, 0});
  expect_near(update_heading({1, 0}, {0, 0.051}), {0, 1});
  expect_near(update_heading({1, 0}, {0, 0}), {1, 0});
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
