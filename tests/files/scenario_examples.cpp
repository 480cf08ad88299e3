// The examples that come with Throng.
#include <gtest/gtest.h>

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
    EXPECT_FALSE(scenario.agents.empty()) << file.path();
    std::set<std::size_t> steering;
    for (const Scenario::AgentSteering& agent : scenario.steering) steering.insert(agent.agent);
    for (std::size_t row = 0; row < scenario.agents.size(); ++row) {
      const AgentDescription& agent = scenario.agents[row];
      ASSERT_TRUE(agent.goal || agent.goal_region || agent.preferred_velocity || steering.count(row) == 1)
          << file.path();
    }
    // People really stood that close before the bottleneck; the others start clean.
    EXPECT_EQ(scenario.warnings.size(), file.path().filename() == "bottleneck.json" ? 1u : 0u) << file.path();
    ++count;
  }
  EXPECT_GE(count, 12);
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
