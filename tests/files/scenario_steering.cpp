// Paths, behaviors and who steers for whom, from a scenario file.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "host/behavior_fields.hpp"
#include "host/scenario/file_text.hpp"
#include "tests/files/scenario_testing.hpp"

namespace throng::scenario_steering_tests {
namespace {

Scenario good() { return read_scenario(data_path("scenario_good/steering.json")); }

std::uint32_t row_of(const Scenario& scenario, const std::string& name) {
  const auto found = std::find(scenario.behavior_names.begin(), scenario.behavior_names.end(), name);
  EXPECT_NE(found, scenario.behavior_names.end()) << name;
  return static_cast<std::uint32_t>(found - scenario.behavior_names.begin());
}
template <class Kind>
Kind named(const Scenario& scenario, const std::string& name) {
  return std::get<Kind>(scenario.behaviors[row_of(scenario, name)]);
}
const Scenario::AgentSteering& steering_of(const Scenario& scenario, std::size_t agent) {
  const auto found = std::find_if(scenario.steering.begin(), scenario.steering.end(),
                                  [agent](const Scenario::AgentSteering& s) { return s.agent == agent; });
  EXPECT_NE(found, scenario.steering.end()) << agent;
  return *found;
}
std::size_t target_row(const Scenario& scenario, std::size_t agent, int target = 0) {
  return std::get<std::size_t>(steering_of(scenario, agent).targets[target]);
}

TEST(ScenarioSteering, Paths) {
  const Scenario scenario = good();
  ASSERT_EQ(scenario.paths.size(), 2u);
  EXPECT_TRUE(scenario.paths[0].closed);
  EXPECT_EQ(scenario.paths[0].points, (std::vector<Vec2d>{{0, 0}, {10, 0}, {10, 10}}));
  EXPECT_FALSE(scenario.paths[1].closed);
}

TEST(ScenarioSteering, EveryKeyOfEveryKind) {
  const Scenario s = good();
  EXPECT_EQ(named<Seek>(s, "seek"), (Seek{1.5, 1, true}));
  EXPECT_EQ(named<Flee>(s, "flee"), (Flee{std::nullopt, 0, 12.0}));
  EXPECT_EQ(named<Arrive>(s, "arrive"), (Arrive{std::nullopt, 0, 3.0, 0.8, false}));
  EXPECT_EQ(named<Pursue>(s, "pursue"), Pursue{});
  EXPECT_EQ(named<Intercept>(s, "intercept"), (Intercept{std::nullopt, 0, 12.0, false}));
  EXPECT_EQ(named<Evade>(s, "evade"), Evade{});
  EXPECT_EQ(named<OffsetPursue>(s, "keep place"), (OffsetPursue{std::nullopt, 0, {-2, 1}, 0.5, true}));
  EXPECT_EQ(named<Interpose>(s, "guard"), (Interpose{std::nullopt, 2.0, false}));
  EXPECT_EQ(named<Wander>(s, "wander"), (Wander{std::nullopt, 2.0, 0.7}));
  EXPECT_EQ(named<FollowPath>(s, "patrol"), (FollowPath{std::nullopt, {1}, 2.5, 1.5}));
  EXPECT_EQ(named<Flock>(s, "flock"), (Flock{std::nullopt, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(named<HeadForGoal>(s, "home"), HeadForGoal{});
  EXPECT_EQ(named<WalkTogether>(s, "family"), (WalkTogether{1.0, 0.8, 2.0}));
  const BehaviorIndex flee{row_of(s, "flee")}, wander{row_of(s, "wander")}, home{row_of(s, "home")};
  EXPECT_EQ(named<Blend>(s, "blend"), (Blend{Blend::Rule::weighted, {{flee, 2.0}, {wander, 1.0}}}));
  EXPECT_EQ(named<Blend>(s, "a choice"), (Blend{Blend::Rule::priority, {{flee, 1.0}, {home, 1.0}}}));
}

TEST(ScenarioSteering, TargetsOfEntries) {
  const Scenario s = good();
  ASSERT_EQ(s.agents.size(), 18u);
  ASSERT_EQ(s.steering.size(), 18u);
  EXPECT_TRUE(s.warnings.empty()) << s.warnings.front();
  EXPECT_TRUE(std::holds_alternative<std::monostate>(steering_of(s, 0).targets[0]));
  EXPECT_EQ(std::get<Vec2d>(steering_of(s, 8).targets[1]), (Vec2d{30, 40}));
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(target_row(s, 9 + k), 7 + k % 2);  // cyclic
  EXPECT_EQ(target_row(s, 14), 7u);                                                // first
  EXPECT_EQ(target_row(s, 14, 1), 0u);                                             // by id
  EXPECT_EQ(target_row(s, 15), 14u);
  EXPECT_EQ(target_row(s, 16), 1u);  // same index
  EXPECT_EQ(target_row(s, 17), 2u);
}

TEST(ScenarioSteering, FillsCountAsEntriesInTheOrderOfTheFile) {
  const Scenario s = parse(scenario_text(R"("behaviors": {"b": {"kind": "seek"}}, "agents": [
    {"name": "a", "count": 3, "fill": {"disc": {"center": [0, 0], "radius": 5}}},
    {"position": [50, 0], "id": 7, "behavior": "b", "target": {"agents": "c"}},
    {"name": "c", "count": 2, "fill": {"disc": {"center": [20, 0], "radius": 5}}, "behavior": "b",
     "target": {"agents": "a", "match": "same_index"}}])"));
  EXPECT_EQ(target_row(s, 3), 4u);
  EXPECT_EQ(target_row(s, 4), 0u);
  EXPECT_EQ(target_row(s, 5), 1u);
}

TEST(ScenarioSteering, FormationsGiveEachAgentAPlaceOfItsOwn) {
  const Scenario s = good();
  const std::vector<Vec2d> places = {{-2, -0.5}, {-2, 1}, {-2, 2.5}, {-3.5, -0.5}, {-3.5, 1}, {-3.5, 2.5}};
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Scenario::AgentSteering& steering = steering_of(s, 1 + k);
    EXPECT_EQ(std::get<std::size_t>(steering.targets[0]), 0u);
    const Behavior& behavior = s.behaviors[steering.behavior.row];
    EXPECT_EQ(behavior, Behavior(OffsetPursue{std::nullopt, 0, places[k], 0.5, true})) << k;
  }
}

TEST(ScenarioSteering, TheWorldHasIt) {
  Scenario scenario = good();
  scenario.options.executor = ExecutorKind::cpu;
  World world = make_world(scenario);
  const std::vector<AgentHandle> handles = world.handles();
  ASSERT_EQ(world.behavior_count(), scenario.behaviors.size());
  for (std::uint32_t row = 0; row < world.behavior_count(); ++row) {
    EXPECT_EQ(world.behavior({row}), scenario.behaviors[row]);
  }
  const Steering guard = world.steering(*world.find(100)).steering;
  EXPECT_EQ(world.behavior(guard.behavior), Behavior(Interpose{std::nullopt, 2.0, false}));
  EXPECT_EQ(std::get<AgentHandle>(guard.targets[0]), *world.find(7));
  EXPECT_EQ(std::get<AgentHandle>(guard.targets[1]), *world.find(0));
  const Steering seek = world.steering(*world.find(8)).steering;
  EXPECT_EQ(std::get<Vec2d>(seek.targets[1]), (Vec2d{30, 40}));
  world.step(3);
  EXPECT_GT(world.velocities()[8].y, 0.0);  // toward (30, 40)
}

TEST(ScenarioSteering, WarnsOfTargetsThatNobodyLooksAt) {
  const Scenario s = parse(scenario_text(R"("behaviors": {"w": {"kind": "wander"}}, "agents": [
    {"position": [0, 0], "behavior": "w", "target": [3, 4]}])"));
  ASSERT_EQ(s.warnings.size(), 1u);
  EXPECT_EQ(s.warnings[0], "/agents/0/target: the behavior `w` does not look at this target");
}

TEST(ScenarioSteering, RecordsAimPointsOnlyWhenAsked) {
  EXPECT_FALSE(parse(scenario_text("")).record.aim_points);
  EXPECT_TRUE(parse(scenario_text(R"("record": {"aim_points": true})")).record.aim_points);
}

// ---- The schema and the list of fields ----

template <class Kind>
void expect_schema_of(const nlohmann::json& properties, const std::string& kind) {
  std::set<std::string> named;
  Kind behavior;
  for_behavior_fields(behavior, [&](const FieldLimits& limits, const auto& field) {
    std::string key = limits.name;
    const bool is_vector = key == "offset_x" || key == "offset_y";
    if (is_vector) key = "offset";
    ASSERT_TRUE(properties.contains(key)) << kind << " " << key;
    named.insert(key);
    nlohmann::json number = properties.at(key);
    if (is_vector) number = number.at("prefixItems").at(0);
    if (number.contains("anyOf")) number = number.at("anyOf").at(0);
    if (!number.contains("maximum")) return;  // true or false, or a name
    EXPECT_EQ(number.at(limits.above ? "exclusiveMinimum" : "minimum").get<double>(), limits.least) << kind << key;
    EXPECT_EQ(number.at("maximum").get<double>(), limits.most) << kind << key;
    using Field = std::decay_t<decltype(field)>;
    const nlohmann::json& standard = properties.at(key).value("default", nlohmann::json());
    if constexpr (std::is_same_v<Field, double> || std::is_same_v<Field, int>) {
      if (is_vector) return;
      EXPECT_EQ(standard.template get<double>(), static_cast<double>(field)) << kind << " " << key;
    }
    if constexpr (std::is_same_v<Field, std::optional<double>>) {
      EXPECT_TRUE(standard.is_null()) << kind << " " << key;
    }
  });
  for (const auto& [key, value] : properties.items()) {
    EXPECT_TRUE(key == "kind" || named.count(key) == 1) << kind << " has no field " << key;
  }
}

template <std::size_t... I>
std::size_t expect_schema_of_each(const nlohmann::json& kinds, std::index_sequence<I...> /*alternatives*/) {
  std::size_t found = 0;
  for (const nlohmann::json& kind : kinds) {
    const nlohmann::json& properties = kind.at("properties");
    const std::string name = properties.at("kind").at("const");
    if (name == "blend") {
      ++found;
      continue;
    }
    ((behavior_names[I] == name
          ? (expect_schema_of<std::variant_alternative_t<I, Behavior>>(properties, name), void(++found))
          : void()),
     ...);
  }
  return found;
}

TEST(ScenarioSteering, TheSchemaHasEveryFieldWithItsLimits) {
  const auto schema =
      nlohmann::json::parse(scenario::read_file(std::string(THRONG_SOURCE_DIR) + "/docs/scenario.schema.json"));
  const nlohmann::json& kinds = schema.at("$defs").at("behavior").at("oneOf");
  EXPECT_EQ(expect_schema_of_each(kinds, std::make_index_sequence<std::variant_size_v<Behavior>>()),
            behavior_names.size() - 1);
}

TEST(ScenarioSteering, WarnsOfWhatIsHardlyMeant) {
  const Scenario scenario =
      parse(scenario_text(R"("behaviors": {"w": {"kind": "wander"}, "t": {"kind": "walk_together"},
      "zero": {"kind": "blend", "parts": [{"behavior": "w", "weight": 0}]},
      "first": {"kind": "blend", "rule": "priority", "parts": [{"behavior": "w", "weight": 2}, {"behavior": "t"}]}},
      "agents": [{"position": [0, 0], "behavior": "t", "goal": [1, 1], "group": 1},
                 {"position": [2, 0], "behavior": "t", "goal": [1, 1]},
                 {"position": [4, 0], "behavior": "first", "group": 1}])"));
  ASSERT_EQ(scenario.warnings.size(), 4u);
  expect_contains(scenario.warnings[0],
                  "/behaviors/first/parts/0/weight: a blend by priority does not look at weights");
  expect_contains(scenario.warnings[1], "/behaviors/zero/parts: all weights are 0");
  expect_contains(scenario.warnings[2], "/agents/1/behavior: `t` keeps a group together, and there are agents without");
  expect_contains(scenario.warnings[3], "/agents/2/behavior: `first` goes where the goal is, and there are agents");
}

// ---- What is bad ----

struct BadCase {
  const char* name;
  std::string keys;
  std::string place;    // after "test.json: "
  std::string message;  // part of it
};

void PrintTo(const BadCase& bad, std::ostream* out) { *out << bad.name; }

class BadSteering : public testing::TestWithParam<BadCase> {};

TEST_P(BadSteering, SaysWhatAndWhere) {
  const std::string message = error_of([] { parse(scenario_text(GetParam().keys)); });
  EXPECT_EQ(message.find("test.json: " + GetParam().place), 0u) << message;
  expect_contains(message, GetParam().message);
}

std::string behavior(const std::string& keys) { return R"("behaviors": {"b": {)" + keys + "}}"; }
std::string agents(const std::string& list) {
  return R"("behaviors": {"b": {"kind": "seek"}, "w": {"kind": "wander"}, "i": {"kind": "interpose"},
            "m": {"kind": "blend", "parts": [{"behavior": "w"}, {"behavior": "b"}]}}, "agents": [)" +
         list + "]";
}
std::string agent(const std::string& keys) { return agents(R"({"position": [0, 0], )" + keys + "}"); }

const std::vector<BadCase> behavior_cases = {
    {"PathOfOnePoint", R"("paths": {"p": {"points": [[0, 0]]}})", "/paths/p/points: found [[0,0]]",
     "wanted an array of 2 or more points"},
    {"PathStandsStill", R"("paths": {"p": {"points": [[0, 0], [0, 0]]}})", "/paths/p/points/1: found [0,0]",
     "other than the one before"},
    {"PathClosedTwice", R"("paths": {"p": {"points": [[0, 0], [1, 0], [0, 0]], "closed": true}})",
     "/paths/p/points/2: found [0,0]", "other than the first"},
    {"PathsArray", R"("paths": [])", "/paths: found []", "an object of paths by name"},
    {"PathKey", R"("paths": {"p": {"point": []}})", "/paths/p/point: unknown key, did you mean `points`?", ""},
    {"PathNameless", R"("paths": {"": {"points": [[0, 0], [1, 0]]}})", "/paths/: ", "name of a path is empty"},
    {"PathFarAway", R"("paths": {"p": {"points": [[0, 0], [9e8, 0]]}}, "agents": [{"position": [0, 0]}])",
     "(top level): a point of the path `p` (9e+08, 0) is 9e+08 m", ""},
    {"TwoPaths",
     R"("paths": {"p": {"points": [[0, 0], [1, 0]]}}, "behaviors": {"f": {"kind": "follow_path", "path": "p"},
        "b": {"kind": "blend", "parts": [{"behavior": "f"}, {"behavior": "f"}]}})",
     "/behaviors/b/parts/1/behavior: part 0 follows a path too, wanted one at most", ""},
    {"KindMissing", behavior(R"("speed": 1)"), "/behaviors/b: ", "the key `kind` is missing"},
    {"KindUnknown", behavior(R"("kind": "pursuit")"), "/behaviors/b/kind: found \"pursuit\"", "did you mean `pursue`?"},
    {"KindNone", behavior(R"("kind": "none")"), "/behaviors/b/kind: found \"none\"", "a kind of behavior"},
    {"KindNumber", behavior(R"("kind": 3)"), "/behaviors/b/kind: found 3", ""},
    {"BehaviorText", R"("behaviors": {"b": "seek"})", "/behaviors/b: found \"seek\"", "an object, a behavior"},
    {"KeyOfAnotherKind", behavior(R"("kind": "seek", "panic_radius": 1)"), "/behaviors/b/panic_radius: unknown key",
     "known here: kind, speed, target, avoids_target"},
    {"NearlyAKey", behavior(R"("kind": "flock", "seperation_weight": 1)"),
     "/behaviors/b/seperation_weight: unknown key, did you mean `separation_weight`?", ""},
    {"NegativeSpeed", behavior(R"("kind": "seek", "speed": -1)"),
     "/behaviors/b/speed: found -1, wanted a number from 0", "m/s"},
    {"SpeedText", behavior(R"("kind": "seek", "speed": "fast")"), "/behaviors/b/speed: found \"fast\"", "or null"},
    {"NoPanicRadius", behavior(R"("kind": "flee", "panic_radius": 0)"), "/behaviors/b/panic_radius: found 0",
     "above 0"},
    {"ThirdTarget", behavior(R"("kind": "seek", "target": 2)"), "/behaviors/b/target: found 2",
     "a whole number from 0 to 1"},
    {"AvoidsNumber", behavior(R"("kind": "seek", "avoids_target": 1)"), "/behaviors/b/avoids_target: found 1",
     "true or false"},
    {"Offset", behavior(R"("kind": "offset_pursue", "offset": 1)"), "/behaviors/b/offset: found 1", "[x, y]"},
    {"OffsetFar", behavior(R"("kind": "offset_pursue", "offset": [0, 1e7])"), "/behaviors/b/offset/1: found 10000000.0",
     "m"},
    {"NegativeFlockWeight", behavior(R"("kind": "flock", "cohesion_weight": -1)"),
     "/behaviors/b/cohesion_weight: found -1", "from 0"},
    {"NegativeWeight", R"("behaviors": {"w": {"kind": "wander"}, "b": {"kind": "blend",
                       "parts": [{"behavior": "w"}, {"behavior": "w", "weight": -0.5}]}})",
     "/behaviors/b/parts/1/weight: found -0.5", "from 0"},
    {"NoParts", behavior(R"("kind": "blend", "parts": [])"), "/behaviors/b/parts: found []", "1 to 16"},
    {"PartsMissing", behavior(R"("kind": "blend")"), "/behaviors/b: ", "the key `parts` is missing"},
    {"Rule", behavior(R"("kind": "blend", "rule": "sum", "parts": [])"), "/behaviors/b/rule: found \"sum\"",
     "\"weighted\" or \"priority\""},
    {"PartUnknown", R"("behaviors": {"wander": {"kind": "wander"},
                       "b": {"kind": "blend", "parts": [{"behavior": "wonder"}]}})",
     "/behaviors/b/parts/0/behavior: found \"wonder\"", "did you mean `wander`?"},
    {"PartItself", behavior(R"("kind": "blend", "parts": [{"behavior": "b"}])"),
     "/behaviors/b/parts/0/behavior: found \"b\"", "not itself a blend"},
    {"PathNotNamed", behavior(R"("kind": "follow_path")"), "/behaviors/b: ", "the key `path` is missing"},
    {"PathUnknown", behavior(R"("kind": "follow_path", "path": "p")"), "/behaviors/b/path: found \"p\"",
     "the name of a path, and there is none"},
    {"TurnsTooFast", behavior(R"("kind": "wander", "turning_rate": 30)"),
     "/behaviors/b: turning_rate of wander is 30 rad/s", "must be at most 10"},
};

const std::vector<BadCase> agent_cases = {
    {"BehaviorUnknown", agent(R"("behavior": "bb")"), "/agents/0/behavior: found \"bb\"", "did you mean"},
    {"TooManyTogether", R"("behaviors": {"t": {"kind": "walk_together"}}, "agents": [
        {"position": [-1, 0], "behavior": "t", "group": 3, "goal": [9, 9]},
        {"fill": {"grid": {"origin": [0, 0], "columns": 8, "rows": 8, "spacing": 1}}, "behavior": "t", "group": 3,
         "goal": [9, 9]}])",
     "/agents/1/behavior: more than 64 agents of group 3 would walk together", ""},
    {"NoTarget", agent(R"("behavior": "b")"), "/agents/0/behavior: the behavior `b` (seek) needs the key `target`", ""},
    {"NoSecondTarget", agent(R"("behavior": "i", "target": [1, 1])"),
     "/agents/0/behavior: the behavior `i` (interpose) needs the key `second_target`", ""},
    {"NoTargetOfAPart", agent(R"("behavior": "m")"),
     "/agents/0/behavior: the behavior `m` (blend) needs the key `target`", ""},
    {"TargetAlone", agent(R"("target": [1, 0])"), "/agents/0/target: `target` belongs to `behavior`", ""},
    {"FormationAlone", agent(R"("formation": {"columns": 1, "spacing": 1})"),
     "/agents/0/formation: ", "belongs to `behavior`"},
    {"HeldVelocity", agent(R"("behavior": "w", "preferred_velocity": [1, 0])"),
     "/agents/0/behavior: ", "exclude each other"},
    {"Itself", agent(R"("id": 5, "behavior": "b", "target": 5)"), "/agents/0/target: agent 5 would be its own target",
     ""},
    {"ItselfByName", agent(R"("name": "me", "behavior": "b", "target": {"agents": "me"})"),
     "/agents/0/target: agent 0 would be its own target", ""},
    {"NobodysId", agent(R"("behavior": "b", "target": 12)"), "/agents/0/target: found 12",
     "the id of an agent of this scene"},
    {"NegativeId", agent(R"("behavior": "b", "target": -1)"), "/agents/0/target: found -1", "whole number from 0"},
    {"TargetText", agent(R"("behavior": "b", "target": "me")"), "/agents/0/target: found \"me\"",
     "the id of an agent, a point"},
    {"TargetPoint", agent(R"("behavior": "b", "target": [1])"), "/agents/0/target: found [1]", "[x, y]"},
    {"TargetKey", agent(R"("behavior": "b", "target": {"entry": "x"})"), "/agents/0/target/entry: unknown key", ""},
    {"NobodysName", agents(R"({"name": "prey", "position": [9, 0]}, {"position": [0, 0], "behavior": "b",
                              "target": {"agents": "pray"}})"),
     "/agents/1/target/agents: found \"pray\"", "did you mean `prey`?"},
    {"Match", agents(R"({"name": "prey", "position": [9, 0]}, {"position": [0, 0], "behavior": "b",
                        "target": {"agents": "prey", "match": "nearest"}})"),
     "/agents/1/target/match: found \"nearest\"", "\"cyclic\", \"same_index\" or \"first\""},
    {"TooFewTargets", agents(R"({"name": "prey", "position": [99, 0]},
        {"fill": {"grid": {"origin": [0, 0], "columns": 3, "rows": 1, "spacing": 1}}, "behavior": "b",
         "target": {"agents": "prey", "match": "same_index"}})"),
     "/agents/1/target/agents: the entry `prey` has 1 agents, wanted one for each of the 3", ""},
    {"NameTwice", agents(R"({"name": "a", "position": [9, 0]}, {"name": "a", "position": [0, 0]})"),
     "/agents/1/name: found \"a\"", "no other entry has"},
    {"NameEmpty", agent(R"("name": "")"), "/agents/0/name: found \"\"", ""},
    {"FormationOfSeekers", agent(R"("behavior": "b", "target": [1, 0], "formation": {"columns": 1, "spacing": 1})"),
     "/agents/0/formation: a formation keeps places by offset_pursue, but `b` is seek", ""},
    {"FarTarget", agent(R"("behavior": "b", "target": [1e9, 0])"),
     "(top level): a target of agent 0 (1e+09, 0) is 1e+09 m", ""},
};

std::string case_name(const testing::TestParamInfo<BadCase>& instance) { return instance.param.name; }
INSTANTIATE_TEST_SUITE_P(Behaviors, BadSteering, testing::ValuesIn(behavior_cases), case_name);
INSTANTIATE_TEST_SUITE_P(Agents, BadSteering, testing::ValuesIn(agent_cases), case_name);

}  // namespace
}  // namespace throng::scenario_steering_tests
