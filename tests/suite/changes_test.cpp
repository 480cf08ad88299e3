// A world that changes while it runs: agents, obstacles, goals, profiles, places.
#include <functional>

#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::changes_tests {
namespace {

class Changes : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(Changes);

ErrorCode code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorCode::unavailable;
}

TEST_P(Changes, RemovingAgentsKeepsOtherHandlesValidAndMakesTheirsStale) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  std::vector<AgentHandle> agents;
  for (int k = 0; k < 100; ++k) agents.push_back(world.add_agent(agent_to({1.0 * k, 0.0}, {1.0 * k, 9.0}, profile)));
  world.step(3);
  std::vector<AgentHandle> removed;
  for (std::size_t k = 0; k < agents.size(); k += 3) removed.push_back(agents[k]);
  world.remove_agents(removed);
  EXPECT_EQ(world.agent_count(), 66u);
  for (int round = 0; round < 2; ++round) {
    for (std::size_t k = 0; k < agents.size(); ++k) {
      EXPECT_EQ(world.contains(agents[k]), k % 3 != 0) << k;
      if (k % 3 != 0) {
        EXPECT_EQ(world.state(agents[k]).id, static_cast<AgentId>(k));
        EXPECT_NEAR(world.state(agents[k]).position.x, 1.0 * static_cast<double>(k), 0.5);
      }
    }
    // New agents in the freed places don't bring stale handles back to life.
    if (round == 0) {
      for (int k = 0; k < 34; ++k) world.add_agent(agent_at({2.0 * k, -30.0}, profile));
      world.step(2);
    }
  }
  const AgentHandle stale = agents[0];
  EXPECT_EQ(code_of([&] { (void)world.state(stale); }), ErrorCode::stale_handle);
  EXPECT_EQ(code_of([&] { world.remove_agent(stale); }), ErrorCode::stale_handle);
  EXPECT_EQ(code_of([&] { world.set_goal(stale, Vec2d{1.0, 1.0}); }), ErrorCode::stale_handle);
  EXPECT_EQ(code_of([&] { world.set_position(stale, {1.0, 1.0}); }), ErrorCode::stale_handle);
  EXPECT_EQ(code_of([&] { world.set_velocity(stale, {1.0, 1.0}); }), ErrorCode::stale_handle);
  EXPECT_EQ(code_of([&] { world.set_profile(stale, profile); }), ErrorCode::stale_handle);
  EXPECT_EQ(code_of([&] { world.set_preferred_velocity(stale, {1.0, 1.0}); }), ErrorCode::stale_handle);
  EXPECT_EQ(code_of([&] { (void)world.neighbors(stale); }), ErrorCode::stale_handle);
  EXPECT_EQ(code_of([&] { (void)world.constraints(stale); }), ErrorCode::stale_handle);
  // A call that fails changes nothing, its valid part included.
  EXPECT_EQ(code_of([&] { world.remove_agents(std::vector<AgentHandle>{agents[1], stale}); }), ErrorCode::stale_handle);
  EXPECT_TRUE(world.contains(agents[1]));
  EXPECT_EQ(world.agent_count(), 100u);
}

TEST_P(Changes, AnOverlappingNewcomerMovesNobodyDistant) {
  std::vector<Vec2d> at[2];
  for (int variant = 0; variant < 2; ++variant) {
    World world(options());
    const ProfileIndex profile = world.add_profile({});
    Random random(47);
    for (int k = 0; k < 80; ++k) {
      const Vec2d start = random.in_box(5.0);
      world.add_agent(agent_to(start, times(-1.0, start), profile));
    }
    for (int k = 0; k < 40; ++k) {
      const Vec2d start = plus({60.0, 0.0}, random.in_box(4.0));
      world.add_agent(agent_to(start, plus(start, {random.between(-5.0, 5.0), 0.0}), profile));
    }
    world.step(10);
    if (variant == 1) world.add_agent(agent_at(world.positions()[100], profile));
    world.step(20);
    at[variant] = world.positions();
  }
  for (std::size_t k = 0; k < 80; ++k) EXPECT_EQ(at[0][k], at[1][k]) << k;
  std::size_t moved = 0;
  for (std::size_t k = 80; k < 120; ++k) moved += at[0][k] != at[1][k];
  EXPECT_GT(moved, 0u);  // and the near ones noticed
}

TEST_P(Changes, ObstaclesComeAndGoWhileRunning) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  const AgentHandle agent = world.add_agent(agent_to({0.0, 0.0}, {20.0, 0.0}, profile));
  world.step(10);
  const ObstacleHandle wall = world.add_polyline(std::vector<Vec2d>{{5.0, -50.0}, {5.0, 50.0}});
  EXPECT_EQ(world.obstacle_count(), 1u);
  world.step(100);
  EXPECT_NEAR(world.state(agent).position.x, 4.8, 0.02);
  const ObstacleHandle pillar = world.add_polygon(box(9.0, 4.0, 10.0, 5.0));
  world.remove_obstacle(wall);
  EXPECT_FALSE(world.contains(wall));
  EXPECT_TRUE(world.contains(pillar));
  EXPECT_EQ(world.obstacle_count(), 1u);
  world.step(150);
  EXPECT_TRUE(world.state(agent).arrived);
  EXPECT_EQ(code_of([&] { world.remove_obstacle(wall); }), ErrorCode::stale_handle);
  const ObstacleHandle next = world.add_polygon(box(29.0, 4.0, 30.0, 5.0));
  EXPECT_FALSE(world.contains(wall));
  EXPECT_TRUE(world.contains(next));
}

TEST_P(Changes, AnObstacleDroppedOnAnAgentLetsItWalkOut) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  const AgentHandle agent = world.add_agent(agent_to({0.5, 0.0}, {0.5, 0.0}, profile));
  world.step(2);
  world.add_polygon(box(-2.0, -2.0, 1.0, 2.0));
  EXPECT_EQ(world.measure().inside_obstacles, 1u);
  world.step(10);
  EXPECT_EQ(world.measure().inside_obstacles, 0u);
  EXPECT_GE(world.state(agent).position.x, 1.0);
  // One set down inside walks out too.
  world.set_position(agent, {-1.5, 0.0});
  EXPECT_EQ(world.measure().inside_obstacles, 1u);
  world.step(10);
  EXPECT_EQ(world.measure().inside_obstacles, 0u);
  EXPECT_LE(world.state(agent).position.x, -2.0);
}

TEST_P(Changes, AgentsComeAndGoWhileRunning) {
  World world(options());
  Random random(53);
  const ProfileIndex profile = world.add_profile({});
  std::vector<AgentHandle> present;
  std::uint64_t agent_steps = 0;
  for (int round = 0; round < 100; ++round) {
    for (std::size_t k = random.below(6); k > 0; --k) {
      const Vec2d at = random.in_box(8.0);
      present.push_back(world.add_agent(agent_to(at, times(-1.0, at), profile)));
    }
    for (std::size_t k = random.below(5); k > 0 && !present.empty(); --k) {
      const std::size_t victim = random.below(present.size());
      world.remove_agent(present[victim]);
      present.erase(present.begin() + static_cast<std::ptrdiff_t>(victim));
    }
    agent_steps += present.size();
    world.step();
    ASSERT_EQ(world.agent_count(), present.size());
    for (const AgentHandle agent : present) ASSERT_TRUE(world.contains(agent));
    ASSERT_TRUE(all_finite(world));
  }
  EXPECT_EQ(world.statistics().steps, 100u);
  EXPECT_EQ(world.statistics().agent_steps, agent_steps);
  const std::vector<AgentId> ids = world.ids();
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
}

TEST_P(Changes, IdsAreNeverReused) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  AgentDescription agent = agent_at({0.0, 0.0}, profile);
  agent.id = 41;
  const AgentHandle first = world.add_agent(agent);
  EXPECT_EQ(world.state(world.add_agent(agent_at({5.0, 0.0}, profile))).id, 42);
  world.step();
  world.remove_agent(first);
  EXPECT_EQ(code_of([&] { world.add_agent(agent); }), ErrorCode::invalid_argument);
  EXPECT_EQ(world.state(world.add_agent(agent_at({9.0, 0.0}, profile))).id, 43);
}

TEST_P(Changes, GoalsProfilesPlacesAndVelocitiesMidRun) {
  World world(options());
  Profile p;
  p.preferred_speed = 0.5;
  p.max_speed = 0.6;
  p.radius = 0.3;
  const ProfileIndex walk = world.add_profile({}), stroll = world.add_profile(p);
  EXPECT_EQ(world.add_profile(p), stroll);  // equal profiles share a row
  const AgentHandle agent = world.add_agent(agent_to({0.0, 0.0}, {50.0, 0.0}, walk));
  world.step(5);
  EXPECT_NEAR(world.state(agent).velocity.x, 1.34, 1.0e-5);
  world.set_goal(agent, Vec2d{0.0, 50.0});
  world.step();
  EXPECT_GT(world.state(agent).velocity.y, 1.3);
  world.set_profile(agent, stroll);
  EXPECT_EQ(world.state(agent).profile, stroll);
  EXPECT_NEAR(world.state(agent).radius, 0.3, 1.0e-6);
  world.step();
  EXPECT_NEAR(norm(world.state(agent).velocity), 0.5, 1.0e-5);
  world.set_position(agent, {-7.0, -7.0});
  EXPECT_LE(max_difference(world.state(agent).position, {-7.0, -7.0}), 1.0e-6);
  world.set_preferred_velocity(agent, {0.25, 0.0});  // held, and clears the goal
  world.step(4);
  EXPECT_NEAR(world.state(agent).position.x, -6.9, 1.0e-5);
  EXPECT_NEAR(world.state(agent).position.y, -7.0, 1.0e-5);
  world.set_velocity(agent, {0.0, 0.5});
  EXPECT_EQ(world.state(agent).velocity, (Vec2d{0.0, 0.5}));
  const GoalIndex line = world.add_goal_line(std::vector<Vec2d>{{-10.0, -9.0}, {10.0, -9.0}});
  world.set_goal(agent, line);
  world.step();
  EXPECT_NEAR(world.state(agent).velocity.y, -0.5, 1.0e-5);
}

TEST_P(Changes, SnapshotsAreInOrderOfIdsAndAgreeWithTheOtherReadings) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  for (const AgentId id : {9, 2, 30, 5, 4}) {
    AgentDescription agent = agent_moving({1.0 * static_cast<double>(id), 0.0}, {0.0, 1.0}, profile);
    agent.id = id;
    world.add_agent(agent);
  }
  world.step(3);
  world.remove_agent(*world.find(5));
  Snapshot frame;
  frame.id.resize(17);  // reused, whatever is in it
  world.snapshot(frame);
  EXPECT_EQ(frame.id, (std::vector<AgentId>{2, 4, 9, 30}));
  EXPECT_EQ(frame.id, world.ids());
  EXPECT_EQ(frame.position, world.positions());
  EXPECT_EQ(frame.velocity, world.velocities());
  EXPECT_EQ(frame.heading.size(), 4u);
  EXPECT_EQ(frame.profile, std::vector<std::uint32_t>(4, profile.row));
  EXPECT_EQ(frame.step, 3u);
  EXPECT_DOUBLE_EQ(frame.time, 0.3);
  EXPECT_EQ(frame.state_hash, world.state_hash());
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(world.state(world.handles()[k]).id, frame.id[k]);
    EXPECT_NEAR(frame.position[k].x, static_cast<double>(frame.id[k]), 1.0e-5);
    EXPECT_NEAR(frame.position[k].y, 0.3, 1.0e-5);
    EXPECT_NEAR(frame.heading[k].y, 1.0, 1.0e-6);
  }
}

}  // namespace
}  // namespace throng::test::changes_tests
