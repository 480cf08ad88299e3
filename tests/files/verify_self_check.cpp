// What a self check makes of scenes that an executor does not run.
#include <gtest/gtest.h>

#include "host/verify/self_check.hpp"
#include "tests/support/executors.hpp"

namespace throng::verify_self_check_tests {
namespace {

TEST(SelfCheck, WhatCannotBeRunIsSaidAndIsNoProof) {
  if (test::why_missing(ExecutorKind::cuda).empty()) GTEST_SKIP() << "this machine has every executor";
  const ExecutorKind missing[] = {ExecutorKind::cuda};
  const SelfCheckReport report = run_self_check(missing);
  ASSERT_FALSE(report.oracle.empty());
  for (const OracleCheck& check : report.oracle) {
    EXPECT_NE(check.unavailable, "") << check.scene;
    EXPECT_EQ(check.states, 0u);
  }
  EXPECT_TRUE(report.bits.empty());
  EXPECT_FALSE(report.passed());
}

}  // namespace
}  // namespace throng::verify_self_check_tests
