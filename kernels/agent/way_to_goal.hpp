// How an agent goes on to its goal: straight, or along the goal's flow field (docs/navigation.md).
#pragma once
#include "kernels/agent/navigate.hpp"
#include "kernels/agent/sample_flow.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng {
inline namespace THRONG_ISA {

template <class Real>
struct GoalWay {
  Vec2<Real> velocity;  ///< m/s, preferred; 0 in lanes that do not go
  Real left;            ///< m: the way that is left; of a field that knows none, and without one, the distance
};

/// Of agents that go on in lanes `goes`: with a goal, not arrived. `aim` is of the same goal.
template <class Real>
THRONG_HD GoalWay<Real> way_to_goal(const StepData& step, typename Lane<Real>::Int goal, const GoalAim<Real>& aim,
                                    typename Lane<Real>::Mask goes, Vec2<Real> position, Real preferred_speed) {
  GoalWay<Real> way{goal_velocity(aim, negate(goes), position, preferred_speed, step.inverse_time_step),
                    square_root(length_sq(aim.point - position))};
  if (step.goals.fields == nullptr) return way;
  const auto region = goes & (goal >= 0);
  if (!any(region)) return way;
  for (int l = 0; l < Lane<Real>::width; ++l) {
    if (!lane_of(region, l)) continue;
    const std::int32_t row = step.goals.goals[lane_of(goal, l)].flow_field;
    if (row < 0) continue;
    const FlowSample sample = sample_flow(step.goals.fields[row], {lane_of(position.x, l), lane_of(position.y, l)});
    if (sample.way < flow_unreached) set_lane(way.left, l, sample.way);
    if (sample.sees_goal || (sample.direction.x == 0.0f && sample.direction.y == 0.0f)) continue;
    const Vec2<float> along = lane_of(preferred_speed, l) * sample.direction;
    set_lane(way.velocity.x, l, along.x);
    set_lane(way.velocity.y, l, along.y);
  }
  return way;
}

}  // namespace THRONG_ISA
}  // namespace throng
