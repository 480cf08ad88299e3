// Numbers as the command prints them.
#pragma once
#include <cstdint>
#include <string>

namespace throng::cli {

/// "830", "12.3 k", "4.56 M": three digits and a unit.
[[nodiscard]] std::string short_count(double value);
/// "1 agent", "2 agents".
[[nodiscard]] std::string counted(std::uint64_t count, const char* noun);
/// 16 hexadecimal digits.
[[nodiscard]] std::string hexadecimal(std::uint64_t hash);

}  // namespace throng::cli
