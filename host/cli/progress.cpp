#include "host/cli/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "host/cli/number_text.hpp"

namespace throng::cli {
namespace {

constexpr std::chrono::milliseconds bar_interval{100};
constexpr std::chrono::seconds line_interval{5};
constexpr int default_columns = 80;
constexpr int narrowest_bar = 10;

int terminal_columns(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return default_columns;
  return size.ws_col;
}

double share_done(const ProgressState& state) {
  if (state.steps_wanted == 0) return 1.0;
  return static_cast<double>(state.steps_done) / static_cast<double>(state.steps_wanted);
}

std::string numbers(const ProgressState& state) {
  const double rate = state.seconds > 0.0 ? static_cast<double>(state.agent_steps) / state.seconds : 0.0;
  std::string left = "?";
  if (state.steps_done > 0) {
    const auto remaining = static_cast<double>(state.steps_wanted - std::min(state.steps_done, state.steps_wanted));
    left = clock_time(state.seconds * remaining / static_cast<double>(state.steps_done));
  }
  return fmt::format("step {} of {}, {}, {} agent-steps/s, {} left", state.steps_done, state.steps_wanted,
                     counted(state.agents, "agent"), short_count(rate), left);
}

}  // namespace

std::string clock_time(double seconds) {
  constexpr double longest = 359999.0;
  if (!(seconds <= longest)) return "more than 99 h";
  const auto whole = static_cast<std::int64_t>(std::max(seconds, 0.0) + 0.5);
  const std::int64_t hours = whole / 3600;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

ProgressLine progress_of(const ProgressState& state) { return {share_done(state), numbers(state)}; }

std::string progress_line(const ProgressLine& line) {
  return fmt::format("{:3.0f} %  {}", 100.0 * line.share, line.numbers);
}

std::string progress_bar(const ProgressLine& state, int columns) {
  const std::string line = progress_line(state);
  const int room = columns - static_cast<int>(line.size()) - 4;
  if (room < narrowest_bar) return line.substr(0, static_cast<std::size_t>(std::max(columns - 1, 0)));
  const int width = std::min(room, 40);
  const int full = std::clamp(static_cast<int>(state.share * width), 0, width);
  return fmt::format("[{}{}] {}", std::string(static_cast<std::size_t>(full), '#'),
                     std::string(static_cast<std::size_t>(width - full), '.'), line);
}

ProgressStyle progress_style(std::FILE* stream, bool quiet) {
  if (quiet) return ProgressStyle::none;
  const char* terminal = std::getenv("TERM");
  const bool redraws = terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
  return redraws && isatty(fileno(stream)) != 0 ? ProgressStyle::bar : ProgressStyle::lines;
}

Progress::Progress(ProgressStyle style, std::FILE* stream) : style_(style), stream_(stream), next_(Clock::now()) {
  // The first line waits: a run that is over by then needs none.
  if (style_ == ProgressStyle::lines) next_ += line_interval;
}

Progress::~Progress() { clear(); }

void Progress::show(const ProgressLine& line) {
  if (style_ == ProgressStyle::none) return;
  const Clock::time_point now = Clock::now();
  if (style_ == ProgressStyle::bar) {
    next_ = now + bar_interval;
    put("\r\x1b[K" + progress_bar(line, terminal_columns(stream_)));
    drawn_ = true;
  } else {
    next_ = now + line_interval;
    put(progress_line(line) + "\n");
  }
}

void Progress::clear() {
  if (!drawn_) return;
  drawn_ = false;
  put("\r\x1b[K");
}

void Progress::put(const std::string& text) {
  // A reader that has gone away is no reason to end a run.
  std::fputs(text.c_str(), stream_);
  std::fflush(stream_);
}

}  // namespace throng::cli
