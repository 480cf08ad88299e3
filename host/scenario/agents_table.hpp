// Tables of agents, for large imports: CSV or NumPy's NPY with named columns.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/scenario/quantity.hpp"

namespace throng::scenario {

enum class ColumnId {
  x,
  y,
  vx,
  vy,
  goal_x,
  goal_y,
  preferred_velocity_x,
  preferred_velocity_y,
  heading_x,
  heading_y,
  radius,
  max_speed,
  preferred_speed,
  priority,
  id,
  group,
  layer,
  mask,
  profile,
  time,  ///< of entries of a source
};

enum class ColumnKind { real, integer, text };

/// What a column of this name holds, and the key of an entry that it stands for.
struct ColumnInfo {
  ColumnId id;
  const char* name;
  const char* key;
  ColumnKind kind;
  Quantity quantity;                 ///< of a real
  std::int64_t least = 0, most = 0;  ///< of an integer
};

const std::vector<ColumnInfo>& known_columns();

struct Column {
  const ColumnInfo* info = nullptr;
  std::vector<double> reals;  ///< only the one of its kind is filled
  std::vector<std::int64_t> integers;
  std::vector<std::string> texts;
};

struct AgentsTable {
  std::string file;
  const char* row_word = "line";  ///< what errors call a row
  std::uint64_t first_row = 2;    ///< the number of the first one
  std::size_t rows = 0;
  std::vector<Column> columns;

  [[nodiscard]] const Column* find(ColumnId id) const;
  /// Throws bad_scene: "file: line 5, column radius: message".
  [[noreturn]] void fail(std::size_t row, const char* column, const std::string& message) const;
};

/// By the first bytes: NPY, else CSV. Values are checked against their limits. Throws bad_scene.
AgentsTable read_agents_table(std::string_view bytes, const std::string& file);
AgentsTable read_agents_csv(std::string_view text, const std::string& file);
AgentsTable read_agents_npy(std::string_view bytes, const std::string& file);

/// A table with these columns; fails for unknown ones, and for two of the same name.
AgentsTable make_agents_table(const std::vector<std::string>& names, const std::string& file);
/// Appends, after a check of the limits.
void append_real(AgentsTable& table, Column& column, std::size_t row, double value);
void append_integer(AgentsTable& table, Column& column, std::size_t row, std::int64_t value);

}  // namespace throng::scenario
