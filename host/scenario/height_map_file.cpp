#include "host/scenario/height_map_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>

#include "host/scenario/npy_header.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as they stand in the file");

[[noreturn]] void fail_file(const std::string& name, const std::string& message) {
  throw Error(ErrorCode::bad_scene, fmt::format("{}: {}", name, message));
}

void require_height(const std::string& name, double z, std::size_t column, std::size_t row) {
  if (std::abs(z) <= limits::max_height) return;
  fail_file(name, fmt::format("the height in column {}, row {} is {:g}, wanted a number from {:g} to {:g} m", column,
                              row, z, -limits::max_height, limits::max_height));
}

void require_size(const std::string& name, std::uint64_t columns, std::uint64_t rows) {
  if (columns >= 2 && rows >= 2 && columns <= limits::max_height_samples / rows) return;
  fail_file(name, fmt::format("found {} columns and {} rows, wanted 2 or more of each and {} heights at most", columns,
                              rows, limits::max_height_samples));
}

template <class Number>
void copy_heights(std::string_view bytes, HeightMap& map) {
  for (std::size_t i = 0; i < map.z.size(); ++i) {
    Number value;
    std::memcpy(&value, bytes.data() + i * sizeof(Number), sizeof(Number));
    map.z[i] = static_cast<double>(value);
  }
}

/// Words of a text, one after the other.
class Words {
 public:
  Words(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::string_view next() {
    while (position_ < text_.size() && is_space(text_[position_])) line_ += text_[position_++] == '\n' ? 1 : 0;
    const std::size_t start = position_;
    while (position_ < text_.size() && !is_space(text_[position_])) ++position_;
    return text_.substr(start, position_ - start);
  }
  [[nodiscard]] bool peek_is_letter() {
    const std::size_t position = position_, line = line_;
    const std::string_view word = next();
    position_ = position;
    line_ = line;
    return !word.empty() && ((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z')) &&
           word != "nan" && word != "inf" && word != "NaN";
  }
  double number(const std::string& what) {
    const std::string_view word = next();
    double value = 0.0;
    const std::size_t plus = !word.empty() && word[0] == '+' ? 1 : 0;
    const auto [end, error] = std::from_chars(word.data() + plus, word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || word.empty()) {
      fail(fmt::format("found {}, wanted {}",
                       word.empty() ? std::string("the end") : "`" + shown(std::string(word.substr(0, 20))) + "`",
                       what));
    }
    return value;
  }
  [[noreturn]] void fail(const std::string& message) const {
    fail_file(name_, fmt::format("line {}: {}", line_, message));
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  std::string_view text_;
  const std::string& name_;
  std::size_t position_ = 0, line_ = 1;
};

}  // namespace

void read_npy_heights(std::string_view bytes, const std::string& name, HeightMap& map) {
  const NpyHeader header = read_npy_header(bytes, name);
  const bool is_double = header.type == "<f8";
  if (!is_double && header.type != "<f4") {
    fail_npy_header(name, fmt::format("the heights are {}, wanted '<f4' or '<f8'",
                                      header.is_structured ? "in columns" : "of type '" + shown(header.type) + "'"));
  }
  if (!header.fortran_order) fail_npy_header(name, "wanted the key `fortran_order`");
  if (*header.fortran_order) fail_npy_header(name, "the array is in Fortran's order, wanted C's");
  if (header.shape.size() != 2) {
    fail_npy_header(name, fmt::format("the shape is {}, wanted two dimensions: rows and columns", header.shape_text));
  }
  const std::uint64_t rows = header.shape[0], columns = header.shape[1];
  require_size(name, columns, rows);
  const std::string_view values = header.data;
  const std::size_t wanted = columns * rows * (is_double ? 8 : 4);
  if (values.size() != wanted) {
    fail_file(name, fmt::format("{} bytes follow the header, wanted {} for {} columns and {} rows", values.size(),
                                wanted, columns, rows));
  }
  map.columns = columns;
  map.rows = rows;
  map.z.resize(columns * rows);
  is_double ? copy_heights<double>(values, map) : copy_heights<float>(values, map);
  for (std::size_t i = 0; i < map.z.size(); ++i) require_height(name, map.z[i], i % columns, i / columns);
}

void read_asc_heights(std::string_view text, const std::string& name, HeightMap& map) {
  Words words(text, name);
  std::map<std::string, double> header;
  while (words.peek_is_letter()) {
    std::string key;
    for (const char c : words.next()) key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool known = key == "ncols" || key == "nrows" || key == "xllcorner" || key == "yllcorner" ||
                       key == "xllcenter" || key == "yllcenter" || key == "cellsize" || key == "nodata_value";
    if (!known) words.fail(fmt::format("found `{}`, wanted a key of an ESRI ASCII grid", shown(key.substr(0, 20))));
    if (!header.emplace(key, words.number("a number behind `" + key + "`")).second) {
      words.fail(fmt::format("the key `{}` is there twice", key));
    }
  }
  const auto value = [&](const char* key, const char* other) -> std::optional<double> {
    const auto found = header.find(key);
    if (found != header.end()) return found->second;
    if (other == nullptr || header.count(other) == 0) {
      fail_file(name, fmt::format("the key `{}` is missing from the grid's header", key));
    }
    return std::nullopt;
  };
  const double columns = *value("ncols", nullptr), rows = *value("nrows", nullptr), size = *value("cellsize", nullptr);
  const bool whole = columns == std::floor(columns) && rows == std::floor(rows) && columns >= 0.0 && rows >= 0.0 &&
                     columns < 1.0e9 && rows < 1.0e9;
  if (!whole) fail_file(name, fmt::format("ncols is {:g} and nrows {:g}, wanted whole numbers", columns, rows));
  map.columns = static_cast<std::size_t>(columns);
  map.rows = static_cast<std::size_t>(rows);
  require_size(name, map.columns, map.rows);
  if (map.columns * map.rows > text.size()) {  // before so much memory is asked for
    fail_file(name,
              fmt::format("{} columns and {} rows of heights are more than the file holds", map.columns, map.rows));
  }
  map.spacing = size;
  const std::optional<double> x = value("xllcorner", "xllcenter"), y = value("yllcorner", "yllcenter");
  map.origin = {x ? *x + 0.5 * size : header["xllcenter"], y ? *y + 0.5 * size : header["yllcenter"]};
  const double no_data = header.emplace("nodata_value", -9999.0).first->second;  // the format's default
  map.z.resize(map.columns * map.rows);
  for (std::size_t line = 0; line < map.rows; ++line) {
    const std::size_t row = map.rows - 1 - line;
    for (std::size_t column = 0; column < map.columns; ++column) {
      const double z = words.number("a height: ncols times nrows of them");
      if (z == no_data) {
        words.fail(fmt::format("the cell in column {} is without data ({:g}), wanted a height", column, z));
      }
      require_height(name, z, column, row);
      map.z[row * map.columns + column] = z;
    }
  }
  if (!words.next().empty()) words.fail("more heights than ncols times nrows");
}

}  // namespace throng::scenario
