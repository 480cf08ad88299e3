// Goals: points, lines and areas; arriving without overshoot, staying, leaving, being counted once.
#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::arrivals_tests {
namespace {

class Arrivals : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(Arrivals);

TEST_P(Arrivals, PointIsReachedWithoutOvershootAndTheStopIsExact) {
  World world(options());
  Profile p;
  p.arrival_tolerance = 1.0e-3;
  const AgentHandle agent = world.add_agent(agent_to({0.0, 0.0}, {5.0, 0.0}, world.add_profile(p)));
  double farthest = 0.0;
  for (int s = 0; s < 60; ++s) {
    world.step();
    farthest = std::max(farthest, world.positions()[0].x);
  }
  EXPECT_LE(farthest, 5.0 + 1.0e-6);
  EXPECT_NEAR(world.positions()[0].x, 5.0, 1.0e-3);
  EXPECT_EQ(world.velocities()[0], (Vec2d{0.0, 0.0}));
  EXPECT_TRUE(world.state(agent).arrived);
  EXPECT_EQ(world.statistics().arrived, 1u);
}

TEST_P(Arrivals, ToleranceIsTheRadiusWhenNoneIsGiven) {
  World world(options());
  const AgentHandle agent = world.add_agent(agent_to({0.0, 0.0}, {5.0, 0.0}, world.add_profile({})));
  world.step(60);
  const double left = 5.0 - world.positions()[0].x;
  EXPECT_GT(left, 0.05);  // stopped at the first step within it
  EXPECT_LE(left, 0.2 + 1.0e-6);
  EXPECT_TRUE(world.state(agent).arrived);
}

TEST_P(Arrivals, LineIsReachedAtItsNearestPoint) {
  World world(options());
  Profile p;
  p.arrival_tolerance = 1.0e-3;
  const ProfileIndex profile = world.add_profile(p);
  const GoalIndex line = world.add_goal_line(std::vector<Vec2d>{{10.0, -20.0}, {10.0, 20.0}, {4.0, 26.0}});
  for (const double y : {-8.0, 0.5, 9.0}) {
    AgentDescription agent = agent_at({4.0, y}, profile);
    agent.goal_region = line;
    world.add_agent(agent);
  }
  world.step(60);
  const auto at = world.positions();
  EXPECT_LE(distance(at[0], {10.0, -8.0}), 2.0e-3);
  EXPECT_LE(distance(at[1], {10.0, 0.5}), 2.0e-3);
  EXPECT_LE(distance(at[2], {10.0, 9.0}), 2.0e-3);
  EXPECT_EQ(world.statistics().arrived, 3u);
}

TEST_P(Arrivals, AreaIsReachedInsideOrAtItsEdge) {
  for (const bool clockwise : {false, true}) {
    World world(options());
    const ProfileIndex profile = world.add_profile({});
    const auto area = box(3.0, -1.0, 5.0, 1.0);
    const GoalIndex goal = world.add_goal_polygon(clockwise ? reversed(area) : area);
    AgentDescription outside = agent_at({0.0, 0.0}, profile), inside = agent_at({4.0, 0.25}, profile);
    outside.goal_region = inside.goal_region = goal;
    world.add_agent(outside);
    world.add_agent(inside);
    world.step(60);
    EXPECT_EQ(world.statistics().arrived, 2u);
    EXPECT_EQ(world.positions()[1], (Vec2d{4.0, 0.25}));  // was there already
    EXPECT_NEAR(world.positions()[0].x, 2.9, 0.1 + 1.0e-6);
    EXPECT_EQ(world.velocities()[0], (Vec2d{0.0, 0.0}));
  }
}

TEST_P(Arrivals, RemoveTakesAgentsOutOnceAndForAll) {
  World world(options());
  Profile leaving;
  leaving.on_arrival = OnArrival::remove;
  const ProfileIndex out = world.add_profile(leaving), stay = world.add_profile({});
  const AgentHandle a = world.add_agent(agent_to({0.0, 0.0}, {2.0, 0.0}, out));
  const AgentHandle b = world.add_agent(agent_to({0.0, 5.0}, {2.0, 5.0}, stay));
  const AgentHandle c = world.add_agent(agent_to({0.0, 9.0}, {50.0, 9.0}, out));
  world.step(40);
  EXPECT_EQ(world.agent_count(), 2u);
  EXPECT_FALSE(world.contains(a));
  EXPECT_TRUE(world.contains(b));
  EXPECT_TRUE(world.contains(c));
  EXPECT_THROW((void)world.state(a), Error);
  EXPECT_EQ(world.find(0), std::nullopt);
  EXPECT_EQ(world.ids(), (std::vector<AgentId>{1, 2}));
  EXPECT_EQ(world.statistics().arrived, 2u);
  const AgentHandle d = world.add_agent(agent_at({30.0, 30.0}, stay));
  EXPECT_NE(d, a);  // even when it takes the same place
  EXPECT_EQ(world.state(d).id, 3);
}

TEST_P(Arrivals, AreCountedOnceEvenWhenPushedAwayAndBack) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  const AgentHandle agent = world.add_agent(agent_to({0.0, 0.0}, {1.0, 0.0}, profile));
  world.step(20);
  EXPECT_EQ(world.statistics().arrived, 1u);
  world.set_position(agent, {5.0, 0.0});
  world.step();
  EXPECT_FALSE(world.state(agent).arrived);
  world.step(60);
  EXPECT_TRUE(world.state(agent).arrived);
  EXPECT_EQ(world.statistics().arrived, 1u);
  world.set_goal(agent, Vec2d{3.0, 0.0});  // a new goal is a new arrival
  world.step(60);
  EXPECT_EQ(world.statistics().arrived, 2u);
}

/// Out of each other's sight: beside a neighbor that stops, ORCA lets nobody brake from full speed in one step.
TEST_P(Arrivals, NobodyOvershootsAtFullSpeed) {
  World world(options());
  Profile p;
  p.preferred_speed = 1.8;
  const ProfileIndex profile = world.add_profile(p);
  for (int k = 0; k < 20; ++k) {
    const double y = 6.0 * k;
    world.add_agent(agent_to({0.0, y}, {6.0 + 0.1 * k, y}, profile));
  }
  for (int s = 0; s < 80; ++s) {
    world.step();
    const auto at = world.positions();
    for (int k = 0; k < 20; ++k) ASSERT_LE(at[static_cast<std::size_t>(k)].x, 6.0 + 0.1 * k + 1.0e-5);
  }
  EXPECT_EQ(world.statistics().arrived, 20u);
}

}  // namespace
}  // namespace throng::test::arrivals_tests
