// Rows of a table of agents, as an entry of /agents presents them.
#pragma once
#include <optional>

#include "host/scenario/agent_entry.hpp"
#include "host/scenario/agents_table.hpp"

namespace throng::scenario {

class FileAgents {
 public:
  struct Row {
    AgentDescription description;  ///< without id and drawn values
    std::optional<AgentId> id;
    const ProfileSpec& spec;
  };

  /// Fails at `entry` when a key of its own is a column too. `profiles` gets the rows that are used.
  FileAgents(const JsonNode& entry, const AgentsTable& table, const AgentEntry& read, ProfileTable& profiles);
  [[nodiscard]] Row row(std::size_t index);
  /// Radius and speeds that the table gives, in place of the profile's.
  void overwrite_drawn(std::size_t index, AgentDescription& agent) const;

 private:
  const AgentsTable& table_;
  const AgentEntry& read_;
  ProfileTable& profiles_;
};

}  // namespace throng::scenario
