// Which way a node is left for the goal.
#pragma once
#include "host/navigation/march.hpp"

namespace throng::flow {

/// Unit, or 0 where there is none: at the goal. Down the gradient of the way; a segment of one cell along it meets no
/// wall, but for a goal that is on one.
Vec2d node_direction(const FlowGround& ground, const GoalRegion& goal, const FlowMarch& march, NodePlace node);

}  // namespace throng::flow
