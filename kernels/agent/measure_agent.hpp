// What an agent adds to the measures of a state: overlaps with others, and whether it is inside an obstacle.
#pragma once
#include "kernels/agent/leave_solid.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng {
inline namespace THRONG_ISA {

struct AgentMeasures {
  std::uint32_t contacts;  ///< pairs that overlap by more than 1e-4 m
  double deepest_overlap;  ///< m
  bool inside;             ///< its centre is inside a solid polygon
};

/// Counts all pairs.
struct AnyPair {
  THRONG_HD bool operator()(std::uint32_t) const { return true; }
};

/// Of agent `i`, cell order, and of those that `counts` says true of. Each pair is looked at by the larger one, so that
/// one huge agent does not widen everybody's search.
template <class Counts = AnyPair>
THRONG_HD AgentMeasures measure_agent(const StepData& step, std::uint32_t i, const Counts& counts = {}) {
  const CrowdView& crowd = step.crowd;
  AgentMeasures result{0, 0.0, false};
  const float x = crowd.motion[i].x, y = crowd.motion[i].y, radius = crowd.radius[i];
  for_item_ranges(crowd.grid, x, y, radius + radius, [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t j = first; j < last; ++j) {
      const float dx = x - crowd.motion[j].x, dy = y - crowd.motion[j].y;
      const float touch = radius + crowd.radius[j];
      if (!(dx * dx + dy * dy < touch * touch)) continue;
      if (!counts(j)) continue;
      if (crowd.radius[j] > radius || (crowd.radius[j] == radius && j <= i)) continue;
      const double ddx = dx, ddy = dy;
      const double overlap = static_cast<double>(touch) - sqrt(ddx * ddx + ddy * ddy);
      result.contacts += overlap > 1.0e-4 ? 1 : 0;
      if (overlap > result.deepest_overlap) result.deepest_overlap = overlap;
    }
  });
  // The mark stays until the next step begins: an agent may have come out since.
  const bool marked = (step.agents.flags[crowd.storage_index[i]] & agent_flag::inside_obstacle) != 0;
  result.inside = marked && way_out(step.obstacles, {x, y}, 1.0f).inside;
  return result;
}

}  // namespace THRONG_ISA
}  // namespace throng
