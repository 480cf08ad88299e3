// Preferred velocities: towards goals, out of obstacles, and their perturbation.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "host/reference/agent.hpp"
#include "host/reference/flow.hpp"
#include "host/reference/obstacle_chain.hpp"
#include "throng/parameters.hpp"

namespace throng::reference {

/// A polyline, or a polygon (either direction) whose inside counts as reached.
struct GoalRegion {
  bool closed = false;
  std::vector<Vec> vertices;                        ///< m
  std::shared_ptr<const FlowField> flow = nullptr;  ///< the way there; none: straight
};

/// The nearest point of an agent's goal, none without a goal: its own position when that is inside a goal polygon.
std::optional<Vec> goal_point(const Agent& agent, std::span<const GoalRegion> regions);

/// Whether the agent has a goal and is within its profile's tolerance (default: its own radius) of it.
bool is_at_goal(const Agent& agent, const Profile& profile, std::span<const GoalRegion> regions);

/// Sets `arrived` and the preferred velocity of an agent with a goal: 0 at it, else along its flow field, or straight
/// towards it without overshooting in this step.
void head_for_goal(Agent& agent, const Profile& profile, std::span<const GoalRegion> regions, double time_step);

/// m, what is left of the way of an agent with a goal: as its flow field has it, else the distance.
double way_left(const Agent& agent, std::span<const GoalRegion> regions);

/// What an agent that is stuck does with its preferred velocity in a period: one time in four, by chance, it is turned
/// by 90 to 157.5 degrees.
Vec step_aside(const Vec& velocity, std::uint64_t seed, AgentId id, std::uint64_t period);

/// Whether p is inside one of the solid polygons.
bool is_inside(const Vec& p, std::span<const Obstacle> solids);

/// The direction (unit) to the nearest boundary point of the polygons that contain p; none when p is outside all of
/// them.
std::optional<Vec> way_out(const Vec& p, std::span<const Obstacle> solids);

/// A unit vector, the same for the same seed, agent and step.
Vec random_direction(std::uint64_t seed, AgentId id, std::uint64_t step);

}  // namespace throng::reference
