// Golden cases, and the reference model set up from them.
#pragma once
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "host/reference/model.hpp"
#include "tests/support/golden_files.hpp"

namespace throng::reference::golden {

using test::read_csv;
using test::read_json;
using test::read_json_lines;

inline WorldOptions rvo2_options(double time_step) {
  WorldOptions options;
  options.time_step = time_step;
  options.break_symmetry = false;
  options.leave_obstacles = false;
  return options;
}

/// RVO2's twelve numbers of an agent, in its order: state, preferred velocity, parameters.
inline void add_agent(Model& model, const std::array<double, 12>& in) {
  Profile profile;
  profile.neighbor_distance = in[8];
  profile.max_neighbors = static_cast<int>(in[9]);
  profile.time_horizon = in[10];
  profile.time_horizon_obstacle = in[11];
  Agent agent;
  agent.id = static_cast<AgentId>(model.agents.size());
  agent.slot = static_cast<std::uint32_t>(model.agents.size());
  agent.position = {in[0], in[1]};
  agent.velocity = {in[2], in[3]};
  agent.preferred_velocity = {in[4], in[5]};
  agent.radius = in[6];
  agent.max_speed = in[7];
  agent.profile = static_cast<std::uint32_t>(model.profiles.size());
  model.profiles.push_back(profile);
  model.agents.push_back(agent);
}

/// Two vertices: a thin wall. More: a closed polygon.
inline std::vector<Obstacle> obstacles_of(const nlohmann::json& lists) {
  std::vector<Obstacle> obstacles;
  for (const auto& list : lists) {
    Obstacle& obstacle = obstacles.emplace_back();
    obstacle.id = obstacles.size() - 1;
    obstacle.closed = list.size() > 2;
    for (const auto& vertex : list) obstacle.vertices.emplace_back(vertex[0].get<double>(), vertex[1].get<double>());
  }
  return obstacles;
}

inline Model model_of(const nlohmann::json& one) {
  Model model(rvo2_options(one["dt"]));
  for (const auto& agent : one["agents"]) add_agent(model, agent["in"].get<std::array<double, 12>>());
  model.set_obstacles(obstacles_of(one["obstacles"]));
  return model;
}

inline double max_norm(const Vec& a, const Vec& b) { return (a - b).lpNorm<Eigen::Infinity>(); }

}  // namespace throng::reference::golden
