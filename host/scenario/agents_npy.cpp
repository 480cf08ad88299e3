#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "host/scenario/agents_table.hpp"
#include "throng/error.hpp"

// The format: numpy.lib.format in NumPy's documentation ("NPY format").
namespace throng::scenario {
namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as they stand in the file");

struct Field {
  std::string name;
  char kind = 0;  // f, i, u, b
  std::size_t size = 0;
};

/// The header: a Python dictionary of descr, fortran_order and shape, in any order.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void parse(std::vector<Field>& fields, std::uint64_t& rows) {
    bool has_fields = false, has_rows = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr") {
        fields = descr();
        has_fields = true;
      } else if (key == "shape") {
        rows = shape();
        has_rows = true;
      } else if (key == "fortran_order") {
        word();
      } else {
        fail(fmt::format("unknown key `{}`", key.substr(0, 60)));
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!has_fields || !has_rows) fail("wanted the keys `descr` and `shape`");
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(ErrorCode::bad_scene, fmt::format("{}: NPY header: {}", file_, message));
  }

 private:
  std::vector<Field> descr() {
    if (!accept('[')) fail("found an array without column names, wanted a structured array: descr [('x', '<f8'), ...]");
    std::vector<Field> fields;
    while (!accept(']')) {
      expect('(');
      const std::string name = quoted();
      expect(',');
      const std::string type = quoted();
      if (!accept(')')) fail(fmt::format("column `{}` has a shape of its own, wanted single values", name));
      fields.push_back(field(name, type));
      if (!accept(',')) {
        expect(']');
        break;
      }
    }
    return fields;
  }

  Field field(const std::string& name, const std::string& type) const {
    const bool one_byte = type == "|i1" || type == "|u1" || type == "|b1";
    const bool known = one_byte || type == "<f4" || type == "<f8" || type == "<i1" || type == "<i2" || type == "<i4" ||
                       type == "<i8" || type == "<u1" || type == "<u2" || type == "<u4" || type == "<u8";
    if (!known) {
      fail(fmt::format(
          "column `{}` is of type {}, wanted little-endian floats or integers: <f4, <f8, <i1 to <i8, <u1 to <u8", name,
          type));
    }
    return {name, type[1], static_cast<std::size_t>(type[2] - '0')};
  }

  std::uint64_t shape() {
    expect('(');
    skip_space();
    std::uint64_t rows = 0;
    const auto [end, error] = std::from_chars(text_.data() + position_, text_.data() + text_.size(), rows);
    if (error != std::errc()) fail("wanted the number of rows as `shape`");
    position_ = static_cast<std::size_t>(end - text_.data());
    accept(',');
    if (!accept(')')) fail("the array has more than one dimension, wanted one: a row for each agent");
    return rows;
  }

  void word() {
    skip_space();
    while (position_ < text_.size() && text_[position_] >= 'A' && text_[position_] <= 'z') ++position_;
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

  std::string_view text_;
  const std::string& file_;
  std::size_t position_ = 0;
};

template <class Value>
Value load(const char* bytes) {
  Value value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

/// Integers of up to 8 bytes; a uint64 beyond int64 is moved to its limit, which no column allows.
std::int64_t load_integer(const Field& field, const char* bytes) {
  const bool is_signed = field.kind == 'i';
  switch (field.size) {
    case 1:
      return is_signed ? std::int64_t{load<std::int8_t>(bytes)} : std::int64_t{load<std::uint8_t>(bytes)};
    case 2:
      return is_signed ? std::int64_t{load<std::int16_t>(bytes)} : std::int64_t{load<std::uint16_t>(bytes)};
    case 4:
      return is_signed ? std::int64_t{load<std::int32_t>(bytes)} : std::int64_t{load<std::uint32_t>(bytes)};
    default:
      break;
  }
  if (is_signed) return load<std::int64_t>(bytes);
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  const auto value = load<std::uint64_t>(bytes);
  return static_cast<std::int64_t>(value < most ? value : most);
}

void append_value(AgentsTable& table, Column& column, std::size_t row, const Field& field, const char* bytes) {
  if (field.kind != 'f') {
    const std::int64_t value = load_integer(field, bytes);
    column.info->kind == ColumnKind::real ? append_real(table, column, row, static_cast<double>(value))
                                          : append_integer(table, column, row, value);
    return;
  }
  const double value = field.size == 4 ? static_cast<double>(load<float>(bytes)) : load<double>(bytes);
  if (column.info->kind == ColumnKind::real) return append_real(table, column, row, value);
  // A table of floats only is common; beyond 2^53 a double no longer says which whole number it is.
  if (!(std::fabs(value) <= 0x1p53) || value != std::floor(value)) {
    table.fail(
        row, column.info->name,
        fmt::format("found {:g}, wanted a whole number from {} to {}", value, column.info->least, column.info->most));
  }
  append_integer(table, column, row, static_cast<std::int64_t>(value));
}

}  // namespace

AgentsTable read_agents_npy(std::string_view bytes, const std::string& file) {
  const auto cut_short = [&](std::uint64_t wanted) {
    throw Error(ErrorCode::bad_scene,
                fmt::format("{}: the file is cut short: found {} bytes, wanted {}", file, bytes.size(), wanted));
  };
  if (bytes.size() < 12) cut_short(12);
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3) {
    throw Error(ErrorCode::bad_scene, fmt::format("{}: found NPY version {}, wanted 1 to 3", file, version));
  }
  const std::size_t data_offset = version == 1 ? 10 : 12;
  const std::size_t header_size =
      version == 1 ? load<std::uint16_t>(bytes.data() + 8) : load<std::uint32_t>(bytes.data() + 8);
  if (bytes.size() - data_offset < header_size) cut_short(data_offset + header_size);

  std::vector<Field> fields;
  std::uint64_t rows = 0;
  HeaderParser header(bytes.substr(data_offset, header_size), file);
  header.parse(fields, rows);
  std::vector<std::string> names;
  std::size_t row_size = 0;
  for (const Field& field : fields) {
    names.push_back(field.name);
    row_size += field.size;
  }
  AgentsTable table = make_agents_table(names, file);
  table.row_word = "row";
  table.first_row = 0;
  if (table.find(ColumnId::profile) != nullptr)
    header.fail("the column `profile` holds names, wanted a CSV file for those");

  const std::string_view data = bytes.substr(data_offset + header_size);
  if (rows > data.size() / row_size || rows * row_size != data.size()) {
    throw Error(ErrorCode::bad_scene, fmt::format("{}: found {} bytes of data, wanted {} rows of {} bytes", file,
                                                  data.size(), rows, row_size));
  }
  table.rows = rows;
  for (std::size_t row = 0; row < rows; ++row) {
    const char* value = data.data() + row * row_size;
    for (std::size_t i = 0; i < fields.size(); value += fields[i].size, ++i) {
      append_value(table, table.columns[i], row, fields[i], value);
    }
  }
  return table;
}

}  // namespace throng::scenario
