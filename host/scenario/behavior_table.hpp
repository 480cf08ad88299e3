// Paths and behaviors of a scenario, by their names.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "host/scenario/json_node.hpp"
#include "throng/scenario.hpp"

namespace throng::scenario {

class BehaviorTable {
 public:
  explicit BehaviorTable(Scenario& scenario) : scenario_(scenario) {}

  /// Reads the object /paths.
  void read_paths(const JsonNode& paths);
  /// Reads the object /behaviors, after the paths.
  void read_behaviors(const JsonNode& behaviors);

  /// The behavior that a text names. Fails at `node` when there is none.
  [[nodiscard]] BehaviorIndex behavior_named_at(const JsonNode& node) const;
  [[nodiscard]] std::uint32_t path_named_at(const JsonNode& node) const;
  [[nodiscard]] const Behavior& behavior(BehaviorIndex index) const { return scenario_.behaviors[index.row]; }
  [[nodiscard]] const std::string& name(BehaviorIndex index) const { return scenario_.behavior_names[index.row]; }
  /// A row of its own for `behavior`. Fails at `node` when it is none that a world takes.
  BehaviorIndex add(const JsonNode& node, const std::string& name, const Behavior& behavior);

 private:
  [[nodiscard]] Behavior read_blend(const JsonNode& node);
  void warn(const JsonNode& node, const char* text);

  Scenario& scenario_;
  std::map<std::string, std::uint32_t> paths_;
  std::map<std::string, BehaviorIndex> behaviors_;
  std::set<std::string> blends_;
};

}  // namespace throng::scenario
