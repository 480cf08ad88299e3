#include "host/cli/run_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace throng::cli::cli_run_report_tests {
namespace {

RunReport example() {
  RunReport report;
  report.scene = "two \"streams\"";
  report.executor = "cpu";
  report.threads = 2;
  report.time_step = 0.1;
  report.simulated_time = 10.0;
  report.state_hash = 0xabcu;
  report.peak_memory_bytes = 1u << 20;
  report.figures.agents = 50;
  report.figures.remaining = 48;
  report.figures.steps = 100;
  report.figures.counts.agent_steps = 4900;
  report.figures.counts.infeasible = 49;
  report.figures.stepping_seconds = 0.5;
  report.files = {"a.h5"};
  return report;
}

TEST(CliRunReport, StatsHoldWhatProgramsReadFromThem) {
  const nlohmann::json stats = nlohmann::json::parse(stats_json(example()));
  for (const char* key : {"agents",
                          "steps",
                          "time_step",
                          "executor",
                          "threads",
                          "ms_per_step",
                          "agent_steps_per_second",
                          "arrived",
                          "contacts",
                          "deepest_overlap",
                          "wall_crossings",
                          "state_hash",
                          "peak_memory_bytes",
                          "contacts_at_once",
                          "measured_frames",
                          "infeasible_share",
                          "phase_seconds",
                          "version",
                          "scene",
                          "remaining",
                          "simulated_time"}) {
    EXPECT_TRUE(stats.contains(key)) << key;
  }
  EXPECT_EQ(stats["scene"], "two \"streams\"");
  EXPECT_EQ(stats["state_hash"], "0000000000000abc");
  EXPECT_DOUBLE_EQ(stats["ms_per_step"], 5.0);
  EXPECT_DOUBLE_EQ(stats["agent_steps_per_second"], 9800.0);
  EXPECT_DOUBLE_EQ(stats["infeasible_share"], 0.01);
  EXPECT_EQ(stats["end"], "completed");
}

TEST(CliRunReport, SummarySaysHowItEnded) {
  RunReport report = example();
  EXPECT_NE(summary(report).find("100 steps done"), std::string::npos);
  EXPECT_NE(summary(report).find("50, 48 remain"), std::string::npos);
  EXPECT_NE(summary(report).find("0000000000000abc"), std::string::npos);
  EXPECT_NE(summary(report).find("a.h5"), std::string::npos);
  report.figures.end = RunEnd::emptied;
  EXPECT_NE(summary(report).find("every agent has left after step 100"), std::string::npos);
  report.figures.end = RunEnd::interrupted;
  EXPECT_NE(summary(report).find("interrupted after step 100"), std::string::npos);
}

TEST(CliRunReport, MemoryIsMeasured) { EXPECT_GT(peak_memory_bytes(), 1u << 20); }

}  // namespace
}  // namespace throng::cli::cli_run_report_tests
