// The scenes of a self check, and what it makes of those that an executor does not run.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "host/verify/self_check.hpp"
#include "host/verify/self_check_scenes.hpp"
#include "tests/support/executors.hpp"

namespace throng::verify_self_check_tests {
namespace {

SelfCheckScene scene_named(const std::string& name) {
  for (SelfCheckScene& scene : self_check_scenes()) {
    if (scene.name == name) return scene;
  }
  throw std::runtime_error("no scene " + name);
}

World world_after(const SelfCheckScene& scene, std::uint64_t steps) {
  std::vector<std::size_t> order(scene.agents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  World world = make_world(scene, ExecutorKind::cpu, 1, order);
  world.step(steps);
  return world;
}

/// Within the steps after which hashes are compared.
TEST(SelfCheckScenes, ErrandsHaveAllThatJourneysHave) {
  const World world = world_after(scene_named("errands"), 60);
  const JourneyStatistics counts = world.journey_statistics();
  EXPECT_GT(counts.entered, 5u);
  EXPECT_GT(counts.left, 5u);
  EXPECT_GT(world.queue_state(QueueIndex{0}).served, 0u);
  EXPECT_GT(world.queue_state(QueueIndex{0}).length, 0u);
  EXPECT_GT(world.stage_state(JourneyIndex{0}, 0).passed, 0u);  // the door has opened to those who waited
  EXPECT_GT(world.stage_state(JourneyIndex{1}, 1).heading + world.stage_state(JourneyIndex{1}, 1).there, 0u);
}

TEST(SelfCheckScenes, WaysLeadOutOfTheHookFirst) {
  const SelfCheckScene scene = scene_named("ways");
  const World world = world_after(scene, 60);
  const std::vector<Vec2d> positions = world.positions();
  int back = 0, caught = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const AgentDescription& began = scene.agents[i];
    const bool in_hook = began.position.x > -6.0 && began.position.x < 0.0 && began.goal_region->row == 0;
    back += in_hook && positions[i].x < began.position.x - 1.0 ? 1 : 0;
    caught += in_hook && positions[i].x > began.position.x ? 1 : 0;
  }
  EXPECT_GT(back, 15);
  EXPECT_LT(caught, 5);
}

TEST(SelfCheckScenes, CrowdingSlowsThoseWhoHeedIt) {
  SelfCheckScene scene = scene_named("crowding");
  const auto speed = [](const World& world) {
    double sum = 0.0;
    for (const Vec2d& v : world.velocities()) sum += std::sqrt(v.x * v.x + v.y * v.y);
    return sum / static_cast<double>(world.agent_count());
  };
  for (Profile& profile : scene.profiles) profile.max_neighbors = 0;  // what is preferred is what is done
  const double heeding = speed(world_after(scene, 1));
  for (Profile& profile : scene.profiles) profile.density_speed.reset();
  EXPECT_LT(heeding, 0.8 * speed(world_after(scene, 1)));
}

TEST(SelfCheck, WhatCannotBeRunIsSaidAndIsNoProof) {
  if (test::why_missing(ExecutorKind::cuda).empty()) GTEST_SKIP() << "this machine has every executor";
  const ExecutorKind missing[] = {ExecutorKind::cuda};
  const SelfCheckReport report = run_self_check(missing);
  ASSERT_FALSE(report.oracle.empty());
  for (const OracleCheck& check : report.oracle) {
    EXPECT_NE(check.unavailable, "") << check.scene;
    EXPECT_EQ(check.states, 0u);
  }
  EXPECT_TRUE(report.bits.empty());
  EXPECT_FALSE(report.passed());
}

}  // namespace
}  // namespace throng::verify_self_check_tests
