// Behaviors that look at one target or two: of one agent, or of a pack whose agents have the same behavior.
#pragma once
#include "kernels/agent/pursuit.hpp"
#include "kernels/agent/steering_data.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// What steers or is steered for.
template <class Real>
struct SteeringBody {
  Vec2<Real> position, velocity, heading;  ///< m, m/s, unit (0 for a point)
};

/// What a behavior wants.
template <class Real>
struct TargetSteering {
  Vec2<Real> velocity;                  ///< m/s
  Vec2<Real> aim;                       ///< m
  Real time;                            ///< s, looked ahead
  typename Lane<Real>::Mask reachable;  ///< of intercept; else true
};

/// Behaviors with one target; `behavior` is of such a kind.
template <class Real>
THRONG_HD TargetSteering<Real> steer_by_target(const BehaviorRow& behavior, Vec2<Real> position, Vec2<Real> heading,
                                               const SteeringBody<Real>& target, Real speed, float inverse_time_step) {
  const Vec2<Real> zero{Real(0.0f), Real(0.0f)};
  const Vec2<Real> offset = target.position - position;
  const Arrival<Real> arrival{Real(behavior.slowing_radius), Real(behavior.braking_change)};
  const Real rate(inverse_time_step);
  const Real panic_radius(behavior.panic_radius);
  const auto calm = length_sq(offset) > panic_radius * panic_radius;
  TargetSteering<Real> result{zero, target.position, Real(0.0f), broadcast_mask<Real>(true)};
  switch (behavior.kind) {
    case behavior_kind::seek:
      result.velocity = seek_velocity(offset, speed);
      return result;
    case behavior_kind::flee:
      result.velocity = select(calm, zero, -seek_velocity(offset, speed));
      return result;
    case behavior_kind::arrive:
      result.velocity = arrive_velocity(offset, speed, arrival, rate);
      return result;
    case behavior_kind::offset_pursue: {
      const auto turns = length_sq(target.heading) > Real(0.0f);
      const Vec2<Real> ahead = select(turns, target.heading, Vec2<Real>{Real(1.0f), Real(0.0f)});
      result.aim = place_beside(target.position, ahead, Vec2<Real>{Real(behavior.offset_x), Real(behavior.offset_y)});
      result.velocity =
          clip_length(target.velocity + arrive_velocity(result.aim - position, speed, arrival, rate), speed);
      return result;
    }
    case behavior_kind::intercept: {
      const Meeting<Real> meeting = first_meeting(offset, target.velocity, speed, Real(behavior.max_time));
      result.time = meeting.time;
      result.reachable = meeting.reachable;
      break;
    }
    case behavior_kind::pursue:
      result.time = select(comes_head_on(offset, heading, target.heading), Real(0.0f),
                           look_ahead_time(offset, speed, target.velocity));
      break;
    default:  // evade
      result.time = look_ahead_time(offset, speed, target.velocity);
      break;
  }
  result.aim = target.position + result.time * target.velocity;
  const Vec2<Real> toward = seek_velocity(result.aim - position, speed);
  result.velocity = behavior.kind == behavior_kind::evade ? select(calm, zero, -toward) : toward;
  return result;
}

/// Between two targets, where they will be.
template <class Real>
THRONG_HD TargetSteering<Real> interpose(const BehaviorRow& behavior, Vec2<Real> position,
                                         const SteeringBody<Real>& one, const SteeringBody<Real>& other, Real speed,
                                         float inverse_time_step) {
  const Vec2<Real> middle = Real(0.5f) * (one.position + other.position);
  const Real time = look_ahead_time(middle - position, speed, Vec2<Real>{Real(0.0f), Real(0.0f)});
  const Vec2<Real> aim = middle + (Real(0.5f) * time) * (one.velocity + other.velocity);
  const Arrival<Real> arrival{Real(behavior.slowing_radius), Real(behavior.braking_change)};
  return {arrive_velocity(aim - position, speed, arrival, Real(inverse_time_step)), aim, time,
          broadcast_mask<Real>(true)};
}

}  // namespace THRONG_ISA
}  // namespace throng
