#include "host/reference/model.hpp"

#include <algorithm>

#include "host/reference/agent_constraint.hpp"
#include "host/reference/motion.hpp"
#include "host/reference/obstacle_constraint.hpp"
#include "host/reference/responsibility.hpp"

namespace throng::reference {

void Model::set_obstacles(std::vector<Obstacle> obstacles) {
  chains_ = link_chains(obstacles);
  solids_.clear();
  for (Obstacle& obstacle : obstacles) {
    if (!is_solid(obstacle)) continue;
    obstacle.vertices = distinct_vertices(obstacle);
    solids_.push_back(std::move(obstacle));
  }
  for (Agent& agent : agents) flag_if_inside(agent);
}

void Model::flag_if_inside(Agent& agent) const {
  if (is_inside(agent.position, solids_)) agent.inside_obstacle = true;
}

Vec Model::steer(Agent& agent, std::uint64_t step) const {
  head_for_goal(agent, profile_of(agent), goals, options_.time_step);
  Vec desired = agent.preferred_velocity;
  if (options_.preferred_velocity_noise > 0.0) {
    desired += options_.preferred_velocity_noise * random_direction(options_.seed, agent.id, step);
  }
  if (agent.inside_obstacle && options_.leave_obstacles) {
    if (const auto direction = way_out(agent.position, solids_)) {
      desired = agent.max_speed * *direction;
    } else {
      agent.inside_obstacle = false;
    }
  }
  return desired;
}

void Model::navigate(std::uint64_t step) {
  desired_velocities_.clear();
  for (Agent& agent : agents) desired_velocities_.push_back(steer(agent, step));
}

Neighbors Model::neighbors(std::size_t row) const {
  return find_neighbors(agents, row, profile_of(agents[row]), options_.neighbor_query);
}

std::vector<HalfPlane> Model::obstacle_lines(const Agent& agent) const {
  if (!agent.avoids) return {};
  const Mover mover{agent.position, agent.velocity, agent.radius, profile_of(agent).time_horizon_obstacle};
  return obstacle_constraints(chains_, mover, agent.max_speed);
}

namespace {

/// With policy `side` those that come within 27 degrees of head-on pass on the right too.
double head_on_slope(const WorldOptions& options) {
  if (!options.break_symmetry) return 0.0;
  return options.responsibility == Responsibility::side ? 0.5 : 0.05;
}

}  // namespace

Program Model::program(std::size_t row) const {
  const Agent& self = agents[row];
  Program program;
  if (!self.avoids) return program;
  program.lines = obstacle_lines(self);
  program.obstacle_lines = program.lines.size();
  const Neighbors near = neighbors(row);
  program.neighbor_cap_reached = near.cap_reached;
  const Profile& profile = profile_of(self);
  for (const std::size_t other : near.rows) {
    const double share = responsibility_share(options_.responsibility, self, agents[other]);
    if (share == 0.0) continue;
    const PairRules rules{.time_horizon = profile.time_horizon,
                          .escape_time = profile.escape_time.value_or(options_.time_step),
                          .share = share,
                          .head_on_slope = head_on_slope(options_)};
    program.lines.push_back(agent_constraint(self, agents[other], rules));
  }
  return program;
}

void Model::solve() {
  new_velocities_.clear();
  for (std::size_t row = 0; row < agents.size(); ++row) {
    const Program solved = program(row);
    const ProgramResult result =
        choose_velocity(solved.lines, solved.obstacle_lines, agents[row].max_speed, desired_velocities_[row]);
    new_velocities_.push_back(result.velocity);
    if (!result.feasible) ++counts.infeasible;
    if (solved.neighbor_cap_reached) ++counts.neighbor_cap_hits;
  }
}

void Model::advance(Agent& agent, const Vec& velocity) {
  const Vec from = agent.position;
  agent.velocity = velocity;
  agent.position += options_.time_step * velocity;
  agent.heading = update_heading(agent.heading, velocity);
  const WallCrossing crossing = cross_walls(chains_, from, agent.position);
  if (crossing.any) ++counts.wall_crossings;
  if (crossing.into_solid) agent.inside_obstacle = true;
}

void Model::note_arrival(Agent& agent) {
  if (agent.goal == GoalKind::none) return;
  agent.arrived = is_at_goal(agent, profile_of(agent), goals);
  if (!agent.arrived || agent.arrival_counted) return;
  agent.arrival_counted = true;
  ++counts.arrived;
}

bool Model::leaves(const Agent& agent) const {
  return agent.goal != GoalKind::none && agent.arrived && profile_of(agent).on_arrival == OnArrival::remove;
}

void Model::move() {
  for (std::size_t row = 0; row < agents.size(); ++row) {
    Agent& agent = agents[row];
    const Vec velocity = limit_velocity(agent.velocity, new_velocities_[row], profile_of(agent), options_.time_step,
                                        obstacle_lines(agent), agent.max_speed);
    advance(agent, velocity);
    note_arrival(agent);
    if (leaves(agent)) removed.push_back(agent.slot);
  }
  std::erase_if(agents, [this](const Agent& agent) { return leaves(agent); });
}

}  // namespace throng::reference
