#include "host/scenario/file_agents.hpp"

#include <fmt/format.h>

#include "host/shown_text.hpp"

namespace throng::scenario {
namespace {

template <class Set>
void with_pair(const AgentsTable& table, ColumnId x, ColumnId y, std::size_t row, Set set) {
  const Column* column_x = table.find(x);
  if (column_x != nullptr) set(Vec2d{column_x->reals[row], table.find(y)->reals[row]});
}

template <class Integer>
void set_integer(const AgentsTable& table, ColumnId id, std::size_t row, Integer& out) {
  if (const Column* column = table.find(id)) out = static_cast<Integer>(column->integers[row]);
}

}  // namespace

FileAgents::FileAgents(const JsonNode& entry, const AgentsTable& table, const AgentEntry& read, ProfileTable& profiles)
    : table_(table), read_(read), profiles_(profiles) {
  const auto exclude = [&](const char* key, const char* column) {
    if (const auto node = entry.find(key))
      node->fail(fmt::format("the file has the column `{}`, wanted one of the two", column));
  };
  for (const Column& column : table.columns) exclude(column.info->key, column.info->name);
  if (table.find(ColumnId::goal_x) != nullptr) exclude("preferred_velocity", "goal_x");
  if (table.find(ColumnId::preferred_velocity_x) != nullptr) exclude("goal", "preferred_velocity_x");
  if (table.find(ColumnId::profile) != nullptr) {
    for (const char* key : profile_keys()) exclude(key, "profile");
  }
}

FileAgents::Row FileAgents::row(std::size_t index) {
  const ProfileSpec* spec = &read_.spec;
  if (const Column* column = table_.find(ColumnId::profile)) {
    spec = profiles_.find(column->texts[index]);
    if (spec == nullptr) {
      table_.fail(index, "profile",
                  fmt::format("found `{}`, wanted the name of a profile", shown(column->texts[index])));
    }
  }
  Row result{read_.prototype, std::nullopt, *spec};
  AgentDescription& agent = result.description;
  agent.profile = profiles_.row(*spec);
  with_pair(table_, ColumnId::x, ColumnId::y, index, [&](Vec2d v) { agent.position = v; });
  with_pair(table_, ColumnId::vx, ColumnId::vy, index, [&](Vec2d v) { agent.velocity = v; });
  with_pair(table_, ColumnId::goal_x, ColumnId::goal_y, index, [&](Vec2d v) { agent.goal = v; });
  with_pair(table_, ColumnId::preferred_velocity_x, ColumnId::preferred_velocity_y, index,
            [&](Vec2d v) { agent.preferred_velocity = v; });
  with_pair(table_, ColumnId::heading_x, ColumnId::heading_y, index, [&](Vec2d v) {
    if (v == Vec2d{}) table_.fail(index, "heading_x", "found (0, 0), wanted a direction");
    agent.heading = v;
  });
  if (const Column* column = table_.find(ColumnId::priority)) agent.priority = column->reals[index];
  set_integer(table_, ColumnId::group, index, agent.group);
  set_integer(table_, ColumnId::layer, index, agent.layer);
  set_integer(table_, ColumnId::mask, index, agent.mask);
  if (const Column* column = table_.find(ColumnId::id)) result.id = column->integers[index];
  return result;
}

void FileAgents::overwrite_drawn(std::size_t index, AgentDescription& agent) const {
  const auto set = [&](ColumnId id, std::optional<double>& out) {
    if (const Column* column = table_.find(id)) out = column->reals[index];
  };
  set(ColumnId::radius, agent.radius);
  set(ColumnId::max_speed, agent.max_speed);
  set(ColumnId::preferred_speed, agent.preferred_speed);
}

}  // namespace throng::scenario
