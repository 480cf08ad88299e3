// The built-in walker in scenario files, profiles that start from others, and the contact pass of walkers.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/files/scenario_testing.hpp"

namespace throng::scenario_walker_tests {
namespace {

std::string agents_text(const std::string& keys, const std::string& agents) {
  return scenario_text((keys.empty() ? "" : keys + ", ") + R"("agents": [)" + agents + "]");
}

constexpr const char* crowd = R"({"fill": {"grid": {"origin": [0, 0], "columns": 20, "rows": 20, "spacing": 1}}})";

TEST(ScenarioWalker, PreferredSpeedsAreDrawn) {
  const Scenario scenario = parse(agents_text("", crowd));
  ASSERT_EQ(scenario.profiles, std::vector<Profile>{Profile::walker()});
  const Distribution wanted = Profile::walker_preferred_speed();
  double sum = 0.0, squares = 0.0;
  for (const AgentDescription& agent : scenario.agents) {
    ASSERT_TRUE(agent.preferred_speed);
    EXPECT_GE(*agent.preferred_speed, wanted.least);
    EXPECT_LE(*agent.preferred_speed, wanted.most);
    sum += *agent.preferred_speed;
    squares += *agent.preferred_speed * *agent.preferred_speed;
  }
  const double count = static_cast<double>(scenario.agents.size()), mean = sum / count;
  EXPECT_NEAR(mean, wanted.first, 0.04);  // four standard errors of 400 draws
  EXPECT_NEAR(std::sqrt(squares / count - mean * mean), wanted.second, 0.03);
}

TEST(ScenarioWalker, AnEntrysOwnSpeedHolds) {
  const Scenario scenario = parse(agents_text("", R"({"position": [0, 0], "preferred_speed": 1.1})"));
  const AgentDescription& agent = scenario.agents[0];
  EXPECT_EQ(agent.preferred_speed.value_or(scenario.profiles[agent.profile.row].preferred_speed), 1.1);
}

TEST(ScenarioWalker, AFootprintHasItsOwnRadius) {
  const Scenario scenario = parse(agents_text("", R"(
      {"position": [0, 0], "footprint": [[-0.3, -0.4], [0.3, -0.4], [0.3, 0.4], [-0.3, 0.4]]},
      {"position": [9, 0], "footprint": null})"));
  EXPECT_EQ(scenario.agents[0].radius, 0.5);
  EXPECT_FALSE(scenario.agents[1].radius);
  EXPECT_EQ(scenario.profiles[scenario.agents[1].profile.row], Profile::walker());
}

TEST(ScenarioWalker, IsWhatWasCalibrated) {
  std::ifstream file(std::string(THRONG_SOURCE_DIR) + "/bench/validation/walker.json");
  const nlohmann::json model = nlohmann::json::parse(file);
  const Scenario own = parse(
      agents_text(R"("profiles": {"p": )" + model["profile"].dump() + "}", R"({"profile": "p", "position": [0, 0]})"));
  const Scenario built_in = parse(agents_text("", R"({"position": [0, 0]})"));
  EXPECT_EQ(own.profiles, built_in.profiles);
  EXPECT_EQ(own.agents[0].preferred_speed, built_in.agents[0].preferred_speed);
  EXPECT_EQ(model["contact"], true);
  EXPECT_EQ(built_in.options.contact, ContactPass{});
  EXPECT_EQ(model["noise"], built_in.options.preferred_velocity_noise);
}

// ---- Base ----

TEST(ScenarioBase, ProfilesStartFromOthers) {
  const Scenario scenario = parse(agents_text(R"("profiles": {
      "plain": {"max_neighbors": 3}, "slow": {"base": "old", "max_speed": 0.9},
      "old": {"base": "walker", "preferred_speed": 0.8}, "disc": {"base": "rvo2", "time_horizon": 4},
      "same": {"base": "walker"}})",
                                              R"({"profile": "plain", "position": [0, 0]},
      {"profile": "slow", "position": [1, 0]}, {"profile": "old", "position": [2, 0]},
      {"profile": "disc", "position": [3, 0]}, {"profile": "same", "position": [9, 0]})"));
  const auto profile_of = [&](std::size_t agent) { return scenario.profiles[scenario.agents[agent].profile.row]; };
  Profile plain;
  plain.radius = Profile::disc_radius;
  plain.max_neighbors = 3;
  EXPECT_EQ(profile_of(0), plain);
  Profile old = Profile::walker();
  old.preferred_speed = 0.8;
  EXPECT_EQ(profile_of(2), old);
  EXPECT_FALSE(scenario.agents[2].preferred_speed) << "a number in place of what the base draws";
  Profile slow = old;
  slow.max_speed = 0.9;
  EXPECT_EQ(profile_of(1), slow);
  Profile disc = Profile::rvo2();
  disc.time_horizon = 4.0;
  EXPECT_EQ(profile_of(3), disc);
  EXPECT_EQ(profile_of(4), Profile::walker());
  EXPECT_TRUE(scenario.agents[4].preferred_speed);
}

TEST(ScenarioBase, UnknownOnesAndCirclesAreErrors) {
  const auto error = [](const std::string& profiles) {
    return error_of([&] { parse(scenario_text(R"("profiles": {)" + profiles + "}")); });
  };
  expect_contains(error(R"("p": {"base": "wlaker"})"), "/profiles/p/base: found \"wlaker\"");
  expect_contains(error(R"("p": {"base": "wlaker"})"), "did you mean `walker`?");
  expect_contains(error(R"("p": {"base": 5})"), "/profiles/p/base: found 5");
  expect_contains(error(R"("p": {"base": "p"})"), "/profiles/p/base: profiles start from each other in a circle: p, p");
  expect_contains(error(R"("a": {"base": "b"}, "b": {"base": "c"}, "c": {"base": "b"})"),
                  "/profiles/c/base: profiles start from each other in a circle: b, c, b");
  expect_contains(error_of([] { parse(agent_text(R"("base": "walker")")); }), "/agents/0/base: unknown key");
}

// ---- Contact pass ----

std::optional<ContactPass> contact_of(const std::string& keys, const std::string& agent) {
  const Scenario scenario = parse(agents_text(keys, agent));
  EXPECT_EQ(scenario.contact_of_walkers, scenario.options.contact && keys.find("contact") == std::string::npos);
  return scenario.options.contact;
}

TEST(ScenarioContact, IsOnForWalkers) {
  EXPECT_EQ(contact_of("", R"({"position": [0, 0]})"), ContactPass{});
  EXPECT_EQ(contact_of("", R"({"position": [0, 0], "radius": 0.3, "max_neighbors": 5})"), ContactPass{});
  EXPECT_EQ(contact_of("", R"({"profile": "walker", "position": [0, 0]})"), ContactPass{});
  const std::string based = R"("profiles": {"a": {"base": "b"}, "b": {"base": "walker", "max_speed": 2}})";
  EXPECT_EQ(contact_of(based, R"({"profile": "a", "position": [0, 0]})"), ContactPass{});
  EXPECT_EQ(contact_of("", R"({"profile": "rvo2", "position": [9, 9]}, {"position": [0, 0]})"), ContactPass{});
  EXPECT_EQ(contact_of(R"("profiles": {"plain": {}})", R"({"agents_file": "agents.csv"})"), ContactPass{});
}

TEST(ScenarioContact, IsOffForOthersAndAsTheFileSays) {
  EXPECT_FALSE(contact_of("", ""));
  EXPECT_FALSE(contact_of("", R"({"profile": "rvo2", "position": [0, 0]})"));
  const std::string own = R"("profiles": {"p": {"max_speed": 2}, "unused": {"base": "walker"}})";
  EXPECT_FALSE(contact_of(own, R"({"profile": "p", "position": [0, 0]})"));
  for (const char* off : {"false", "null"}) {
    EXPECT_FALSE(contact_of(std::string(R"("contact": )") + off, R"({"position": [0, 0]})"));
  }
  EXPECT_EQ(contact_of(R"("contact": {"iterations": 3})", R"({"position": [0, 0]})"), ContactPass{3});
}

TEST(ScenarioContact, IsOnForWalkersThatComeFromSources) {
  const auto contact = [](const std::string& keys) {
    return parse(scenario_text(R"("profiles": {"p": {}}, "goals": {"exit": {"line": [[9, -1], [9, 1]]}},
        "sources": {"s": {"region": {"rectangle": [[0, -1], [2, 1]]}, "goal": "exit", "rate": 1)" +
                               keys + "}}"))
        .options.contact;
  };
  EXPECT_EQ(contact(""), ContactPass{});
  EXPECT_EQ(contact(R"(, "profiles": {"p": 1, "walker": 2})"), ContactPass{});
  EXPECT_FALSE(contact(R"(, "profile": "p")"));
}

}  // namespace
}  // namespace throng::scenario_walker_tests
