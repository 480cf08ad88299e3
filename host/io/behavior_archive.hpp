// The table of behaviors in a saved world: a column for each field that some kind has, NaN where a row has none.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "host/behavior_fields.hpp"

namespace throng {

/// Names of all fields that a column of numbers can hold, each once.
inline std::vector<std::string> behavior_columns() {
  std::vector<std::string> names;
  for (std::size_t kind = 0; kind < std::variant_size_v<Behavior>; ++kind) {
    const Behavior behavior = default_behavior(kind);
    std::visit(
        [&](const auto& b) {
          for_behavior_fields(b, [&](const FieldLimits& limits, const auto&) {
            for (const std::string& name : names) {
              if (name == limits.name) return;
            }
            names.emplace_back(limits.name);
          });
        },
        behavior);
  }
  return names;
}

inline double column_value(const Behavior& behavior, const std::string& name) {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::visit(
      [&](const auto& b) {
        for_behavior_fields(b, [&](const FieldLimits& limits, const auto& field) {
          if (name != limits.name) return;
          value = number_of(field).value_or(value);
        });
      },
      behavior);
  return value;
}

/// Returns false when the value is none of the field's: what has to be a whole number and is not, or is missing.
inline bool set_column_value(Behavior& behavior, const std::string& name, double value) {
  bool good = true;
  std::visit(
      [&](auto& b) {
        for_behavior_fields(b, [&](const FieldLimits& limits, auto& field) {
          using Field = std::decay_t<decltype(field)>;
          if (name != limits.name) return;
          if constexpr (std::is_same_v<Field, std::optional<double>>) {
            field = std::isnan(value) ? std::nullopt : std::optional<double>(value);
          } else if constexpr (std::is_same_v<Field, double>) {
            field = value;
            good = !std::isnan(value);
          } else {
            good = value >= limits.least && value <= limits.most && value == std::floor(value);
            if (good) field = static_cast<Field>(value);
          }
        });
      },
      behavior);
  return good;
}

template <typename Archive, typename Behaviors>
void describe_behaviors(Archive& archive, Behaviors& behaviors) {
  constexpr bool loads = !std::is_const_v<Behaviors>;
  archive.group("behaviors");
  std::vector<std::uint32_t> kind, rule, part_count, part_behavior;
  std::vector<double> part_weight;
  for (const Behavior& behavior : behaviors) {
    kind.push_back(static_cast<std::uint32_t>(behavior.index()));
    const auto* blend = std::get_if<Blend>(&behavior);
    rule.push_back(blend == nullptr ? 0u : static_cast<std::uint32_t>(blend->rule));
    part_count.push_back(blend == nullptr ? 0u : static_cast<std::uint32_t>(blend->parts.size()));
    if (blend == nullptr) continue;
    for (const BlendPart& part : blend->parts) {
      part_behavior.push_back(part.behavior.row);
      part_weight.push_back(part.weight);
    }
  }
  archive.array("kind", kind);
  archive.array("rule", rule);
  archive.array("part_count", part_count);
  archive.array("part_behavior", part_behavior);
  archive.array("part_weight", part_weight);
  if constexpr (loads) {
    archive.require(rule.size() == kind.size() && part_count.size() == kind.size(), "kind", "another number of rows");
    archive.require(part_behavior.size() == part_weight.size(), "part_weight", "another number of rows");
    std::size_t next = 0;
    behaviors.clear();
    for (std::size_t row = 0; row < kind.size(); ++row) {
      archive.require(kind[row] < std::variant_size_v<Behavior>, "kind", "a number that stands for nothing");
      behaviors.push_back(default_behavior(kind[row]));
      auto* blend = std::get_if<Blend>(&behaviors.back());
      archive.require(blend != nullptr || part_count[row] == 0, "part_count", "parts of what is no blend");
      if (blend == nullptr) continue;
      archive.require(rule[row] <= 1, "rule", "a number that stands for nothing");
      archive.require(part_count[row] <= part_weight.size() - next, "part_count", "more parts than there are");
      blend->rule = static_cast<Blend::Rule>(rule[row]);
      for (std::uint32_t k = 0; k < part_count[row]; ++k, ++next) {
        blend->parts.push_back({{part_behavior[next]}, part_weight[next]});
      }
    }
    archive.require(next == part_weight.size(), "part_count", "fewer parts than there are");
  }
  for (const std::string& name : behavior_columns()) {
    std::vector<double> values;
    for (const Behavior& behavior : behaviors) values.push_back(column_value(behavior, name));
    archive.array(name.c_str(), values);
    if constexpr (loads) {
      archive.require(values.size() == behaviors.size(), name, "another number of rows");
      for (std::size_t row = 0; row < values.size(); ++row) {
        archive.require(set_column_value(behaviors[row], name, values[row]), name, "no value of this field");
      }
    }
  }
}

}  // namespace throng
