// Worlds whose goals have flow fields: agents find their way around walls.
#include <cmath>
#include <cstdio>
#include <string>

#include "tests/support/executors.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::follow_flow_tests {
namespace {

class FollowFlow : public OnEveryExecutor {
 protected:
  /// A U that opens away from the goal; who goes straight ends in it.
  static void add_u(World& world) {
    const std::vector<Vec2d> wall{{-2.0, 3.0}, {2.0, 3.0}, {2.0, -3.0}, {-2.0, -3.0}};
    world.add_polyline(wall);
  }
  static GoalIndex add_goal(World& world) {
    const std::vector<Vec2d> area{{7.0, -1.5}, {9.0, -1.5}, {9.0, 1.5}, {7.0, 1.5}};
    return world.add_goal_polygon(area);
  }
  static void add_walkers(World& world, GoalIndex goal, bool behave) {
    const ProfileIndex profile = world.add_profile({});
    const BehaviorIndex heads = world.add_behavior(HeadForGoal{});
    for (int k = 0; k < 12; ++k) {
      AgentDescription agent = agent_at({-1.0 + 0.6 * (k % 4), -1.0 + 0.9 * (k / 4)}, profile);
      agent.goal_region = goal;
      const AgentHandle handle = world.add_agent(agent);
      if (behave) world.set_steering(handle, {heads, {}});
    }
  }
};
THRONG_ON_EVERY_EXECUTOR(FollowFlow);

TEST_P(FollowFlow, AroundAConcaveWallToTheGoal) {
  for (const bool behave : {false, true}) {
    World world(options());
    add_u(world);
    const GoalIndex goal = add_goal(world);
    world.find_way(goal);
    add_walkers(world, goal, behave);
    EXPECT_LE(steps_until_all_arrive(world, 400), 400u);
    EXPECT_EQ(world.statistics().wall_crossings, 0u);
  }
}

TEST_P(FollowFlow, WithoutOneTheyStayInside) {
  World world(options());
  add_u(world);
  const GoalIndex goal = add_goal(world);
  add_walkers(world, goal, false);
  world.step(300);
  EXPECT_EQ(world.statistics().arrived, 0u);
}

TEST_P(FollowFlow, AimPointsStayTheGoals) {
  World world(options());
  add_u(world);
  const GoalIndex goal = add_goal(world);
  world.find_way(goal);
  add_walkers(world, goal, true);
  world.step(20);
  for (const Vec2d& aim : world.aim_points()) EXPECT_NEAR(aim.x, 7.0, 1e-5);
}

/// Also far away, where a float has few places behind the point.
TEST_P(FollowFlow, ThePlaceOfTheSceneIsNothingToIt) {
  std::vector<Vec2d> near, far;
  for (const Vec2d shift : {Vec2d{0.0, 0.0}, Vec2d{4194304.0, -5242880.0}}) {
    World world(options());
    std::vector<Vec2d> wall{{-2.0, 3.0}, {2.0, 3.0}, {2.0, -3.0}, {-2.0, -3.0}},
        area{{7.0, -1.5}, {9.0, -1.5}, {9.0, 1.5}};
    for (std::vector<Vec2d>* points : {&wall, &area}) {
      for (Vec2d& p : *points) p = {p.x + shift.x, p.y + shift.y};
    }
    world.add_polyline(wall);
    const GoalIndex goal = world.add_goal_polygon(area);
    world.find_way(goal);
    AgentDescription agent = agent_at({shift.x - 1.0, shift.y + 0.25}, world.add_profile({}));
    agent.goal_region = goal;
    world.add_agent(agent);
    world.step(80);
    const Vec2d at = world.positions()[0];
    (shift.x == 0.0 ? near : far).push_back({at.x - shift.x, at.y - shift.y});
  }
  EXPECT_LT(distance(near[0], far[0]), 1e-6);
}

/// Who can be helped by nobody without a field finds out of the U with one that comes later.
TEST_P(FollowFlow, AFieldFreesWhoIsStuck) {
  WorldOptions watching = options();
  watching.stuck = StuckAgents{.time = 5.0, .relief = StuckRelief::none};
  World world(watching);
  add_u(world);
  const GoalIndex goal = add_goal(world);
  add_walkers(world, goal, false);
  world.step(150);
  EXPECT_EQ(world.stuck_agents().size(), 12u);
  world.find_way(goal);
  world.step(1);
  EXPECT_LE(steps_until_all_arrive(world, 500), 500u);
  EXPECT_TRUE(world.stuck_agents().empty());
}

TEST_P(FollowFlow, StatesGoOn) {
  WorldOptions watching = options();
  watching.stuck = StuckAgents{.time = 1.0};
  World world(watching);
  add_u(world);
  const GoalIndex goal = add_goal(world);
  world.find_way(goal);
  add_walkers(world, goal, false);
  world.step(40);
  const std::string path = testing::TempDir() + "throng_flow_" + executor_label(GetParam()) + ".h5";
  world.save(path);
  World loaded = World::load(path, GetParam());
  std::remove(path.c_str());
  world.step(60);
  loaded.step(60);
  EXPECT_EQ(loaded.state_hash(), world.state_hash());
  EXPECT_EQ(loaded.statistics().became_stuck, world.statistics().became_stuck);
}

/// Who is watched begins anew when its field changes, also when a state is saved in between.
TEST_P(FollowFlow, StatesKeepWhatHasJustChanged) {
  WorldOptions watching = options();
  watching.stuck = StuckAgents{.time = 1.0, .relief = StuckRelief::none};
  World world(watching);
  add_u(world);
  const ObstacleHandle wall = world.add_polyline(std::vector<Vec2d>{{-4.0, 3.0}, {-4.0, -3.0}});
  const GoalIndex goal = add_goal(world);
  world.find_way(goal);
  add_walkers(world, goal, false);
  world.step();
  world.add_polyline(std::vector<Vec2d>{{-1.9, -5.0}, {-1.9, 5.0}});  // shuts them in
  world.step(40);
  EXPECT_FALSE(world.stuck_agents().empty());
  world.remove_obstacle(wall);
  world.add_polygon(std::vector<Vec2d>{{-1.5, -1.5}, {-0.5, -1.5}, {-0.5, 0.5}, {-1.5, 0.5}});  // over some of them
  const std::string path = testing::TempDir() + "throng_flow_changed_" + executor_label(GetParam()) + ".h5";
  world.save(path);
  World loaded = World::load(path, GetParam());
  std::remove(path.c_str());
  for (int s = 0; s < 10; ++s) {
    world.step(3);
    loaded.step(3);
    EXPECT_EQ(loaded.stuck_agents().size(), world.stuck_agents().size());
    EXPECT_EQ(loaded.state_hash(), world.state_hash());
  }
  EXPECT_EQ(loaded.statistics().became_stuck, world.statistics().became_stuck);
}

}  // namespace
}  // namespace throng::test::follow_flow_tests
