// The contact pass (spec "Contact"): overlapping agents are moved apart, walls stop them.
#pragma once
#include <span>
#include <vector>

#include "host/reference/agent.hpp"
#include "host/reference/footprint.hpp"
#include "host/reference/obstacle_chain.hpp"

namespace throng::reference {

/// The end of the way from `agent`'s position to `to`, as far as walls let it.
Vec stop_at_walls(std::span<const ChainVertex> chains, const Agent& agent, const Vec& to);

/// Where agents end a step that has led each to its place in `moved`; they stand where they began it. `shapes` are
/// their footprints as BodyContacts takes them.
std::vector<Vec> resolve_contacts(std::span<const Agent> agents, std::span<const Footprint> shapes,
                                  std::span<const ChainVertex> chains, const std::vector<Vec>& moved, int iterations);

}  // namespace throng::reference
