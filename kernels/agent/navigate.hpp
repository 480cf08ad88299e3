// Preferred velocities from goals.
#pragma once
#include "kernels/agent/counter_random.hpp"
#include "kernels/agent/leave_solid.hpp"
#include "kernels/agent/unit_table.hpp"

namespace throng {
inline namespace THRONG_ISA {

struct GoalAim {
  Vec2<float> point;  ///< m, the goal's nearest point
  bool reached;       ///< inside a goal polygon
};

/// Where the agent of the fields `goal`, `goal_x`, `goal_y` heads for. goal != goal_kind::none.
THRONG_HD inline GoalAim aim_at_goal(const GoalView& goals, std::int32_t goal, Vec2<float> goal_point,
                                     Vec2<float> position) {
  if (goal < 0) return {goal_point, false};
  const GoalRow& row = goals.goals[goal];
  const float* x = goals.x + row.first_vertex;
  const float* y = goals.y + row.first_vertex;
  const bool closed = row.closed != 0;
  if (closed && polygon_contains(x, y, row.vertex_count, position)) return {position, true};
  return {nearest_on_polyline(x, y, row.vertex_count, closed, position).point, false};
}

THRONG_HD inline bool has_arrived(const GoalAim& aim, Vec2<float> position, float tolerance) {
  return aim.reached | (length_sq(aim.point - position) <= tolerance * tolerance);
}

/// Towards the aim at `preferred_speed`, slower where a step would overshoot it; 0 when arrived.
THRONG_HD inline Vec2<float> goal_velocity(const GoalAim& aim, bool arrived, Vec2<float> position,
                                           float preferred_speed, float inverse_time_step) {
  if (arrived) return {0.0f, 0.0f};
  const Vec2<float> way = aim.point - position;
  const float distance = square_root(length_sq(way));
  if (!(distance > 0.0f)) return {0.0f, 0.0f};
  const float arriving = distance * inverse_time_step;
  const float speed = preferred_speed < arriving ? preferred_speed : arriving;
  return (speed / distance) * way;
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
