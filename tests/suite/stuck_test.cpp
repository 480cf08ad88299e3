// Agents that want to go on and do not get on: they are told of, and relief lets those go on who can.
#include <cmath>
#include <string>

#include "tests/support/executors.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::stuck_tests {
namespace {

class Stuck : public OnEveryExecutor {
 protected:
  [[nodiscard]] WorldOptions watching(StuckRelief relief, double time = 4.0) const {
    WorldOptions o = options();
    o.stuck = StuckAgents{.time = time, .relief = relief};
    return o;
  }
  /// A U that opens to the left, and a way that leads to the right.
  static void add_u(World& world) {
    const std::vector<Vec2d> wall{{-2.0, 3.0}, {2.0, 3.0}, {2.0, -3.0}, {-2.0, -3.0}};
    world.add_polyline(wall);
  }
};
THRONG_ON_EVERY_EXECUTOR(Stuck);

TEST_P(Stuck, BehindAConcaveWallAreTold) {
  World world(watching(StuckRelief::none));
  add_u(world);
  const ProfileIndex profile = world.add_profile({});
  const AgentHandle walled = world.add_agent(agent_to({0.0, 0.1}, {9.0, 0.1}, profile));
  const AgentHandle free = world.add_agent(agent_to({0.0, 5.0}, {60.0, 5.0}, profile));
  const AgentHandle there = world.add_agent(agent_to({5.0, -5.0}, {5.0, -5.0}, profile));
  AgentDescription lazy = agent_to({-5.0, -5.0}, {5.0, 5.0}, profile);
  lazy.preferred_speed = 0.0;
  const AgentHandle unwilling = world.add_agent(lazy);
  const AgentHandle aimless = world.add_agent(agent_at({-5.0, 5.0}, profile));
  world.step(30);
  EXPECT_TRUE(world.stuck_agents().empty());
  world.step(70);
  const std::vector<StuckAgent> stuck = world.stuck_agents();
  ASSERT_EQ(stuck.size(), 1u);
  EXPECT_EQ(stuck[0].agent, walled);
  EXPECT_EQ(stuck[0].id, world.state(walled).id);
  EXPECT_EQ(stuck[0].position, world.state(walled).position);
  // It has come to the wall, 1.8 m away, and slowed down before it.
  EXPECT_NEAR(stuck[0].time, 7.2, 0.3);
  EXPECT_TRUE(world.state(walled).stuck);
  for (const AgentHandle agent : {free, there, unwilling, aimless}) EXPECT_FALSE(world.state(agent).stuck);
  EXPECT_EQ(world.statistics().became_stuck, 1u);
  EXPECT_EQ(world.statistics().went_on, 0u);
}

TEST_P(Stuck, BeginAnewWithANewGoalOrPlace) {
  World world(watching(StuckRelief::none));
  add_u(world);
  const ProfileIndex profile = world.add_profile({});
  const AgentHandle agent = world.add_agent(agent_to({0.0, 0.1}, {9.0, 0.1}, profile));
  world.step(100);
  ASSERT_EQ(world.stuck_agents().size(), 1u);
  world.set_goal(agent, Vec2d{9.0, 0.2});
  EXPECT_TRUE(world.stuck_agents().empty());
  world.step(20);
  EXPECT_TRUE(world.stuck_agents().empty());
  world.step(40);
  EXPECT_EQ(world.stuck_agents().size(), 1u);
  EXPECT_EQ(world.statistics().became_stuck, 2u);
  world.set_position(agent, {1.0, 1.0});
  world.step(20);
  EXPECT_TRUE(world.stuck_agents().empty());
  EXPECT_EQ(world.statistics().went_on, 0u);  // it was helped, and did not get on by itself
  world.step(150);                            // it slides along the wall first
  EXPECT_EQ(world.stuck_agents().size(), 1u);
  world.set_goal(agent, Vec2d{-9.0, 0.0});
  world.step(10);
  EXPECT_FALSE(world.state(agent).stuck);
}

TEST_P(Stuck, GetOnWhenTheWallIsGone) {
  World world(watching(StuckRelief::none));
  const std::vector<Vec2d> wall{{2.0, 3.0}, {2.0, -3.0}};
  const ObstacleHandle obstacle = world.add_polyline(wall);
  const AgentHandle agent = world.add_agent(agent_to({0.0, 0.0}, {9.0, 0.0}, world.add_profile({})));
  world.step(100);
  ASSERT_TRUE(world.state(agent).stuck);
  world.remove_obstacle(obstacle);
  world.step(5);
  EXPECT_FALSE(world.state(agent).stuck);
  EXPECT_EQ(world.statistics().went_on, 1u);
  world.step(100);
  EXPECT_TRUE(world.state(agent).arrived);
  EXPECT_EQ(world.statistics().became_stuck, 1u);
  EXPECT_EQ(world.statistics().went_on, 1u);
}

TEST_P(Stuck, NobodyIsWatchedUnlessAsked) {
  World world(options());
  add_u(world);
  world.add_agent(agent_to({0.0, 0.1}, {9.0, 0.1}, world.add_profile({})));
  world.step(200);
  EXPECT_TRUE(world.stuck_agents().empty());
  EXPECT_EQ(world.statistics().became_stuck, 0u);
}

TEST_P(Stuck, OnlyBehaviorsThatSeekTheGoalCount) {
  World world(watching(StuckRelief::none));
  add_u(world);
  const ProfileIndex profile = world.add_profile({});
  const BehaviorIndex heads = world.add_behavior(HeadForGoal{}), wanders = world.add_behavior(Wander{});
  const BehaviorIndex blend = world.add_behavior(Blend{Blend::Rule::weighted, {{wanders, 0.1}, {heads, 1.0}}});
  std::vector<AgentHandle> agents;
  for (const BehaviorIndex behavior : {heads, wanders, blend}) {
    agents.push_back(
        world.add_agent(agent_to({0.0, -1.5 + 1.5 * static_cast<double>(agents.size())}, {40.0, 0.0}, profile)));
    world.set_steering(agents.back(), {behavior, {}});
  }
  world.step(150);
  EXPECT_TRUE(world.state(agents[0]).stuck);
  EXPECT_FALSE(world.state(agents[1]).stuck);
  EXPECT_TRUE(world.state(agents[2]).stuck);
}

TEST_P(Stuck, StateIsKept) {
  World world(watching(StuckRelief::sidestep));
  add_u(world);
  const ProfileIndex profile = world.add_profile({});
  for (int k = 0; k < 5; ++k) world.add_agent(agent_to({0.0, 0.6 * k - 1.1}, {9.0, 0.1}, profile));
  world.step(90);
  const std::string path = testing::TempDir() + "throng_stuck_" + executor_label(GetParam()) + ".h5";
  world.save(path);
  World loaded = World::load(path, GetParam());
  std::remove(path.c_str());
  ASSERT_EQ(loaded.options().stuck, world.options().stuck);
  ASSERT_GE(world.stuck_agents().size(), 1u);
  EXPECT_EQ(loaded.stuck_agents().size(), world.stuck_agents().size());
  world.step(50);
  loaded.step(50);
  EXPECT_EQ(loaded.state_hash(), world.state_hash());
  EXPECT_EQ(loaded.statistics().became_stuck, world.statistics().became_stuck);
}

/// Knots of agents that give way by halves and by nothing else: without relief they hold for ever.
class Knots : public Stuck {
 protected:
  [[nodiscard]] World make(StuckRelief relief) const {
    WorldOptions o = rvo2_options(0.1);
    o.stuck = StuckAgents{.time = 5.0, .relief = relief};
    o.seed = 3;
    return World(o);
  }
  static ProfileIndex leaving(World& world) {
    Profile profile;
    profile.on_arrival = OnArrival::remove;
    return world.add_profile(profile);
  }
  static void add_wall(World& world, Vec2d from, Vec2d to) {
    const std::vector<Vec2d> wall{from, to};
    world.add_polyline(wall);
  }
  /// Steps until all have left; what is left after 200 s.
  static std::size_t left_after(World& world) {
    for (int s = 0; s < 200 && world.agent_count() > 0; ++s) world.step(10);
    return world.agent_count();
  }
};
THRONG_ON_EVERY_EXECUTOR(Knots);

TEST_P(Knots, TwoMeetInACorridorForOne) {
  for (const StuckRelief relief : {StuckRelief::none, StuckRelief::sidestep}) {
    World world = make(relief);
    add_wall(world, {-3.0, 0.3}, {3.0, 0.3});
    add_wall(world, {-3.0, -0.3}, {3.0, -0.3});
    const ProfileIndex profile = leaving(world);
    world.add_agent(agent_to({-4.0, 0.0}, {8.0, 0.0}, profile));
    world.add_agent(agent_to({4.0, 0.0}, {-8.0, 0.0}, profile));
    EXPECT_EQ(left_after(world), relief == StuckRelief::none ? 2u : 0u);
    if (relief == StuckRelief::sidestep) {
      EXPECT_EQ(world.statistics().went_on, world.statistics().became_stuck);
    }
  }
}

TEST_P(Knots, ThreeAtOnceAtADoor) {
  for (const StuckRelief relief : {StuckRelief::none, StuckRelief::sidestep}) {
    World world = make(relief);
    add_wall(world, {0.0, 0.4}, {0.0, 8.0});
    add_wall(world, {0.0, -0.4}, {0.0, -8.0});
    const ProfileIndex profile = leaving(world);
    for (int k = 0; k < 3; ++k) world.add_agent(agent_to({-1.5, 0.45 * (k - 1)}, {6.0, 0.0}, profile));
    EXPECT_EQ(left_after(world), relief == StuckRelief::none ? 2u : 0u);
  }
}

}  // namespace
}  // namespace throng::test::stuck_tests
