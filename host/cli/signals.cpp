#include "host/cli/signals.hpp"

#include <unistd.h>

#include <atomic>

#include "host/cli/exit_codes.hpp"

namespace throng::cli {
namespace {

std::atomic<int> signals_seen{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may touch nothing else");

extern "C" void note_signal(int) {
  if (signals_seen.fetch_add(1) > 0) _exit(static_cast<int>(ExitCode::interrupted));
}

void handle(int signal, void (*handler)(int), struct sigaction& before) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  // Writes under way go on after the handler: a recording must not fail because of a Ctrl-C.
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, &before);
}

}  // namespace

SignalGuard::SignalGuard() {
  signals_seen = 0;
  handle(SIGINT, note_signal, interrupt_);
  handle(SIGTERM, note_signal, terminate_);
  handle(SIGPIPE, SIG_IGN, pipe_);
  handle(SIGXFSZ, SIG_IGN, file_size_);
}

SignalGuard::~SignalGuard() {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
  sigaction(SIGPIPE, &pipe_, nullptr);
  sigaction(SIGXFSZ, &file_size_, nullptr);
}

bool SignalGuard::stop_requested() const noexcept { return signals_seen.load() > 0; }

}  // namespace throng::cli
