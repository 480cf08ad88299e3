#include "host/cli/signals.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace throng::cli::cli_signals_tests {
namespace {

TEST(CliSignals, FirstOneIsARequest) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const SignalGuard guard;
    EXPECT_FALSE(guard.stop_requested());
    std::raise(signal);
    EXPECT_TRUE(guard.stop_requested());
  }
}

TEST(CliSignals, ClosedPipesAndFullFilesDoNotKill) {
  const SignalGuard guard;
  std::raise(SIGPIPE);
  std::raise(SIGXFSZ);
  EXPECT_FALSE(guard.stop_requested());
}

TEST(CliSignals, WhatWasThereIsRestored) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  { const SignalGuard guard; }
  EXPECT_EQ(std::signal(SIGINT, before), SIG_IGN);
}

TEST(CliSignalsDeathTest, SecondOneEndsAtOnce) {
  EXPECT_EXIT(
      {
        const SignalGuard guard;
        std::raise(SIGINT);
        std::raise(SIGTERM);
      },
      testing::ExitedWithCode(130), "");
}

}  // namespace
}  // namespace throng::cli::cli_signals_tests
