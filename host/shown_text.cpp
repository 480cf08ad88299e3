#include "host/shown_text.hpp"

#include <fmt/format.h>

namespace throng {
namespace {

/// Bytes of the control character that `text` begins with: C0, DEL, or one of C1 (U+0080 to U+009F) in UTF-8; 0 = none.
std::size_t control_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0xFFu; };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  return byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F ? 2 : 0;
}

}  // namespace

bool has_control_character(std::string_view text) {
  for (; !text.empty(); text.remove_prefix(1)) {
    if (control_length(text) > 0) return true;
  }
  return false;
}

std::string shown(std::string_view text, std::size_t longest) {
  const bool is_cut = text.size() > longest;
  text = text.substr(0, longest);
  std::string result;
  while (!text.empty()) {
    const std::size_t control = control_length(text);
    if (control > 0) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(text[control - 1])));
    } else {
      result += text[0];
    }
    text.remove_prefix(control > 0 ? control : 1);
  }
  if (is_cut) result += "...";
  return result;
}

}  // namespace throng
