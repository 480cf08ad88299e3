// One entry of /agents: what its keys say of the agents it stands for.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "host/scenario/fill_shape.hpp"
#include "host/scenario/profile_table.hpp"

namespace throng::scenario {

struct AgentEntry {
  AgentDescription prototype;  ///< without id and drawn values; its profile is set by who reads the entry
  ProfileSpec spec;
  std::optional<FillShape> fill;
  std::uint64_t count = 1;  ///< of a fill
};

/// Rows of goal regions; equal ones are shared.
class GoalTable {
 public:
  explicit GoalTable(Scenario& scenario) : scenario_(scenario) {}
  /// /goals: {"name": {"point" | "line" | "polygon": ...}}.
  void read_named(const JsonNode& goals);
  /// A name, [x, y], {"line": [...]} or {"polygon": [...]}.
  void read(const JsonNode& goal, AgentDescription& agent);

 private:
  GoalIndex row_of(const JsonNode& goal);

  Scenario& scenario_;
  std::map<std::string, GoalIndex> rows_;   // by their JSON
  std::map<std::string, GoalIndex> named_;  // by name
  std::vector<std::string> names_;          // in file order
};

class JourneyReader;

/// Reads one entry, apart from the file it may name.
AgentEntry read_agent_entry(const JsonNode& entry, const ProfileTable& profiles, GoalTable& goals,
                            const JourneyReader& journeys);

/// Draws radius and speeds of one agent; what is as in the profile's row stays unset. Fails at `entry` when a
/// distribution has no value within its bounds.
void draw_values(const JsonNode& entry, const ProfileSpec& spec, std::uint64_t seed, AgentDescription& agent);
double draw_radius(const JsonNode& entry, const ProfileSpec& spec, std::uint64_t seed, AgentId id);

}  // namespace throng::scenario
