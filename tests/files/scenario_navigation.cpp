// The keys `navigation` and `goals`, who can't reach a goal, and fields in saved states.
#include <filesystem>

#include "scenario_testing.hpp"

namespace throng::scenario_navigation_tests {
namespace {

const std::string room =
    R"("obstacles": [{"polygon": [[0, 0], [0, 10], [10, 10], [10, 0]]}, {"polyline": [[5, 0], [5, 9]]}])";

TEST(ScenarioNavigation, EveryGoalHasAFieldAndEqualOnesShareARow) {
  const Scenario scene = parse(scenario_text(
      R"("navigation": {"cell_size": 0.5}, "goals": {"door": {"line": [[9, 4], [9, 6]]}, "desk": {"point": [9, 1]}}, )" +
      room + R"(, "agents": [{"position": [1, 1], "goal": "door"}, {"position": [2, 1], "goal": [9, 1]},
                {"position": [3, 1], "goal": "desk"}, {"position": [1, 2], "goal": {"line": [[9, 4], [9, 6]]}},
                {"position": [1, 3], "goal": [8, 8]}, {"position": [2, 3], "goal": [8, 8]}])"));
  ASSERT_TRUE(scene.navigation.has_value());
  EXPECT_EQ(*scene.navigation, (FlowFieldOptions{0.5, 0.6, 2.0}));
  ASSERT_EQ(scene.goals.size(), 3u);
  ASSERT_EQ(scene.agents.size(), 6u);
  for (const AgentDescription& agent : scene.agents) EXPECT_FALSE(agent.goal.has_value());
  EXPECT_EQ(scene.agents[0].goal_region, scene.agents[3].goal_region);
  EXPECT_EQ(scene.agents[1].goal_region, scene.agents[2].goal_region);
  EXPECT_EQ(scene.agents[4].goal_region, scene.agents[5].goal_region);
  World world = make_world(scene);
  world.prepare_navigation();
  EXPECT_EQ(world.goal_count(), 3u);
  for (std::uint32_t g = 0; g < 3; ++g) EXPECT_EQ(world.way_options({g}), scene.navigation);
  EXPECT_TRUE(world.way({1}, {1.0, 1.0}).reached);
}

TEST(ScenarioNavigation, WithoutItAgentsHeadStraight) {
  for (const char* off : {"", R"("navigation": false, )", R"("navigation": null, )"}) {
    const Scenario scene = parse(scenario_text(off + std::string(R"("goals": {"desk": {"point": [9, 1]}}, "agents": [
      {"position": [1, 1], "goal": "desk"}, {"position": [2, 1], "goal": [9, 1]}])")));
    EXPECT_FALSE(scene.navigation.has_value());
    EXPECT_TRUE(scene.agents[0].goal_region.has_value());
    EXPECT_TRUE(scene.agents[1].goal.has_value());
    World world = make_world(scene);
    EXPECT_FALSE(world.way_options({0}).has_value());
    world.step(1);
  }
}

TEST(ScenarioNavigation, SaysWhatIsWrong) {
  const auto error = [](const std::string& keys) { return error_of([&] { parse(scenario_text(keys)); }); };
  expect_contains(error(R"("navigation": 3)"), "/navigation: found 3, wanted true, false, null or an object");
  expect_contains(error(R"("navigation": {"cell": 1})"), "/navigation");
  expect_contains(error(R"("navigation": {"cell_size": 0})"), "/navigation/cell_size");
  expect_contains(error(R"("navigation": {"clearance": -1})"), "/navigation/clearance");
  expect_contains(error(R"("navigation": {"wall_cost": 1000})"), "/navigation/wall_cost");
  expect_contains(error(R"("goals": [])"), "/goals: found");
  expect_contains(error(R"("goals": {"a": {}})"), "/goals/a");
  expect_contains(error(R"("goals": {"a": {"point": [1, 2], "line": [[0, 0], [1, 1]]}})"), "/goals/a");
  expect_contains(error(R"("goals": {"a": {"polygon": [[0, 0], [1, 1]]}})"), "/goals/a/polygon");
  const std::string unknown =
      error(R"("goals": {"door": {"point": [1, 2]}}, "agents": [{"position": [0, 0], "goal": "dor"}])");
  expect_contains(unknown, "/agents/0/goal");
  expect_contains(unknown, "door");
}

TEST(ScenarioNavigation, RefusesMoreGoalsThanThereCanBeFields) {
  std::string agents;
  for (int k = 0; k < 4097; ++k) {
    agents += (k > 0 ? "," : "") + std::string(R"({"position": [)") + std::to_string(k) + R"(, 0], "goal": [)" +
              std::to_string(k) + ", 5]}";
  }
  const std::string error =
      error_of([&] { parse(scenario_text(R"("navigation": true, "agents": [)" + agents + "]")); });
  expect_contains(error, "/navigation: the scene has 4097 different goals");
  expect_contains(error, "4096 are possible");
}

TEST(ScenarioNavigation, ASavedWorldFindsTheSameWays) {
  const Scenario scene =
      parse(scenario_text(R"("navigation": true, )" + room + R"(, "agents": [{"position": [1, 1], "goal": [9, 1]}])"));
  const std::string path = testing::TempDir() + "throng_saved_ways.h5";
  for (const std::uint64_t steps : {0u, 3u}) {
    World world = make_world(scene);
    world.step(steps);
    world.save(path);
    World loaded = World::load(path, ExecutorKind::cpu, 1);
    ASSERT_EQ(loaded.way_options({0}), scene.navigation);
    for (double x = 0.3; x < 10.0; x += 0.7) {
      EXPECT_EQ(loaded.way({0}, {x, 5.1}).way, world.way({0}, {x, 5.1}).way);
      EXPECT_EQ(loaded.way({0}, {x, 5.1}).direction, world.way({0}, {x, 5.1}).direction);
    }
    world.step(5);
    loaded.step(5);
    EXPECT_EQ(loaded.state_hash(), world.state_hash());
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace throng::scenario_navigation_tests
