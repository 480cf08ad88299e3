// Ctrl-C and SIGTERM during a run: the first asks it to stop, the second ends the process at once.
#pragma once
#include <csignal>

namespace throng::cli {

/// While it lives, SIGINT and SIGTERM only set a flag, and a pipe or file that takes no more bytes is an error to be
/// reported instead of a signal that kills (SIGPIPE, SIGXFSZ). Restores what was there. One at a time.
class SignalGuard {
 public:
  SignalGuard();
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

  /// A signal has come since the guard was made.
  [[nodiscard]] bool stop_requested() const noexcept;

 private:
  struct sigaction interrupt_ {};
  struct sigaction terminate_ {};
  struct sigaction pipe_ {};
  struct sigaction file_size_ {};
};

}  // namespace throng::cli
