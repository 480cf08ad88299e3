// Where in a text something stands, for people.
#pragma once
#include <algorithm>
#include <cstddef>
#include <string_view>

namespace throng::scenario {

/// Both count from 1; columns in bytes.
struct TextPosition {
  std::size_t line;
  std::size_t column;
};

/// Of the byte behind `before`, the text up to it.
inline TextPosition position_behind(std::string_view before) {
  const std::size_t last_break = before.rfind('\n');
  return {1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
          before.size() - (last_break == std::string_view::npos ? 0 : last_break + 1) + 1};
}

}  // namespace throng::scenario
