// Turning: how far a heading goes in a step, and what is left of a velocity that it can't follow (docs/model.md,
// Limits).
#pragma once
#include "kernels/agent/vec2.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Lanes that turn no further than ProfileRow::turn_cosine says.
template <class Real>
THRONG_HD typename Lane<Real>::Mask turns_slowly(Real turn_cosine) {
  return turn_cosine >= Real(-1.0f);
}

template <class Real>
struct Turn {
  Vec2<Real> heading, velocity;  ///< unit, m/s
};

/// Turns `heading` (unit) toward `velocity`, by no more than the angle in [0, pi) of `cosine` and `sine`; a velocity
/// beyond that keeps its part along the new heading. At speeds whose square is at most `heading_speed_sq`, and where
/// turns_slowly(cosine) is false, all stays as it is.
template <class Real>
THRONG_HD Turn<Real> limit_turn(Vec2<Real> heading, Vec2<Real> velocity, Real cosine, Real sine,
                                Real heading_speed_sq) {
  const auto turns = turns_slowly(cosine) & (length_sq(velocity) > heading_speed_sq);
  const auto to_left = det(heading, velocity) >= Real(0.0f);
  const Real turn = select(to_left, sine, -sine);
  const Vec2<Real> farthest{heading.x * cosine - heading.y * turn, heading.x * turn + heading.y * cosine};
  // Let a in [0, pi] be the angle to the velocity, t the greatest one. a <= t when sin(a - t) <= 0; but where that
  // angle is near -pi or pi its sign is a matter of rounding, and which half-planes a and t are in decides.
  const Real across = det(farthest, velocity);
  const auto not_beyond = select(to_left, across, -across) <= Real(0.0f);
  const auto ahead = dot(heading, velocity) > Real(0.0f);
  const auto wide = cosine <= Real(0.0f);
  const auto reaches = (ahead & wide) | ((ahead | wide) & not_beyond);
  const Vec2<Real> next = unit(select(reaches, velocity, farthest));
  const Vec2<Real> kept = larger(Real(0.0f), dot(velocity, next)) * next;
  return {select(turns, next, heading), select(turns & negate(reaches), kept, velocity)};
}

}  // namespace THRONG_ISA
}  // namespace throng
