// Processor time, which other programs on the machine disturb less than the time that passes.
#pragma once
#include <ctime>

namespace throng {

/// Of this process, all threads, s.
inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1.0e-9 * static_cast<double>(now.tv_nsec);
}

/// Time that passes, s.
inline double passed_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1.0e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace throng
