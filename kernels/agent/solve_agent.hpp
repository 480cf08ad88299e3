// One agent's new velocity: its neighbors, its constraints, its linear programs.
//
// The plain form, one agent at a time: what a device thread runs, what the debugging queries show, and what the packs
// of the cpu executor are checked against. Order of the lines: static obstacles, then agents, each nearest first.
#pragma once
#include "kernels/agent/agent_half_plane.hpp"
#include "kernels/agent/integrate.hpp"
#include "kernels/agent/navigate.hpp"
#include "kernels/agent/neighbor_search.hpp"
#include "kernels/agent/obstacle_search.hpp"
#include "kernels/agent/responsibility.hpp"
#include "kernels/agent/step_data.hpp"
#include "kernels/agent/turn.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// What an agent brings into its own solution.
struct SelfAgent {
  Vec2<float> position, velocity, preferred_velocity;  ///< m, m/s, m/s (as the program aims at it)
  float radius, max_speed;                             ///< m, m/s
  std::uint32_t storage;                               ///< its index in storage order
  std::int32_t max_neighbors;
  bool avoids;
};

/// Reads an agent, with what changes its preferred velocity for this step: the way out of a solid obstacle, noise.
THRONG_HD inline SelfAgent load_self(const StepData& step, std::uint32_t self) {
  const std::uint32_t i = step.crowd.storage_index[self];
  const AgentArrays& a = step.agents;
  const Motion motion = step.crowd.motion[self];
  SelfAgent agent{{motion.x, motion.y},
                  {motion.velocity_x, motion.velocity_y},
                  {a.preferred_velocity_x[i], a.preferred_velocity_y[i]},
                  step.crowd.radius[self],
                  a.max_speed[i],
                  i,
                  step.range_query ? neighbor_cap : step.profiles[a.profile[i]].max_neighbors,
                  (a.flags[i] & agent_flag::avoids) != 0};
  if (step.noise > 0.0f) {
    agent.preferred_velocity = agent.preferred_velocity + velocity_noise(step.seed, a.id[i], step.step, step.noise);
  }
  if (step.leave_obstacles && (a.flags[i] & agent_flag::inside_obstacle) != 0) {
    const WayOut out = way_out(step.obstacles, agent.position, agent.max_speed);
    if (out.inside) agent.preferred_velocity = out.velocity;
  }
  return agent;
}

/// Whether agent i does not keep clear of j, its target (storage order).
THRONG_HD inline bool disregards(const StepData& step, std::uint32_t i, std::uint32_t j) {
  if ((step.agents.flags[i] & agent_flag::ignores_target) == 0) return false;
  const SteeringRow& row = step.steering.rows[step.agents.slot[i]];
  for (std::uint32_t k = 0; k < 2; ++k) {
    if ((row.ignored_targets >> k & 1u) != 0 && row.target_kind[k] == target_kind::agent &&
        row.target_id[k] == step.agents.id[j]) {
      return true;
    }
  }
  return false;
}

/// Whether agent i has j among those it may have to avoid (storage order): by layers and targets.
THRONG_HD inline bool regards(const StepData& step, std::uint32_t i, std::uint32_t j) {
  return (step.agents.mask[i] & step.agents.layer[j]) != 0 && !disregards(step, i, j);
}

/// Whether the agent of this storage index sees `other` (cell order).
THRONG_HD inline bool sees(const StepData& step, std::uint32_t self_storage, std::uint32_t other) {
  return step.sees_all || regards(step, self_storage, step.crowd.storage_index[other]);
}

/// The neighbors of an agent, in order. `list` has room for one more than `neighbor_cap`. Returns whether the cap of a
/// range query was hit.
THRONG_HD inline bool find_agent_neighbors(const StepData& step, std::uint32_t self, std::uint32_t storage,
                                           std::int32_t max_neighbors, NeighborList& list) {
  list.capacity = step.range_query ? neighbor_cap + 1 : max_neighbors;
  const auto sees_other = [&](std::uint32_t other) { return sees(step, storage, other); };
  const auto id_of = [&](std::uint32_t other) { return step.agents.id[step.crowd.storage_index[other]]; };
  find_neighbors(step.crowd, self, step.profiles[step.agents.profile[storage]].neighbor_distance_sq,
                 step.search_start_sq[storage], sees_other, id_of, list);
  if (list.count <= neighbor_cap) return false;
  list.count = neighbor_cap;
  return true;
}
THRONG_HD inline bool find_agent_neighbors(const StepData& step, std::uint32_t self, const SelfAgent& agent,
                                           NeighborList& list) {
  return find_agent_neighbors(step, self, agent.storage, agent.max_neighbors, list);
}

/// Share of the avoidance that the agent takes towards `other` (cell order): all of it when the other does not avoid
/// the agent.
THRONG_HD inline float share_of(const StepData& step, const SelfAgent& self, std::uint32_t other) {
  const AgentArrays& a = step.agents;
  const std::uint32_t i = self.storage, j = step.crowd.storage_index[other];
  const bool other_avoids = (a.flags[j] & agent_flag::avoids) != 0 && regards(step, j, i);
  if (!other_avoids) return 1.0f;
  const Motion motion = step.crowd.motion[other];
  return pair_share<float>(
      step.responsibility, {self.position, self.velocity, {a.heading_x[i], a.heading_y[i]}, a.priority[i]},
      {{motion.x, motion.y}, {motion.velocity_x, motion.velocity_y}, {a.heading_x[j], a.heading_y[j]}, a.priority[j]},
      a.id[i] < a.id[j]);
}

/// Slope within which agents that meet head-on step aside; 0 = they do not.
THRONG_HD inline float head_on_slope_of(const StepData& step) {
  if (!step.break_symmetry) return 0.0f;
  return step.responsibility == responsibility_policy::side ? wide_head_on_slope : head_on_slope;
}

/// An edge of the table, for one lane.
THRONG_HD inline ObstacleEdge<float> edge_of(const EdgeData& e) {
  return {{e.left_x, e.left_y}, {e.right_x, e.right_y},  {e.direction_x, e.direction_y}, {e.previous_x, e.previous_y},
          {e.next_x, e.next_y}, (e.convexity & 1u) != 0, (e.convexity & 2u) != 0};
}

/// How far an agent looks for obstacles, m.
THRONG_HD inline float obstacle_reach(const ProfileRow& profile, const SelfAgent& agent) {
  return profile.time_horizon_obstacle * agent.max_speed + agent.radius;
}

/// Lines of static obstacles into rows 0 and up of `lines`; returns their number, at most that of the edges.
template <class Lines>
THRONG_HD std::int32_t obstacle_lines(const StepData& step, const SelfAgent& agent, const EdgeList& edges,
                                      const Lines& lines) {
  const float inverse_horizon = step.profiles[step.agents.profile[agent.storage]].inverse_time_horizon_obstacle;
  std::int32_t count = 0;
  for (std::int32_t e = 0; e < edges.count; ++e) {
    const ObstacleEdge<float> edge = edge_of(step.obstacles.edges[edges.edge[e]]);
    if (is_covered(edge, agent.position, agent.radius, inverse_horizon, lines, count)) continue;
    const HalfPlane<float> line =
        obstacle_half_plane(edge, agent.position, agent.velocity, agent.radius, inverse_horizon);
    if (length_sq(line.direction) > 0.0f) lines.set(count++, line);
  }
  return count;
}

/// Lines of the neighbors into rows `first` and up of `lines`, one row each: without a constraint where the share is 0.
template <class Lines>
THRONG_HD void agent_lines(const StepData& step, const SelfAgent& agent, const NeighborList& neighbors,
                           std::int32_t first, const Lines& lines) {
  const ProfileRow& profile = step.profiles[step.agents.profile[agent.storage]];
  const MovingDisc<float> self{agent.position, agent.velocity, agent.radius};
  const float head_on = head_on_slope_of(step);
  for (std::int32_t n = 0; n < neighbors.count; ++n) {
    const std::uint32_t j = neighbors.index[n];
    const Motion motion = step.crowd.motion[j];
    const MovingDisc<float> other{{motion.x, motion.y}, {motion.velocity_x, motion.velocity_y}, step.crowd.radius[j]};
    const float share = step.equal_shares ? 0.5f : share_of(step, agent, j);
    const AgentHalfPlane<float> result =
        agent_half_plane(self, other, profile.inverse_time_horizon, profile.inverse_escape_time, share, head_on);
    HalfPlane<float> line = result.line;
    if (result.tie) {
      const Vec2<float> away =
          tie_direction(step.agents.id[agent.storage], step.agents.id[step.crowd.storage_index[j]]);
      line = tie_half_plane(self, other.radius, profile.inverse_escape_time, share, away);
    }
    // Who leaves all of it to the other is free: a line through its velocity would keep it from changing that.
    if (!(share > 0.0f)) line = no_constraint<float>();
    lines.set(first + n, line);
  }
}

struct SolvedVelocity {
  Vec2<float> velocity;  ///< m/s
  bool infeasible;
};

/// What follows the programs: turning, smoothing, limits, walls. `lines` begins with the `hard_count` rows of
/// obstacles. Where the agent's turning is limited its next heading is written.
template <class Lines>
THRONG_HD Vec2<float> finish_velocity(const StepData& step, const SelfAgent& agent, const Lines& lines,
                                      std::int32_t hard_count, Vec2<float> velocity) {
  if (step.limits_active) {
    const ProfileRow& profile = step.profiles[step.agents.profile[agent.storage]];
    const bool turns = step.turns_limited && turns_slowly(profile.turn_cosine);
    if (turns) {
      const std::uint32_t i = agent.storage;
      const Turn<float> turn = limit_turn(Vec2<float>{step.agents.heading_x[i], step.agents.heading_y[i]}, velocity,
                                          profile.turn_cosine, profile.turn_sine, profile.heading_speed_sq);
      step.next_heading_x[i] = turn.heading.x;
      step.next_heading_y[i] = turn.heading.y;
      velocity = turn.velocity;
    }
    velocity = limit_and_respect_walls(lines, hard_count, agent.velocity, velocity, profile.velocity_blend,
                                       profile.max_change, agent.max_speed, turns);
  }
  return hold_max_speed(velocity, agent.max_speed);
}

/// The programs and the limits after them. `lines` and `scratch` have `hard_count` rows of obstacles and `count` in
/// all.
template <class Lines, class Scratch>
THRONG_HD SolvedVelocity solve_lines(const StepData& step, const SelfAgent& agent, const Lines& lines,
                                     std::int32_t hard_count, std::int32_t count, const Scratch& scratch) {
  const ProgramResult<float> program =
      solve_program<Aim::point>(lines, count, agent.preferred_velocity, agent.max_speed, true);
  Vec2<float> velocity = program.velocity;
  const bool infeasible = program.failed_at < count;
  if (infeasible) {
    velocity = solve_infeasible(lines, hard_count, count, agent.max_speed, velocity, program.failed_at, scratch);
  }
  return {finish_velocity(step, agent, lines, hard_count, velocity), infeasible};
}

}  // namespace THRONG_ISA
}  // namespace throng
