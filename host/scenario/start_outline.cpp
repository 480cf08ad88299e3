#include "host/scenario/start_outline.hpp"

#include "host/checks.hpp"
#include "host/start_heading.hpp"

namespace throng::scenario {

Outline StartOutlines::of(const AgentDescription& agent) {
  const Profile& profile = scenario_.profiles[agent.profile.row];
  if (!profile.footprint) return {agent.radius.value_or(*profile.radius), {}};
  return turned(footprint(*profile.footprint), heading(agent));
}

Vec2d StartOutlines::heading(const AgentDescription& agent) const {
  if (!agent.goal_region) return start_heading(agent, {}, false);
  const Scenario::Goal& goal = scenario_.goals[agent.goal_region->row];
  return start_heading(agent, goal.vertices, goal.closed);
}

const std::vector<Vec2d>& StartOutlines::footprint(FootprintIndex index) {
  footprints_.resize(scenario_.footprints.size());
  std::vector<Vec2d>& kept = footprints_[index.row];
  if (kept.empty()) kept = check_footprint(scenario_.footprints[index.row]);
  return kept;
}

}  // namespace throng::scenario
