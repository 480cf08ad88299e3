// From a new velocity to a new place: smoothing, limits, heading.
#pragma once
#include "kernels/agent/linear_program.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Blend and acceleration limit, in this order. `blend` in (0, 1], `max_change` in m/s per step (infinite = none).
template <class Real>
THRONG_HD Vec2<Real> limit_change(Vec2<Real> old_velocity, Vec2<Real> new_velocity, Real blend, Real max_change) {
  const Vec2<Real> blended = (Real(1.0f) - blend) * old_velocity + blend * new_velocity;
  const Vec2<Real> change = blended - old_velocity;
  const Real change_sq = length_sq(change);
  const auto too_much = change_sq > max_change * max_change;
  return select(too_much, old_velocity + max_change * ((Real(1.0f) / square_root(change_sq)) * change), blended);
}

/// Smoothing can push a velocity back over a wall's line, as turning can, which has been done in lanes `turned`: then
/// the nearest one that the walls permit is taken. `lines` holds the static obstacles' rows; each permits velocity 0,
/// so there always is one.
template <class Lines, class Real>
THRONG_HD Vec2<Real> limit_and_respect_walls(const Lines& lines, int hard_count, Vec2<Real> old_velocity,
                                             Vec2<Real> new_velocity, Real blend, Real max_change, Real max_speed,
                                             typename Lane<Real>::Mask turned) {
  const auto limited = (blend < Real(1.0f)) | (max_change < Real(3.4e38f)) | turned;
  if (!any(limited)) return new_velocity;
  const Vec2<Real> smooth = limit_change(old_velocity, new_velocity, blend, max_change);
  const ProgramResult<Real> allowed = solve_program<Aim::point>(lines, hard_count, smooth, max_speed, limited);
  // Only rounding can find none, and 0 is one.
  const auto found = allowed.failed_at == broadcast_int<Real>(hard_count);
  const Vec2<Real> safe = select(found, allowed.velocity, Vec2<Real>{Real(0.0f), Real(0.0f)});
  return select(limited, safe, new_velocity);
}

/// Along the velocity, except at low speed, so that a standing crowd does not turn on the spot.
template <class Real>
THRONG_HD Vec2<Real> next_heading(Vec2<Real> heading, Vec2<Real> velocity, Real heading_speed_sq) {
  return select(length_sq(velocity) > heading_speed_sq, unit(velocity), heading);
}

}  // namespace THRONG_ISA
}  // namespace throng
