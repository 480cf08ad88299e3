// Journeys of a scenario: doors, queues, waiting areas, journeys and sources.
#pragma once
#include <map>
#include <string>

#include "host/journeys/check_journeys.hpp"
#include "host/scenario/agent_entry.hpp"

namespace throng::scenario {

class JourneyReader {
 public:
  JourneyReader(const std::string& directory, ProfileTable& profiles, GoalTable& goals, Scenario& scenario)
      : directory_(directory), profiles_(profiles), goals_(goals), scenario_(scenario) {}

  /// What agents may refer to: before them.
  void read(const JsonNode& root);
  /// After agents: ids of recorded entries are none of theirs.
  void read_sources(const JsonNode& root);
  [[nodiscard]] JourneyIndex journey_named_at(const JsonNode& node) const;

 private:
  void read_door(const JsonNode& node, const std::string& name);
  void read_queue(const JsonNode& node, const std::string& name);
  void read_waiting_area(const JsonNode& node, const std::string& name);
  void read_journey(const JsonNode& node, const std::string& name);
  void read_source(const JsonNode& node, const std::string& name);
  void read_stage(const JsonNode& node, Stage& stage);
  void read_wait(const JsonNode& node, Stage& stage);
  void read_next(const JsonNode& node, Stage& stage);
  void read_entries(const JsonNode& node, const JsonNode& source, Source& result);
  void read_kinds(const JsonNode& node, Source& source);
  Source::Kind kind_of(const ProfileSpec& spec, double share);
  GoalIndex region_at(const JsonNode& node);
  template <class Check>
  void check(const JsonNode& node, Check&& check) const;
  [[nodiscard]] JourneyTables tables() const;

  const std::string& directory_;
  ProfileTable& profiles_;
  GoalTable& goals_;
  Scenario& scenario_;
  std::map<std::string, std::uint32_t> doors_, queues_, areas_, journeys_;
};

}  // namespace throng::scenario
