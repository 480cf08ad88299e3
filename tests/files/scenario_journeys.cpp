// Journeys in scenario files: what is read, what is refused, and that the example's people get through.
#include <gtest/gtest.h>

#include "tests/files/example_scene.hpp"
#include "tests/files/scenario_testing.hpp"

namespace throng::scenario_journeys_tests {
namespace {

TEST(ScenarioJourneys, AreReadAndBecomeAWorld) {
  Scenario scenario = read_scenario(data_path("scenario_good/journeys.json"));
  scenario.options.executor = ExecutorKind::cpu;
  World world = make_world(scenario);
  ASSERT_EQ(world.journey_count(), 1u);
  const Journey& journey = world.journey({0});
  ASSERT_EQ(journey.stages.size(), 5u);
  EXPECT_EQ(journey.stages[0].kind, Stage::Kind::queue);
  EXPECT_EQ(journey.stages[0].next[1].probability, 0.75);
  EXPECT_EQ(*journey.stages[1].wait_time, Distribution::normal(3.0, 1.0));
  EXPECT_EQ(journey.stages[2].wait_for->row, 0u);
  EXPECT_EQ(journey.stages[2].choice, Stage::Choice::least_time);
  EXPECT_EQ(*journey.stages[2].reconsider, 2.0);
  EXPECT_EQ(journey.stages[2].hysteresis, 0.1);
  EXPECT_EQ(*journey.stages[3].flow, 1.5);
  EXPECT_EQ(world.queue({0}).servers, 2);
  EXPECT_EQ(world.queue({0}).spacing, 0.5);
  EXPECT_EQ(world.waiting_area({0}).spacing, 0.7);
  EXPECT_EQ(*world.door({0}).period, 40.0);
  EXPECT_FALSE(world.is_open({0}));
  ASSERT_EQ(world.source_count(), 3u);
  for (std::uint32_t s = 0; s < 3; ++s) {
    const Source& source = world.source({s});
    if (source.name == "street") {
      EXPECT_EQ(source.kinds.size(), 2u);
      EXPECT_EQ(source.rates.size(), 2u);
      EXPECT_EQ(*source.total, 10u);
      EXPECT_EQ(source.from, 2.0);
      EXPECT_EQ(source.until, 50.0);
    }
    if (source.name == "recorded") {
      ASSERT_EQ(source.entries.size(), 2u);
      EXPECT_EQ(source.entries[0].id, 901);  // in order of time
      EXPECT_EQ(source.entries[1].velocity, (Vec2d{1.2, 0.0}));
      EXPECT_TRUE(source.goal_region);
    }
  }
  EXPECT_TRUE(world.journey_state(*world.find(0)));
  world.step(30);
  EXPECT_TRUE(world.find(900));
}

struct BadCase {
  const char* name;
  std::string keys, place, message;
};
void PrintTo(const BadCase& bad, std::ostream* out) { *out << bad.name; }

class BadJourney : public testing::TestWithParam<BadCase> {};

TEST_P(BadJourney, SaysWhatAndWhere) {
  const std::string start = R"("goals": {"g": {"line": [[0, 0], [1, 0]]}, "p": {"point": [0, 0]}}, )";
  const std::string message = error_of([&] { parse(scenario_text(start + GetParam().keys)); });
  EXPECT_EQ(message.find("test.json: " + GetParam().place), 0u) << message;
  expect_contains(message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadJourney,
    testing::Values(
        BadCase{"UnknownGoal", R"("journeys": {"j": [{"goal": "q"}]})", "/journeys/j/0/goal: ", "the name of a goal"},
        BadCase{"PointGoal", R"("journeys": {"j": [{"goal": [0, 0]}]})", "/journeys/j/0/goal: ", "wanted"},
        BadCase{"UnknownQueue", R"("journeys": {"j": [{"queue": "q"}]})",
                "/journeys/j/0/queue: ", "the name of a queue"},
        BadCase{"UnknownDoor", R"("journeys": {"j": [{"goal": "g", "wait": {"door": "d"}}]})",
                "/journeys/j/0/wait/door: ", "the name of a door"},
        BadCase{"UnknownStage", R"("journeys": {"j": [{"name": "a", "goal": "g", "next": "b"}]})",
                "/journeys/j: ", "next stage 'b' does not exist"},
        BadCase{"Sum", R"("journeys": {"j": [{"name": "a", "goal": "g", "next": [{"stage": "a", "probability": 0.5},
                {"stage": "1", "probability": 0.4}]}, {"goal": "g"}]})",
                "/journeys/j: ", "sum to 0.9"},
        BadCase{"NegativeProbability", R"("journeys": {"j": [{"name": "a", "goal": "g",
                "next": [{"stage": "a", "probability": -0.5}]}]})",
                "/journeys/j/0/next/0/probability: ", "-0.5"},
        BadCase{"Empty", R"("journeys": {"j": []})", "/journeys/j: ", "at least one stage"},
        BadCase{"NoPlace", R"("journeys": {"j": [{"leave": true}]})", "/journeys/j/0: ", "one of `goal`"},
        BadCase{"TooFewPlaces", R"("queues": {"q": {"line": [[0, 0], [1, 0]], "servers": 9, "service_time": 1}})",
                "/queues/q: ", "9 servers, wanted 1 to 2"},
        BadCase{"NeverOpens", R"("doors": {"d": {"line": [[0, 0], [1, 0]], "closed_at_start": true}})",
                "/doors/d: ", "never opens"},
        BadCase{"HugeRate", R"("sources": {"s": {"region": {"point": [0, 0]}, "goal": "g", "rate": 1e9}})",
                "/sources/s/rate: ", "1e+06"},
        BadCase{"NoRate", R"("sources": {"s": {"region": {"point": [0, 0]}, "goal": "g"}})",
                "/sources/s: ", "nothing that says when agents come"},
        BadCase{"UnknownProfile", R"("sources": {"s": {"region": {"point": [0, 0]}, "goal": "g", "rate": 1,
                "profile": "nobody"}})",
                "/sources/s/profile: ", "the name of a profile"},
        BadCase{"UnknownJourney", R"("agents": [{"position": [0, 0], "journey": "j"}])",
                "/agents/0/journey: ", "the name of a journey"},
        BadCase{"AgentIsRemoved", R"("journeys": {"j": [{"goal": "g"}]}, "profiles": {"gone": {"on_arrival": "remove"}},
                "agents": [{"position": [0, 0], "journey": "j", "profile": "gone"}])",
                "/agents/0/journey: ", "the profile `gone` removes agents on arrival"},
        BadCase{"NewcomerIsRemoved", R"("journeys": {"j": [{"goal": "g"}]},
                "profiles": {"gone": {"on_arrival": "remove"}}, "sources": {"s": {"region": {"point": [0, 0]},
                "journey": "j", "rate": 1, "profiles": {"walker": 1, "gone": 1}}})",
                "/sources/s/journey: ", "the profile `gone` removes agents on arrival"},
        BadCase{"JourneyAndGoal", R"("journeys": {"j": [{"goal": "g"}]},
                "agents": [{"position": [0, 0], "journey": "j", "goal": "g"}])",
                "/agents/0/journey: ", "exclude each other"}));

TEST(ScenarioJourneys, ARegionWithoutRoomIsRefusedWithItsName) {
  const Scenario scenario = parse(scenario_text(
      R"("obstacles": [{"polygon": [[-1, -1], [3, -1], [3, 3], [-1, 3]]}],
         "sources": {"s": {"region": {"rectangle": [[0, 0], [1, 1]]}, "goal": [9, 9], "rate": 1}})"));
  expect_contains(error_of([&] { make_world(scenario); }, ErrorCode::invalid_argument),
                  "source 's': no place of its region is clear of walls");
}

TEST(ScenarioJourneys, WarnsOfSourcesOffTheWalkableArea) {
  const auto warnings = [](const std::string& region) {
    return parse(
               scenario_text(R"-("geometry": {"wkt": "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (4 4, 5 4, 5 5, 4 5, 4 4))"},
        "sources": {"s": {"region": )-" +
                             region + R"(, "goal": [8, 8], "rate": 1}})"))
        .warnings;
  };
  EXPECT_TRUE(warnings(R"({"rectangle": [[0, 0], [3, 9]]})").empty()) << "it ends where the area does";
  for (const char* region :
       {R"({"rectangle": [[-1, 0], [3, 9]]})", R"({"line": [[1, 1], [4.5, 4.5]]})", R"({"point": [9.5, 1]})"}) {
    ASSERT_EQ(warnings(region).size(), 1u) << region;
    expect_contains(warnings(region)[0], "/sources/s: agents may appear off the walkable area, as at (");
  }
}

TEST(ScenarioJourneys, WaysThatAreBlockedAreNamed) {
  const auto blocked = [](const std::string& keys) {
    return make_world(parse(scenario_text(R"("navigation": true,
        "obstacles": [{"polygon": [[0, 0], [0, 10], [20, 10], [20, 0]]}, {"polyline": [[10, 0], [10, 7]]},
                      {"polygon": [[14, 4], [16, 4], [16, 6], [14, 6]]}],
        "goals": {"desk": {"polygon": [[14, 4], [16, 4], [16, 6], [14, 6]]}, "west": {"line": [[2, 1], [2, 9]]}, "east": {"line": [[18, 1], [18, 9]]},
                  "pillar": {"polygon": [[14.5, 4.5], [15.5, 4.5], [15.5, 5.5], [14.5, 5.5]]}},
        "doors": {"gate": {"line": [[10, 7], [10, 10]], "closed_at_start": true, "changes": [5]}},
        "queues": {"q": {"line": [[8, 5], [4, 5]], "service_time": 1}},
        "waiting_areas": {"w": {"polygon": [[12, 1], [13, 1], [13, 2], [12, 2]]}}, )" +
                                          keys)))
        .blocked_ways();
  };
  const std::string source = R"("sources": {"s": {"region": {"rectangle": [[0.5, 0.5], [1.5, 9]]}, "journey": "j",
      "rate": 1}}, )";
  using Texts = std::vector<std::string>;
  EXPECT_EQ(blocked(source + R"("journeys": {"j": [{"goal": "west"}, {"queue": "q"},
      {"waiting_area": "w", "wait": {"time": 1}}, {"goal": "east"}]})"),
            Texts{})
      << "a closed door blocks nothing";
  EXPECT_EQ(blocked(source + R"("journeys": {"j": [{"queue": "q"}, {"goal": "desk"}, {"goal": "east"}]})"), Texts{})
      << "its outline can be reached";
  EXPECT_EQ(blocked(source + R"("journeys": {"j": [{"queue": "q"}, {"goal": "pillar"}, {"goal": "east"}]})"),
            (Texts{"journey 'j': no way leads from stage '0' to stage '1'"}));
  EXPECT_EQ(blocked(source + R"("journeys": {"j": [{"goal": "pillar"}]})"),
            Texts{"source 's': no way leads from where its agents appear to the first stage of journey 'j'"});
  EXPECT_EQ(blocked(R"("sources": {"out": {"region": {"point": [-3, 5]}, "goal": "east", "rate": 1}})"),
            Texts{"source 'out': no way leads from where its agents appear to their goal"});
  const std::string choices = R"("journeys": {"j": [{"goal": "west", "next": )";
  const std::string stages = R"(}, {"name": "p", "goal": "pillar", "leave": true},
      {"name": "e", "goal": "east", "leave": true}]})";
  EXPECT_EQ(blocked(choices + R"({"least_time": ["p", "e"]})" + stages), Texts{}) << "nobody chooses it";
  EXPECT_EQ(blocked(choices + R"([{"stage": "p", "probability": 0}, {"stage": "e", "probability": 1}])" + stages),
            Texts{});
  EXPECT_EQ(blocked(choices + R"([{"stage": "p", "probability": 0.5}, {"stage": "e", "probability": 0.5}])" + stages),
            Texts{"journey 'j': no way leads from stage '0' to stage 'p'"});
}

TEST(ScenarioJourneys, QueuesAcrossObstaclesAreNamed) {
  const auto blocked = [](const std::string& line) {
    return make_world(parse(scenario_text(R"("obstacles": [{"polyline": [[5, 0], [5, 4]]}],
        "doors": {"d": {"line": [[5, 4], [5, 8]], "closed_at_start": true, "changes": [5]}},
        "queues": {"q": {"service_time": 1, "line": )" +
                                          line + "}}")))
        .blocked_ways();
  };
  EXPECT_EQ(blocked("[[2, 2], [4, 2], [8, 2]]"),
            std::vector<std::string>{"queue 'q': its line crosses an obstacle, and who stands there gets no further"});
  EXPECT_TRUE(blocked("[[2, 2], [4, 2]]").empty());
  EXPECT_TRUE(blocked("[[2, 2], [5, 2]]").empty()) << "it ends at the wall";
  EXPECT_TRUE(blocked("[[2, 6], [8, 6]]").empty()) << "a door opens";
}

TEST(StationExample, PeopleComeWaitAndLeaveByBothExits) {
  test::Example station("station.json");
  station.world.step(station.scenario.steps);
  const JourneyStatistics sum = station.world.journey_statistics();
  EXPECT_EQ(sum.entered, sum.left + station.world.agent_count());
  EXPECT_EQ(sum.waiting_to_enter, 0u);
  EXPECT_GT(sum.entered, 100u);
  EXPECT_GT(sum.left, 60u);
  EXPECT_GT(station.world.stage_state({0}, 4).passed, 15u);
  EXPECT_GT(station.world.stage_state({0}, 5).passed, 5u);
  EXPECT_GT(station.world.queue_state({0}).served, 20u);
  EXPECT_EQ(station.world.statistics().wall_crossings, 0u);
}

}  // namespace
}  // namespace throng::scenario_journeys_tests
