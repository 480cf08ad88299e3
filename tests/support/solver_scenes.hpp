// Random crowds for calls without a world: everything that changes a velocity, about the origin (0, 0).
#pragma once
#include "tests/support/random_crowd.hpp"
#include "throng/solver.hpp"

namespace throng::test {

/// As random_crowd, with limits of motion, density and brakes in some profiles. Two posts that keep still, far away on
/// both sides, are there so that the local origin of a world is (0, 0), whoever comes and goes.
inline RandomCrowd random_solver_crowd(std::uint64_t seed) {
  RandomCrowd crowd = random_crowd(seed);
  Random random(seed + 1000000);
  crowd.options.leave_obstacles = random.chance(0.5);
  for (Profile& p : crowd.profiles) {
    if (random.chance(0.3)) p.velocity_blend = random.between(0.2, 1.0);
    if (random.chance(0.3)) p.max_acceleration = random.between(0.5, 8.0);
    if (random.chance(0.3)) p.max_turning_rate = random.between(0.5, 10.0);
    if (random.chance(0.2)) p.density_speed = DensitySpeed{.radius = random.between(0.5, 3.0)};
    if (random.chance(0.1)) p.brakes_when_blocked = true;
  }
  AgentId id = 0;
  for (AgentDescription& agent : crowd.agents) agent.id = id += 1 + static_cast<AgentId>(random.below(3));
  for (const double side : {-100.0, 100.0}) {
    AgentDescription post = agent_at({side, side});
    post.id = ++id;
    post.avoids = false;
    crowd.agents.push_back(post);
  }
  return crowd;
}

inline std::vector<ObstacleOutline> outlines_of(const RandomCrowd& crowd) {
  std::vector<ObstacleOutline> outlines;
  for (const auto& polygon : crowd.polygons) outlines.push_back({true, polygon});
  for (const auto& wall : crowd.walls) outlines.push_back({false, wall});
  return outlines;
}

/// An agent among the others, as solve_velocity takes them.
struct SoleAgent {
  AskingAgent asking;
  std::vector<NeighborAgent> neighbors;
};
inline SoleAgent sole_agent(const RandomCrowd& crowd, std::size_t self) {
  const AgentDescription& own = crowd.agents[self];
  SoleAgent sole{{.id = *own.id,
                  .position = own.position,
                  .velocity = own.velocity,
                  .preferred_velocity = own.preferred_velocity.value_or(Vec2d{}),
                  .heading = own.heading,
                  .priority = own.priority},
                 {}};
  for (const AgentDescription& other : crowd.agents) {
    if (other.id == own.id || (own.mask & other.layer) == 0) continue;
    sole.neighbors.push_back({.id = *other.id,
                              .position = other.position,
                              .velocity = other.velocity,
                              .radius = *crowd.profiles[other.profile.row].radius,
                              .heading = other.heading.value_or(Vec2d{1.0, 0.0}),
                              .priority = other.priority,
                              .avoids = other.avoids && (other.mask & own.layer) != 0});
  }
  return sole;
}

inline SolveOptions solve_options(const WorldOptions& options) {
  return {.time_step = options.time_step,
          .responsibility = options.responsibility,
          .neighbor_query = options.neighbor_query,
          .break_symmetry = options.break_symmetry,
          .leave_obstacles = options.leave_obstacles,
          .origin = Vec2d{}};
}

}  // namespace throng::test
