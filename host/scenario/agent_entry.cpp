#include "host/scenario/agent_entry.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>
#include <vector>

#include "host/scenario/ring_checks.hpp"
#include "kernels/agent/counter_random.hpp"

namespace throng::scenario {
namespace {

std::vector<const char*> entry_keys() {
  std::vector<const char*> keys(profile_keys().begin(), profile_keys().end());
  for (const char* key :
       {"profile",  "position", "fill",          "agents_file", "count", "velocity", "goal",   "preferred_velocity",
        "id",       "heading",  "group",         "priority",    "layer", "mask",     "avoids", "name",
        "behavior", "target",   "second_target", "formation"}) {
    keys.push_back(key);
  }
  return keys;
}

void require_one_place(const JsonNode& entry) {
  const int places = int{entry.has("position")} + int{entry.has("fill")} + int{entry.has("agents_file")};
  if (places != 1) {
    entry.fail(fmt::format("found {}, wanted one of `position`, `fill` and `agents_file`",
                           places == 0 ? "no place for the agents" : "more than one place for the agents"));
  }
  if (entry.has("count") && !entry.has("fill")) entry.at("count").fail("`count` belongs to `fill`");
  if (entry.has("id") && !entry.has("position"))
    entry.at("id").fail("`id` belongs to a single agent with a `position`");
}

void read_count(const JsonNode& entry, AgentEntry& result) {
  const GridShape* grid = std::get_if<GridShape>(&*result.fill);
  if (grid == nullptr) {
    result.count = static_cast<std::uint64_t>(entry.at("count").integer(1, limits::max_agents));
    return;
  }
  const std::uint64_t places = grid->columns * grid->rows;
  result.count = places;
  if (const auto count = entry.find("count")) {
    result.count = static_cast<std::uint64_t>(count->integer(1, limits::max_agents));
    if (result.count > places)
      count->fail(fmt::format("asked for {} agents, but only {} fit on the grid", result.count, places));
  }
}

std::optional<double> drawn(const JsonNode& entry, const char* key, const Distribution& distribution, double row_value,
                            std::uint64_t seed, AgentId id, std::uint32_t stream) {
  const std::optional<double> value = distribution.draw(seed, id, stream);
  if (!value)
    entry.fail(fmt::format("`{}` of agent {}: no draw falls between {:g} and {:g}", key, id, distribution.least,
                           distribution.most));
  return *value == row_value ? std::nullopt : value;
}

}  // namespace

GoalIndex GoalTable::row_of(const JsonNode& goal) {
  const auto known = rows_.find(goal.canonical());
  if (known != rows_.end()) return known->second;
  Scenario::Goal row;
  if (goal.has("point")) {
    row.vertices = {goal.at("point").vector(quantities::coordinate)};
  } else {
    row.closed = goal.has("polygon");
    const JsonNode node = goal.at(row.closed ? "polygon" : "line");
    row.vertices = node.points(row.closed ? 3 : 2);
    row.closed ? require_simple_polygon(node, row.vertices) : require_polyline(node, row.vertices);
  }
  const GoalIndex index{static_cast<std::uint32_t>(scenario_.goals.size())};
  scenario_.goals.push_back(std::move(row));
  rows_.emplace(goal.canonical(), index);
  return index;
}

void GoalTable::read_named(const JsonNode& goals) {
  if (!goals.is_object()) goals.fail_wanted("an object of goals by name");
  for (const std::string& name : goals.keys()) {
    const JsonNode goal = goals.at(name.c_str());
    goal.require_object({"point", "line", "polygon"});
    if (goal.size() != 1) goal.fail_wanted("one of `point`, `line` and `polygon`");
    named_.emplace(name, row_of(goal));
    names_.push_back(name);
  }
}

void GoalTable::read(const JsonNode& goal, AgentDescription& agent) {
  if (goal.is_array()) {
    agent.goal = goal.vector(quantities::coordinate);
    return;
  }
  constexpr const char* wanted =
      R"(a point [x, y] in m, {"line": [...]}, {"polygon": [...]} or the name of one of `goals`)";
  if (goal.is_text() && !names_.empty()) {
    const auto named = named_.find(goal.text(wanted));
    if (named == named_.end()) goal.fail_unknown_name("the name of a goal", names_);
    agent.goal_region = named->second;
    return;
  }
  if (!goal.is_object() || goal.size() != 1) goal.fail_wanted(wanted);
  goal.require_object({"line", "polygon"});
  agent.goal_region = row_of(goal);
}

AgentEntry read_agent_entry(const JsonNode& entry, const ProfileTable& profiles, GoalTable& goals) {
  static const std::vector<const char*> keys = entry_keys();
  entry.require_object(keys);
  require_one_place(entry);
  AgentEntry result{{}, profiles.spec_of_entry(entry), std::nullopt, 1};
  AgentDescription& agent = result.prototype;
  if (const auto fill = entry.find("fill")) {
    result.fill = read_fill_shape(*fill);
    read_count(entry, result);
  }
  if (const auto position = entry.find("position")) agent.position = position->vector(quantities::coordinate);
  if (const auto velocity = entry.find("velocity")) agent.velocity = velocity->vector(quantities::velocity);
  if (const auto preferred = entry.find("preferred_velocity")) {
    if (entry.has("goal")) preferred->fail("`goal` and `preferred_velocity` exclude each other, wanted one of them");
    agent.preferred_velocity = preferred->vector(quantities::velocity);
  }
  if (const auto goal = entry.find("goal")) goals.read(*goal, agent);
  if (const auto heading = entry.find("heading")) {
    agent.heading = heading->vector(quantities::direction);
    if (*agent.heading == Vec2d{}) heading->fail_wanted("a direction [x, y] other than [0, 0]");
  }
  if (const auto group = entry.find("group")) {
    using Limits = std::numeric_limits<std::int32_t>;
    agent.group = static_cast<std::int32_t>(group->integer(Limits::min(), Limits::max()));
  }
  if (const auto priority = entry.find("priority")) {
    const std::string wanted = quantities::priority.wanted() + R"( or "infinity")";
    if (priority->is("infinity")) {
      agent.priority = std::numeric_limits<double>::infinity();
    } else if (!priority->is_number()) {
      priority->fail_wanted(wanted);
    } else {
      agent.priority = priority->number(quantities::priority);
    }
  }
  constexpr std::int64_t all_bits = std::numeric_limits<std::uint32_t>::max();
  if (const auto layer = entry.find("layer")) agent.layer = static_cast<std::uint32_t>(layer->integer(0, all_bits));
  if (const auto mask = entry.find("mask")) agent.mask = static_cast<std::uint32_t>(mask->integer(0, all_bits));
  if (const auto avoids = entry.find("avoids")) agent.avoids = avoids->boolean();
  return result;
}

double draw_radius(const JsonNode& entry, const ProfileSpec& spec, std::uint64_t seed, AgentId id) {
  return drawn(entry, "radius", spec.radius, *spec.row.radius, seed, id, random_stream::radius)
      .value_or(*spec.row.radius);
}

void draw_values(const JsonNode& entry, const ProfileSpec& spec, std::uint64_t seed, AgentDescription& agent) {
  const AgentId id = *agent.id;
  agent.radius = drawn(entry, "radius", spec.radius, *spec.row.radius, seed, id, random_stream::radius);
  agent.max_speed = drawn(entry, "max_speed", spec.max_speed, spec.row.max_speed, seed, id, random_stream::max_speed);
  agent.preferred_speed = drawn(entry, "preferred_speed", spec.preferred_speed, spec.row.preferred_speed, seed, id,
                                random_stream::preferred_speed);
}

}  // namespace throng::scenario
