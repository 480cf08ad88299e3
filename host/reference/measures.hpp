// Overlaps of the present state, over all pairs.
#pragma once
#include <span>

#include "host/reference/agent.hpp"
#include "host/reference/footprint.hpp"
#include "host/reference/obstacle_chain.hpp"
#include "throng/world.hpp"

namespace throng::reference {

/// Overlaps up to this depth (m) are not counted as contacts.
inline constexpr double contact_tolerance = 1.0e-4;

/// `footprints` are those of the agents in the world, as placed_footprints() has them.
Measures measure(std::span<const Agent> agents, std::span<const Obstacle> solids,
                 std::span<const Footprint> footprints = {});

}  // namespace throng::reference
