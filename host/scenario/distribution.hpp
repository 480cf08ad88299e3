// Values that differ from agent to agent, as a scenario gives them: a number, or a distribution (host/draw.hpp).
#pragma once
#include "host/draw.hpp"
#include "host/scenario/json_node.hpp"

namespace throng::scenario {

/// A number, {"normal": [mean, sd], "min", "max"} or {"uniform": [a, b]}, all within `quantity`.
Distribution read_distribution(const JsonNode& node, const Quantity& quantity);

}  // namespace throng::scenario
