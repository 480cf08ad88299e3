// One agent's goal before a step's solution, and its motion after it.
#pragma once
#include "kernels/agent/integrate.hpp"
#include "kernels/agent/navigate.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng {
inline namespace THRONG_ISA {

THRONG_HD inline float arrival_tolerance(const StepData& step, std::uint32_t i) {
  const float of_profile = step.profiles[step.agents.profile[i]].arrival_tolerance;
  return of_profile < 0.0f ? step.agents.radius[i] : of_profile;
}

/// Preferred velocity of agent `i` (storage order) from its goal; agents without one keep theirs. Also notices when an
/// agent has left the obstacle that it was inside of.
THRONG_HD inline void navigate_agent(const StepData& step, std::uint32_t i) {
  const AgentArrays& a = step.agents;
  const Vec2<float> position{a.position_x[i], a.position_y[i]};
  if ((a.flags[i] & agent_flag::inside_obstacle) != 0 && !way_out(step.obstacles, position, 1.0f).inside) {
    a.flags[i] &= ~agent_flag::inside_obstacle;
  }
  if (a.goal[i] == goal_kind::none) return;
  const GoalAim aim = aim_at_goal(step.goals, a.goal[i], {a.goal_x[i], a.goal_y[i]}, position);
  const bool arrived = has_arrived(aim, position, arrival_tolerance(step, i));
  const Vec2<float> preferred = goal_velocity(aim, arrived, position, a.preferred_speed[i], step.inverse_time_step);
  a.preferred_velocity_x[i] = preferred.x;
  a.preferred_velocity_y[i] = preferred.y;
  a.flags[i] = arrived ? a.flags[i] | agent_flag::arrived : a.flags[i] & ~agent_flag::arrived;
}

struct MoveEvents {
  bool arrived_first;  ///< for the first time
  bool leaves;         ///< the world, on arrival
  bool crossed_wall;
};

/// Takes the new velocity of agent `i` (storage order) and moves it for one time step.
THRONG_HD inline MoveEvents move_agent(const StepData& step, std::uint32_t i) {
  const AgentArrays& a = step.agents;
  MoveEvents events{false, false, false};
  const Vec2<float> from{a.position_x[i], a.position_y[i]};
  const Vec2<float> velocity{step.new_velocity_x[i], step.new_velocity_y[i]};
  const Vec2<float> to = from + step.time_step * velocity;
  a.velocity_x[i] = velocity.x;
  a.velocity_y[i] = velocity.y;
  a.position_x[i] = to.x;
  a.position_y[i] = to.y;
  const Vec2<float> heading = next_heading({a.heading_x[i], a.heading_y[i]}, velocity);
  a.heading_x[i] = heading.x;
  a.heading_y[i] = heading.y;

  if (step.obstacles.edge_count > 0 && length_sq(velocity) > 0.0f) {
    const Crossing crossing = find_crossing(step.obstacles, from, to);
    events.crossed_wall = crossing.any;
    if (crossing.solid) a.flags[i] |= agent_flag::inside_obstacle;
  }
  if (a.goal[i] != goal_kind::none) {
    const GoalAim aim = aim_at_goal(step.goals, a.goal[i], {a.goal_x[i], a.goal_y[i]}, to);
    if (has_arrived(aim, to, arrival_tolerance(step, i))) {
      events.arrived_first = (a.flags[i] & agent_flag::arrival_counted) == 0;
      events.leaves = step.profiles[a.profile[i]].removes_on_arrival != 0;
      a.flags[i] |= agent_flag::arrived | agent_flag::arrival_counted;
    } else {
      a.flags[i] &= ~agent_flag::arrived;
    }
  }
  return events;
}

}  // namespace THRONG_ISA
}  // namespace throng
