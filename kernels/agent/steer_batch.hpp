// Steering of bodies that belong to no world: one pursuer per lane.
#pragma once
#include "kernels/agent/batch_point.hpp"
#include "kernels/agent/steer_by_target.hpp"

namespace throng {

/// Arguments of a batch call. Plain data, as views.hpp.
struct BatchView {
  BehaviorRow behavior;
  const BatchPoint* position;
  const BatchPoint* velocity;  ///< null = 0
  const BatchPoint* heading;   ///< null = along the velocity
  const float* max_speed;      ///< null = the behavior's speed
  const BatchPoint* target_position;
  const BatchPoint* target_velocity;
  const BatchPoint* target_heading;
  const std::uint32_t* target;  ///< null = the pursuer's own number
  const std::uint32_t* second_target;
  std::uint32_t count, target_count;
  float inverse_time_step;
  BatchPoint* desired_velocity;  ///< this and what follows may be null
  BatchPoint* steering;
  BatchPoint* aim_point;
  float* time;
  std::uint8_t* reachable;
};

inline namespace THRONG_ISA {

template <class Real>
THRONG_HD Vec2<Real> gather_points(const BatchPoint* points, const std::uint32_t (&row)[Lane<Real>::width]) {
  Vec2<Real> lanes{Real(0.0f), Real(0.0f)};
  if (points == nullptr) return lanes;
  for (int l = 0; l < Lane<Real>::width; ++l) {
    set_lane(lanes.x, l, points[row[l]].x);
    set_lane(lanes.y, l, points[row[l]].y);
  }
  return lanes;
}

template <class Real>
THRONG_HD void put_points(Vec2<Real> lanes, BatchPoint* points, std::uint32_t first) {
  if (points == nullptr) return;
  for (int l = 0; l < Lane<Real>::width; ++l) {
    points[first + static_cast<std::uint32_t>(l)] = {lane_of(lanes.x, l), lane_of(lanes.y, l)};
  }
}

template <class Real>
THRONG_HD typename Lane<Real>::Mask is_finite(Vec2<Real> a) {
  const Real most(3.4028234e38f);
  return (absolute(a.x) <= most) & (absolute(a.y) <= most);
}
template <class Real>
THRONG_HD typename Lane<Real>::Mask is_finite(const SteeringBody<Real>& body) {
  return is_finite(body.position) & is_finite(body.velocity) & is_finite(body.heading);
}

/// Bodies of rows. Where `heading` is null it is that of the velocity, 0 at rest.
template <class Real>
THRONG_HD SteeringBody<Real> gather_bodies(const BatchPoint* position, const BatchPoint* velocity,
                                           const BatchPoint* heading, const std::uint32_t (&row)[Lane<Real>::width]) {
  SteeringBody<Real> bodies{gather_points<Real>(position, row), gather_points<Real>(velocity, row),
                            gather_points<Real>(heading, row)};
  if (heading == nullptr) bodies.heading = unit_or_zero(bodies.velocity);
  return bodies;
}

/// Targets of pursuers from `first` on; where there is none, or one that is not finite, `present` is false.
template <class Real>
THRONG_HD SteeringBody<Real> gather_targets(const BatchView& batch, const std::uint32_t* target, std::uint32_t first,
                                            typename Lane<Real>::Mask& present) {
  std::uint32_t row[Lane<Real>::width];
  auto there = broadcast_mask<Real>(true);
  for (int l = 0; l < Lane<Real>::width; ++l) {
    const std::uint32_t own = first + static_cast<std::uint32_t>(l);
    row[l] = target == nullptr ? own : target[own];
    if (row[l] < batch.target_count) continue;
    set_lane(there, l, false);
    row[l] = 0;
  }
  SteeringBody<Real> bodies{};
  if (batch.target_count > 0) {
    bodies = gather_bodies<Real>(batch.target_position, batch.target_velocity, batch.target_heading, row);
  }
  present = present & there & is_finite(bodies);
  return bodies;
}

/// Pursuers from `first` on, as many as there are lanes.
template <class Real>
THRONG_HD void steer_batch(const BatchView& batch, std::uint32_t first) {
  const Vec2<Real> zero{Real(0.0f), Real(0.0f)};
  std::uint32_t row[Lane<Real>::width];
  for (int l = 0; l < Lane<Real>::width; ++l) row[l] = first + static_cast<std::uint32_t>(l);
  const SteeringBody<Real> self = gather_bodies<Real>(batch.position, batch.velocity, batch.heading, row);
  Real speed(batch.behavior.speed);
  if (batch.max_speed != nullptr) {
    for (int l = 0; l < Lane<Real>::width; ++l) {
      const float own = batch.max_speed[row[l]];
      set_lane(speed, l, own < batch.behavior.speed ? own : batch.behavior.speed);
      // A comparison with NaN is false: the lane must not look good with the behavior's speed.
      if (!(own >= 0.0f)) set_lane(speed, l, own);
    }
  }
  typename Lane<Real>::Mask present = is_finite(self) & (speed >= Real(0.0f)) & (speed <= Real(3.4028234e38f));
  const SteeringBody<Real> target = gather_targets<Real>(batch, batch.target, first, present);
  TargetSteering<Real> wanted;
  if (batch.behavior.kind == behavior_kind::interpose) {
    const SteeringBody<Real> other = gather_targets<Real>(batch, batch.second_target, first, present);
    wanted = interpose(batch.behavior, self.position, target, other, speed, batch.inverse_time_step);
  } else {
    wanted = steer_by_target(batch.behavior, self.position, self.heading, target, speed, batch.inverse_time_step);
  }
  // Finite numbers of any size may be far beyond a world's limits, and overflow on the way.
  present = present & is_finite(wanted.velocity) & is_finite(wanted.aim) & (wanted.time >= Real(0.0f));
  const Vec2<Real> velocity = select(present, wanted.velocity, zero);
  put_points(velocity, batch.desired_velocity, first);
  const Vec2<Real> change = velocity - self.velocity;
  put_points(select(is_finite(change), change, zero), batch.steering, first);
  put_points(select(present, wanted.aim, select(is_finite(self.position), self.position, zero)), batch.aim_point,
             first);
  const Real time = select(present, wanted.time, Real(0.0f));
  const typename Lane<Real>::Mask reachable = present & wanted.reachable;
  for (int l = 0; l < Lane<Real>::width; ++l) {
    if (batch.time != nullptr) batch.time[row[l]] = lane_of(time, l);
    if (batch.reachable != nullptr) batch.reachable[row[l]] = lane_of(reachable, l) ? 1 : 0;
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
