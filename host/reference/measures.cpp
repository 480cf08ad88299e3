#include "host/reference/measures.hpp"

#include <algorithm>

#include "host/reference/navigation.hpp"

namespace throng::reference {

Measures measure(std::span<const Agent> agents, std::span<const Obstacle> solids,
                 std::span<const Footprint> footprints) {
  std::vector<ConvexBody> bodies;
  for (std::size_t i = 0; i < agents.size(); ++i) bodies.push_back(body_in_world(agents, footprints, i));
  Measures measures;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (is_inside(agents[i].position, solids)) ++measures.inside_obstacles;
    for (std::size_t j = i + 1; j < agents.size(); ++j) {
      const double depth = overlap(bodies[i], bodies[j], agents[i].id < agents[j].id).depth;
      if (depth > contact_tolerance) ++measures.contacts;
      measures.deepest_overlap = std::max(measures.deepest_overlap, depth);
    }
  }
  return measures;
}

}  // namespace throng::reference
