// Diagnostics on stderr: "throng: warning: ...". Results go to stdout and are no part of it.
#pragma once
#include <string>

namespace throng::cli {

void set_up_log();
/// Only errors from now on.
void silence_log();

void log_info(const std::string& message);
void log_warning(const std::string& message);
void log_error(const std::string& message);

}  // namespace throng::cli
