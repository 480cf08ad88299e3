// Short ways to fill a world and to look at it.
#pragma once
#include <algorithm>
#include <limits>
#include <vector>

#include "tests/support/vectors.hpp"
#include "throng/world.hpp"

namespace throng::test {

inline AgentDescription agent_at(Vec2d position, ProfileIndex profile = {}) {
  AgentDescription agent;
  agent.profile = profile;
  agent.position = position;
  return agent;
}
/// Moves as it wants to already.
inline AgentDescription agent_moving(Vec2d position, Vec2d velocity, ProfileIndex profile = {}) {
  AgentDescription agent = agent_at(position, profile);
  agent.velocity = velocity;
  agent.preferred_velocity = velocity;
  return agent;
}
inline AgentDescription agent_to(Vec2d position, Vec2d goal, ProfileIndex profile = {}) {
  AgentDescription agent = agent_at(position, profile);
  agent.goal = goal;
  return agent;
}

/// Counter-clockwise (solid).
inline std::vector<Vec2d> box(double min_x, double min_y, double max_x, double max_y) {
  return {{min_x, min_y}, {max_x, min_y}, {max_x, max_y}, {min_x, max_y}};
}
inline std::vector<Vec2d> reversed(std::vector<Vec2d> vertices) {
  std::reverse(vertices.begin(), vertices.end());
  return vertices;
}

/// m, least |x_i - x_j| - r_i - r_j.
inline double least_clearance(const World& world) {
  const std::vector<Vec2d> at = world.positions();
  std::vector<double> radius;
  for (const AgentHandle agent : world.handles()) radius.push_back(world.state(agent).radius);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < at.size(); ++i) {
    for (std::size_t j = i + 1; j < at.size(); ++j) {
      least = std::min(least, distance(at[i], at[j]) - radius[i] - radius[j]);
    }
  }
  return least;
}

inline double top_speed(const World& world) {
  double top = 0.0;
  for (const Vec2d& velocity : world.velocities()) top = std::max(top, norm(velocity));
  return top;
}

inline bool all_finite(const World& world) {
  const auto finite = [](const std::vector<Vec2d>& values) {
    return std::all_of(values.begin(), values.end(), is_finite);
  };
  return finite(world.positions()) && finite(world.velocities());
}

/// Steps until all agents have arrived or `limit` steps are over; returns the steps taken, `limit` + 1 when it failed.
inline std::uint64_t steps_until_all_arrive(World& world, std::uint64_t limit) {
  for (std::uint64_t s = 1; s <= limit; ++s) {
    world.step();
    if (world.statistics().arrived == world.agent_count()) return s;
  }
  return limit + 1;
}

/// Greatest violation of a constraint, m/s; at most 0 when all are met.
inline double violation(const std::vector<Constraint>& constraints, Vec2d velocity) {
  double worst = -std::numeric_limits<double>::infinity();
  for (const Constraint& c : constraints) worst = std::max(worst, det(c.direction, minus(c.point, velocity)));
  return worst;
}

}  // namespace throng::test
