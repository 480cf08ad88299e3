#include "host/scenario/steering_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "host/behavior_fields.hpp"
#include "host/shown_text.hpp"

namespace throng::scenario {
namespace {

constexpr const char* target_keys[max_steering_targets] = {"target", "second_target"};
constexpr const char* wanted_target = R"(the id of an agent, a point [x, y] in m or {"agents": "name of an entry"})";

}  // namespace

void SteeringEntries::read(const JsonNode& entry, std::size_t index) {
  read_name(entry, index);
  const auto behavior = entry.find("behavior");
  if (!behavior) {
    for (const char* key : {"target", "second_target", "formation"}) {
      if (const auto node = entry.find(key)) node->fail(fmt::format("`{}` belongs to `behavior`", key));
    }
    return;
  }
  if (entry.has("preferred_velocity")) {
    behavior->fail("`behavior` and `preferred_velocity` exclude each other, wanted one of them");
  }
  Spec spec{index, behaviors_.behavior_named_at(*behavior), {}, std::nullopt};
  const std::uint32_t needed = targets_of(scenario_.behaviors, behaviors_.behavior(spec.behavior));
  for (std::size_t k = 0; k < std::size(target_keys); ++k) {
    const bool is_needed = (needed >> k & 1u) != 0;
    const auto node = entry.find(target_keys[k]);
    if (!node && is_needed) {
      behavior->fail(fmt::format("the behavior `{}` ({}) needs the key `{}`, which is missing",
                                 behaviors_.name(spec.behavior), behavior_name(behaviors_.behavior(spec.behavior)),
                                 target_keys[k]));
    }
    if (!node) continue;
    spec.targets[k] = read_target(*node);
    if (is_needed) continue;
    scenario_.warnings.push_back(fmt::format("{}: the behavior `{}` does not look at this target", node->pointer(),
                                             behaviors_.name(spec.behavior)));
  }
  if (const auto node = entry.find("formation")) spec.formation = read_formation(*node, spec.behavior);
  specs_.push_back(std::move(spec));
}

void SteeringEntries::read_name(const JsonNode& entry, std::size_t index) {
  const auto node = entry.find("name");
  if (!node) return;
  const std::string& name = node->text("a text without control characters");
  if (name.empty() || has_control_character(name)) node->fail_wanted("a text without control characters");
  if (!entry_of_name_.emplace(name, index).second) node->fail_wanted("a name that no other entry has");
}

SteeringEntries::Target SteeringEntries::read_target(const JsonNode& node) {
  if (node.is_number()) return node.integer(0, limits::max_id);
  if (node.is_array()) return node.vector(quantities::coordinate);
  if (!node.is_object()) node.fail_wanted(wanted_target);
  node.require_object({"agents", "match"});
  Entries entries{node.at("agents").text("the name of an entry of agents"), Match::cyclic};
  if (const auto match = node.find("match")) {
    constexpr const char* wanted = R"("cyclic", "same_index" or "first")";
    const std::string& name = match->text(wanted);
    if (name != "cyclic" && name != "same_index" && name != "first") match->fail_wanted(wanted);
    entries.match = name == "cyclic" ? Match::cyclic : name == "first" ? Match::first : Match::same_index;
  }
  return entries;
}

SteeringEntries::Formation SteeringEntries::read_formation(const JsonNode& node, BehaviorIndex behavior) const {
  if (!std::holds_alternative<OffsetPursue>(behaviors_.behavior(behavior))) {
    node.fail(fmt::format("a formation keeps places by offset_pursue, but `{}` is {}", behaviors_.name(behavior),
                          behavior_name(behaviors_.behavior(behavior))));
  }
  node.require_object({"columns", "spacing"});
  return {static_cast<std::size_t>(node.at("columns").integer(1, limits::max_agents)),
          node.at("spacing").number(quantities::positive_length)};
}

void SteeringEntries::finish(const JsonNode& agents, std::span<const std::size_t> first_agent) {
  for (const Spec& spec : specs_) finish(agents.item(spec.entry), spec, first_agent);
}

void SteeringEntries::finish(const JsonNode& entry, const Spec& spec, std::span<const std::size_t> first_agent) {
  const std::size_t first = first_agent[spec.entry], count = first_agent[spec.entry + 1] - first;
  check_walk(entry, spec, first, count);
  for (std::size_t k = 0; k < count; ++k) {
    Scenario::AgentSteering& steering = scenario_.steering.emplace_back();
    steering.agent = first + k;
    steering.behavior = spec.formation ? place_in(entry, spec, k) : spec.behavior;
    for (std::size_t t = 0; t < std::size(target_keys); ++t) {
      if (std::holds_alternative<std::monostate>(spec.targets[t])) continue;
      if (const auto* point = std::get_if<Vec2d>(&spec.targets[t])) {
        steering.targets[t] = *point;
        continue;
      }
      const JsonNode node = entry.at(target_keys[t]);
      const auto* entries = std::get_if<Entries>(&spec.targets[t]);
      const std::size_t row = entries != nullptr ? row_of(node, *entries, k, count, first_agent)
                                                 : row_of(node, std::get<AgentId>(spec.targets[t]));
      if (row == steering.agent) {
        node.fail(fmt::format("agent {} would be its own target, wanted another one", *scenario_.agents[row].id));
      }
      steering.targets[t] = row;
    }
  }
}

void SteeringEntries::check_walk(const JsonNode& entry, const Spec& spec, std::size_t first, std::size_t count) {
  bool together = false, to_goal = false;
  for_parts(scenario_.behaviors, behaviors_.behavior(spec.behavior), [&](const Behavior& part) {
    together = together || std::holds_alternative<WalkTogether>(part);
    to_goal = to_goal || std::holds_alternative<HeadForGoal>(part);
  });
  if (!together && !to_goal) return;
  const std::span<const AgentDescription> agents = std::span(scenario_.agents).subspan(first, count);
  const auto warn_when_any = [&](auto&& lacks, const char* text) {
    if (std::none_of(agents.begin(), agents.end(), lacks)) return;
    scenario_.warnings.push_back(
        fmt::format("{}: `{}` {}", entry.at("behavior").pointer(), behaviors_.name(spec.behavior), text));
  };
  warn_when_any([](const AgentDescription& a) { return !a.goal && !a.goal_region; },
                "goes where the goal is, and there are agents without a goal");
  if (!together) return;
  warn_when_any([](const AgentDescription& a) { return a.group < 0; },
                "keeps a group together, and there are agents without `group`");
  for (const AgentDescription& agent : agents) {
    if (agent.group < 0 || ++walking_together_[agent.group] <= limits::max_group_members) continue;
    entry.at("behavior")
        .fail(
            fmt::format("more than {} agents of group {} would walk together", limits::max_group_members, agent.group));
  }
}

std::size_t SteeringEntries::row_of(const JsonNode& node, const Entries& entries, std::size_t k, std::size_t count,
                                    std::span<const std::size_t> first_agent) const {
  const JsonNode name = node.at("agents");
  const auto found = entry_of_name_.find(entries.name);
  if (found == entry_of_name_.end()) {
    std::vector<std::string> names;
    for (const auto& [known, entry] : entry_of_name_) names.push_back(known);
    name.fail_unknown_name("the name of an entry of agents", names);
  }
  const std::size_t first = first_agent[found->second], there = first_agent[found->second + 1] - first;
  if (there == 0) name.fail(fmt::format("the entry `{}` has no agents", entries.name));
  if (entries.match == Match::same_index && there < count) {
    name.fail(fmt::format("the entry `{}` has {} agents, wanted one for each of the {} of this entry", entries.name,
                          there, count));
  }
  return first + (entries.match == Match::first ? 0 : k % there);
}

std::size_t SteeringEntries::row_of(const JsonNode& node, AgentId id) {
  if (row_of_id_.empty()) {
    for (std::size_t row = 0; row < scenario_.agents.size(); ++row) row_of_id_.emplace(*scenario_.agents[row].id, row);
  }
  const auto found = row_of_id_.find(id);
  if (found == row_of_id_.end()) node.fail_wanted("the id of an agent of this scene");
  return found->second;
}

BehaviorIndex SteeringEntries::place_in(const JsonNode& entry, const Spec& spec, std::size_t k) {
  const std::size_t columns = spec.formation->columns;
  const double behind = static_cast<double>(k / columns);
  const double leftward = static_cast<double>(k % columns) - 0.5 * static_cast<double>(columns - 1);
  OffsetPursue place = std::get<OffsetPursue>(behaviors_.behavior(spec.behavior));
  place.offset.x -= spec.formation->spacing * behind;
  place.offset.y += spec.formation->spacing * leftward;
  const std::string name = fmt::format("{} ({}, place {})", behaviors_.name(spec.behavior), entry.pointer(), k);
  return behaviors_.add(entry.at("formation"), name, place);
}

}  // namespace throng::scenario
