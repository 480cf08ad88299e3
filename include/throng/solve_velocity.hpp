// ORCA for one agent, without a world: what a robot's controller calls.
//
// Source: J. van den Berg, S. J. Guy, M. Lin, D. Manocha: Reciprocal n-body collision avoidance. ISRR 2009 (Springer
// 2011). Formulas: docs/model.md; what this call takes and gives: docs/solver.md.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "throng/export.hpp"
#include "throng/obstacle_set.hpp"
#include "throng/parameters.hpp"
#include "throng/types.hpp"
#include "throng/world.hpp"

namespace throng {

/// The agent that asks for a velocity.
struct AskingAgent {
  AgentId id = 0;              ///< 0 to limits::max_id; breaks ties, so that two agents do not both step left
  Vec2d position{};            ///< m, within limits::max_coordinate
  Vec2d velocity{};            ///< m/s, components at most limits::max_speed
  Vec2d preferred_velocity{};  ///< m/s, the same
  /// Any finite non-zero vector; none = along the preferred velocity, else (1, 0). Looked at by a limited turning rate,
  /// Responsibility::side and brakes.
  std::optional<Vec2d> heading = std::nullopt;
  double priority = 1.0;  ///< 0 to limits::max_priority, or infinity (Responsibility::priority)
};

/// Somebody near it.
struct NeighborAgent {
  AgentId id = 0;                        ///< not the agent's own, nor that of another neighbor
  Vec2d position{};                      ///< m
  Vec2d velocity{};                      ///< m/s
  double radius = Profile::disc_radius;  ///< m, 0 to limits::max_length
  Vec2d heading{1.0, 0.0};               ///< finite, not zero; Responsibility::side looks at it
  double priority = 1.0;
  bool avoids = true;  ///< takes its share in keeping clear of the agent; false = the agent takes all of it
};

/// Settings of a call, with the meaning, limits and defaults that they have in WorldOptions.
struct SolveOptions {
  double time_step = 0.1;  ///< s, for how long the velocity will be kept
  Responsibility responsibility = Responsibility::equal;
  NeighborQuery neighbor_query = NeighborQuery::nearest;
  bool break_symmetry = true;
  bool leave_obstacles = true;
  /// World coordinates, m: what positions are made relative to before they are rounded to float. None = that of the
  /// obstacles, or without obstacles the agent's own position. It may be given with obstacles only if it is theirs.
  std::optional<Vec2d> origin = std::nullopt;
};

/// What came of a call.
struct VelocitySolution {
  Vec2d velocity{};         ///< m/s, for the next time step
  Vec2d heading{};          ///< unit, after that step
  bool infeasible = false;  ///< no velocity met all constraints: it is the one that violates them least
  bool cap_hit = false;     ///< NeighborQuery::range found more than limits::max_neighbors
};

/// The velocity nearest to the preferred one that collides with none of the neighbors and obstacles within the
/// profile's time horizons. Of the profile everything counts that changes a velocity, footprint excepted.
///
/// The same bits as a World's step for this agent, when the world has the same neighbors, obstacles, settings and local
/// origin. Neighbors may be in any order; those beyond the profile's neighbor distance, and the farthest of more than
/// max_neighbors, do not count, so all that a sensor sees may be given.
///
/// It keeps nothing, shares nothing, and may be called from any number of threads. Up to some 60 neighbors it allocates
/// no memory.
///
/// `constraints`, if given, is replaced by what the velocity had to meet, obstacles first, as World::constraints has
/// them. Throws invalid_argument with the name and value of what is outside its limits; `constraints` is then as it
/// was.
[[nodiscard]] THRONG_API VelocitySolution solve_velocity(const Profile& profile, const AskingAgent& agent,
                                                         std::span<const NeighborAgent> neighbors,
                                                         const ObstacleSet* obstacles = nullptr,
                                                         const SolveOptions& options = {},
                                                         std::vector<Constraint>* constraints = nullptr);

}  // namespace throng
