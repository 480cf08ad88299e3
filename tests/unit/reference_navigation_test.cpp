#include "host/reference/navigation.hpp"

#include <gtest/gtest.h>

#include <set>

#include "host/reference/hashing.hpp"
#include "tests/unit/reference_fixtures.hpp"

namespace throng::reference::reference_navigation_tests {
namespace {

using namespace testing_support;

Agent bound_for(const Vec& goal, const Vec& position = Vec::Zero()) {
  Agent agent = agent_at(1, position);
  agent.goal = GoalKind::point;
  agent.goal_point = goal;
  return agent;
}

Agent bound_for_region(const Vec& position) {
  Agent agent = agent_at(1, position);
  agent.goal = GoalKind::region;
  return agent;
}

TEST(ReferenceNavigation, WalksToAPointAtPreferredSpeed) {
  Agent agent = bound_for({6.0, 8.0});
  agent.preferred_speed = 1.5;
  head_for_goal(agent, {}, {}, 0.1);
  expect_near(agent.preferred_velocity, {0.9, 1.2});
  EXPECT_FALSE(agent.arrived);
}

TEST(ReferenceNavigation, DoesNotOvershoot) {
  Agent agent = bound_for({0.6, 0.0});  // beyond its radius of 0.5 m, but nearer than a step of 1 s
  head_for_goal(agent, {}, {}, 1.0);
  expect_near(agent.preferred_velocity, {0.6, 0.0});
}

TEST(ReferenceNavigation, ArrivesWithinItsRadiusOrTheTolerance) {
  Profile profile;
  Agent agent = bound_for({0.5, 0.0});
  head_for_goal(agent, profile, {}, 0.1);
  EXPECT_TRUE(agent.arrived);
  expect_near(agent.preferred_velocity, {0.0, 0.0});
  profile.arrival_tolerance = 0.25;
  head_for_goal(agent, profile, {}, 0.1);
  EXPECT_FALSE(agent.arrived);
  expect_near(agent.preferred_velocity, {1.0, 0.0});
  profile.arrival_tolerance = 0.0;
  agent.position = {0.5, 0.0};
  head_for_goal(agent, profile, {}, 0.1);
  EXPECT_TRUE(agent.arrived);
}

TEST(ReferenceNavigation, AHeldVelocityStays) {
  Agent agent = agent_at(1, {0, 0}, {0.3, 0.4});
  head_for_goal(agent, {}, {}, 0.1);
  expect_near(agent.preferred_velocity, {0.3, 0.4});
}

TEST(ReferenceNavigation, WalksToTheNearestPointOfALine) {
  const std::vector<GoalRegion> regions = {{false, {{10, -5}, {10, 5}, {20, 5}}}};
  Agent agent = bound_for_region({4, 2});
  head_for_goal(agent, {}, regions, 0.1);
  expect_near(agent.preferred_velocity, {1.0, 0.0});
  agent.position = {15, -1};  // the open side: no edge closes the line
  expect_near(*goal_point(agent, regions), {10.0, -1.0});
}

TEST(ReferenceNavigation, InsideAGoalPolygonHasArrived) {
  // Clockwise: the direction of a goal does not matter.
  const std::vector<GoalRegion> regions = {{true, {{0, 0}, {0, 10}, {10, 10}, {10, 0}}}};
  Agent agent = bound_for_region({5, 5});
  head_for_goal(agent, {}, regions, 0.1);
  EXPECT_TRUE(agent.arrived);
  expect_near(agent.preferred_velocity, {0.0, 0.0});
  agent.position = {5, -3};
  head_for_goal(agent, {}, regions, 0.1);
  EXPECT_FALSE(agent.arrived);
  expect_near(agent.preferred_velocity, {0.0, 1.0});
}

TEST(ReferenceNavigation, TheWayOutIsTheNearestBoundary) {
  const std::vector<Obstacle> solids = {box(0, 0, 10, 4), box(8, -10, 12, 10, 1)};
  EXPECT_FALSE(way_out({-1, 2}, solids));
  expect_near(*way_out({5, 1}, solids), {0.0, -1.0});
  expect_near(*way_out({8.5, 2}, solids), {-1.0, 0.0});             // in both: the nearest of the boundaries of both
  expect_near(*way_out({5, 0}, solids), {0.0, -1.0});               // on an edge: straight out
  expect_near(*way_out({1, 1}, {{box(0, 0, 9, 9)}}), {0.0, -1.0});  // tie: the first edge
}

TEST(ReferenceNavigation, PhiloxGivesItsPublishedNumbers) {
  using Words = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}));
  constexpr std::uint32_t ones = 0xffffffffu;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (Words{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}));
  EXPECT_EQ(philox({0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}, {0xa4093822u, 0x299f31d0u}),
            (Words{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}));
}

TEST(ReferenceNavigation, RandomDirectionsDependOnSeedAgentAndStep) {
  std::set<std::pair<double, double>> by_step, by_agent, by_seed;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const Vec a = random_direction(1, 2, k);
    const Vec b = random_direction(1, static_cast<AgentId>(k), 3);
    const Vec c = random_direction(k << 32, 2, 3);
    by_step.emplace(a.x(), a.y());
    by_agent.emplace(b.x(), b.y());
    by_seed.emplace(c.x(), c.y());
  }
  EXPECT_EQ(by_step.size(), 16u);
  EXPECT_EQ(by_agent.size(), 16u);
  EXPECT_EQ(by_seed.size(), 16u);
  EXPECT_EQ(random_direction(1, 2, 3), random_direction(1, 2, 3));
}

}  // namespace
}  // namespace throng::reference::reference_navigation_tests
