#include "host/scenario/wkt_parser.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "host/scenario/quantity.hpp"
#include "host/scenario/text_position.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

constexpr int max_nesting = 64;
constexpr std::size_t most_coordinates = 4;  // x, y, z and a measure

// Not the functions of <cctype>: those depend on the locale.
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// Of a number beyond the range of a double: whether it is too small, not too large.
bool is_small(std::string_view number) {
  const std::size_t exponent = number.find_first_of("eE");
  if (exponent != std::string_view::npos) return number[exponent + 1] == '-';
  return number.substr(0, number.find('.')).find_first_not_of("-0") == std::string_view::npos;
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& place, bool takes_segments)
      : text_(text), place_(place), takes_segments_(takes_segments) {}

  std::vector<WktShape> parse() {
    if (text_.starts_with(byte_order_mark)) position_ = byte_order_mark.size();
    geometry(0);
    skip_space();
    if (position_ != text_.size()) fail("wanted the end of the text");
    return std::move(shapes_);
  }

 private:
  void geometry(int depth) {
    const std::size_t start = (skip_space(), position_);
    const std::string word = keyword();
    skip_dimensions();
    if (depth > max_nesting) fail(fmt::format("collections nested deeper than {}", max_nesting));
    const bool is_segment = takes_segments_ && word == "LINESTRING";
    if (word != "POLYGON" && word != "MULTIPOLYGON" && word != "GEOMETRYCOLLECTION" && !is_segment) {
      position_ = start;
      fail(takes_segments_ ? "wanted POLYGON, MULTIPOLYGON, LINESTRING or GEOMETRYCOLLECTION"
                           : "wanted POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION");
    }
    if (is_empty()) return;
    if (is_segment) {
      segment();
    } else if (word == "POLYGON") {
      polygon();
    } else if (word == "MULTIPOLYGON") {
      list([this] {
        if (!is_empty()) polygon();
      });
    } else {
      list([this, depth] { geometry(depth + 1); });
    }
  }

  void polygon() {
    skip_space();
    WktShape& shape = shapes_.emplace_back();
    shape.position = position_;
    list([&] { shape.rings.push_back(ring()); });
  }

  void segment() {
    skip_space();
    const std::size_t start = position_;
    WktShape& shape = shapes_.emplace_back();
    shape.position = position_;
    shape.rings.push_back(points());
    if (shape.rings[0].size() == 2) return;
    position_ = start;
    fail("wanted a LINESTRING of 2 points: a segment");
  }

  std::vector<Vec2d> ring() {
    skip_space();
    const std::size_t start = position_;
    std::vector<Vec2d> ring = points();
    if (ring.size() < 4 || !(ring.front() == ring.back())) {
      position_ = start;
      fail("wanted a ring of 4 or more points, the last the same as the first");
    }
    ring.pop_back();
    return ring;
  }

  std::vector<Vec2d> points() {
    std::vector<Vec2d> points;
    list([&] {
      const double x = number();
      const double y = number();
      points.push_back({x, y});
      skip_space();
      const auto ends = [this] {
        return position_ == text_.size() || text_[position_] == ',' || text_[position_] == ')';
      };
      // Heights and measures are passed over.
      for (std::size_t count = 2; count < most_coordinates && !ends(); ++count) {
        number();
        skip_space();
      }
      if (!ends()) fail("wanted `,` or `)` after a point's coordinates");
    });
    return points;
  }

  template <class Item>
  void list(Item item) {
    expect('(');
    do {
      item();
      skip_space();
    } while (accept(','));
    expect(')');
  }

  std::string keyword() {
    skip_space();
    std::string word;
    while (position_ < text_.size() && is_letter(text_[position_]) && word.size() < 32)
      word += to_upper(text_[position_++]);
    return word;
  }

  /// Z, M or ZM behind the kind.
  void skip_dimensions() {
    const std::size_t start = position_;
    const std::string word = keyword();
    if (word != "Z" && word != "M" && word != "ZM") position_ = start;
  }

  bool is_empty() {
    const std::size_t start = position_;
    if (keyword() == "EMPTY") return true;
    position_ = start;
    return false;
  }

  double number() {
    skip_space();
    const bool has_plus = position_ < text_.size() && text_[position_] == '+';
    double value = 0.0;
    const char* begin = text_.data() + position_ + (has_plus ? 1 : 0);
    auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    // What is too small for a double, and what is too large, come as one error and without a value.
    if (error == std::errc::result_out_of_range && is_small(std::string_view(begin, end))) error = std::errc();
    const bool ends = end == text_.data() + text_.size() || is_space(*end) || *end == ',' || *end == ')';
    const bool has_two_signs = has_plus && begin != end && *begin == '-';
    if (error != std::errc() || !ends || has_two_signs || !quantities::coordinate.allows(value))
      fail("wanted " + quantities::coordinate.wanted());
    position_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  bool accept(char c) {
    skip_space();
    if (position_ == text_.size() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(fmt::format("wanted `{}`", c));
  }

  void skip_space() {
    while (position_ < text_.size() && is_space(text_[position_])) ++position_;
  }

  [[noreturn]] void fail(const std::string& message) const {
    const auto [line, column] = position_behind(text_.substr(0, position_));
    std::string found;
    for (const char c : text_.substr(position_, 20)) found += c >= ' ' && c <= '~' ? c : '?';
    throw Error(ErrorCode::bad_scene, fmt::format("{}: line {}, column {}: found {}, {}", place_, line, column,
                                                  found.empty() ? "the end" : "`" + found + "`", message));
  }

  std::string_view text_;
  const std::string& place_;
  bool takes_segments_;
  std::size_t position_ = 0;
  std::vector<WktShape> shapes_;
};

}  // namespace

std::vector<PolygonRings> parse_wkt(std::string_view wkt, const std::string& place) {
  std::vector<PolygonRings> polygons;
  for (WktShape& shape : Parser(wkt, place, false).parse()) polygons.push_back(std::move(shape.rings));
  return polygons;
}

std::vector<WktShape> parse_wkt_shapes(std::string_view wkt, const std::string& place) {
  return Parser(wkt, place, true).parse();
}

}  // namespace throng::scenario
