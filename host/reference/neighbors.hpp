// Which other agents an agent sees (spec "Neighbors").
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "host/reference/agent.hpp"
#include "throng/parameters.hpp"

namespace throng::reference {

struct Neighbors {
  std::vector<std::size_t> rows;  ///< nearest first, by (squared distance, id)
  bool cap_reached = false;       ///< NeighborQuery::range found more than limits::max_neighbors
};

/// Of the agents that agent `row` sees, those strictly nearer than the neighbor distance: the max_neighbors
/// nearest (NeighborQuery::nearest), or all up to limits::max_neighbors (NeighborQuery::range).
Neighbors find_neighbors(std::span<const Agent> agents, std::size_t row, const Profile& profile, NeighborQuery query);

}  // namespace throng::reference
