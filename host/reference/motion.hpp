// After the program: limits on the change of velocity, heading, and the walls a step goes through.
#pragma once
#include <optional>
#include <span>

#include "host/reference/geometry.hpp"
#include "host/reference/obstacle_chain.hpp"
#include "throng/parameters.hpp"

namespace throng::reference {

/// The greatest angle (rad) that a heading turns by in a step; none = unlimited, which half a turn is, too.
std::optional<double> greatest_turn(const Profile& profile, double time_step);

struct Turn {
  Vec heading;   ///< unit
  Vec velocity;  ///< m/s
};

/// The heading turned toward the chosen velocity as far as the profile lets it, and what it leaves of that velocity.
Turn limit_turning(const Vec& heading, const Vec& chosen, const Profile& profile, double time_step);

/// The chosen velocity after the profile's blend and acceleration limit, projected once more on the obstacle lines: a
/// limit, that of turning too, must not carry an agent through a wall. Without any limit the chosen velocity itself.
Vec limit_velocity(const Vec& current, const Vec& chosen, const Profile& profile, double time_step,
                   std::span<const HalfPlane> obstacle_lines, double max_speed);

/// Along the velocity, or as it was when that is too slow for the profile's headings.
Vec update_heading(const Vec& heading, const Vec& velocity, const Profile& profile);

struct WallCrossing {
  bool any = false;         ///< an obstacle edge was passed from its outside
  bool into_solid = false;  ///< one of those bounds a solid polygon
};

/// What the way from `from` to `to` crosses: edges with `from` strictly to their right and `to` on them or to their
/// left.
WallCrossing cross_walls(std::span<const ChainVertex> chains, const Vec& from, const Vec& to);

}  // namespace throng::reference
