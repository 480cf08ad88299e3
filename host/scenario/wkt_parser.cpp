#include "host/scenario/wkt_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "host/scenario/quantity.hpp"
#include "host/scenario/text_position.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

constexpr int max_nesting = 64;

// Not the functions of <cctype>: those depend on the locale.
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

class Parser {
 public:
  Parser(std::string_view text, const std::string& place) : text_(text), place_(place) {}

  std::vector<WktPolygon> parse() {
    geometry(0);
    skip_space();
    if (position_ != text_.size()) fail("wanted the end of the text");
    return std::move(polygons_);
  }

 private:
  void geometry(int depth) {
    const std::size_t start = (skip_space(), position_);
    const std::string word = keyword();
    if (depth > max_nesting) fail(fmt::format("collections nested deeper than {}", max_nesting));
    if (word != "POLYGON" && word != "MULTIPOLYGON" && word != "GEOMETRYCOLLECTION") {
      position_ = start;
      fail("wanted POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION");
    }
    if (is_empty()) return;
    if (word == "POLYGON") {
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
    WktPolygon rings;
    list([&] { rings.push_back(ring()); });
    polygons_.push_back(std::move(rings));
  }

  std::vector<Vec2d> ring() {
    std::vector<Vec2d> points;
    skip_space();
    const std::size_t start = position_;
    list([&] {
      const double x = number();
      const double y = number();
      points.push_back({x, y});
      skip_space();
      if (position_ < text_.size() && text_[position_] != ',' && text_[position_] != ')') {
        fail("wanted `,` or `)` after a point's two coordinates (heights and measures are not known here)");
      }
    });
    if (points.size() < 4 || !(points.front() == points.back())) {
      position_ = start;
      fail("wanted a ring of 4 or more points, the last the same as the first");
    }
    points.pop_back();
    points.erase(std::unique(points.begin(), points.end()), points.end());
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

  bool is_empty() {
    const std::size_t start = position_;
    if (keyword() == "EMPTY") return true;
    position_ = start;
    return false;
  }

  double number() {
    skip_space();
    if (position_ < text_.size() && text_[position_] == '+') ++position_;
    double value = 0.0;
    const char* begin = text_.data() + position_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || !quantities::coordinate.allows(value))
      fail("wanted " + quantities::coordinate.wanted());
    position_ += static_cast<std::size_t>(end - begin);
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
    const std::string_view before = text_.substr(0, position_);
    const auto [line, column] = position_behind(before);
    std::string found;
    for (const char c : text_.substr(position_, 20)) found += c >= ' ' && c <= '~' ? c : '?';
    throw Error(ErrorCode::bad_scene, fmt::format("{}: line {}, column {}: found {}, {}", place_, line, column,
                                                  found.empty() ? "the end" : "`" + found + "`", message));
  }

  std::string_view text_;
  const std::string& place_;
  std::size_t position_ = 0;
  std::vector<WktPolygon> polygons_;
};

}  // namespace

std::vector<WktPolygon> parse_wkt(std::string_view wkt, const std::string& place) { return Parser(wkt, place).parse(); }

}  // namespace throng::scenario
