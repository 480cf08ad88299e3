#include "host/cli/exit_codes.hpp"

#include <new>

#include "host/cli/log.hpp"

namespace throng::cli {

ExitCode exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return ExitCode::usage;
    case ErrorCode::bad_scene:
    case ErrorCode::unreachable:
      return ExitCode::bad_scene;
    case ErrorCode::unavailable:
    case ErrorCode::out_of_memory:
    case ErrorCode::device_lost:
      return ExitCode::device;
    case ErrorCode::input_output:
    case ErrorCode::corrupt_file:
      return ExitCode::input_output;
    case ErrorCode::cancelled:
      return ExitCode::interrupted;
    case ErrorCode::stale_handle:
      break;
  }
  return ExitCode::failed;
}

ExitCode report_current_exception() {
  try {
    throw;
  } catch (const Error& error) {
    log_error(error.what());
    return exit_code(error.code());
  } catch (const std::bad_alloc&) {
    log_error("out of memory");
  } catch (const std::exception& error) {
    log_error(std::string("unexpected: ") + error.what());
  }
  return ExitCode::failed;
}

}  // namespace throng::cli
