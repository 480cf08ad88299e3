#include <iterator>
#include <utility>
#include <vector>

#include "host/floating_point_mode.hpp"
#include "throng/scenario.hpp"

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

/// What refers to goals, profiles and each other: the world numbers rows itself, journeys and the like in their order.
void add_journeys(World& world, const Scenario& scenario, const std::vector<GoalIndex>& goals) {
  const auto renumber = [&](std::optional<GoalIndex>& goal) {
    if (goal) goal = goals[goal->row];
  };
  for (const Door& door : scenario.doors) world.add_door(door);
  for (Queue queue : scenario.queues) {
    renumber(queue.goal);
    world.add_queue(queue);
  }
  for (const WaitingArea& area : scenario.waiting_areas) world.add_waiting_area(area);
  for (Journey journey : scenario.journeys) {
    for (Stage& stage : journey.stages) renumber(stage.goal);
    world.add_journey(journey);
  }
}

void add_sources(World& world, const Scenario& scenario, const std::vector<GoalIndex>& goals,
                 const std::vector<ProfileIndex>& profiles) {
  for (Source source : scenario.sources) {
    for (Source::Kind& kind : source.kinds) kind.profile = profiles[kind.profile.row];
    if (source.goal_region) source.goal_region = goals[source.goal_region->row];
    world.add_source(source);
  }
}

}  // namespace

World make_world(const Scenario& scenario) {
  const FloatingPointMode mode;
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
  if (scenario.heights) world.set_heights(*scenario.heights);
  add_journeys(world, scenario, goals);
  // Queues and waiting areas have goals of their own.
  for (auto row = static_cast<std::uint32_t>(goals.size()); scenario.navigation && row < world.goal_count(); ++row) {
    world.find_way({row}, *scenario.navigation);
  }
  // The world numbers rows itself.
  std::vector<AgentDescription> agents = scenario.agents;
  for (AgentDescription& agent : agents) {
    agent.profile = profiles[agent.profile.row];
    if (agent.goal_region) agent.goal_region = goals[agent.goal_region->row];
  }
  const std::vector<AgentHandle> handles = world.add_agents(agents);
  add_steering(world, scenario, handles);
  add_sources(world, scenario, goals, profiles);
  return world;
}

}  // namespace throng
