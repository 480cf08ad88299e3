#include "host/reference/model.hpp"

#include <algorithm>
#include <cmath>

#include "host/reference/agent_constraint.hpp"
#include "host/reference/contact.hpp"
#include "host/reference/density.hpp"
#include "host/reference/motion.hpp"
#include "host/reference/obstacle_constraint.hpp"
#include "host/reference/responsibility.hpp"
#include "host/reference/slope.hpp"

namespace throng::reference {
namespace {

Body body_of(const Agent& agent) { return {agent.position, agent.velocity, agent.heading}; }

}  // namespace

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

void Model::navigate(std::uint64_t step) {
  for (Agent& agent : agents) {
    head_for_goal(agent, profile_of(agent), goals, options_.time_step);
    if (options_.stuck) watch(agent, step);
    // What an agent was given stays; what it wants by its behavior is slowed when it is known.
    const bool steers =
        agent.assignment && !std::holds_alternative<std::monostate>(behaviors[agent.assignment->behavior]);
    if (agent.goal == GoalKind::none || steers) continue;
    agent.preferred_velocity = slowed_by_slope(heights, agent.position, agent.preferred_velocity);
  }
}

bool Model::seeks_goal(const Agent& agent) const {
  if (!agent.assignment) return true;
  const auto seeks = [](const Behavior& behavior) {
    return std::holds_alternative<HeadForGoal>(behavior) || std::holds_alternative<WalkTogether>(behavior);
  };
  const Behavior& behavior = behaviors[agent.assignment->behavior];
  if (std::holds_alternative<std::monostate>(behavior)) return true;
  if (const auto* blend = std::get_if<Blend>(&behavior)) {
    return std::any_of(blend->parts.begin(), blend->parts.end(),
                       [&](const BlendPart& part) { return seeks(behaviors[part.behavior.row]); });
  }
  return seeks(behavior);
}

/// Whether it gets on; who does not steps aside.
void Model::watch(Agent& agent, std::uint64_t step) {
  const StuckAgents& rules = *options_.stuck;
  const std::uint64_t word = (std::uint64_t{1} << 30) - 1, now = step & word;  // as records have it
  const auto patience = static_cast<std::uint64_t>(std::ceil(rules.time / options_.time_step - 1e-9));
  const std::uint64_t waited = (now - agent.progress_step) & word;
  const bool was_stuck = agent.best_way && waited > patience;
  if (agent.goal == GoalKind::none || !(agent.preferred_speed > 0.0) || !seeks_goal(agent) || agent.arrived) {
    if (was_stuck && agent.goal != GoalKind::none && agent.arrived) ++counts.went_on;
    agent.best_way.reset();
    return;
  }
  const double left = way_left(agent, goals);
  if (!agent.best_way || left < *agent.best_way - rules.progress) {
    if (was_stuck) ++counts.went_on;
    agent.best_way = std::max(left, 1e-6);
    agent.progress_step = now;
    return;
  }
  if (waited < patience) return;
  if (waited == patience) ++counts.became_stuck;
  if (rules.relief == StuckRelief::none) return;
  const auto period = static_cast<std::uint64_t>(std::ceil(rules.period / options_.time_step - 1e-9));
  agent.preferred_velocity = step_aside(agent.preferred_velocity, options_.seed, agent.id, step / period);
}

std::optional<Body> Model::find_target(const Target& target) const {
  if (target.kind == Target::Kind::point) return Body{target.point, Vec::Zero(), std::nullopt};
  if (target.kind == Target::Kind::none) return std::nullopt;
  const auto at = std::find_if(agents.begin(), agents.end(), [&](const Agent& agent) { return agent.id == target.id; });
  if (at == agents.end()) return std::nullopt;
  return body_of(*at);
}

bool Model::walks_together(const Agent& agent) const {
  if (agent.group < 0 || !agent.assignment) return false;
  const Behavior& behavior = behaviors[agent.assignment->behavior];
  if (std::holds_alternative<WalkTogether>(behavior)) return true;
  const auto* blend = std::get_if<Blend>(&behavior);
  return blend != nullptr && std::any_of(blend->parts.begin(), blend->parts.end(), [&](const BlendPart& part) {
           return std::holds_alternative<WalkTogether>(behaviors[part.behavior.row]);
         });
}

Steerer Model::steerer(std::size_t row) const {
  const Agent& agent = agents[row];
  Steerer self;
  self.id = agent.id;
  self.body = body_of(agent);
  self.max_speed = agent.max_speed;
  for (std::size_t k = 0; k < self.targets.size(); ++k) self.targets[k] = find_target(agent.assignment->targets[k]);
  for (const std::size_t other : neighbors(row).rows) {
    if (agents[other].group == agent.group) self.mates.push_back(body_of(agents[other]));
  }
  if (walks_together(agent)) {
    for (const Agent& other : agents) {
      if (other.group != agent.group || !walks_together(other)) continue;
      self.companions.push_back({other.id, other.position - agent.position});
    }
  }
  self.goal = goal_point(agent, goals);
  self.goal_velocity = agent.preferred_velocity;
  self.path_place = agent.path_place;
  return self;
}

void Model::steer(std::uint64_t step) {
  const SteeringTables tables{behaviors, paths, options_.time_step, options_.seed, step};
  for (std::size_t row = 0; row < agents.size(); ++row) {
    Agent& agent = agents[row];
    if (!agent.assignment) continue;
    if (std::holds_alternative<std::monostate>(behaviors[agent.assignment->behavior])) continue;
    const Steered steered = reference::steer(tables, agent.assignment->behavior, steerer(row));
    agent.preferred_velocity = slowed_by_slope(heights, agent.position, steered.velocity);
    agent.outcome = steered.outcome;
    agent.path_place = steered.path_place;
  }
}

/// What `solve` aims at. Apart from the preferred velocity, because a held one must stay as it was set.
Vec Model::desired_velocity(std::size_t row, std::uint64_t step) {
  Agent& agent = agents[row];
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
  const Profile& profile = profile_of(agent);
  if (profile.density_speed) desired = slow_in_crowd(agents, chains_, row, *profile.density_speed, desired);
  if (profile.brakes_when_blocked) {
    return brake(agents, placed_footprints(), row, profile, options_.time_step, desired);
  }
  return desired;
}

const Footprint& Model::shape_of(const Agent& agent) const {
  static const Footprint none;
  const std::optional<FootprintIndex>& index = profile_of(agent).footprint;
  return index ? footprints[index->row] : none;
}

std::vector<Footprint> Model::placed_footprints() const {
  std::vector<Footprint> placed;
  if (footprints.empty()) return placed;
  for (const Agent& agent : agents) placed.push_back(posed(shape_of(agent), agent.position, agent.heading));
  return placed;
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
  program.wall_lines = program.lines.size();
  const std::vector<Footprint> placed = placed_footprints();
  for (const HalfPlane& line : footprint_constraints(agents, placed, row, profile_of(self).time_horizon)) {
    program.lines.push_back(line);
  }
  program.obstacle_lines = program.lines.size();
  const Neighbors near = neighbors(row);
  program.neighbor_cap_reached = near.cap_reached;
  const Profile& profile = profile_of(self);
  for (const std::size_t other : near.rows) {
    if (!is_disc(placed, other)) continue;
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

void Model::solve(std::uint64_t step) {
  new_velocities_.clear();
  for (std::size_t row = 0; row < agents.size(); ++row) {
    const Program solved = program(row);
    const ProgramResult result = choose_velocity(solved.lines, solved.obstacle_lines, agents[row].max_speed,
                                                 desired_velocity(row, step), solved.wall_lines);
    new_velocities_.push_back(result.velocity);
    if (!result.feasible) {
      ++counts.infeasible;
      infeasible.push_back(agents[row].slot);
    }
    if (solved.neighbor_cap_reached) ++counts.neighbor_cap_hits;
  }
}

void Model::set_motion(Agent& agent, const Vec& position, const Vec& velocity, const Vec& heading) {
  const WallCrossing crossing = cross_walls(chains_, agent.position, position);
  agent.velocity = velocity;
  agent.position = position;
  agent.heading = heading;
  if (crossing.any) ++counts.wall_crossings;
  if (crossing.into_solid) agent.inside_obstacle = true;
}

void Model::note_arrival(Agent& agent) {
  if (agent.goal == GoalKind::none) return;
  agent.arrived = is_at_goal(agent, profile_of(agent), goals);
  if (!agent.arrived || agent.arrival_counted) return;
  agent.arrival_counted = true;
  ++counts.arrived;
  arrived.push_back(agent.slot);
}

bool Model::leaves(const Agent& agent) const {
  return agent.goal != GoalKind::none && agent.arrived && profile_of(agent).on_arrival == OnArrival::remove;
}

void Model::note_arrivals() {
  for (Agent& agent : agents) {
    note_arrival(agent);
    if (leaves(agent)) removed.push_back(agent.slot);
  }
  std::erase_if(agents, [this](const Agent& agent) { return leaves(agent); });
}

void Model::move() {
  const double time_step = options_.time_step;
  motions_.clear();
  for (std::size_t row = 0; row < agents.size(); ++row) {
    Agent& agent = agents[row];
    const Profile& profile = profile_of(agent);
    const Turn turn = limit_turning(agent.heading, new_velocities_[row], profile, time_step);
    const Vec velocity =
        limit_velocity(agent.velocity, turn.velocity, profile, time_step, obstacle_lines(agent), agent.max_speed);
    const Vec heading =
        greatest_turn(profile, time_step) ? turn.heading : update_heading(agent.heading, velocity, profile);
    const Vec wanted = agent.position + time_step * velocity;
    motions_.push_back({wanted, wanted, velocity, heading});
  }
  if (options_.contact) {
    for (std::size_t row = 0; row < agents.size(); ++row) {
      if (agents[row].avoids) motions_[row].place = stop_at_walls(chains_, agents[row], motions_[row].wanted);
    }
    return;
  }
  for (std::size_t row = 0; row < agents.size(); ++row) {
    set_motion(agents[row], motions_[row].place, motions_[row].velocity, motions_[row].heading);
  }
  note_arrivals();
}

void Model::resolve() {
  if (!options_.contact) return;
  std::vector<Vec> moved;
  for (const Motion& motion : motions_) moved.push_back(motion.place);
  std::vector<Footprint> shapes;
  for (std::size_t row = 0; row < agents.size() && !footprints.empty(); ++row) {
    shapes.push_back(posed(shape_of(agents[row]), Vec::Zero(), motions_[row].heading));
  }
  const std::vector<Vec> places = resolve_contacts(agents, shapes, chains_, moved, options_.contact->iterations);
  for (std::size_t row = 0; row < agents.size(); ++row) {
    const Motion& motion = motions_[row];
    const bool pushed = places[row] != motion.wanted;
    const Vec velocity = pushed ? Vec((places[row] - agents[row].position) / options_.time_step) : motion.velocity;
    set_motion(agents[row], places[row], velocity, motion.heading);
  }
  note_arrivals();
}

}  // namespace throng::reference
