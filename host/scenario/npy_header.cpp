#include "host/scenario/npy_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

/// A Python dictionary of descr, fortran_order and shape, in any order.
class NpyHeaderParser {
 public:
  NpyHeaderParser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  NpyHeader parse() {
    bool has_type = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr") {
        descr();
        has_type = true;
      } else if (key == "shape") {
        shape();
        has_shape = true;
      } else if (key == "fortran_order") {
        header_.fortran_order = truth();
      } else {
        fail(fmt::format("unknown key `{}`", shown(key)));
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!has_type || !has_shape) fail("wanted the keys `descr` and `shape`");
    return std::move(header_);
  }

 private:
  void descr() {
    header_.is_structured = accept('[');
    if (!header_.is_structured) {
      header_.type = quoted();
      return;
    }
    while (!accept(']')) {
      expect('(');
      const std::string name = quoted();
      expect(',');
      const std::string type = quoted();
      if (!accept(')')) fail(fmt::format("column `{}` has a shape of its own, wanted single values", shown(name)));
      header_.columns.push_back({name, type});
      if (!accept(',')) {
        expect(']');
        break;
      }
    }
  }

  void shape() {
    expect('(');
    const std::size_t start = position_ - 1, end = std::min(text_.find(')', start), text_.size());
    header_.shape_text = shown(text_.substr(start, end + 1 - start));
    while (!accept(')')) {
      std::uint64_t size = 0;
      const auto [stop, error] = std::from_chars(text_.data() + position_, text_.data() + text_.size(), size);
      if (error != std::errc()) fail_shape();
      position_ = static_cast<std::size_t>(stop - text_.data());
      accept('L');  // Python 2 wrote numbers so
      header_.shape.push_back(size);
      if (accept(',')) continue;
      if (!accept(')')) fail_shape();
      break;
    }
  }
  [[noreturn]] void fail_shape() const {
    fail(fmt::format("the shape is {}, wanted the number of rows, and perhaps that of columns", header_.shape_text));
  }

  bool truth() {
    skip_space();
    for (const auto& [word, value] : {std::pair{"True", true}, std::pair{"False", false}}) {
      if (!text_.substr(position_).starts_with(word)) continue;
      position_ += std::string_view(word).size();
      return value;
    }
    fail(fmt::format("at byte {}: wanted True or False", position_));
  }

  std::string quoted() {
    skip_space();
    const char quote = position_ < text_.size() ? text_[position_] : '\0';
    const std::size_t end = quote == '\'' || quote == '"' ? text_.find(quote, position_ + 1) : std::string_view::npos;
    if (end == std::string_view::npos) fail(fmt::format("at byte {}: wanted a quoted text", position_));
    const std::string result(text_.substr(position_ + 1, end - position_ - 1));
    position_ = end + 1;
    return result;
  }

  bool accept(char c) {
    skip_space();
    if (position_ == text_.size() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(fmt::format("at byte {}: wanted `{}`", position_, c));
  }

  void skip_space() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\n')) ++position_;
  }

  [[noreturn]] void fail(const std::string& message) const { fail_npy_header(file_, message); }

  std::string_view text_;
  const std::string& file_;
  std::size_t position_ = 0;
  NpyHeader header_;
};

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with("\x93NUMPY"); }

NpyHeader read_npy_header(std::string_view bytes, const std::string& file) {
  const auto fail = [&](const std::string& message) {
    throw Error(ErrorCode::bad_scene, fmt::format("{}: {}", file, message));
  };
  const auto cut_short = [&](std::size_t wanted) {
    fail(fmt::format("the file is cut short: found {} bytes, wanted {} up to the end of its NPY header", bytes.size(),
                     wanted));
  };
  if (!is_npy(bytes)) fail("this is no NPY file");
  if (bytes.size() < 12) cut_short(12);
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) fail(fmt::format("found NPY version {}, wanted 1 to 3", version));
  const std::size_t start = version == 1 ? 10 : 12;
  const std::size_t size = little_endian(bytes.substr(8, start - 8));
  if (size > bytes.size() - start) cut_short(start + size);
  NpyHeader header = NpyHeaderParser(bytes.substr(start, size), file).parse();
  header.data = bytes.substr(start + size);
  return header;
}

void fail_npy_header(const std::string& file, const std::string& message) {
  throw Error(ErrorCode::bad_scene, fmt::format("{}: NPY header: {}", file, message));
}

}  // namespace throng::scenario
