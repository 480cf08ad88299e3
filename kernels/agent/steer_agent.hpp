// The preferred velocity of an agent that has a behavior (docs/steering.md).
//
// Agents are read as they are before anyone moves; an agent writes its own preferred velocity and its own result.
#pragma once
#include "kernels/agent/flock.hpp"
#include "kernels/agent/follow_path.hpp"
#include "kernels/agent/move_agent.hpp"
#include "kernels/agent/steer_by_target.hpp"
#include "kernels/agent/stuck.hpp"
#include "kernels/agent/walk_together.hpp"
#include "kernels/agent/wander.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Target `number` of an agent. Returns whether it is there: false when it has left the world.
THRONG_HD inline bool find_target(const StepData& step, const SteeringRow& row, std::uint32_t number,
                                  SteeringBody<float>& target) {
  target = {};
  if (row.target_kind[number] == target_kind::point) {
    target.position = {row.target_x[number], row.target_y[number]};
    return true;
  }
  if (row.target_kind[number] != target_kind::agent) return false;
  const AgentArrays& a = step.agents;
  const std::uint32_t i = step.steering.index_of_slot[row.target_slot[number]];
  // Of a slot whose agent has left, the index may be that of another one, or of none.
  if (i >= step.steering.agent_count || a.id[i] != row.target_id[number]) return false;
  target = {{a.position_x[i], a.position_y[i]}, {a.velocity_x[i], a.velocity_y[i]}, {a.heading_x[i], a.heading_y[i]}};
  return true;
}

/// The agent that steers.
struct SteeringAgent {
  std::uint32_t storage, cell_order;
  Vec2<float> position, heading;
  float max_speed;
  const SteeringRow* row;
  float path_place;        ///< where the step begins, as in SteeringResult; following a path changes it
  NeighborList neighbors;  ///< room for those of a flock
};

/// What a behavior wants.
struct Steered {
  Vec2<float> velocity;  ///< m/s
  Vec2<float> aim;       ///< m
  float time;            ///< s
  std::uint32_t bits;    ///< steering_bit
};

THRONG_HD inline Steered lose_target(const SteeringAgent& agent) {
  return {{0.0f, 0.0f}, agent.position, 0.0f, steering_bit::target_lost | steering_bit::known};
}

THRONG_HD inline Steered stand(const SteeringAgent& agent) {
  return {{0.0f, 0.0f}, agent.position, 0.0f, steering_bit::reachable | steering_bit::known};
}

/// From what a behavior that looks at targets wants.
THRONG_HD inline Steered steered_from(const TargetSteering<float>& wanted) {
  const std::uint32_t reachable = wanted.reachable ? steering_bit::reachable : 0u;
  return {wanted.velocity, wanted.aim, wanted.time, steering_bit::known | reachable};
}

/// To the goal, as `navigate_agent` has it.
THRONG_HD inline Steered head_for_goal(const StepData& step, const SteeringAgent& agent) {
  Steered result = stand(agent);
  const AgentArrays& a = step.agents;
  const std::uint32_t i = agent.storage;
  if (a.goal[i] == goal_kind::none) return result;
  const GoalAim<float> aim = aim_at_goal<float>(step.goals, a.goal[i], {a.goal_x[i], a.goal_y[i]}, agent.position);
  const bool arrived = has_arrived(aim, agent.position, arrival_tolerance<float>(step, profiles_of<float>(step, i), i));
  result.aim = aim.point;
  result.velocity = way_to_goal(step, a.goal[i], aim, !arrived, agent.position, a.preferred_speed[i]).velocity;
  if (step.stuck.active) {
    result.velocity = step_aside<float>(step, i, !arrived && is_stuck(step, i), result.velocity);
  }
  return result;
}

/// To the goal with the agent's group.
THRONG_HD inline Steered walk_together(const StepData& step, const BehaviorRow& behavior, const SteeringAgent& agent,
                                       float speed) {
  Steered result = head_for_goal(step, agent);
  result.velocity = clip_length(result.velocity, speed);
  if (!(length_sq(result.velocity) > 0.0f) || agent.row->group == no_group) return result;
  const Vec2<float> ahead = unit(result.velocity);
  const GroupSums sums = look_at_group(step, agent.row->group, step.agents.id[agent.storage], agent.position, ahead);
  const Vec2<float> velocity{step.agents.velocity_x[agent.storage], step.agents.velocity_y[agent.storage]};
  result.velocity = together_velocity(behavior, sums, velocity, result.velocity, ahead, agent.max_speed);
  return result;
}

/// A behavior that is no blend.
THRONG_HD inline Steered steer_simply(const StepData& step, const BehaviorRow& behavior, SteeringAgent& agent) {
  const float speed = smaller(agent.max_speed, behavior.speed);
  Steered result = stand(agent);
  switch (behavior.kind) {
    case behavior_kind::none:
      return result;
    case behavior_kind::interpose: {
      SteeringBody<float> one, other;
      if (find_target(step, *agent.row, 0, one) && find_target(step, *agent.row, 1, other)) {
        return steered_from(interpose(behavior, agent.position, one, other, speed, step.inverse_time_step));
      }
      return lose_target(agent);
    }
    case behavior_kind::wander: {
      const float noise = wander_noise(step.seed, step.agents.id[agent.storage], step.step, behavior.interval_steps);
      result.velocity = speed * turned(agent.heading, noise * behavior.half_turn);
      result.aim = agent.position + result.velocity;
      return result;
    }
    case behavior_kind::follow_path: {
      // No nearer than a step goes: who passes its aim would turn back.
      const float look_ahead = larger(behavior.look_ahead, speed * step.time_step);
      const PathAim aim =
          aim_on_path(path_of(step.steering, behavior.path), agent.path_place, look_ahead, agent.position);
      agent.path_place = aim.place;
      result.aim = aim.point;
      const Arrival<float> arrival{behavior.slowing_radius, behavior.braking_change};
      const Vec2<float> way = aim.point - agent.position;
      result.velocity =
          aim.is_end ? arrive_velocity(way, speed, arrival, step.inverse_time_step) : seek_velocity(way, speed);
      return result;
    }
    case behavior_kind::flock:
      result.velocity =
          flock_velocity(step, behavior, agent.cell_order, agent.storage, agent.heading, speed, agent.neighbors);
      result.aim = agent.position + result.velocity;
      return result;
    case behavior_kind::head_for_goal:
      return head_for_goal(step, agent);
    case behavior_kind::walk_together:
      return walk_together(step, behavior, agent, speed);
    default: {
      SteeringBody<float> target;
      if (find_target(step, *agent.row, behavior.target, target)) {
        return steered_from(
            steer_by_target(behavior, agent.position, agent.heading, target, speed, step.inverse_time_step));
      }
      return lose_target(agent);
    }
  }
}

/// A blend's parts, one after the other. All are looked at, also behind the one that leads by priority: paths go on.
THRONG_HD inline Steered steer_blend(const StepData& step, const BehaviorRow& blend, SteeringAgent& agent) {
  Steered result = stand(agent);
  Vec2<float> sum{0.0f, 0.0f};
  std::uint32_t lost = 0;
  bool leads = false;
  for (std::uint32_t k = 0; k < blend.part_count; ++k) {
    const BlendPartRow& part = step.steering.parts[blend.first_part + k];
    const Steered one = steer_simply(step, step.steering.behaviors[part.behavior], agent);
    const bool moves = one.velocity.x != 0.0f || one.velocity.y != 0.0f;
    if (k == 0 || (blend.by_priority != 0 && moves && !leads)) result = one;
    leads = leads || moves;
    lost |= one.bits & steering_bit::target_lost;
    sum = sum + part.weight * one.velocity;
  }
  result.bits |= lost;
  if (blend.by_priority == 0) result.velocity = clip_length(sum, agent.max_speed);
  return result;
}

/// The agent at `self` in cell order, `storage` in storage order; it has a behavior. `neighbors` has room as for
/// find_agent_neighbors.
THRONG_HD inline void steer_agent(const StepData& step, std::uint32_t self, std::uint32_t storage,
                                  const NeighborList& neighbors) {
  const AgentArrays& a = step.agents;
  const std::uint32_t slot = a.slot[storage];
  SteeringResult& kept = step.steering.results[slot];
  SteeringAgent agent{storage,
                      self,
                      {a.position_x[storage], a.position_y[storage]},
                      {a.heading_x[storage], a.heading_y[storage]},
                      a.max_speed[storage],
                      step.steering.rows + slot,
                      kept.path_place[step.step % 2],
                      neighbors};
  const BehaviorRow& behavior = step.steering.behaviors[agent.row->behavior];
  if (behavior.kind == behavior_kind::none) {  // keeps the velocity that its goal or its owner gave it
    kept = {{agent.path_place, agent.path_place}, 0.0f, 0.0f, 0.0f, 0u};
    return;
  }
  const Steered steered =
      behavior.kind == behavior_kind::blend ? steer_blend(step, behavior, agent) : steer_simply(step, behavior, agent);
  a.preferred_velocity_x[storage] = steered.velocity.x;
  a.preferred_velocity_y[storage] = steered.velocity.y;
  kept.path_place[(step.step + 1) % 2] = agent.path_place;
  kept.aim_x = steered.aim.x, kept.aim_y = steered.aim.y;
  kept.time = steered.time, kept.bits = steered.bits;
  // Read again rather than held: a device has no registers to spare above.
  if (step.heights.piece_count == 0) return;
  const Vec2<float> place{a.position_x[storage], a.position_y[storage]};
  const Vec2<float> wanted =
      on_slope(step.heights, place, {a.preferred_velocity_x[storage], a.preferred_velocity_y[storage]});
  a.preferred_velocity_x[storage] = wanted.x;
  a.preferred_velocity_y[storage] = wanted.y;
}

}  // namespace THRONG_ISA
}  // namespace throng
