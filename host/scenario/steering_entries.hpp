// Which agents of a scenario do what, and with whom: names of entries become agents once all of them are there.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "host/scenario/behavior_table.hpp"

namespace throng::scenario {

class SteeringEntries {
 public:
  SteeringEntries(BehaviorTable& behaviors, Scenario& scenario) : behaviors_(behaviors), scenario_(scenario) {}

  /// Reads the keys `name`, `behavior`, `target`, `second_target` and `formation` of entry `index`.
  void read(const JsonNode& entry, std::size_t index);
  /// Fills `scenario.steering`, when `scenario.agents` stands. `first_agent`: the row of each entry's first agent, and
  /// last the number of agents.
  void finish(const JsonNode& agents, std::span<const std::size_t> first_agent);

 private:
  enum class Match { cyclic, same_index, first };
  struct Entries {
    std::string name;
    Match match;
  };
  using Target = std::variant<std::monostate, AgentId, Vec2d, Entries>;
  /// Places behind the target, row by row from the front, each row from the right to the left.
  struct Formation {
    std::size_t columns;
    double spacing;  // m
  };
  struct Spec {
    std::size_t entry;  // index in the file
    BehaviorIndex behavior;
    Target targets[max_steering_targets];
    std::optional<Formation> formation;
  };

  void read_name(const JsonNode& entry, std::size_t index);
  static Target read_target(const JsonNode& node);
  [[nodiscard]] Formation read_formation(const JsonNode& node, BehaviorIndex behavior) const;
  void finish(const JsonNode& entry, const Spec& spec, std::span<const std::size_t> first_agent);
  /// What an entry of agents needs who go to goals, or as a group.
  void check_walk(const JsonNode& entry, const Spec& spec, std::size_t first, std::size_t count);
  /// The row of the agent that is the target of the k-th agent of an entry of `count`.
  std::size_t row_of(const JsonNode& node, const Entries& entries, std::size_t k, std::size_t count,
                     std::span<const std::size_t> first_agent) const;
  std::size_t row_of(const JsonNode& node, AgentId id);
  BehaviorIndex place_in(const JsonNode& entry, const Spec& spec, std::size_t k);

  BehaviorTable& behaviors_;
  Scenario& scenario_;
  std::map<std::string, std::size_t> entry_of_name_;
  std::vector<Spec> specs_;
  std::unordered_map<std::int32_t, std::size_t> walking_together_;  // members by label
  std::unordered_map<AgentId, std::size_t> row_of_id_;              // made when an id is a target
};

}  // namespace throng::scenario
