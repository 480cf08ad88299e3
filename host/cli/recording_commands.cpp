// recover and export: what is done to recordings after the run.
#include <fmt/format.h>

#include <filesystem>

#include "host/cli/commands.hpp"
#include "host/cli/log.hpp"
#include "host/io/text_export.hpp"
#include "throng/recording.hpp"

namespace throng::cli {

ExitCode recover(const RecoverOptions& options) {
  const RecoverReport report = recover_recording(options.recording, options.output.value_or(""));
  if (report.missing_bytes > 0) {
    log_warning(fmt::format("{}: cut short, {} bytes are missing", options.recording, report.missing_bytes));
  }
  if (report.lost_frames > 0) {
    log_warning(fmt::format("{}: {} more frames are not whole, and lost", options.recording, report.lost_frames));
  }
  const std::string target = options.output.value_or(options.recording);
  const char* what = "recovered";
  if (report.already_clean) what = options.output ? "copied, closed cleanly" : "closed cleanly, nothing to do";
  fmt::print("{}: {} frames {}, the last one at {:g} s\n", target, report.frames, what, report.last_time);
  return ExitCode::ok;
}

ExitCode export_recording(const ExportOptions& options) {
  std::error_code unknown;
  if (std::filesystem::equivalent(options.recording, options.text, unknown)) {
    throw Error(ErrorCode::invalid_argument, fmt::format("'{}' is both the recording and --text", options.text));
  }
  const Recording recording(options.recording);
  if (!recording.closed_cleanly()) log_warning(recording.warning());
  export_text(recording, options.text, options.overwrite ? Existing::replace : Existing::refuse);
  fmt::print("{}: {} frames, {} rows\n", options.text, recording.frame_count(), recording.row_count());
  return ExitCode::ok;
}

}  // namespace throng::cli
