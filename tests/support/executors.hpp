// The suite runs on every executor: fixtures derive from OnEveryExecutor, THRONG_ON_EVERY_EXECUTOR instantiates them.
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "throng/world.hpp"

namespace throng::test {

inline std::string executor_label(ExecutorKind kind) {
  switch (kind) {
    case ExecutorKind::cuda:
      return "cuda";
    case ExecutorKind::cpu:
      return "cpu";
    case ExecutorKind::reference:
      return "reference";
    case ExecutorKind::automatic:
      break;
  }
  return "automatic";
}

/// Of a test's instance, for INSTANTIATE_TEST_SUITE_P.
inline std::string executor_name(const testing::TestParamInfo<ExecutorKind>& instance) {
  return executor_label(instance.param);
}

/// Why this machine can't run the executor; empty = it can.
inline std::string why_missing(ExecutorKind kind) {
  for (const ExecutorInfo& info : executors()) {
    if (info.kind == kind) return info.available ? "" : info.detail;
  }
  return "unknown executor";
}

/// Skips the test when the executor is not there; fails instead when THRONG_REQUIRE_GPU=1 is in the environment. For
/// SetUp.
inline void need_executor(ExecutorKind kind) {
  const std::string reason = why_missing(kind);
  if (reason.empty()) return;
  const char* required = std::getenv("THRONG_REQUIRE_GPU");
  if (required != nullptr && std::string(required) == "1") {
    FAIL() << "THRONG_REQUIRE_GPU=1, but executor " << executor_label(kind) << " is missing: " << reason;
  }
  GTEST_SKIP() << "executor " << executor_label(kind) << " is missing: " << reason;
}

class OnExecutor : public testing::TestWithParam<ExecutorKind> {
 protected:
  void SetUp() override { need_executor(GetParam()); }
};

class OnEveryExecutor : public OnExecutor {
 protected:
  [[nodiscard]] WorldOptions options(double time_step = 0.1) const {
    WorldOptions options;
    options.executor = GetParam();
    options.time_step = time_step;
    options.threads = 2;
    return options;
  }
  /// Without the engine's departures from RVO2.
  [[nodiscard]] WorldOptions rvo2_options(double time_step) const {
    WorldOptions o = options(time_step);
    o.break_symmetry = false;
    o.leave_obstacles = false;
    return o;
  }
  [[nodiscard]] bool is_reference() const { return GetParam() == ExecutorKind::reference; }
};

}  // namespace throng::test

#define THRONG_ON_EVERY_EXECUTOR(fixture)                                                                   \
  INSTANTIATE_TEST_SUITE_P(On, fixture,                                                                     \
                           testing::Values(ExecutorKind::cuda, ExecutorKind::cpu, ExecutorKind::reference), \
                           throng::test::executor_name)
/// All but the oracle.
#define THRONG_ON_FAST_EXECUTORS(fixture)                                                       \
  INSTANTIATE_TEST_SUITE_P(On, fixture, testing::Values(ExecutorKind::cuda, ExecutorKind::cpu), \
                           throng::test::executor_name)
