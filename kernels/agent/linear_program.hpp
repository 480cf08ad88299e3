// The linear programs of ORCA: the velocity nearest to a preferred one under half-planes, or the least bad one.
//
// Source: van den Berg et al., ISRR 2009, section 5; after de Berg et al., "Computational Geometry", chapter 4. The
// order of the lines is part of the result. All three run over a lane type: eight programs side by side do the same
// operations as one, with masks where they differ.
#pragma once
#include "kernels/agent/half_plane.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Sine of the angle below which two lines count as parallel.
inline constexpr float parallel_epsilon = 1.0e-5f;

/// What a program aims at.
enum class Aim {
  point,      ///< the velocity nearest to `goal`
  direction,  ///< the farthest velocity along the unit vector `goal`
};

template <class Real>
struct ProgramResult {
  Vec2<Real> velocity;                 ///< m/s
  typename Lane<Real>::Int failed_at;  ///< index of the line at which the program became infeasible; the count if none
};

/// 1-D program on line `i`, under the lines before it and the disc of `max_speed`. Lanes with `impossible` have no
/// solution.
template <Aim aim, class Lines, class Real>
THRONG_HD Vec2<Real> solve_on_line(const Lines& lines, int i, Vec2<Real> goal, Real max_speed,
                                   typename Lane<Real>::Mask& impossible) {
  const HalfPlane<Real> line = lines.get(i);
  const Real along = dot(line.point, line.direction);
  const Real discriminant = along * along + max_speed * max_speed - length_sq(line.point);
  impossible = discriminant < Real(0.0f);
  const Real half_chord = square_root(discriminant);
  Real low = -along - half_chord;
  Real high = -along + half_chord;

  for (int j = 0; j < i; ++j) {
    const HalfPlane<Real> other = lines.get(j);
    const Real denominator = det(line.direction, other.direction);
    const Real numerator = det(other.direction, line.point - other.point);
    const auto parallel = absolute(denominator) <= Real(parallel_epsilon);
    const auto ahead = denominator > Real(0.0f);
    const Real t = numerator / denominator;
    impossible = impossible | (parallel & (numerator < Real(0.0f)));
    high = select(negate(parallel) & ahead & (t < high), t, high);
    low = select(negate(parallel) & negate(ahead) & (t > low), t, low);
  }
  impossible = impossible | (low > high);

  Real t;
  if constexpr (aim == Aim::direction) {
    t = select(dot(goal, line.direction) > Real(0.0f), high, low);
  } else {
    t = dot(line.direction, goal - line.point);
    t = select(t < low, low, select(t > high, high, t));
  }
  return line.point + t * line.direction;
}

/// 2-D program under lines 0 to count - 1 and the disc of `max_speed`, for the lanes in `active`.
template <Aim aim, class Lines, class Real>
THRONG_HD ProgramResult<Real> solve_program(const Lines& lines, int count, Vec2<Real> goal, Real max_speed,
                                            typename Lane<Real>::Mask active) {
  Vec2<Real> velocity;
  if constexpr (aim == Aim::direction) {
    velocity = max_speed * goal;
  } else {
    velocity = clip_length(goal, max_speed);
  }
  auto failed_at = broadcast_int<Real>(count);
  for (int i = 0; i < count; ++i) {
    const auto violated = active & (violation(lines.get(i), velocity) > Real(0.0f));
    if (!any(violated)) continue;
    typename Lane<Real>::Mask impossible;
    const Vec2<Real> moved = solve_on_line<aim>(lines, i, goal, max_speed, impossible);
    const auto failed = violated & impossible;
    velocity = select(violated & negate(impossible), moved, velocity);
    failed_at = select_int(failed, broadcast_int<Real>(i), failed_at);
    active = active & negate(failed);
    if (!any(active)) break;
  }
  return {velocity, failed_at};
}

/// A boundary point far from the disc has it cut at a place that float knows poorly: takes back what is too fast.
/// Static obstacles permit 0, so that a shorter velocity meets them no less.
template <class Real>
THRONG_HD Vec2<Real> hold_max_speed(Vec2<Real> velocity, Real max_speed) {
  const Real slack(1.000001f);
  const auto too_fast = length_sq(velocity) > slack * (max_speed * max_speed);
  if (!any(too_fast)) return velocity;
  return select(too_fast, clip_length(velocity, max_speed), velocity);
}

/// One line in turn of `solve_infeasible`: the lanes in `worse` get the velocity that violates the soft lines up to `i`
/// least, and how far that is, m/s. `scratch` has room for `i` rows; those of the hard lines are in it.
template <class Lines, class Scratch, class Real>
THRONG_HD void meet_line(const Lines& lines, int hard_count, int i, Real max_speed, typename Lane<Real>::Mask worse,
                         const Scratch& scratch, Vec2<Real>& velocity, Real& worst) {
  const HalfPlane<Real> line = lines.get(i);
  // Each earlier soft line becomes the boundary where it is violated as much as line i.
  for (int j = hard_count; j < i; ++j) {
    const HalfPlane<Real> other = lines.get(j);
    const Real determinant = det(line.direction, other.direction);
    const auto parallel = absolute(determinant) <= Real(parallel_epsilon);
    const auto same = parallel & negate(dot(line.direction, other.direction) < Real(0.0f));  // or no constraint
    const Real t = det(other.direction, line.point - other.point) / determinant;
    const Vec2<Real> point = select(parallel, Real(0.5f) * (line.point + other.point), line.point + t * line.direction);
    scratch.set(j, select(same, no_constraint<Real>(), HalfPlane<Real>{point, unit(other.direction - line.direction)}));
  }
  const Vec2<Real> inward{-line.direction.y, line.direction.x};
  const int inner_count = i < hard_count ? hard_count : i;
  const ProgramResult<Real> inner = solve_program<Aim::direction>(scratch, inner_count, inward, max_speed, worse);
  const auto solved = worse & (inner.failed_at == broadcast_int<Real>(inner_count));
  // Failure is possible only by rounding: line i was the worst, and the current velocity satisfies the others as well
  // as it.
  velocity = select(solved, inner.velocity, velocity);
  worst = select(worse, violation(line, velocity), worst);
}

/// Whether `line` is violated by more than `worst`, the most of those before it. `worst` falls below 0 when a program
/// failed by rounding alone: then a row without a constraint, whose violation is 0, must not pass for a worse one.
template <class Real>
THRONG_HD typename Lane<Real>::Mask is_worse(const HalfPlane<Real>& line, Vec2<Real> velocity, Real worst) {
  return (violation(line, velocity) > worst) & (length_sq(line.direction) > Real(0.0f));
}

/// The velocity that violates the worst soft line least, when `solve_program` stopped at line `failed_at`. Lines before
/// `hard_count` (static obstacles) stay inviolable. `scratch` has room for `count` rows.
template <class Lines, class Scratch, class Real>
THRONG_HD Vec2<Real> solve_infeasible(const Lines& lines, int hard_count, int count, Real max_speed,
                                      Vec2<Real> velocity, typename Lane<Real>::Int failed_at, const Scratch& scratch) {
  // Hard lines permit velocity 0, so that one fails by rounding alone: an agent squeezed between walls. The velocity
  // from before it would go through that wall.
  velocity = select(failed_at < broadcast_int<Real>(hard_count), Vec2<Real>{Real(0.0f), Real(0.0f)}, velocity);
  Real worst = Real(0.0f);
  for (int j = 0; j < hard_count; ++j) scratch.set(j, lines.get(j));
  for (int i = smallest(failed_at); i < count; ++i) {
    const auto worse = (failed_at <= broadcast_int<Real>(i)) & is_worse(lines.get(i), velocity, worst);
    if (any(worse)) meet_line(lines, hard_count, i, max_speed, worse, scratch, velocity, worst);
  }
  return velocity;
}

}  // namespace THRONG_ISA
}  // namespace throng
