#include <utility>
#include <vector>

#include "host/scenario/scenario.hpp"

namespace throng {

World make_world(const Scenario& scenario) {
  World world(scenario.options);
  std::vector<ProfileIndex> profiles;
  for (const Profile& profile : scenario.profiles) profiles.push_back(world.add_profile(profile));
  std::vector<GoalIndex> goals;
  for (const Scenario::Goal& goal : scenario.goals) {
    goals.push_back(goal.closed ? world.add_goal_polygon(goal.vertices) : world.add_goal_line(goal.vertices));
  }
  for (const Scenario::Obstacle& obstacle : scenario.obstacles) {
    obstacle.closed ? world.add_polygon(obstacle.vertices) : world.add_polyline(obstacle.vertices);
  }
  // The world numbers rows itself.
  std::vector<AgentDescription> agents = scenario.agents;
  for (AgentDescription& agent : agents) {
    agent.profile = profiles[agent.profile.row];
    if (agent.goal_region) agent.goal_region = goals[agent.goal_region->row];
  }
  world.add_agents(agents);
  return world;
}

}  // namespace throng
