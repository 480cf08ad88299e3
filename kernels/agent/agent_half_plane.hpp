// The ORCA constraint that one moving disc puts on another.
//
// Source: van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance", ISRR 2009, section 4.
#pragma once
#include "kernels/agent/half_plane.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// A disc in motion.
template <class Real>
struct MovingDisc {
  Vec2<Real> position;  ///< m
  Vec2<Real> velocity;  ///< m/s
  Real radius;          ///< m, >= 0
};

/// Within this slope of the line of centres a relative velocity counts as head-on (docs/model.md, break_symmetry); wide
/// with policy `side`.
inline constexpr float head_on_slope = 0.05f, wide_head_on_slope = 0.5f;

template <class Real>
struct AgentHalfPlane {
  HalfPlane<Real> line;
  /// Overlapping, with no direction to part in (relative velocity exactly that of the escape): use `tie_half_plane`.
  typename Lane<Real>::Mask tie;
};

/// Velocities with which `self` stays clear of `other` for `time_horizon` seconds, if both change course.
///
/// `responsibility` in [0, 1] is the share of the change that `self` takes; the two shares of a pair sum to 1.
/// Discs that overlap must part within the escape time instead. Both times are given as reciprocals, 1/s, > 0.
/// `head_on` above 0 makes discs that meet within this slope of head-on step aside, each to its own right.
template <class Real>
THRONG_HD AgentHalfPlane<Real> agent_half_plane(const MovingDisc<Real>& self, const MovingDisc<Real>& other,
                                                Real inverse_time_horizon, Real inverse_escape_time,
                                                Real responsibility, float head_on) {
  const Vec2<Real> offset = other.position - self.position;
  const Vec2<Real> relative_velocity = self.velocity - other.velocity;
  const Real radius = self.radius + other.radius;
  const Real radius_sq = radius * radius;
  const Real distance_sq = length_sq(offset);
  const auto apart = distance_sq > radius_sq;

  // The velocity obstacle is a cone cut off by a disc around offset / horizon.
  const Real inverse_horizon = select(apart, inverse_time_horizon, inverse_escape_time);
  const Vec2<Real> from_disc = relative_velocity - inverse_horizon * offset;
  const Real from_disc_sq = length_sq(from_disc);
  const Real along = dot(from_disc, offset);
  const Real across = det(offset, from_disc);
  const auto facing_disc = (along < Real(0.0f)) & (along * along > radius_sq * from_disc_sq);
  const auto through_leg = apart & negate(facing_disc);

  // One square root and one division serve the leg or the disc, whichever counts.
  const Real root = square_root(select(through_leg, distance_sq - radius_sq, from_disc_sq));
  const Real inverse = Real(1.0f) / select(through_leg, distance_sq, root);

  // Nearest way out through the disc.
  Vec2<Real> outward = inverse * from_disc;
  if (head_on > 0.0f) {
    const auto meets = apart & facing_disc & (absolute(across) <= Real(-head_on) * along);
    if (any(meets)) {
      const Vec2<Real> aside = Real(head_on) * Vec2<Real>{offset.y, -offset.x} - offset;
      outward = select(meets, unit(aside), outward);
    }
  }
  const Vec2<Real> disc_direction{outward.y, -outward.x};
  const Vec2<Real> disc_change = (radius * inverse_horizon - root) * outward;

  // Nearest way out through a leg of the cone: the left one, or the right one with the leg's sign turned.
  const Real leg = select(across > Real(0.0f), root, -root);
  const Vec2<Real> leg_direction =
      inverse * Vec2<Real>{offset.x * leg - offset.y * radius, offset.x * radius + offset.y * leg};
  const Vec2<Real> leg_change = dot(relative_velocity, leg_direction) * leg_direction - relative_velocity;

  const Vec2<Real> direction = select(through_leg, leg_direction, disc_direction);
  const Vec2<Real> change = select(through_leg, leg_change, disc_change);
  const typename Lane<Real>::Mask tie = negate(apart) & negate(from_disc_sq > Real(0.0f));
  return {{self.velocity + responsibility * change, direction}, tie};
}

/// The constraint of a tie: part along `away` (unit, opposite for the two), as fast as the escape time asks.
template <class Real>
THRONG_HD HalfPlane<Real> tie_half_plane(const MovingDisc<Real>& self, Real other_radius, Real inverse_escape_time,
                                         Real responsibility, Vec2<Real> away) {
  const Real speed = (self.radius + other_radius) * inverse_escape_time;
  return {self.velocity + responsibility * (speed * away), {away.y, -away.x}};
}

}  // namespace THRONG_ISA
}  // namespace throng
