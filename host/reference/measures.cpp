#include "host/reference/measures.hpp"

#include <algorithm>

#include "host/reference/navigation.hpp"

namespace throng::reference {

Measures measure(std::span<const Agent> agents, std::span<const Obstacle> solids) {
  Measures measures;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (is_inside(agents[i].position, solids)) ++measures.inside_obstacles;
    for (std::size_t j = i + 1; j < agents.size(); ++j) {
      const double distance = (agents[i].position - agents[j].position).norm();
      const double overlap = agents[i].radius + agents[j].radius - distance;
      if (overlap > contact_tolerance) ++measures.contacts;
      measures.deepest_overlap = std::max(measures.deepest_overlap, overlap);
    }
  }
  return measures;
}

}  // namespace throng::reference
