// What each key of a scenario becomes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/files/scenario_testing.hpp"

namespace throng::scenario_keys_tests {
namespace {

TEST(ScenarioKeys, DefaultsAreThoseOfTheInterface) {
  const Scenario scenario = parse(scenario_text(""));
  const WorldOptions defaults;
  EXPECT_EQ(scenario.options.time_step, defaults.time_step);
  EXPECT_EQ(scenario.options.seed, 0u);
  EXPECT_EQ(scenario.options.executor, ExecutorKind::automatic);
  EXPECT_TRUE(scenario.options.break_symmetry);
  EXPECT_TRUE(scenario.options.leave_obstacles);
  EXPECT_EQ(scenario.options.responsibility, Responsibility::equal);
  EXPECT_EQ(scenario.options.neighbor_query, NeighborQuery::nearest);
  EXPECT_EQ(scenario.options.preferred_velocity_noise, 0.0);
  EXPECT_FALSE(scenario.options.contact);
  EXPECT_FALSE(scenario.options.stuck);
  EXPECT_EQ(scenario.steps, 10u);
  EXPECT_EQ(scenario.record.every, 1u);
  EXPECT_TRUE(scenario.agents.empty() && scenario.obstacles.empty());
  EXPECT_EQ(scenario.source, scenario_text(""));
}

TEST(ScenarioKeys, EveryKeyOfTheWorld) {
  const Scenario scenario = read_scenario(data_path("scenario_good/every_key.json"));
  EXPECT_EQ(scenario.name, "every key");
  EXPECT_EQ(scenario.options.time_step, 0.05);
  EXPECT_EQ(scenario.options.seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(scenario.options.break_symmetry);
  EXPECT_FALSE(scenario.options.leave_obstacles);
  EXPECT_EQ(scenario.options.responsibility, Responsibility::priority);
  EXPECT_EQ(scenario.options.neighbor_query, NeighborQuery::range);
  EXPECT_EQ(scenario.options.preferred_velocity_noise, 0.01);
  EXPECT_EQ(scenario.options.contact, ContactPass{12});
  EXPECT_EQ(scenario.options.stuck, (StuckAgents{5.0, 0.5, StuckRelief::none, 2.0}));
  EXPECT_EQ(scenario.duration, 1.0);
  EXPECT_EQ(scenario.steps, 20u);
  EXPECT_EQ(scenario.record.every, 3u);
  EXPECT_EQ(scenario.wkt_geometry.substr(0, 7), "POLYGON");
  ASSERT_EQ(scenario.obstacles.size(), 4u);
  EXPECT_TRUE(scenario.obstacles[0].closed);
  EXPECT_FALSE(scenario.obstacles[2].closed);
  EXPECT_EQ(scenario.obstacles[1].vertices[1], (Vec2d{-60, 60}));  // as given, direction kept
  EXPECT_TRUE(scenario.warnings.empty()) << scenario.warnings.front();
}

TEST(ScenarioKeys, EveryKeyOfAnAgent) {
  const Scenario scenario = read_scenario(data_path("scenario_good/every_key.json"));
  ASSERT_EQ(scenario.agents.size(), 31u);
  const AgentDescription& plain = scenario.agents[0];
  EXPECT_EQ(plain.id, 0);
  EXPECT_EQ(scenario.profiles[plain.profile.row], Profile::walker());
  EXPECT_FALSE(plain.goal || plain.goal_region || plain.preferred_velocity || plain.heading || plain.radius);
  EXPECT_EQ(plain.group, -1);
  EXPECT_EQ(plain.mask, 0xffffffffu);

  const AgentDescription& full = scenario.agents[1];
  EXPECT_EQ(full.id, 100);
  EXPECT_EQ(full.position, (Vec2d{1, 0}));
  EXPECT_EQ(full.velocity, (Vec2d{0.5, 0}));
  EXPECT_EQ(full.goal, (Vec2d{9, 0}));
  EXPECT_EQ(full.heading, (Vec2d{0, 2}));
  EXPECT_EQ(full.group, 3);
  EXPECT_TRUE(std::isinf(full.priority));
  EXPECT_EQ(full.layer, 2u);
  EXPECT_EQ(full.mask, 3u);
  EXPECT_FALSE(full.avoids);
  Profile wanted;
  wanted.radius = 0.25;
  wanted.max_speed = 1.6;
  wanted.preferred_speed = 1.3;
  wanted.neighbor_distance = 4.0;
  wanted.max_neighbors = 12;
  wanted.time_horizon = 2.0;
  wanted.time_horizon_obstacle = 0.5;
  wanted.escape_time = 0.5;
  wanted.velocity_blend = 0.8;
  wanted.max_acceleration = 5.0;
  wanted.max_turning_rate = 3.0;
  wanted.min_heading_speed = 0.1;
  wanted.arrival_tolerance = 0.4;
  wanted.on_arrival = OnArrival::remove;
  wanted.footprint = FootprintIndex{0};
  wanted.brakes_when_blocked = true;
  wanted.density_speed = DensitySpeed{1.5, 6.0, 2.5, 0.5, 0.125};
  EXPECT_EQ(scenario.profiles[full.profile.row], wanted);
  EXPECT_EQ(scenario.profile_names[full.profile.row], "plain");
  ASSERT_EQ(scenario.footprints.size(), 1u);
  EXPECT_EQ(scenario.footprints[0], (std::vector<Vec2d>{{-0.2, -0.1}, {0.3, 0.0}, {-0.2, 0.1}}));

  const AgentDescription& own = scenario.agents[2];
  EXPECT_EQ(own.id, 101);  // the next after the highest so far
  EXPECT_EQ(own.preferred_velocity, (Vec2d{1, 0}));
  EXPECT_EQ(own.radius, 0.5);  // beside the shared row
  EXPECT_FALSE(own.max_speed);
  Profile fewer = Profile::rvo2();
  fewer.max_neighbors = 5;
  EXPECT_EQ(scenario.profiles[own.profile.row], fewer);
  EXPECT_EQ(scenario.profile_names[own.profile.row], "rvo2 (/agents/2)");
}

TEST(ScenarioKeys, DensitySpeedOnAndOff) {
  const auto rule = [](const std::string& value) {
    const Scenario scenario = parse(scenario_text(R"("profiles": {"p": {"density_speed": )" + value +
                                                  R"(}}, "agents": [{"profile": "p", "position": [0, 0]}])"));
    return scenario.profiles[scenario.agents[0].profile.row].density_speed;
  };
  EXPECT_EQ(rule("true"), DensitySpeed{});
  EXPECT_EQ(rule("{}"), DensitySpeed{});
  EXPECT_FALSE(rule("false"));
  EXPECT_FALSE(rule("null"));
}

TEST(ScenarioKeys, GoalRegionsAreShared) {
  const Scenario scenario = read_scenario(data_path("scenario_good/every_key.json"));
  ASSERT_EQ(scenario.goals.size(), 2u);
  EXPECT_FALSE(scenario.goals[0].closed);
  EXPECT_TRUE(scenario.goals[1].closed);
  EXPECT_EQ(scenario.agents[3].goal_region->row, 0u);
  EXPECT_EQ(scenario.agents[8].goal_region->row, 1u);
  EXPECT_EQ(scenario.agents[13].goal_region->row, 0u);
}

TEST(ScenarioKeys, EqualProfilesShareARow) {
  const Scenario scenario =
      parse(scenario_text(R"("profiles": {"a": {"max_neighbors": 3}, "b": {"max_neighbors": 3}, "c": {}},
      "agents": [{"profile": "a", "position": [0, 0]}, {"profile": "b", "position": [1, 0]},
                 {"profile": "c", "position": [2, 0], "max_neighbors": 3}, {"position": [3, 0], "radius": 0.3}, {"position": [4, 0]}])"));
  ASSERT_EQ(scenario.profiles.size(), 3u);
  EXPECT_EQ(scenario.profile_names, (std::vector<std::string>{"a", "c", "walker"}));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(scenario.agents[i].profile.row, 0u);
  EXPECT_EQ(scenario.agents[3].profile, scenario.agents[4].profile);
}

TEST(ScenarioKeys, EqualFootprintsShareARowAndGiveTheRadius) {
  const Scenario scenario = parse(scenario_text(R"("profiles": {
      "cart": {"footprint": [[-0.3, -0.4], [0.3, -0.4], [0.3, 0.4], [-0.3, 0.4]]},
      "bus": {"footprint": [[-6, -1.25], [6, -1.25], [6, 1.25], [-6, 1.25]], "radius": 1.3}},
      "agents": [{"profile": "cart", "position": [0, 0]}, {"profile": "bus", "position": [9, 0]},
                 {"profile": "bus", "footprint": [[-0.3, -0.4], [0.3, -0.4], [0.3, 0.4], [-0.3, 0.4]],
                  "position": [20, 0]},
                 {"profile": "bus", "footprint": null, "position": [30, 0]},
                 {"profile": "cart", "footprint": null, "position": [40, 0]},
                 {"profile": "cart", "footprint": [[-6, -1.25], [6, -1.25], [6, 1.25], [-6, 1.25]],
                  "position": [60, 0]},
                 {"profile": "cart", "footprint": null, "radius": 0.6, "position": [80, 0]},
                 {"profile": "rvo2", "footprint": [[-0.3, -0.4], [0.3, -0.4], [0.3, 0.4], [-0.3, 0.4]],
                  "position": [90, 0]}])"));
  ASSERT_EQ(scenario.footprints.size(), 2u);
  const World world = make_world(scenario);
  const std::vector<AgentHandle> agents = world.handles();
  // One that is given holds, the entry's before the profile's; else it follows the footprint that holds.
  const std::vector<double> radii{0.5, 1.3, 1.3, 1.3, 0.2, std::hypot(6, 1.25), 0.6, 1.5};
  for (std::size_t k = 0; k < radii.size(); ++k) EXPECT_NEAR(world.state(agents[k]).radius, radii[k], 1e-6) << k;
  const auto footprint = [&](std::size_t k) { return world.profile(world.state(agents[k]).profile).footprint; };
  EXPECT_NE(footprint(0), footprint(1));
  EXPECT_EQ(footprint(2), footprint(0));
  EXPECT_EQ(footprint(3), std::nullopt);
}

TEST(ScenarioKeys, StepsRoundUpButForgiveRounding) {
  const auto steps = [](const char* time_step, const char* duration) {
    return parse(std::string(R"({"throng": 1, "time_step": )") + time_step + R"(, "duration": )" + duration + "}")
        .steps;
  };
  EXPECT_EQ(steps("0.1", "0.3"), 3u);  // 0.3 / 0.1 is a little below 3, 0.7 / 0.1 as well
  EXPECT_EQ(steps("0.1", "60"), 600u);
  EXPECT_EQ(steps("0.1", "0.31"), 4u);
  EXPECT_EQ(steps("0.04", "0.05"), 2u);
  EXPECT_EQ(steps("1", "0.1"), 1u);
}

TEST(ScenarioKeys, TenFramesASecondByDefault) {
  const auto every = [](const char* time_step) {
    return parse(std::string(R"({"throng": 1, "duration": 1, "time_step": )") + time_step + "}").record.every;
  };
  EXPECT_EQ(every("0.1"), 1u);
  EXPECT_EQ(every("0.02"), 5u);
  EXPECT_EQ(every("0.04"), 3u);
  EXPECT_EQ(every("0.5"), 1u);
}

TEST(ScenarioKeys, SeedCanBeReplaced) {
  const Scenario scenario = parse_scenario(scenario_text(R"("seed": 5)"), ".", "test.json", 9);
  EXPECT_EQ(scenario.options.seed, 9u);
}

TEST(ScenarioKeys, WholeNumbersMayBeWrittenWithAPoint) { EXPECT_EQ(parse(agent_text(R"("id": 3.0)")).agents[0].id, 3); }

TEST(ScenarioKeys, GivenAndCountedIdsMix) {
  const Scenario scenario = parse(scenario_text(R"("agents": [{"position": [0, 0]}, {"position": [1, 0], "id": 10},
      {"position": [2, 0]}, {"position": [3, 0], "id": 5}, {"position": [4, 0]}])"));
  std::vector<AgentId> ids;
  for (const AgentDescription& agent : scenario.agents) ids.push_back(*agent.id);
  EXPECT_EQ(ids, (std::vector<AgentId>{0, 10, 11, 5, 12}));
}

TEST(ScenarioKeys, AProfileMayRepeatTheWorldsResponsibility) {
  const Scenario scenario =
      parse(scenario_text(R"("responsibility": "side", "profiles": {"p": {"responsibility": "side"}})"));
  EXPECT_EQ(scenario.options.responsibility, Responsibility::side);
}

TEST(ScenarioKeys, WarnsOfWhatIsHardlyMeant) {
  const Scenario overlapping =
      parse(scenario_text(R"("agents": [{"position": [0, 0]}, {"position": [0.2, 0]}, {"position": [5, 5]}],
      "obstacles": [{"polygon": [[4, 4], [6, 4], [6, 6], [4, 6]]}])"));
  ASSERT_EQ(overlapping.warnings.size(), 2u);
  expect_contains(overlapping.warnings[0], "2 of the agents with given places overlap");
  expect_contains(overlapping.warnings[1], "1 of the agents start inside a solid obstacle");

  const Scenario far = parse(scenario_text(R"("agents": [{"position": [0, 5e6]}, {"position": [40000, 5e6]}])"));
  ASSERT_EQ(far.warnings.size(), 1u);
  expect_contains(far.warnings[0], "reach 20000 m from their middle");
  const Scenario capped = parse(agent_text(R"("max_speed": 1, "preferred_speed": 1.5)"));
  ASSERT_EQ(capped.warnings.size(), 1u);
  expect_contains(capped.warnings[0], "/agents/0: preferred_speed is 1.5 m/s and more, max_speed 1 m/s at most");
  EXPECT_TRUE(parse(agent_text(R"("max_speed": 1.5, "preferred_speed": 1.5)")).warnings.empty());
  EXPECT_TRUE(parse(agent_text(R"("max_speed": 1.5, "preferred_speed": {"uniform": [1, 2]})")).warnings.empty())
      << "some draws are";

  const Scenario nobody = parse(R"({"throng": 1, "time_step": 1000000, "duration": 1e-4})");
  ASSERT_EQ(nobody.warnings.size(), 2u);
  expect_contains(nobody.warnings[0], "no agents");
  expect_contains(nobody.warnings[1], "ends before its first step");

  // Far from 0, but near to each other: nothing is lost.
  EXPECT_TRUE(
      parse(scenario_text(R"("agents": [{"position": [4e5, 5e6]}, {"position": [400030, 5e6]}])")).warnings.empty());
}

}  // namespace
}  // namespace throng::scenario_keys_tests
