// Where executors could differ without a difference in avoidance: noise, marks, counts. Each test on both.
#include "tests/support/executors.hpp"
#include "throng/throng.hpp"

namespace throng::executors_agree_tests {
namespace {

class ExecutorsAgree : public test::OnExecutor {
 protected:
  static WorldOptions options() { return {.executor = GetParam(), .threads = 1}; }
};

TEST_P(ExecutorsAgree, NoiseHasItsPublishedDirection) {
  WorldOptions with_noise = options();
  with_noise.seed = 0x123456789abcdef0u;
  with_noise.preferred_velocity_noise = 0.5;
  World world(with_noise);
  AgentDescription agent;
  agent.id = 77;
  agent.profile = world.add_profile({});
  world.add_agent(agent);
  // First words of Philox4x32-10 with the counters (77, 0, step, 5), modulo 16, for the steps 0 to 3.
  const Vec2d expected[] = {
      {0.9238795, -0.3826834}, {-0.0000000, -1.0000000}, {-1.0000000, 0.0000000}, {-1.0000000, 0.0000000}};
  for (const Vec2d& direction : expected) {
    world.step();
    EXPECT_NEAR(world.velocities()[0].x, 0.5 * direction.x, 1e-6);
    EXPECT_NEAR(world.velocities()[0].y, 0.5 * direction.y, 1e-6);
  }
}

TEST_P(ExecutorsAgree, TheWayOutOfAnObstacleIsWithoutNoise) {
  WorldOptions with_noise = options();
  with_noise.preferred_velocity_noise = 0.5;
  World world(with_noise);
  AgentDescription agent;
  agent.profile = world.add_profile({});
  agent.position = {0.0, 1.75};
  world.add_agent(agent);
  const Vec2d square[] = {{-2.0, -2.0}, {2.0, -2.0}, {2.0, 2.0}, {-2.0, 2.0}};
  world.add_polygon(square);
  world.step();
  EXPECT_NEAR(world.velocities()[0].x, 0.0, 1e-6);
  EXPECT_NEAR(world.velocities()[0].y, 1.8, 1e-6);
}

TEST_P(ExecutorsAgree, AnAgentThatHasLeftAnObstacleIsNotMeasuredInside) {
  World world(options());
  AgentDescription agent;
  agent.profile = world.add_profile({});
  agent.position = {0.0, 1.9};  // out after one step of 0.18 m
  world.add_agent(agent);
  const Vec2d square[] = {{-2.0, -2.0}, {2.0, -2.0}, {2.0, 2.0}, {-2.0, 2.0}};
  world.add_polygon(square);
  EXPECT_EQ(world.measure().inside_obstacles, 1u);
  world.step();
  EXPECT_GT(world.positions()[0].y, 2.0);
  EXPECT_EQ(world.measure().inside_obstacles, 0u);
}

TEST_P(ExecutorsAgree, AnAgentPushedOffItsGoalHasNotArrived) {
  World world(options());
  AgentDescription agent;
  agent.profile = world.add_profile({});
  agent.goal = Vec2d{0.0, 0.0};
  const AgentHandle standing = world.add_agent(agent);
  AgentDescription pusher;
  pusher.profile = agent.profile;
  pusher.position = {-0.25, 0.0};  // they overlap by 0.15 m and must part in one step
  world.add_agent(pusher);
  Profile touchy;
  touchy.arrival_tolerance = 0.01;
  world.set_profile(standing, world.add_profile(touchy));
  world.step();
  EXPECT_GT(world.state(standing).position.x, 0.01);
  EXPECT_FALSE(world.state(standing).arrived);
}

TEST_P(ExecutorsAgree, TheCapOfRangeIsHitByOneNeighborTooMany) {
  for (const int others : {limits::max_neighbors, limits::max_neighbors + 1}) {
    WorldOptions range = options();
    range.neighbor_query = NeighborQuery::range;
    World world(range);
    AgentDescription agent;
    Profile profile;
    profile.radius = 0.0;
    agent.profile = world.add_profile(profile);
    for (int i = 0; i <= others; ++i) {
      agent.position = {0.01 * (i % 16), 0.01 * (i / 16)};
      world.add_agent(agent);
    }
    world.step();
    EXPECT_EQ(world.statistics().neighbor_cap_hits, others > limits::max_neighbors ? others + 1u : 0u);
  }
}

THRONG_ON_EVERY_EXECUTOR(ExecutorsAgree);

}  // namespace
}  // namespace throng::executors_agree_tests
