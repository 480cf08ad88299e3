// Exit status of the command: its numbers are an interface, so they stand here as numbers.
#include "host/cli/exit_codes.hpp"

#include <gtest/gtest.h>

#include <new>

namespace throng::cli::cli_exit_codes_tests {
namespace {

int number(ErrorCode code) { return static_cast<int>(exit_code(code)); }

template <class Exception>
int reported(const Exception& exception) {
  try {
    throw exception;
  } catch (...) {
    return static_cast<int>(report_current_exception());
  }
}

TEST(CliExitCodes, AreTheDocumentedNumbers) {
  EXPECT_EQ(number(ErrorCode::invalid_argument), 2);
  EXPECT_EQ(number(ErrorCode::bad_scene), 3);
  EXPECT_EQ(number(ErrorCode::unreachable), 3);
  EXPECT_EQ(number(ErrorCode::cancelled), 130);
  EXPECT_EQ(number(ErrorCode::unavailable), 4);
  EXPECT_EQ(number(ErrorCode::input_output), 5);
  EXPECT_EQ(number(ErrorCode::corrupt_file), 5);
  EXPECT_EQ(number(ErrorCode::stale_handle), 1);
  EXPECT_EQ(static_cast<int>(ExitCode::ok), 0);
  EXPECT_EQ(static_cast<int>(ExitCode::interrupted), 130);
}

TEST(CliExitCodes, EveryExceptionIsReported) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(reported(Error(ErrorCode::bad_scene, "a.json: /agents/0")), 3);
  EXPECT_EQ(reported(std::bad_alloc()), 1);
  EXPECT_EQ(reported(std::runtime_error("no idea")), 1);
  testing::internal::GetCapturedStderr();
}

}  // namespace
}  // namespace throng::cli::cli_exit_codes_tests
