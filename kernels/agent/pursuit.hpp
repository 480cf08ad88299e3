// Where to go to reach, meet or keep away from something that moves: the formulas of docs/steering.md.
//
// Over a lane type, without branches on data: one body and one target per lane. No result is ever NaN for
// numbers within a world's limits.
#pragma once
#include "kernels/agent/vec2.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// a / |a|, 0 for 0.
template <class Real>
THRONG_HD Vec2<Real> unit_or_zero(Vec2<Real> a) {
  const Real square = length_sq(a);
  const auto some = square > Real(0.0f);
  const Real inverse = Real(1.0f) / square_root(select(some, square, Real(1.0f)));
  return inverse * select(some, a, Vec2<Real>{Real(0.0f), Real(0.0f)});
}

/// Toward an offset.
template <class Real>
THRONG_HD Vec2<Real> seek_velocity(Vec2<Real> offset, Real speed) {
  return speed * unit_or_zero(offset);
}

/// Largest whole number that is not above x >= 0.
template <class Real>
THRONG_HD Real whole_part(Real x) {
  const Real exact(8388608.0f);  // from 2^23 on a float has no fraction
  const auto small = x < exact;  // false for what is no number, which has no whole part
  return select(small, to_real(truncate(select(small, x, Real(0.0f)))), x);
}

/// Greatest speed from which steps, each slower by at most `change` (m/s, > 0), end exactly at a distance of which one
/// step makes `per_step` (m/s).
template <class Real>
THRONG_HD Real braking_speed(Real per_step, Real change) {
  const Real root = square_root(Real(1.0f) + Real(8.0f) * (per_step / change));
  const Real n = whole_part(Real(0.5f) * (root - Real(1.0f)));
  return (per_step + Real(0.5f) * (change * (n * (n + Real(1.0f))))) / (n + Real(1.0f));
}

/// Limits of arriving.
template <class Real>
struct Arrival {
  Real slowing_radius;  ///< m, >= 0
  Real braking_change;  ///< m/s per step, > 0; infinite = none
};

/// Toward an offset, so that no step passes it.
template <class Real>
THRONG_HD Vec2<Real> arrive_velocity(Vec2<Real> offset, Real speed, const Arrival<Real>& arrival,
                                     Real inverse_time_step) {
  const Real distance = square_root(length_sq(offset));
  const Real last_step = distance * inverse_time_step;
  Real limited = smaller(speed, last_step);
  const auto slows = arrival.slowing_radius > distance;
  limited =
      select(slows, smaller(limited, speed * (distance / select(slows, arrival.slowing_radius, Real(1.0f)))), limited);
  const auto brakes = arrival.braking_change < Real(3.4e38f);
  if (any(brakes)) {
    const Real change = select(brakes, arrival.braking_change, Real(1.0f));
    limited = select(brakes, smaller(limited, braking_speed(last_step, change)), limited);
  }
  return seek_velocity(offset, limited);
}

/// No look goes further ahead, s: the positions of bodies that hardly move stay numbers.
inline constexpr float longest_look_ahead = 1.0e6f;

/// How far ahead a pursuer looks, s: until it would be there at its own and the target's speed.
template <class Real>
THRONG_HD Real look_ahead_time(Vec2<Real> offset, Real speed, Vec2<Real> target_velocity) {
  const Real closing = speed + square_root(length_sq(target_velocity));
  const auto moves = closing > Real(0.0f);
  const Real time = square_root(length_sq(offset)) / select(moves, closing, Real(1.0f));
  return select(moves, smaller(time, Real(longest_look_ahead)), Real(0.0f));
}

/// Cosine of 162 degrees: headings further apart are head-on.
inline constexpr float head_on_cosine = -0.95f;

/// Whether the target is ahead and comes toward the pursuer.
template <class Real>
THRONG_HD typename Lane<Real>::Mask comes_head_on(Vec2<Real> offset, Vec2<Real> heading, Vec2<Real> target_heading) {
  return (dot(offset, heading) > Real(0.0f)) & (dot(heading, target_heading) < Real(head_on_cosine));
}

template <class Real>
struct Meeting {
  Real time;                            ///< s, from 0 to the limit
  typename Lane<Real>::Mask reachable;  ///< else `time` is the limit
};

/// When a pursuer of constant speed can first meet a target that keeps its velocity.
///
/// The roots of |offset + velocity t| = speed t, each in the form that does not cancel.
template <class Real>
THRONG_HD Meeting<Real> first_meeting(Vec2<Real> offset, Vec2<Real> target_velocity, Real speed, Real max_time) {
  const Real zero(0.0f), one(1.0f);
  const Real distance_sq = length_sq(offset);
  // |w|^2 - s^2, by factors: for nearly equal speeds the squares would cancel.
  const Real target_speed = square_root(length_sq(target_velocity));
  const Real a = (target_speed - speed) * (target_speed + speed);
  const Real b = dot(offset, target_velocity);
  const Real across = det(offset, target_velocity);
  const Real discriminant = speed * speed * distance_sq - across * across;
  const auto real = negate(discriminant < zero);
  // Without a root the one of discriminant 0 stands in: the time does not jump where the roots disappear.
  const Real root = square_root(select(real, discriminant, zero));
  const auto closing = negate(b > zero);
  const Real divisor = root - b;
  // b = 0 with a >= 0 has no root; rounding could make a small one of it.
  const auto by_closing = closing & (divisor > zero) & ((b < zero) | (a < zero));
  const auto by_speed = negate(closing) & (a < zero);
  const Real time = select(by_closing, distance_sq / select(by_closing, divisor, one),
                           select(by_speed, -(b + root) / select(by_speed, a, one), max_time));
  const auto together = negate(distance_sq > zero);
  const typename Lane<Real>::Mask meets = together | (real & (by_closing | by_speed) & negate(time > max_time));
  return {select(together, zero, smaller(max_time, time)), meets};
}

/// A place that turns with a target: `offset` has x ahead of it and y to its left.
template <class Real>
THRONG_HD Vec2<Real> place_beside(Vec2<Real> position, Vec2<Real> heading, Vec2<Real> offset) {
  return {position.x + (offset.x * heading.x - offset.y * heading.y),
          position.y + (offset.x * heading.y + offset.y * heading.x)};
}

}  // namespace THRONG_ISA
}  // namespace throng
