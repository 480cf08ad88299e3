// Preferred velocities from goals.
#pragma once
#include "kernels/agent/counter_random.hpp"
#include "kernels/agent/lane_memory.hpp"
#include "kernels/agent/leave_solid.hpp"
#include "kernels/agent/unit_table.hpp"

namespace throng {
inline namespace THRONG_ISA {

template <class Real>
struct GoalAim {
  Vec2<Real> point;                   ///< m, the goal's nearest point
  typename Lane<Real>::Mask reached;  ///< inside a goal polygon
};

/// Nearest point of a goal region.
THRONG_HD inline GoalAim<float> aim_at_region(const GoalView& goals, std::int32_t goal, Vec2<float> position) {
  const GoalRow& row = goals.goals[goal];
  const float* x = goals.x + row.first_vertex;
  const float* y = goals.y + row.first_vertex;
  const bool closed = row.closed != 0;
  if (closed && polygon_contains(x, y, row.vertex_count, position)) return {position, true};
  return {nearest_on_polyline(x, y, row.vertex_count, closed, position).point, false};
}

/// Where agents with the fields `goal`, `goal_x`, `goal_y` head for; of no meaning where goal = goal_kind::none.
template <class Real>
THRONG_HD GoalAim<Real> aim_at_goal(const GoalView& goals, typename Lane<Real>::Int goal, Vec2<Real> goal_point,
                                    Vec2<Real> position) {
  GoalAim<Real> aim{goal_point, broadcast_mask<Real>(false)};
  const auto region = goal >= 0;
  if (!any(region)) return aim;
  for (int l = 0; l < Lane<Real>::width; ++l) {
    if (!lane_of(region, l)) continue;
    const GoalAim<float> one = aim_at_region(goals, lane_of(goal, l), {lane_of(position.x, l), lane_of(position.y, l)});
    set_lane(aim.point.x, l, one.point.x);
    set_lane(aim.point.y, l, one.point.y);
    set_lane(aim.reached, l, one.reached);
  }
  return aim;
}

template <class Real>
THRONG_HD typename Lane<Real>::Mask has_arrived(const GoalAim<Real>& aim, Vec2<Real> position, Real tolerance) {
  return aim.reached | (length_sq(aim.point - position) <= tolerance * tolerance);
}

/// Towards the aim at `preferred_speed`, slower where a step would overshoot it; 0 when arrived.
template <class Real>
THRONG_HD Vec2<Real> goal_velocity(const GoalAim<Real>& aim, typename Lane<Real>::Mask arrived, Vec2<Real> position,
                                   Real preferred_speed, float inverse_time_step) {
  const Vec2<Real> way = aim.point - position;
  const Real distance = square_root(length_sq(way));
  const Real arriving = distance * Real(inverse_time_step);
  const Real speed = smaller(arriving, preferred_speed);
  const auto goes = negate(arrived) & (distance > Real(0.0f));
  return select(goes, (speed / distance) * way, Vec2<Real>{Real(0.0f), Real(0.0f)});
}

/// A perturbation of length `noise` (m/s), alone determined by (seed, id, step): against symmetric knots.
THRONG_HD inline Vec2<float> velocity_noise(std::uint64_t seed, std::int64_t id, std::uint64_t step, float noise) {
  const auto agent = static_cast<std::uint64_t>(id);
  const PhiloxCounter counter{{static_cast<std::uint32_t>(agent), static_cast<std::uint32_t>(agent >> 32),
                               static_cast<std::uint32_t>(step), random_stream::preferred_velocity_noise}};
  return noise * table_direction(philox4x32_10(counter, philox_key(seed)).word[0] & 15u);
}

}  // namespace THRONG_ISA
}  // namespace throng
