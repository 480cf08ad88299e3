// Recorded cases: what is read, what is refused and what counts as agreement.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "host/verify/golden_run.hpp"

namespace throng::cli_golden_tests {
namespace {

/// A lone agent of radius 0.5 m that wants 1 m/s along x; `out` is what is said to have been recorded.
std::string lone_agent(const std::string& id, const std::string& out, const std::string& viol = "0",
                       const std::string& obstacles = "[]") {
  return R"({"id":)" + id + R"(,"dt":0.1,"obstacles":)" + obstacles +
         R"(,"agents":[{"in":[0,0,0,0,1,0,0.5,2,5,10,5,5],"out":)" + out + R"(,"viol":)" + viol + "}]}\n";
}

class CliGolden : public testing::Test {
 protected:
  ~CliGolden() override { std::remove(path_.c_str()); }

  std::vector<GoldenCase> read(const std::string& text) const {
    std::ofstream(path_) << text;
    return read_golden_cases(path_);
  }
  GoldenResult run(const std::string& text) const {
    return run_golden_cases(read(text), ExecutorKind::reference, path_);
  }
  std::string error(const std::string& text) const {
    try {
      run(text);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_scene);
      return error.what();
    }
    return "no error";
  }

  std::string path_ =
      (std::filesystem::temp_directory_path() / ("throng_golden_" + std::to_string(getpid()) + ".jsonl")).string();
};

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST_F(CliGolden, ACaseIsReadWhole) {
  const std::vector<GoldenCase> cases = read(
      "\n"
      R"({"id":7,"kind":"x","dt":0.25,"obstacles":[[[0,1],[2,3]]],"agents":[{"in":[1,2,3,4,5,6,7,8,9,10,11,12],)"
      R"("out":[13,14],"out64":[15,16],"spread":0,"nb":[],"ob":[],"viol":0.5,"lines":[]}]})"
      "\n");
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_EQ(cases[0].id, "7");
  EXPECT_EQ(cases[0].line, 2u);
  EXPECT_EQ(cases[0].time_step, 0.25);
  EXPECT_EQ(cases[0].obstacles, (std::vector<std::vector<Vec2d>>{{{0, 1}, {2, 3}}}));
  const GoldenAgent& agent = cases[0].agents.at(0);
  EXPECT_EQ(agent.position, (Vec2d{1, 2}));
  EXPECT_EQ(agent.velocity, (Vec2d{3, 4}));
  EXPECT_EQ(agent.preferred_velocity, (Vec2d{5, 6}));
  EXPECT_EQ(agent.profile.radius, 7);
  EXPECT_EQ(agent.profile.max_speed, 8);
  EXPECT_EQ(agent.profile.neighbor_distance, 9);
  EXPECT_EQ(agent.profile.max_neighbors, 10);
  EXPECT_EQ(agent.profile.time_horizon, 11);
  EXPECT_EQ(agent.profile.time_horizon_obstacle, 12);
  EXPECT_EQ(agent.expected, (Vec2d{13, 14}));
  EXPECT_EQ(agent.expected_double, (Vec2d{15, 16}));
  EXPECT_EQ(agent.violation, 0.5);
}

TEST_F(CliGolden, AgreementIsCounted) {
  const GoldenResult result = run(lone_agent("1", "[1,0]") + lone_agent("2", "[1,0.00009]") +
                                  lone_agent("3", "[1,0.01]") + lone_agent("4", "[0.5,0]", "0.1"));
  EXPECT_EQ(result.cases, 4u);
  EXPECT_EQ(result.feasible.agents, 3u);
  EXPECT_EQ(result.feasible.within, 2u);
  EXPECT_NEAR(result.feasible.worst_deviation, 0.01, 1e-6);
  EXPECT_EQ(result.feasible.worst_case, "3");
  EXPECT_EQ(result.infeasible.agents, 1u);
  EXPECT_EQ(result.infeasible.within, 0u);
  EXPECT_FALSE(result.accepted());
  EXPECT_TRUE(run(lone_agent("1", "[1,0]")).accepted());
}

TEST_F(CliGolden, TheNearerRecordingCounts) {
  std::string line = lone_agent("1", "[0.5,0]");
  line.insert(line.find(",\"viol\""), ",\"out64\":[1,0]");
  EXPECT_EQ(run(line).feasible.within, 1u);
}

TEST_F(CliGolden, RefusedObstaclesAreCountedNotCompared) {
  const std::string bow_tie = "[[[5,5],[6,6],[6,5],[5,6]]]";
  const GoldenResult result = run(lone_agent("1", "[9,9]", "0", bow_tie) + lone_agent("2", "[1,0]"));
  EXPECT_EQ(result.cases, 1u);
  EXPECT_EQ(result.refused_cases, 1u);
  EXPECT_HAS(result.first_refusal, "line 1");
  EXPECT_TRUE(result.accepted());
  EXPECT_FALSE(run(lone_agent("1", "[1,0]", "0", bow_tie)).accepted()) << "nothing was compared";
}

TEST_F(CliGolden, MalformedLinesAreNamed) {
  const std::string good = lone_agent("1", "[1,0]");
  EXPECT_HAS(error(good + "{\"id\":"), ":2: no single-step case: not JSON from column 7 on");
  EXPECT_HAS(error(good + "\n[]\n"), ":3: ");
  EXPECT_HAS(error("{\"id\":1}\n"), "\"dt\"");
  EXPECT_HAS(error(lone_agent("1", "[1]")), "/agents/0/out has 1 values, wanted 2");
  EXPECT_HAS(error(lone_agent("1", "[1,\"nan\"]")), "/agents/0/out/1 is \"nan\", wanted a number");
  EXPECT_HAS(error(lone_agent("1", "[1,0]", "null")), "/agents/0/viol");
  EXPECT_HAS(error(lone_agent("1", "[1,0]", "0", "[[[0,0]]]")), "/obstacles/0 has 1 vertices");
  EXPECT_HAS(error(""), "holds no single-step case");
}

TEST_F(CliGolden, ParametersBeyondTheLimitsAreNamed) {
  std::string negative_radius = lone_agent("8", "[1,0]");
  negative_radius.replace(negative_radius.find("0.5,2,5"), 3, "-0.5");
  EXPECT_HAS(error(negative_radius), ":1: case 8: ");
  std::string half_neighbor = lone_agent("8", "[1,0]");
  half_neighbor.replace(half_neighbor.find("5,10,5,5"), 4, "5,9.5");
  EXPECT_HAS(error(half_neighbor), "/agents/0/in/9 is 9.5");
}

TEST_F(CliGolden, MissingFileIsInputOutput) {
  try {
    read_golden_cases(path_ + ".missing");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::input_output);
  }
}

TEST(CliAgreement, NotANumberIsNeverWithin) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Agreement agreement;
  agreement.add(deviation({1, nan}, {1, 0}), "a");
  agreement.add(deviation({nan, 0}, {1, 0}), "b");
  EXPECT_EQ(agreement.within, 0u);
  EXPECT_TRUE(std::isinf(agreement.worst_deviation));
}

}  // namespace
}  // namespace throng::cli_golden_tests
