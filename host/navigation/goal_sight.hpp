// From which places the goal is in sight.
#pragma once
#include <span>

#include "host/navigation/march.hpp"

namespace throng::flow {

/// Whether the straight way from a node to the goal meets no wall.
bool node_sees_goal(const FlowGround& ground, const GoalRegion& goal, Vec2d node);

/// Whether from every point of a square the segment to the goal's nearest point meets no wall, and keeps off walls
/// between the two as the field does: a wall may come nearer to the segments than the clearance only where it is as
/// near to the square or to the goal, or nearly so. `corner_distance`: m, of the corners to the goal.
bool square_sees_goal(const FlowGround& ground, const GoalRegion& goal, const Box& square,
                      std::span<const double, 4> corner_distance);

}  // namespace throng::flow
