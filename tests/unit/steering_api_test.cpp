// Behaviors of agents through the interface of a world: what is refused, what changes while it runs, what is kept.
#include <cstdio>

#include "tests/unit/api_testing.hpp"

namespace throng::steering_api_tests {
namespace {

using test::agent_at;
using test::expect_throws;
using test::infinite;
using test::not_a_number;
using test::Words;

struct WrongSteering : test::WrongArgument {
  AgentHandle one = small.agents[0], other = small.agents[1];
};
THRONG_INSTANTIATE_WRONG_ARGUMENT(WrongSteering);

TEST_P(WrongSteering, ParametersOutsideTheirLimits) {
  const auto refused = [&](const Words& words, const Behavior& behavior) {
    refuses_argument(words, [&] { world.add_behavior(behavior); });
  };
  for (const double bad : {not_a_number, infinite, -1.0, 2.0e5}) refused({"speed of seek", "m/s"}, Seek{.speed = bad});
  for (const int bad : {-1, 2}) refused({"target of pursue", "from 0 to 1"}, Pursue{.target = bad});
  for (const double bad : {not_a_number, -0.1, infinite}) {
    refused({"slowing_radius of arrive", "m"}, Arrive{.slowing_radius = bad});
    refused({"separation_weight of flock"}, Flock{.separation_weight = bad});
    refused({"offset_x of offset_pursue"}, OffsetPursue{.offset = {bad == -0.1 ? -1.1e6 : bad, 0.0}});
  }
  for (const double bad : {not_a_number, 0.0, -1.0}) {
    refused({"max_deceleration of arrive"}, Arrive{.max_deceleration = bad});
    refused({"panic_radius of flee", "above 0"}, Flee{.panic_radius = bad});
    refused({"panic_radius of evade", "above 0"}, Evade{.panic_radius = bad});
    refused({"max_time of intercept"}, Intercept{.max_time = bad});
    refused({"interval of wander"}, Wander{.interval = bad});
    refused({"cohesion_radius of flock"}, Flock{.cohesion_radius = bad});
  }
  refused({"turning_rate of wander is 10.5", "at most 10"}, Wander{.turning_rate = 10.5});
  refused({"path 0 does not exist", "has 0"}, FollowPath{});
  const PathIndex path = world.add_path(std::vector<Vec2d>{{0, 0}, {1, 1}});
  refused({"look_ahead of follow_path"}, FollowPath{.path = path, .look_ahead = 0.0});
  refused({"blend has 0 parts"}, Blend{});
  refused({"blend has 17 parts"}, Blend{.parts = std::vector<BlendPart>(17)});
  refused({"behavior 7 does not exist"}, Blend{.parts = {{{7}, 1.0}}});
  const BehaviorIndex seek = world.add_behavior(Seek{});
  for (const double bad : {not_a_number, -1.0, infinite}) {
    refused({"weight of part 1 of blend"}, Blend{.parts = {{seek, 1.0}, {seek, bad}}});
  }
  const BehaviorIndex blend = world.add_behavior(Blend{.parts = {{seek, 1.0}}});
  refused({"part 0 of blend is behavior 1, itself a blend"}, Blend{.parts = {{blend, 1.0}}});
  refuses_argument({"behavior 0 is part of a blend"}, [&] {
    world.change_behavior(seek, Blend{.parts = {{seek, 1.0}}});
  });
  const BehaviorIndex alone = world.add_behavior(Seek{});
  refuses_argument({"behavior 2 can't be a part of itself"}, [&] {
    world.change_behavior(alone, Blend{.parts = {{alone, 1.0}}});
  });
  EXPECT_EQ(world.behavior_count(), 3u);
}

TEST_P(WrongSteering, Paths) {
  refuses_argument({"path", "fewer than 2 distinct"}, [&] { world.add_path(std::vector<Vec2d>{{1, 2}}); });
  refuses_argument({"path", "fewer than 2 distinct"}, [&] { world.add_path({}); });
  refuses_argument({"path", "fewer than 2 distinct"}, [&] { world.add_path(std::vector<Vec2d>{{1, 2}, {1, 2}}); });
  refuses_argument({"path vertex 1"}, [&] { world.add_path(std::vector<Vec2d>{{1, 2}, {not_a_number, 2}}); });
}

TEST_P(WrongSteering, Targets) {
  const BehaviorIndex pursue = world.add_behavior(Pursue{}), second = world.add_behavior(Seek{.target = 1}),
                      between = world.add_behavior(Interpose{});
  const BehaviorIndex blend = world.add_behavior(Blend{.parts = {{pursue, 1.0}, {second, 1.0}}});
  const auto refused = [&](const Words& words, const Steering& steering) {
    refuses_argument(words, [&] { world.set_steering(one, steering); });
  };
  refused({"behavior 9 does not exist", "has 4"}, {{9}, {}});
  refused({"behavior 0 (pursue) needs target 0"}, {pursue, {}});
  refused({"needs target 0"}, {pursue, {std::monostate{}, other}});
  refused({"needs target 1"}, {second, {other}});
  refused({"behavior 2 (interpose) needs target 1"}, {between, {other}});
  refused({"behavior 3 (blend) needs target 1"}, {blend, {other}});
  refused({"target 0 is the agent itself (id 0)"}, {pursue, {one}});
  refused({"target 0", "finite"}, {pursue, {Vec2d{not_a_number, 0.0}}});
  refused({"target 1", "m of 0"}, {second, {std::monostate{}, Vec2d{0.0, 2.0e9}}});
  refuses_handle({"stale"}, [&] { world.set_steering(one, {pursue, {small.removed_agent}}); });
  refuses_handle({"stale"}, [&] { world.set_steering(small.removed_agent, {pursue, {one}}); });
  refuses_handle({"stale"}, [&] { world.clear_steering(small.removed_agent); });
  refuses_handle({"stale"}, [&] { (void)world.steering(small.removed_agent); });
  // Of many: all or none, and the message names the one.
  const std::vector<AgentHandle> agents{one, other};
  const std::vector<Steering> wrong{{pursue, {other}}, {pursue, {other}}};
  refuses_argument({"agent 1 of 2", "itself"}, [&] { world.set_steering(agents, wrong); });
  refuses_argument({"2 agents but 1 steerings"}, [&] { world.set_steering(agents, std::span(wrong).first(1)); });
  const std::vector<AgentHandle> twice{one, one};
  const std::vector<Steering> right{{pursue, {other}}, {pursue, {other}}};
  refuses_argument({"named twice"}, [&] { world.set_steering(twice, right); });
  EXPECT_FALSE(world.steering(one).active);
}

TEST_P(WrongSteering, AChangeThatAnAgentCantFollow) {
  const BehaviorIndex wander = world.add_behavior(Wander{});
  World untouched = World({.executor = GetParam().first});
  refuses_argument({"behavior 5 does not exist"}, [&] { world.change_behavior({5}, Seek{}); });
  refuses_argument({"behavior 5 does not exist"}, [&] { (void)world.behavior({5}); });
  world.set_steering(one, {wander, {}});
  refuses_argument({"agent 0", "needs target 0"}, [&] { world.change_behavior(wander, Pursue{}); });
  EXPECT_TRUE(std::holds_alternative<Wander>(world.behavior(wander)));
  world.clear_steering(one);
}

// ---- What a running world does ----

struct SteeringWorld : ::testing::TestWithParam<ExecutorKind> {
  World world{WorldOptions{.executor = GetParam(), .threads = 2}};
  ProfileIndex walker = world.add_profile({});
  AgentHandle add(Vec2d position) { return world.add_agent(agent_at(position, walker)); }
};
INSTANTIATE_TEST_SUITE_P(On, SteeringWorld, ::testing::Values(ExecutorKind::cpu, ExecutorKind::reference));

TEST_P(SteeringWorld, SeeksAPointAndAPersonAndChangesItsMind) {
  const AgentHandle a = add({0, 0}), b = add({10, 0});
  const BehaviorIndex seek = world.add_behavior(Seek{.speed = 1.0});
  world.set_steering(a, {seek, {Vec2d{0, 5}}});
  EXPECT_TRUE(world.steering(a).active);
  EXPECT_EQ(world.steering(a).aim_point, (Vec2d{0, 0}));  // no step yet
  world.step();
  EXPECT_NEAR(world.state(a).preferred_velocity.y, 1.0, 1e-6);
  EXPECT_NEAR(world.steering(a).aim_point.y, 5.0, 1e-6);
  world.set_steering(a, {seek, {b}});
  world.step();
  EXPECT_NEAR(world.state(a).preferred_velocity.x, 1.0, 1e-3);
  EXPECT_NEAR(world.aim_points()[0].x, 10.0, 1e-6);
  EXPECT_EQ(world.aim_points()[1], world.positions()[1]);
  world.change_behavior(seek, Seek{.speed = 0.5});
  world.step();
  EXPECT_NEAR(world.state(a).preferred_velocity.x, 0.5, 1e-3);
  world.set_preferred_velocity(a, {0.0, -0.25});
  EXPECT_FALSE(world.steering(a).active);
  world.step();
  EXPECT_EQ(world.state(a).preferred_velocity, (Vec2d{0.0, -0.25}));
}

TEST_P(SteeringWorld, ATargetThatLeavesAndTheNextAgentOfItsSlot) {
  const AgentHandle a = add({0, 0}), b = add({10, 0});
  const BehaviorIndex pursue = world.add_behavior(Pursue{});
  world.set_steering(a, {pursue, {b}});
  world.step();
  EXPECT_FALSE(world.steering(a).target_lost);
  EXPECT_GT(world.state(a).preferred_velocity.x, 1.0);
  world.remove_agent(b);
  const AgentHandle c = add({0, 10});
  EXPECT_EQ(c.slot, b.slot);
  world.step();
  EXPECT_TRUE(world.steering(a).target_lost);
  EXPECT_EQ(world.state(a).preferred_velocity, (Vec2d{0, 0}));
  EXPECT_EQ(std::get<AgentHandle>(world.steering(a).steering.targets[0]), b);
  // And the slot of one that had a behavior brings none to its next agent.
  world.remove_agent(a);
  const AgentHandle d = add({5, 5});
  EXPECT_EQ(d.slot, a.slot);
  EXPECT_FALSE(world.steering(d).active);
  world.step();
  EXPECT_EQ(world.state(d).preferred_velocity, (Vec2d{0, 0}));
}

TEST_P(SteeringWorld, DisregardsItsTargetWhichMakesWay) {
  const AgentHandle hunter = add({0, 0}), prey = add({0.6, 0.05}), bystander = add({0, 0.6});
  const auto sees = [&](AgentHandle who, AgentHandle whom) {
    const std::vector<AgentHandle> seen = world.neighbors(who);
    return std::find(seen.begin(), seen.end(), whom) != seen.end();
  };
  const BehaviorIndex pursue = world.add_behavior(Pursue{});
  world.set_steering(hunter, {pursue, {prey}});
  world.step();
  EXPECT_FALSE(sees(hunter, prey));
  EXPECT_TRUE(sees(hunter, bystander));
  EXPECT_TRUE(sees(prey, hunter));
  EXPECT_TRUE(sees(bystander, hunter));
  world.change_behavior(pursue, Pursue{.avoids_target = true});
  world.step();
  EXPECT_TRUE(sees(hunter, prey));
}

TEST_P(SteeringWorld, ABlendGivesWhatItsPartsWant) {
  const AgentHandle a = add({0, 0});
  const BehaviorIndex east = world.add_behavior(Seek{.speed = 1.0}),
                      north = world.add_behavior(Seek{.speed = 0.5, .target = 1});
  const BehaviorIndex both = world.add_behavior(Blend{.parts = {{east, 0.5}, {north, 2.0}}});
  world.set_steering(a, {both, {Vec2d{50, 0}, Vec2d{0, 50}}});
  world.step();
  EXPECT_NEAR(world.state(a).preferred_velocity.x, 0.5, 1e-6);
  EXPECT_NEAR(world.state(a).preferred_velocity.y, 1.0, 1e-6);
  world.change_behavior(both, Blend{.rule = Blend::Rule::priority, .parts = {{north, 0.0}, {east, 0.0}}});
  world.step();
  EXPECT_NEAR(world.state(a).preferred_velocity.y, 0.5, 1e-3);
  world.change_behavior(both, Blend{.parts = {{east, 1e6}}});
  world.step();
  EXPECT_NEAR(world.state(a).preferred_velocity.x, 1.8, 1e-3);  // its maximum speed
}

TEST_P(SteeringWorld, KeepsItsGoalBeside) {
  AgentDescription description = agent_at({0, 0}, walker);
  description.goal = Vec2d{0, 20};
  const AgentHandle a = world.add_agent(description);
  world.set_steering(a, {world.add_behavior(HeadForGoal{}), {}});
  world.step();
  EXPECT_NEAR(world.state(a).preferred_velocity.y, 1.34, 1e-6);
  world.set_steering(a, {world.add_behavior(Seek{.speed = 1.0}), {Vec2d{-20, 0.134}}});
  world.step();
  EXPECT_LT(world.state(a).preferred_velocity.x, -0.99);
  world.clear_steering(a);
  world.step();
  EXPECT_NEAR(world.state(a).preferred_velocity.y, 1.34, 1e-2);
}

TEST_P(SteeringWorld, ABehaviorChangedToItselfStaysWhatItIs) {
  const BehaviorIndex seek = world.add_behavior(Seek{});
  const BehaviorIndex blend = world.add_behavior(Blend{.parts = {{seek, 2.0}}});
  world.change_behavior(blend, world.behavior(blend));
  EXPECT_EQ(world.behavior(blend), Behavior(Blend{.parts = {{seek, 2.0}}}));
}

TEST_P(SteeringWorld, WhoHasNoBehaviorAnyMoreHasNoneInAFile) {
  const std::string path =
      ::testing::TempDir() + "throng_cleared_" + std::to_string(static_cast<int>(GetParam())) + ".h5";
  const AgentHandle a = add({0, 0}), b = add({0.5, 0});
  world.set_steering(a, {world.add_behavior(Pursue{}), {b}});
  world.step();
  world.clear_steering(a);
  world.save(path);
  World loaded = World::load(path, GetParam(), 1);
  std::remove(path.c_str());
  EXPECT_FALSE(loaded.steering(a).active);
  Snapshot snapshot;
  loaded.snapshot(snapshot, {.aim_points = true});
  EXPECT_EQ(snapshot.aim_point, snapshot.position);
  world.step(3);
  loaded.step(3);
  EXPECT_EQ(loaded.state_hash(), world.state_hash());
}

TEST_P(SteeringWorld, LooksAheadFurtherThanAFloatIsWide) {
  const PathIndex path = world.add_path(std::vector<Vec2d>{{0, 0}, {1.0e5, 0}});
  expect_throws(ErrorCode::invalid_argument, {"look_ahead of follow_path is 0.001 m", "path 0", "at least"},
                [&] { world.add_behavior(FollowPath{.path = path, .look_ahead = 1.0e-3}); });
  const AgentHandle a = add({9.9e4, 0});
  world.set_steering(a, {world.add_behavior(FollowPath{.path = path, .look_ahead = 0.1}), {}});
  world.step(50);
  EXPECT_GT(world.positions()[0].x, 9.9e4 + 8.5);  // at 1.8 m/s, which is further in a step than it looks
  const PathIndex ring = world.add_path(std::vector<Vec2d>{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true);
  expect_throws(ErrorCode::invalid_argument, {"look_ahead of follow_path is 40 m", "closed and 40 m long"},
                [&] { world.add_behavior(FollowPath{.path = ring, .look_ahead = 40.0}); });
}

TEST_P(SteeringWorld, GoesOnFromAFile) {
  const std::string path =
      ::testing::TempDir() + "throng_steering_" + std::to_string(static_cast<int>(GetParam())) + ".h5";
  std::vector<AgentHandle> agents;
  for (int i = 0; i < 12; ++i) agents.push_back(add({1.5 * i, 0.3 * (i % 3)}));
  const PathIndex ring = world.add_path(std::vector<Vec2d>{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, true);
  const BehaviorIndex pursue = world.add_behavior(Pursue{.speed = 1.5});
  const BehaviorIndex follow = world.add_behavior(FollowPath{.path = ring, .look_ahead = 2.0});
  const BehaviorIndex wander = world.add_behavior(Wander{});
  const BehaviorIndex blend = world.add_behavior(Blend{
      .rule = Blend::Rule::priority, .parts = {{world.add_behavior(Flee{.panic_radius = 2.0}), 1.0}, {wander, 0.5}}});
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (i % 4 == 0) world.set_steering(agents[i], {pursue, {agents[(i + 5) % 12]}});
    if (i % 4 == 1) world.set_steering(agents[i], {follow, {}});
    if (i % 4 == 2) world.set_steering(agents[i], {blend, {Vec2d{3, 3}}});
  }
  for (const std::uint64_t steps : {0u, 40u}) {
    world.step(steps);
    world.save(path);
    World loaded = World::load(path, GetParam(), 1);
    std::remove(path.c_str());
    EXPECT_EQ(loaded.behavior_count(), world.behavior_count());
    for (std::size_t k = 0; k < world.behavior_count(); ++k) {
      EXPECT_EQ(loaded.behavior({static_cast<std::uint32_t>(k)}), world.behavior({static_cast<std::uint32_t>(k)}));
    }
    EXPECT_EQ(loaded.aim_points(), world.aim_points());
    for (const AgentHandle agent : agents) {
      EXPECT_EQ(loaded.steering(agent).active, world.steering(agent).active);
      EXPECT_EQ(loaded.steering(agent).steering.targets[0], world.steering(agent).steering.targets[0]);
    }
    world.step(30);
    loaded.step(30);
    EXPECT_EQ(loaded.state_hash(), world.state_hash());
    EXPECT_EQ(loaded.aim_points(), world.aim_points());
  }
}

}  // namespace
}  // namespace throng::steering_api_tests
