// The one place that says what the command's exit status means.
#pragma once
#include "throng/error.hpp"

namespace throng::cli {

enum class ExitCode : int {
  ok = 0,
  failed = 1,     ///< a check did not hold (verify), or a fault of the program itself
  usage = 2,      ///< an option that doesn't exist, a value outside its limits
  bad_scene = 3,  ///< a scenario, geometry, agents or cases file that can't be used; agents without a way to their goal
  device = 4,     ///< the executor asked for is not on this machine
  input_output = 5,   ///< a file that can't be read or written, is in the way, is damaged; a full disk
  interrupted = 130,  ///< by SIGINT or SIGTERM: files are closed and readable
};

[[nodiscard]] ExitCode exit_code(ErrorCode code);

/// Says on stderr what the exception in flight is, and returns its exit code. Call in a catch block only.
ExitCode report_current_exception();

}  // namespace throng::cli
