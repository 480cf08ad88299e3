// What a run says while it goes on: a bar that redraws itself on a terminal, a plain line now and then elsewhere.
#pragma once
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace throng::cli {

/// Where a run is.
struct ProgressState {
  std::uint64_t agents = 0;  ///< present
  std::uint64_t steps_done = 0;
  std::uint64_t steps_wanted = 0;
  std::uint64_t agent_steps = 0;  ///< done in this run
  double seconds = 0.0;           ///< of wall clock, since the run began
};

/// How far anything is.
struct ProgressLine {
  double share = 0.0;  ///< done, 0 to 1
  std::string numbers;
};
[[nodiscard]] ProgressLine progress_of(const ProgressState& state);

/// One line without its end, `columns` wide at most; the bar takes what the numbers leave.
[[nodiscard]] std::string progress_bar(const ProgressLine& line, int columns);
[[nodiscard]] std::string progress_line(const ProgressLine& line);
/// "0:07", "12:34", "3:02:01".
[[nodiscard]] std::string clock_time(double seconds);

enum class ProgressStyle { none, bar, lines };

/// A bar when `stream` is a terminal that can redraw, lines otherwise, nothing when quiet.
[[nodiscard]] ProgressStyle progress_style(std::FILE* stream, bool quiet);

class Progress {
 public:
  /// Writes to `stream`, which must outlive it.
  Progress(ProgressStyle style, std::FILE* stream);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Cheap when nothing is due: call it after every step.
  void update(const ProgressState& state) {
    if (is_due()) show(progress_of(state));
  }
  [[nodiscard]] bool is_due() const { return style_ != ProgressStyle::none && Clock::now() >= next_; }
  /// Now, due or not.
  void show(const ProgressLine& line);
  /// Wipes the bar, so that what follows stands on a line of its own.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void put(const std::string& text);

  ProgressStyle style_;
  std::FILE* stream_;
  Clock::time_point next_;
  bool drawn_ = false;
};

}  // namespace throng::cli
