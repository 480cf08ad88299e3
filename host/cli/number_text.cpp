#include "host/cli/number_text.hpp"

#include <fmt/format.h>

#include <array>

namespace throng::cli {

std::string short_count(double value) {
  constexpr std::array units{"", " k", " M", " G", " T"};
  std::size_t unit = 0;
  // 999.5 would be printed as 1e+03.
  while (value >= 999.5 && unit + 1 < units.size()) {
    value /= 1000.0;
    ++unit;
  }
  if (unit == 0) return fmt::format("{:.0f}", value);
  return fmt::format("{:.{}f}{}", value, value < 9.995 ? 2 : (value < 99.95 ? 1 : 0), units[unit]);
}

std::string counted(std::uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string hexadecimal(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace throng::cli
