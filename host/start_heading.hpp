// Where an agent looks before its first step.
#pragma once
#include <span>

#include "throng/parameters.hpp"

namespace throng {

/// `v` at length 1, or `otherwise` when it is 0.
[[nodiscard]] Vec2d unit_or(Vec2d v, Vec2d otherwise);

/// Unit: the heading given, else toward the goal or along the preferred velocity, else (1, 0). `region`: the vertices
/// of goal_region, if the agent has one; `closed`: it is a polygon.
[[nodiscard]] Vec2d start_heading(const AgentDescription& agent, std::span<const Vec2d> region, bool closed);

}  // namespace throng
