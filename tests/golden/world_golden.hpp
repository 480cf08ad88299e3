// Worlds set up from RVO2's recorded numbers.
#pragma once
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/executors.hpp"
#include "tests/support/golden_files.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test {

/// RVO2's twelve numbers of an agent, in its order: state, preferred velocity, parameters.
inline AgentDescription golden_agent(World& world, const std::array<double, 12>& in) {
  Profile profile;
  profile.radius = in[6];
  profile.max_speed = in[7];
  profile.neighbor_distance = in[8];
  profile.max_neighbors = static_cast<int>(in[9]);
  profile.time_horizon = in[10];
  profile.time_horizon_obstacle = in[11];
  AgentDescription agent = agent_at({in[0], in[1]}, world.add_profile(profile));
  agent.velocity = {in[2], in[3]};
  agent.preferred_velocity = Vec2d{in[4], in[5]};
  return agent;
}

inline void add_golden_obstacles(World& world, const nlohmann::json& lists) {
  for (const auto& list : lists) {
    std::vector<Vec2d> vertices;
    for (const auto& v : list) vertices.push_back({v[0].get<double>(), v[1].get<double>()});
    if (vertices.size() == 2) {
      world.add_polyline(vertices);
    } else {
      world.add_polygon(vertices);
    }
  }
}

}  // namespace throng::test
