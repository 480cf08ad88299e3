// The examples that come with Throng.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "tests/files/scenario_testing.hpp"

namespace throng::scenario_examples_tests {
namespace {

Scenario example(const std::string& name) {
  return read_scenario(std::string(THRONG_SOURCE_DIR) + "/examples/" + name);
}

TEST(Examples, AllCanBeRead) {
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::string(THRONG_SOURCE_DIR) + "/examples")) {
    if (file.path().extension() != ".json") continue;
    const Scenario scenario = read_scenario(file.path().string());
    EXPECT_FALSE(scenario.name.empty()) << file.path();
    EXPECT_FALSE(scenario.agents.empty() && scenario.sources.empty()) << file.path();
    std::set<std::size_t> steering;
    for (const Scenario::AgentSteering& agent : scenario.steering) steering.insert(agent.agent);
    for (std::size_t row = 0; row < scenario.agents.size(); ++row) {
      const AgentDescription& agent = scenario.agents[row];
      ASSERT_TRUE(agent.goal || agent.goal_region || agent.journey || agent.preferred_velocity ||
                  steering.count(row) == 1)
          << file.path();
    }
    // People really stood that close before the bottleneck, but the slim walkers; the others start clean.
    const std::string name = file.path().filename().string();
    const bool too_close = name.starts_with("bottleneck") && name != "bottleneck_walker.json";
    EXPECT_EQ(scenario.warnings.size(), too_close ? 1u : 0u) << file.path();
    ++count;
  }
  EXPECT_GE(count, 12);
}

/// Some overlap at the start; from the first step on nobody does by more than a twentieth of the radius.
TEST(Examples, BottleneckContact) {
  Scenario scenario = example("bottleneck_contact.json");
  scenario.options.executor = ExecutorKind::cpu;
  World world = make_world(scenario);
  double deepest = 0.0;
  for (int s = 0; s < 900 && world.agent_count() > 0; ++s) {
    world.step();
    deepest = std::max(deepest, world.measure().deepest_overlap);
  }
  EXPECT_LT(deepest, 0.05 * 0.15);
  EXPECT_EQ(world.agent_count(), 0u);
  EXPECT_EQ(world.statistics().wall_crossings, 0u);
}

TEST(Examples, Plaza) {
  const Scenario plaza = example("plaza.json");
  EXPECT_EQ(plaza.agents.size(), 100000u);
  EXPECT_EQ(plaza.goals.size(), 4u);
  EXPECT_EQ(plaza.obstacles.size(), 16u);
  EXPECT_EQ(plaza.record.every, 1u);
}

TEST(Examples, Bottleneck) {
  const Scenario bottleneck = example("bottleneck.json");
  EXPECT_EQ(bottleneck.agents.size(), 75u);
  EXPECT_EQ(bottleneck.agents[0].id, 1);
  EXPECT_EQ(bottleneck.agents[0].position, (Vec2d{2.1569, 2.659}));
  EXPECT_EQ(bottleneck.obstacles.size(), 3u);
}

}  // namespace
}  // namespace throng::scenario_examples_tests
