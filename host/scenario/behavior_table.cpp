#include "host/scenario/behavior_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "host/behavior_fields.hpp"
#include "host/scenario/ring_checks.hpp"
#include "host/shown_text.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

/// A field's key, and its place in it: x and y of a vector have one key for both.
struct FieldKey {
  std::string key;
  std::optional<int> component;

  explicit FieldKey(const char* field) : key(field) {
    if (key.size() < 3 || key[key.size() - 2] != '_' || (key.back() != 'x' && key.back() != 'y')) return;
    component = key.back() - 'x';
    key.resize(key.size() - 2);
  }
};

Quantity quantity_of(const FieldLimits& limits) { return {limits.least, limits.most, limits.unit, limits.above}; }

/// Reads each field of a behavior from the key of its name.
struct FieldReader {
  const JsonNode& node;
  const BehaviorTable& table;

  void operator()(const FieldLimits& limits, double& field) const {
    const FieldKey name(limits.name);
    const auto value = node.find(name.key.c_str());
    if (!value) return;
    if (!name.component) {
      field = value->number(quantity_of(limits));
    } else {
      const Vec2d vector = value->vector(quantity_of(limits));
      field = *name.component == 0 ? vector.x : vector.y;
    }
  }
  void operator()(const FieldLimits& limits, std::optional<double>& field) const {
    const auto value = node.find(limits.name);
    if (!value || value->is_null()) return;
    if (!value->is_number()) value->fail_wanted(quantity_of(limits).wanted() + " or null");
    field = value->number(quantity_of(limits));
  }
  void operator()(const FieldLimits& limits, bool& field) const {
    if (const auto value = node.find(limits.name)) field = value->boolean();
  }
  void operator()(const FieldLimits& limits, int& field) const {
    const auto value = node.find(limits.name);
    if (value) field = static_cast<int>(value->integer(0, static_cast<std::int64_t>(limits.most)));
  }
  void operator()(const FieldLimits& limits, std::uint32_t& path) const {
    path = table.path_named_at(node.at(limits.name));
  }
};

/// Of the kind that the node says, all else as it is by default. No behavior at all isn't one of them.
Behavior behavior_of_kind(const JsonNode& node) {
  if (!node.is_object()) node.fail_wanted("an object, a behavior");
  const JsonNode kind = node.at("kind");
  const std::string& name = kind.text("the name of a kind of behavior");
  for (std::size_t k = 1; k < behavior_names.size(); ++k) {
    if (behavior_names[k] == name) return default_behavior(k);
  }
  kind.fail_unknown_name("a kind of behavior",
                         std::vector<std::string>(behavior_names.begin() + 1, behavior_names.end()));
}

void require_name(const JsonNode& node, const std::string& name, const char* of_what) {
  if (name.empty() || has_control_character(name))
    node.fail(fmt::format("this name of a {} is empty or has control characters", of_what));
}

template <class Row>
const Row& named_at(const JsonNode& node, const std::map<std::string, Row>& rows, const std::string& wanted) {
  const auto found = rows.find(node.text(wanted.c_str()));
  if (found != rows.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, row] : rows) names.push_back(name);
  node.fail_unknown_name(wanted, names);
}

}  // namespace

void BehaviorTable::read_paths(const JsonNode& paths) {
  if (!paths.is_object()) paths.fail_wanted("an object of paths by name");
  for (const std::string& name : paths.keys()) {
    const JsonNode node = paths.at(name.c_str());
    require_name(node, name, "path");
    node.require_object({"points", "closed"});
    const JsonNode points = node.at("points");
    Scenario::Path path;
    path.name = name;
    path.points = points.points(2);
    if (const auto closed = node.find("closed")) path.closed = closed->boolean();
    require_polyline(points, path.points);
    if (path.closed && path.points.back() == path.points.front()) {
      points.item(path.points.size() - 1).fail_wanted("a point other than the first: a closed path returns by itself");
    }
    paths_.emplace(name, static_cast<std::uint32_t>(scenario_.paths.size()));
    scenario_.paths.push_back(std::move(path));
  }
}

void BehaviorTable::read_behaviors(const JsonNode& behaviors) {
  if (!behaviors.is_object()) behaviors.fail_wanted("an object of behaviors by name");
  const std::vector<std::string> names = behaviors.keys();
  for (const std::string& name : names) {
    const JsonNode node = behaviors.at(name.c_str());
    require_name(node, name, "behavior");
    Behavior behavior = behavior_of_kind(node);
    if (std::holds_alternative<Blend>(behavior)) {
      blends_.insert(name);
      continue;
    }
    std::visit(
        [&](auto& b) {
          std::vector<std::string> keys{"kind"};
          for_behavior_fields(
              b, [&](const FieldLimits& limits, auto& /*field*/) { keys.push_back(FieldKey(limits.name).key); });
          std::vector<const char*> known;
          for (const std::string& key : keys) known.push_back(key.c_str());
          node.require_object(known);
          for_behavior_fields(b, FieldReader{node, *this});
        },
        behavior);
    behaviors_.emplace(name, add(node, name, behavior));
  }
  for (const std::string& name : blends_) {
    const JsonNode node = behaviors.at(name.c_str());
    behaviors_.emplace(name, add(node, name, read_blend(node)));
  }
}

Behavior BehaviorTable::read_blend(const JsonNode& node) {
  node.require_object({"kind", "rule", "parts"});
  Blend blend;
  if (const auto rule = node.find("rule")) {
    constexpr const char* wanted = R"("weighted" or "priority")";
    const std::string& name = rule->text(wanted);
    if (name != "weighted" && name != "priority") rule->fail_wanted(wanted);
    blend.rule = name == "priority" ? Blend::Rule::priority : Blend::Rule::weighted;
  }
  const JsonNode parts = node.at("parts");
  const std::string wanted = fmt::format("an array of 1 to {} parts", limits::max_blend_parts);
  const std::size_t count = parts.require_array(wanted.c_str());
  if (count == 0 || count > limits::max_blend_parts) parts.fail_wanted(wanted);
  std::optional<std::size_t> path_part;
  for (std::size_t k = 0; k < count; ++k) {
    const JsonNode part = parts.item(k);
    part.require_object({"behavior", "weight"});
    const JsonNode name = part.at("behavior");
    if (blends_.count(name.text("the name of a behavior")) != 0)
      name.fail_wanted("the name of a behavior that is not itself a blend");
    BlendPart& read = blend.parts.emplace_back(BlendPart{behavior_named_at(name)});
    if (std::holds_alternative<FollowPath>(behavior(read.behavior))) {
      if (path_part) name.fail(fmt::format("part {} follows a path too, wanted one at most", *path_part));
      path_part = k;
    }
    const auto weight = part.find("weight");
    if (!weight) continue;
    read.weight = weight->number({0.0, limits::max_weight, ""});
    if (blend.rule == Blend::Rule::priority) warn(*weight, "a blend by priority does not look at weights");
  }
  const bool weightless =
      std::all_of(blend.parts.begin(), blend.parts.end(), [](const BlendPart& p) { return p.weight == 0.0; });
  if (blend.rule == Blend::Rule::weighted && weightless) {
    warn(parts, "all weights are 0: who has this behavior stands still");
  }
  return blend;
}

void BehaviorTable::warn(const JsonNode& node, const char* text) {
  scenario_.warnings.push_back(fmt::format("{}: {}", node.pointer(), text));
}

BehaviorIndex BehaviorTable::add(const JsonNode& node, const std::string& name, const Behavior& behavior) {
  try {
    check_behavior(behavior, scenario_.options.time_step);
  } catch (const Error& error) {
    node.fail(error.what());
  }
  scenario_.behaviors.push_back(behavior);
  scenario_.behavior_names.push_back(name);
  return {static_cast<std::uint32_t>(scenario_.behaviors.size() - 1)};
}

BehaviorIndex BehaviorTable::behavior_named_at(const JsonNode& node) const {
  return named_at(node, behaviors_, "the name of a behavior");
}

std::uint32_t BehaviorTable::path_named_at(const JsonNode& node) const {
  return named_at(node, paths_, "the name of a path");
}

}  // namespace throng::scenario
