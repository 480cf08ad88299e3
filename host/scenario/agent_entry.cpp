#include "host/scenario/agent_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "host/scenario/free_area.hpp"
#include "host/scenario/journey_reader.hpp"
#include "host/scenario/ring_checks.hpp"
#include "host/shown_text.hpp"
#include "kernels/agent/counter_random.hpp"

namespace throng::scenario {
namespace {

std::vector<const char*> entry_keys() {
  std::vector<const char*> keys(profile_keys().begin(), profile_keys().end());
  for (const char* key : {"profile",
                          "position",
                          "fill",
                          "agents_file",
                          "count",
                          "per_area",
                          "at_most",
                          "velocity",
                          "goal",
                          "preferred_velocity",
                          "id",
                          "heading",
                          "group",
                          "priority",
                          "layer",
                          "mask",
                          "avoids",
                          "name",
                          "behavior",
                          "target",
                          "second_target",
                          "formation",
                          "journey"}) {
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
  for (const char* key : {"count", "per_area"}) {
    if (entry.has(key) && !entry.has("fill")) entry.at(key).fail(fmt::format("`{}` belongs to `fill`", key));
  }
  if (entry.has("at_most") && !entry.has("per_area")) entry.at("at_most").fail("`at_most` belongs to `per_area`");
  if (entry.has("id") && !entry.has("position"))
    entry.at("id").fail("`id` belongs to a single agent with a `position`");
}

/// So many to the free area that a shape has, one at least.
std::uint64_t count_per_area(const JsonNode& entry, const FillShape& shape, const Ground& ground,
                             const std::vector<Scenario::Obstacle>& obstacles) {
  const JsonNode node = entry.at("per_area");
  if (entry.has("count")) node.fail("`count` and `per_area` exclude each other, wanted one of them");
  const double per_area = node.number(quantities::agents_per_area);
  if (std::holds_alternative<RingShape>(shape) || std::holds_alternative<GridShape>(shape)) {
    node.fail("`per_area` belongs to a fill of `walkable`, `rectangle` or `polygon`");
  }
  double most = static_cast<double>(limits::max_agents);
  if (const auto at_most = entry.find("at_most")) {
    most = static_cast<double>(at_most->integer(1, limits::max_agents));
  }
  const double area = free_area(shape, ground.walkable, obstacles, ground.first_geometry_ring);
  constexpr double rounding = 1.0 + 1.0e-9;  // half of 144 m^2 is 72 agents, however the area was summed up
  const double wanted = std::floor(per_area * area * rounding);
  if (wanted < 1.0) {
    node.fail(fmt::format("{:g} agents per m^2 are none on {:.6g} m^2 of free area", per_area, area));
  }
  return static_cast<std::uint64_t>(std::min(wanted, most));
}

void read_count(const JsonNode& entry, const Ground& ground, const std::vector<Scenario::Obstacle>& obstacles,
                AgentEntry& result) {
  if (entry.has("per_area")) {
    result.count = count_per_area(entry, *result.fill, ground, obstacles);
    return;
  }
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
  const std::optional<double> value = draw(distribution, seed, id, stream);
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
    if (name.empty() || has_control_character(name)) {
      goal.fail("this name of a goal is empty or has control characters");
    }
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

AgentEntry read_agent_entry(const JsonNode& entry, const ProfileTable& profiles, GoalTable& goals, const Ground& ground,
                            const std::vector<Scenario::Obstacle>& obstacles, const JourneyReader& journeys) {
  static const std::vector<const char*> keys = entry_keys();
  entry.require_object(keys);
  require_one_place(entry);
  AgentEntry result{{}, profiles.spec_of_entry(entry), std::nullopt, 1};
  AgentDescription& agent = result.prototype;
  if (const auto fill = entry.find("fill")) {
    result.fill = read_fill_shape(*fill, ground.walkable);
    read_count(entry, ground, obstacles, result);
  }
  if (const auto position = entry.find("position")) agent.position = position->vector(quantities::coordinate);
  if (const auto velocity = entry.find("velocity")) agent.velocity = velocity->vector(quantities::velocity);
  if (const auto preferred = entry.find("preferred_velocity")) {
    if (entry.has("goal")) preferred->fail("`goal` and `preferred_velocity` exclude each other, wanted one of them");
    agent.preferred_velocity = preferred->vector(quantities::velocity);
  }
  if (const auto goal = entry.find("goal")) goals.read(*goal, agent);
  if (const auto journey = entry.find("journey")) {
    if (entry.has("goal") || entry.has("preferred_velocity")) {
      journey->fail("`journey`, `goal` and `preferred_velocity` exclude each other, wanted one of them");
    }
    agent.journey = journeys.journey_named_at(*journey);
    if (result.spec.row.on_arrival == OnArrival::remove) {
      journey->fail(fmt::format("the profile `{}` removes agents on arrival: they would leave at the first stage",
                                shown(result.spec.name)));
    }
  }
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
