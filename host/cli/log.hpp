// Diagnostics on stderr: "throng: warning: ...". Results go to stdout and are no part of it.
#pragma once

namespace throng::cli {

void set_up_log();
/// Only errors from now on.
void silence_log();

}  // namespace throng::cli
