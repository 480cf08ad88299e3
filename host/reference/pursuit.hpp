// Velocities toward and away from targets, and where a moving target is met (docs/steering.md; Reynolds 1999).
//
// d: from the agent to the target, m. s: the agent's speed, w: the target's velocity, m/s.
#pragma once
#include <optional>

#include "host/reference/geometry.hpp"

namespace throng::reference {

/// What is to be met: an agent, or a point at rest, which has no heading.
struct Body {
  Vec position = Vec::Zero();
  Vec velocity = Vec::Zero();
  std::optional<Vec> heading;
};

/// a / |a|, and 0 for 0.
Vec unit(const Vec& a);

/// a, shortened to this length where it is longer.
Vec clip(const Vec& a, double length);

Vec seek(const Vec& d, double s);

/// 0 outside the panic radius (m; none = everywhere) around a target at the distance `target_distance`.
Vec flee(const Vec& d, double s, double target_distance, std::optional<double> panic_radius);

struct Slowing {
  double radius = 0.0;                     ///< m; 0 = none
  std::optional<double> max_deceleration;  ///< m/s^2
};

/// The greatest speed from which steps that are each slower by at most `max_deceleration * time_step` end exactly at
/// `distance`.
double braking_speed(double distance, double max_deceleration, double time_step);

Vec arrive(const Vec& d, double s, const Slowing& slowing, double time_step);

/// s, until a target that keeps its velocity is reached, roughly: as if the two came straight at each other.
double look_ahead_time(double distance, double s, double target_speed);

/// Whether the target is ahead and comes: a pursuing agent then heads for where it is.
bool comes_head_on(const Vec& d, const Vec& heading, const Vec& target_heading);

struct Meeting {
  double time = 0.0;  ///< s
  bool reachable = true;
};

/// The first time at which an agent of speed s can meet the target, when it keeps its velocity; `max_time` when there
/// is none until then.
Meeting first_meeting(const Vec& d, const Vec& w, double s, double max_time);

/// The place beside a body: `offset.x` ahead of it, `offset.y` to its left.
Vec formation_slot(const Body& leader, const Vec& offset);

/// The point between two bodies after a time, s, as they move.
Vec point_between(double time, const Body& one, const Body& other);

}  // namespace throng::reference
