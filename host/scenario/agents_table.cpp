#include "host/scenario/agents_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/nearest_name.hpp"
#include "host/scenario/json_node.hpp"
#include "host/scenario/npy_header.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::scenario {

const std::vector<ColumnInfo>& known_columns() {
  using Id = ColumnId;
  using Kind = ColumnKind;
  namespace q = quantities;
  constexpr std::int64_t most_u32 = std::numeric_limits<std::uint32_t>::max();
  static const std::vector<ColumnInfo> columns = {
      {Id::x, "x", "position", Kind::real, q::coordinate},
      {Id::y, "y", "position", Kind::real, q::coordinate},
      {Id::vx, "vx", "velocity", Kind::real, q::velocity},
      {Id::vy, "vy", "velocity", Kind::real, q::velocity},
      {Id::goal_x, "goal_x", "goal", Kind::real, q::coordinate},
      {Id::goal_y, "goal_y", "goal", Kind::real, q::coordinate},
      {Id::preferred_velocity_x, "preferred_velocity_x", "preferred_velocity", Kind::real, q::velocity},
      {Id::preferred_velocity_y, "preferred_velocity_y", "preferred_velocity", Kind::real, q::velocity},
      {Id::heading_x, "heading_x", "heading", Kind::real, q::direction},
      {Id::heading_y, "heading_y", "heading", Kind::real, q::direction},
      {Id::radius, "radius", "radius", Kind::real, q::length},
      {Id::max_speed, "max_speed", "max_speed", Kind::real, q::speed},
      {Id::preferred_speed, "preferred_speed", "preferred_speed", Kind::real, q::speed},
      {Id::priority, "priority", "priority", Kind::real, q::priority},
      {Id::id, "id", "id", Kind::integer, {}, 0, limits::max_id},
      {Id::group,
       "group",
       "group",
       Kind::integer,
       {},
       std::numeric_limits<std::int32_t>::min(),
       std::numeric_limits<std::int32_t>::max()},
      {Id::layer, "layer", "layer", Kind::integer, {}, 0, most_u32},
      {Id::mask, "mask", "mask", Kind::integer, {}, 0, most_u32},
      {Id::profile, "profile", "profile", Kind::text, {}},
      {Id::time, "time", "time", Kind::real, {0.0, limits::max_time, "s"}},
  };
  return columns;
}

const Column* AgentsTable::find(ColumnId id) const {
  const auto found = std::find_if(columns.begin(), columns.end(), [id](const Column& c) { return c.info->id == id; });
  return found == columns.end() ? nullptr : &*found;
}

void AgentsTable::fail(std::size_t row, const char* column, const std::string& message) const {
  throw Error(ErrorCode::bad_scene,
              fmt::format("{}: {} {}, column {}: {}", file, row_word, first_row + row, column, message));
}

AgentsTable make_agents_table(const std::vector<std::string>& names, const std::string& file) {
  AgentsTable table;
  table.file = file;
  std::vector<const char*> known_names;
  for (const ColumnInfo& info : known_columns()) known_names.push_back(info.name);
  for (const std::string& name : names) {
    const auto info = std::find_if(known_columns().begin(), known_columns().end(),
                                   [&name](const ColumnInfo& known) { return name == known.name; });
    if (info == known_columns().end()) {
      const auto meant = nearest_name(name, known_names);
      throw Error(ErrorCode::bad_scene,
                  fmt::format("{}: unknown column `{}`{}", file, shown(name),
                              meant ? fmt::format(", did you mean `{}`?", *meant)
                                    : fmt::format("; known are {}", fmt::join(known_names, ", "))));
    }
    if (table.find(info->id) != nullptr) {
      throw Error(ErrorCode::bad_scene, fmt::format("{}: the column `{}` is there twice, wanted once", file, name));
    }
    table.columns.push_back({&*info, {}, {}, {}});
  }
  const auto require = [&](ColumnId a, const char* a_name, ColumnId b, const char* b_name, bool needed) {
    const bool has_a = table.find(a) != nullptr;
    const bool has_b = table.find(b) != nullptr;
    if (has_a == has_b && (has_a || !needed)) return;
    throw Error(ErrorCode::bad_scene,
                fmt::format("{}: the column `{}` is missing{}", file, has_a ? b_name : a_name,
                            needed ? "" : fmt::format(", wanted with `{}`", has_a ? a_name : b_name)));
  };
  require(ColumnId::x, "x", ColumnId::y, "y", true);
  require(ColumnId::vx, "vx", ColumnId::vy, "vy", false);
  require(ColumnId::goal_x, "goal_x", ColumnId::goal_y, "goal_y", false);
  require(ColumnId::preferred_velocity_x, "preferred_velocity_x", ColumnId::preferred_velocity_y,
          "preferred_velocity_y", false);
  require(ColumnId::heading_x, "heading_x", ColumnId::heading_y, "heading_y", false);
  if (table.find(ColumnId::goal_x) != nullptr && table.find(ColumnId::preferred_velocity_x) != nullptr) {
    throw Error(ErrorCode::bad_scene,
                fmt::format("{}: columns of both goal and preferred velocity, wanted one of them", file));
  }
  return table;
}

void append_real(AgentsTable& table, Column& column, std::size_t row, double value) {
  const bool unlimited = column.info->id == ColumnId::priority && std::isinf(value) && value > 0.0;
  if (!unlimited && !column.info->quantity.allows(value)) {
    table.fail(row, column.info->name, fmt::format("found {:g}, wanted {}", value, column.info->quantity.wanted()));
  }
  column.reals.push_back(value);
}

void append_integer(AgentsTable& table, Column& column, std::size_t row, std::int64_t value) {
  if (value < column.info->least || value > column.info->most) {
    table.fail(
        row, column.info->name,
        fmt::format("found {}, wanted a whole number from {} to {}", value, column.info->least, column.info->most));
  }
  column.integers.push_back(value);
}

AgentsTable read_agents_table(std::string_view bytes, const std::string& file) {
  return is_npy(bytes) ? read_agents_npy(bytes, file) : read_agents_csv(bytes, file);
}

}  // namespace throng::scenario
