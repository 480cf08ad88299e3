// What the examples with behaviors are said to show (examples/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/files/example_scene.hpp"
#include "tests/support/vectors.hpp"

namespace throng::steering_examples_tests {
namespace {

using namespace test;

/// Of two who move straight on between two steps, the least distance.
double least_distance(Vec2d from_a, Vec2d to_a, Vec2d from_b, Vec2d to_b) {
  const Vec2d apart = minus(from_a, from_b), change = minus(minus(to_a, to_b), apart);
  const double t = std::clamp(-dot(apart, change) / dot(change, change), 0.0, 1.0);
  return norm(plus(apart, times(t, change)));
}

TEST(SteeringExamples, InterceptionMeetsTheFlyerAtTheTimeOfTheClosedForm) {
  Example example("interception.json");
  World& world = example.world;
  const AgentHandle pursuer = world.handles()[1];
  // |(0, 300) + t (24, 0)| = 26 t has the solution t = 30 s, at (720, 300).
  double nearest = 300.0;
  std::uint64_t when = 0;
  for (std::uint64_t s = 1; s <= example.scenario.steps; ++s) {
    const std::vector<Vec2d> from = world.positions();
    world.step();
    const std::vector<Vec2d> to = world.positions();
    const SteeringState state = world.steering(pursuer);
    EXPECT_TRUE(state.reachable);
    EXPECT_LT(distance(state.aim_point, {720.0, 300.0}), 1.0e-5 * 300.0) << s;
    EXPECT_NEAR(state.time_to_intercept, 30.0 - 0.1 * static_cast<double>(s - 1), 1.0e-3) << s;
    const double miss = least_distance(from[0], to[0], from[1], to[1]);
    if (miss < nearest) nearest = miss, when = s;
  }
  EXPECT_EQ(when, 300u);
  EXPECT_LT(nearest, 1.0e-4);
}

TEST(SteeringExamples, HeadOnPursuersAimAtEachOtherNotBehind) {
  Example example("pursuit_headon.json");
  World& world = example.world;
  for (std::uint64_t s = 1; s <= example.scenario.steps; ++s) {
    const std::vector<Vec2d> from = world.positions();
    world.step();
    const std::vector<Vec2d> aims = world.aim_points();
    EXPECT_EQ(aims[0], from[1]) << s;
    EXPECT_EQ(aims[1], from[0]) << s;
    EXPECT_EQ(world.steering(world.handles()[0]).time_to_intercept, 0.0);
    EXPECT_NEAR(distance(world.positions()[0], world.positions()[1]), 60.0 - 0.3 * static_cast<double>(s), 5.0e-4);
  }
}

TEST(SteeringExamples, PredatorsGetNearerToTheirPrey) {
  Example example("predators.json");
  World& world = example.world;
  const auto mean_distance = [&] {
    const std::vector<Vec2d> at = world.positions();
    double sum = 0.0;
    for (std::size_t k = 0; k < 20; ++k) sum += distance(at[k], at[5000 + k]);
    return sum / 20.0;
  };
  ASSERT_EQ(world.agent_count(), 5020u);
  EXPECT_GT(mean_distance(), 80.0);
  world.step(100);
  EXPECT_LT(mean_distance(), 55.0);
}

TEST(SteeringExamples, TheFormationKeepsItsPlacesAroundTheCorner) {
  Example example("formation.json");
  World& world = example.world;
  ASSERT_EQ(world.agent_count(), 501u);
  const std::vector<AgentHandle> handles = world.handles();
  const auto farthest_from_place = [&] {
    const AgentState leader = world.state(handles[0]);
    const Vec2d left{-leader.heading.y, leader.heading.x};
    double farthest = 0.0;
    for (std::size_t i = 1; i < handles.size(); ++i) {
      const BehaviorIndex row = world.steering(handles[i]).steering.behavior;
      const Vec2d offset = std::get<OffsetPursue>(world.behavior(row)).offset;
      const Vec2d place = plus(leader.position, plus(times(offset.x, leader.heading), times(offset.y, left)));
      farthest = std::max(farthest, distance(place, world.state(handles[i]).position));
    }
    return farthest;
  };
  EXPECT_LT(farthest_from_place(), 1.0e-5);  // they begin in their places
  double farthest = 0.0;
  for (int k = 0; k < 150; ++k) {
    world.step(10);
    farthest = std::max(farthest, farthest_from_place());
  }
  EXPECT_LT(farthest, 1.0);
  EXPECT_GT(farthest, 0.1);                // the corner was there
  EXPECT_LT(farthest_from_place(), 0.01);  // and is behind
  EXPECT_NEAR(world.positions()[0].y, -80.0, 0.01);
  EXPECT_EQ(world.measure().contacts, 0u);
}

TEST(SteeringExamples, TheFlockFindsOneDirection) {
  Example example("flock.json");
  World& world = example.world;
  ASSERT_EQ(world.agent_count(), 20000u);
  // The length of the mean direction: 1 when all go the same way.
  const auto order = [&] {
    Vec2d sum{};
    for (const Vec2d velocity : world.velocities()) sum = plus(sum, times(1.0 / norm(velocity), velocity));
    return norm(sum) / 20000.0;
  };
  EXPECT_NEAR(order(), 1.0 / 3.0, 1.0e-3);
  world.step(30);
  EXPECT_GT(order(), 0.95);
}

TEST(SteeringExamples, TheMissileKeepsItsCourseAndTheCrowdMakesWay) {
  Example example("missile.json");
  World& world = example.world;
  ASSERT_EQ(world.agent_count(), 2002u);
  double off_course = 0.0, clearance = 1.0;
  for (std::uint64_t s = 0; s < example.scenario.steps; ++s) {
    world.step();
    const std::vector<Vec2d> at = world.positions();
    // From (-40, 0) to (40, 60), where it meets its target after 20 s.
    off_course = std::max(off_course, std::abs(det({0.8, 0.6}, minus(at[1], {-40.0, 0.0}))));
    for (std::size_t i = 2; i < at.size(); ++i) clearance = std::min(clearance, distance(at[i], at[1]) - 0.5);
  }
  EXPECT_LT(off_course, 1.0e-4);
  EXPECT_GT(clearance, -0.03);
  EXPECT_LT(clearance, 0.2);  // it did go through them
  EXPECT_LT(distance(world.positions()[0], world.positions()[1]), 1.0e-3);
}

}  // namespace
}  // namespace throng::steering_examples_tests
