#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "host/scenario/agents_table.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Takes the part up to `separator` off the front.
std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return part;
}

std::string_view take_line(std::string_view& text) {
  std::string_view line = take_until(text, '\n');
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// The whole cell as a number, or false.
template <class Number>
bool parse(std::string_view cell, Number& value) {
  if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return !cell.empty() && error == std::errc() && end == cell.data() + cell.size();
}

void append_cell(AgentsTable& table, Column& column, std::size_t row, std::string_view cell) {
  const auto wrong = [&](const std::string& wanted) {
    table.fail(row, column.info->name,
               fmt::format("found {}, wanted {}", cell.empty() ? "nothing" : fmt::format("`{}`", shown(cell)), wanted));
  };
  switch (column.info->kind) {
    case ColumnKind::real: {
      double value = 0.0;
      if (!parse(cell, value)) wrong(column.info->quantity.wanted());
      append_real(table, column, row, value);
      return;
    }
    case ColumnKind::integer: {
      std::int64_t value = 0;
      if (!parse(cell, value))
        wrong(fmt::format("a whole number from {} to {}", column.info->least, column.info->most));
      append_integer(table, column, row, value);
      return;
    }
    case ColumnKind::text:
      if (cell.empty()) wrong("a name");
      column.texts.emplace_back(cell);
      return;
  }
}

}  // namespace

AgentsTable read_agents_csv(std::string_view text, const std::string& file) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);  // byte order mark
  if (text.empty())
    throw Error(ErrorCode::bad_scene, fmt::format("{}: the file is empty, wanted a line of column names", file));
  std::vector<std::string> names;
  for (std::string_view header = take_line(text), rest = header; !rest.empty();)
    names.emplace_back(trimmed(take_until(rest, ',')));
  AgentsTable table = make_agents_table(names, file);

  while (!text.empty()) {
    std::string_view rest = take_line(text);
    if (trimmed(rest).empty()) {
      if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) break;  // empty lines at the end
      throw Error(ErrorCode::bad_scene, fmt::format("{}: line {}: found an empty line, wanted {} values", file,
                                                    table.first_row + table.rows, table.columns.size()));
    }
    const std::size_t cells = 1 + static_cast<std::size_t>(std::count(rest.begin(), rest.end(), ','));
    if (cells != table.columns.size()) {
      throw Error(ErrorCode::bad_scene, fmt::format("{}: line {}: found {} values, wanted {}", file,
                                                    table.first_row + table.rows, cells, table.columns.size()));
    }
    for (Column& column : table.columns) append_cell(table, column, table.rows, trimmed(take_until(rest, ',')));
    ++table.rows;
  }
  return table;
}

}  // namespace throng::scenario
