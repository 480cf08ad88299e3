// Text from outside, made fit for a message on a terminal.
#pragma once
#include <string>
#include <string_view>

namespace throng {

/// `text` with its control characters (and DEL) as JSON escapes, cut to `longest` bytes with "..." behind.
[[nodiscard]] std::string shown(std::string_view text, std::size_t longest = 60);

[[nodiscard]] bool has_control_character(std::string_view text);

}  // namespace throng
