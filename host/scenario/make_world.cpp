#include <iterator>
#include <utility>
#include <vector>

#include "host/scenario/scenario.hpp"

namespace throng {
namespace {

/// The world is new: its rows of paths and behaviors are the scenario's.
void add_steering(World& world, const Scenario& scenario, const std::vector<AgentHandle>& handles) {
  for (const Scenario::Path& path : scenario.paths) world.add_path(path.points, path.closed);
  for (const Behavior& behavior : scenario.behaviors) world.add_behavior(behavior);
  std::vector<AgentHandle> agents;
  std::vector<Steering> steering;
  for (const Scenario::AgentSteering& given : scenario.steering) {
    agents.push_back(handles[given.agent]);
    Steering& taken = steering.emplace_back(Steering{given.behavior, {}});
    for (std::size_t k = 0; k < std::size(given.targets); ++k) {
      if (const auto* point = std::get_if<Vec2d>(&given.targets[k])) taken.targets[k] = *point;
      if (const auto* row = std::get_if<std::size_t>(&given.targets[k])) taken.targets[k] = handles[*row];
    }
  }
  world.set_steering(agents, steering);
}

}  // namespace

World make_world(const Scenario& scenario) {
  World world(scenario.options);
  std::vector<ProfileIndex> profiles;
  for (const std::vector<Vec2d>& footprint : scenario.footprints) world.add_footprint(footprint);
  for (const Profile& profile : scenario.profiles) profiles.push_back(world.add_profile(profile));
  std::vector<GoalIndex> goals;
  for (const Scenario::Goal& goal : scenario.goals) {
    goals.push_back(goal.closed                 ? world.add_goal_polygon(goal.vertices)
                    : goal.vertices.size() == 1 ? world.add_goal_point(goal.vertices[0])
                                                : world.add_goal_line(goal.vertices));
    if (scenario.navigation) world.find_way(goals.back(), *scenario.navigation);
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
  const std::vector<AgentHandle> handles = world.add_agents(agents);
  add_steering(world, scenario, handles);
  return world;
}

}  // namespace throng
