// The agents of a scenario: entries, files and fills, in file order.
#pragma once
#include <string>

#include "host/scenario/agent_entry.hpp"
#include "host/scenario/behavior_table.hpp"
#include "host/scenario/profile_table.hpp"

namespace throng::scenario {

/// Reads /agents into `scenario`, whose options, profiles and obstacles stand.
void read_agents(const JsonNode& agents, const std::string& directory, const Ground& ground, ProfileTable& profiles,
                 GoalTable& goals, BehaviorTable& behaviors, const JourneyReader& journeys, Scenario& scenario);

}  // namespace throng::scenario
