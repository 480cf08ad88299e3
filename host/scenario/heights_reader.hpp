// The key `heights` of a scenario.
#pragma once
#include <string>

#include "host/scenario/json_node.hpp"
#include "throng/scenario.hpp"

namespace throng::scenario {

/// {"map", "origin", "spacing"} or {"floors"}, both with "outside" and "slope_speed".
void read_heights(const JsonNode& node, const std::string& directory, Scenario& out);

}  // namespace throng::scenario
