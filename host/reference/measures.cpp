#include "host/reference/measures.hpp"

#include <algorithm>

#include "host/reference/navigation.hpp"

namespace throng::reference {

Measures measure(std::span<const Agent> agents, std::span<const Obstacle> solids,
                 std::span<const Footprint> footprints) {
  const auto body = [&](std::size_t i) {
    if (is_disc(footprints, i)) return FootprintBody{{agents[i].position}, agents[i].radius, agents[i].position};
    return FootprintBody{footprints[i], 0.0, agents[i].position};
  };
  Measures measures;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (is_inside(agents[i].position, solids)) ++measures.inside_obstacles;
    for (std::size_t j = i + 1; j < agents.size(); ++j) {
      const double distance = (agents[i].position - agents[j].position).norm();
      const bool discs = is_disc(footprints, i) && is_disc(footprints, j);
      const double depth = discs ? agents[i].radius + agents[j].radius - distance : overlap(body(i), body(j)).depth;
      if (depth > contact_tolerance) ++measures.contacts;
      measures.deepest_overlap = std::max(measures.deepest_overlap, depth);
    }
  }
  return measures;
}

}  // namespace throng::reference
