// Feeds arbitrary bytes to the reader of text trajectories, and measures what it accepts. A throng::Error is the only
// way out that is allowed.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "host/measures/measure.hpp"
#include "host/measures/text_trajectory.hpp"
#include "throng/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::FILE* const file = fmemopen(const_cast<std::uint8_t*>(data), size, "rb");
  if (file == nullptr) std::abort();
  try {
    const auto trajectory = throng::measures::open_text_trajectory(file, "fuzz", {10.0, {}});
    if (trajectory->info().frames > 1000) return 0;  // allowed and slow: no finding
    throng::MeasureSettings settings;
    settings.lines = {{{-1.0, 0.0}, {1.0, 0.5}}};
    settings.areas = {{{-2.0, -2.0}, {2.0, -2.0}, {2.0, 2.0}}};
    settings.cut_off = 1.5;
    settings.grid = 1.0;
    settings.radius = 0.2;
    settings.threads = 1;
    (void)throng::measures::measure(*trajectory, nullptr, settings);
  } catch (const throng::Error&) {
  }
  return 0;
}
