#include "host/cli/number_text.hpp"
#include "host/cli/progress.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace throng::cli::cli_progress_tests {
namespace {

ProgressState halfway() {
  ProgressState state;
  state.agents = 5000;
  state.steps_done = 100;
  state.steps_wanted = 200;
  state.agent_steps = 500000;
  state.seconds = 4.0;
  return state;
}

std::string content(std::FILE* file) {
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), file), text.size());
  return text;
}

TEST(CliProgress, CountsHaveThreeDigits) {
  EXPECT_EQ(short_count(0), "0");
  EXPECT_EQ(short_count(830), "830");
  EXPECT_EQ(short_count(999.6), "1.00 k");
  EXPECT_EQ(short_count(12345), "12.3 k");
  EXPECT_EQ(short_count(999499), "999 k");
  EXPECT_EQ(short_count(4.56e6), "4.56 M");
  EXPECT_EQ(short_count(2.5e15), "2500 T");
}

TEST(CliProgress, TimesAreClockTimes) {
  EXPECT_EQ(clock_time(0.0), "0:00");
  EXPECT_EQ(clock_time(7.4), "0:07");
  EXPECT_EQ(clock_time(59.9), "1:00");
  EXPECT_EQ(clock_time(3600.0 * 3 + 121.0), "3:02:01");
  EXPECT_EQ(clock_time(std::numeric_limits<double>::infinity()), "more than 99 h");
  EXPECT_EQ(clock_time(std::numeric_limits<double>::quiet_NaN()), "more than 99 h");
}

TEST(CliProgress, LineSaysWhereTheRunIs) {
  EXPECT_EQ(progress_line(progress_of(halfway())),
            " 50 %  step 100 of 200, 5000 agents, 125 k agent-steps/s, 0:04 left");
}

TEST(CliProgress, NothingIsDividedByZero) {
  EXPECT_EQ(progress_line(progress_of(ProgressState{})), "100 %  step 0 of 0, 0 agents, 0 agent-steps/s, ? left");
}

TEST(CliProgress, BarFitsTheTerminal) {
  for (const int columns : {1, 20, 60, 80, 100, 200}) {
    EXPECT_LT(progress_bar(progress_of(halfway()), columns).size(), static_cast<std::size_t>(columns)) << columns;
  }
  const std::string bar = progress_bar(progress_of(halfway()), 120);
  EXPECT_EQ(bar.substr(0, 44), "[" + std::string(20, '#') + std::string(20, '.') + "]  ");
}

TEST(CliProgress, LinesAreNoMoreThanOneInAFewSeconds) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  Progress progress(ProgressStyle::lines, file);
  for (int i = 0; i < 1000; ++i) progress.update(halfway());
  EXPECT_EQ(content(file), "");
  std::fclose(file);
}

TEST(CliProgress, BarIsWipedAtTheEnd) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  {
    Progress progress(ProgressStyle::bar, file);
    progress.update(halfway());
  }
  const std::string text = content(file);
  EXPECT_NE(text.find("step 100 of 200"), std::string::npos);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(text.substr(text.size() - 4), "\r\x1b[K");
  std::fclose(file);
}

TEST(CliProgress, QuietIsNothing) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(progress_style(file, true), ProgressStyle::none);
  EXPECT_EQ(progress_style(file, false), ProgressStyle::lines);
  Progress(ProgressStyle::none, file).update(halfway());
  EXPECT_EQ(content(file), "");
  std::fclose(file);
}

}  // namespace
}  // namespace throng::cli::cli_progress_tests
