// What makes a list of points a polygon or a polyline.
#pragma once
#include <vector>

#include "host/scenario/json_node.hpp"

namespace throng::scenario {

/// Fails at `node` (an array of these points) unless they are a simple polygon of non-zero area, either direction, the
/// first point not repeated at the end.
void require_simple_polygon(const JsonNode& node, const std::vector<Vec2d>& vertices);

/// Fails at `node` when a point is the same as the one before it.
void require_polyline(const JsonNode& node, const std::vector<Vec2d>& vertices);

}  // namespace throng::scenario
