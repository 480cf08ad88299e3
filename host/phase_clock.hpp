// Wall clock of a step's phases, for executors that run them one after the other.
#pragma once
#include <chrono>
#include <utility>

namespace throng {

class PhaseClock {
 public:
  void start() { last_ = std::chrono::steady_clock::now(); }
  /// Seconds since the last call, or since start().
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace throng
