// After the program: limits on the change of velocity, heading, and the walls a step goes through.
#pragma once
#include <span>

#include "host/reference/geometry.hpp"
#include "host/reference/obstacle_chain.hpp"
#include "throng/parameters.hpp"

namespace throng::reference {

/// Below this speed (m/s) an agent keeps its heading.
inline constexpr double least_heading_speed = 0.05;

/// The chosen velocity after the profile's blend and acceleration limit, projected once more on the obstacle lines: a
/// limit must not carry an agent through a wall. Without either limit the chosen velocity itself.
Vec limit_velocity(const Vec& current, const Vec& chosen, const Profile& profile, double time_step,
                   std::span<const HalfPlane> obstacle_lines, double max_speed);

/// Along the velocity, or as it was when that is too slow to tell.
Vec update_heading(const Vec& heading, const Vec& velocity);

struct WallCrossing {
  bool any = false;         ///< an obstacle edge was passed from its outside
  bool into_solid = false;  ///< one of those bounds a solid polygon
};

/// What the way from `from` to `to` crosses: edges with `from` strictly to their right and `to` on them or to their
/// left.
WallCrossing cross_walls(std::span<const ChainVertex> chains, const Vec& from, const Vec& to);

}  // namespace throng::reference
