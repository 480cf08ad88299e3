#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "host/scenario/agents_table.hpp"
#include "host/scenario/npy_header.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as they stand in the file");

struct Field {
  char kind;  // f, i, u, b
  std::size_t size;
};

Field field_of(const NpyColumn& column, const std::string& file) {
  const std::string& type = column.type;
  const bool one_byte = type == "|i1" || type == "|u1" || type == "|b1";
  const bool known = one_byte || type == "<f4" || type == "<f8" || type == "<i1" || type == "<i2" || type == "<i4" ||
                     type == "<i8" || type == "<u1" || type == "<u2" || type == "<u4" || type == "<u8";
  if (!known) {
    fail_npy_header(
        file,
        fmt::format(
            "column `{}` is of type {}, wanted little-endian floats or integers: <f4, <f8, <i1 to <i8, <u1 to <u8",
            shown(column.name), shown(type)));
  }
  return {type[1], static_cast<std::size_t>(type[2] - '0')};
}

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
  const NpyHeader header = read_npy_header(bytes, file);
  if (!header.is_structured) {
    fail_npy_header(file, "found an array without column names, wanted a structured array: descr [('x', '<f8'), ...]");
  }
  std::vector<Field> fields;
  std::vector<std::string> names;
  std::size_t row_size = 0;
  for (const NpyColumn& column : header.columns) {
    fields.push_back(field_of(column, file));
    names.push_back(column.name);
    row_size += fields.back().size;
  }
  if (header.shape.size() != 1) {
    fail_npy_header(file,
                    fmt::format("the shape is {}, wanted one dimension: a row for each agent", header.shape_text));
  }
  const std::uint64_t rows = header.shape.front();
  AgentsTable table = make_agents_table(names, file);
  table.row_word = "row";
  table.first_row = 0;
  if (table.find(ColumnId::profile) != nullptr)
    fail_npy_header(file, "the column `profile` holds names, wanted a CSV file for those");

  const std::string_view data = header.data;
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
