// Behaviors: from what an agent sees, its preferred velocity (docs/steering.md).
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "host/reference/companions.hpp"
#include "host/reference/path.hpp"
#include "host/reference/pursuit.hpp"
#include "host/reference/steering_state.hpp"

namespace throng::reference {

/// Shared by all agents of a step.
struct SteeringTables {
  std::span<const Behavior> behaviors;
  std::span<const Path> paths;
  double time_step = 0.0;  ///< s
  std::uint64_t seed = 0;
  std::uint64_t step = 0;
};

/// An agent that steers, and what its behaviors look at.
struct Steerer {
  AgentId id = 0;
  Body body;                                                      ///< with a heading
  double max_speed = 0.0;                                         ///< m/s
  std::array<std::optional<Body>, max_steering_targets> targets;  ///< none: has left the world
  std::vector<Body> mates;                                        ///< neighbors of its group, nearest first
  std::vector<Companion> companions;                              ///< of the group it walks with, itself included
  std::optional<Vec> goal;                                        ///< m, where its goal is nearest
  Vec goal_velocity = Vec::Zero();                                ///< m/s, what it would do without behavior
  std::optional<double> path_place;                               ///< m; none: to be found
};

struct Steered {
  Vec velocity = Vec::Zero();  ///< m/s, preferred
  Outcome outcome;
  std::optional<double> path_place;  ///< m
};

/// Row `behavior` of the table, which is not "none".
Steered steer(const SteeringTables& tables, std::uint32_t behavior, const Steerer& self);

}  // namespace throng::reference
