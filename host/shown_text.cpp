#include "host/shown_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace throng {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

}  // namespace

bool has_control_character(std::string_view text) { return std::any_of(text.begin(), text.end(), is_control); }

std::string shown(std::string_view text, std::size_t longest) {
  std::string result;
  for (const char c : text.substr(0, longest)) {
    if (is_control(c)) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  if (text.size() > longest) result += "...";
  return result;
}

}  // namespace throng
