#include "host/reference/neighbors.hpp"

#include <algorithm>
#include <tuple>

namespace throng::reference {

Neighbors find_neighbors(std::span<const Agent> agents, std::size_t row, const Profile& profile, NeighborQuery query) {
  const Agent& self = agents[row];
  const double range_sq = profile.neighbor_distance * profile.neighbor_distance;
  std::vector<std::tuple<double, AgentId, std::size_t>> found;
  for (std::size_t other = 0; other < agents.size(); ++other) {
    if (other == row || !sees(self, agents[other])) continue;
    const double distance_sq = (agents[other].position - self.position).squaredNorm();
    if (distance_sq < range_sq) found.emplace_back(distance_sq, agents[other].id, other);
  }
  std::sort(found.begin(), found.end());

  const std::size_t cap = limits::max_neighbors;
  const bool all = query == NeighborQuery::range;
  const std::size_t most = all ? cap : static_cast<std::size_t>(profile.max_neighbors);
  Neighbors neighbors;
  neighbors.cap_reached = all && found.size() > cap;
  for (std::size_t k = 0; k < std::min(most, found.size()); ++k) neighbors.rows.push_back(std::get<2>(found[k]));
  return neighbors;
}

}  // namespace throng::reference
