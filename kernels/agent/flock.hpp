// Flocking: separation, alignment, cohesion.
//
// C. W. Reynolds: Flocks, herds and schools: a distributed behavioral model. SIGGRAPH 1987.
#pragma once
#include "kernels/agent/pursuit.hpp"
#include "kernels/agent/solve_agent.hpp"
#include "kernels/agent/steering_data.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Velocities are compared with the flock's speed, or with this when it is slower still, m/s.
inline constexpr float least_flock_speed = 1e-3f;

/// Sums over neighbors, in their order: the order is part of the result.
struct FlockSums {
  Vec2<float> separation{0.0f, 0.0f}, velocity{0.0f, 0.0f}, offset{0.0f, 0.0f};
  std::int32_t aligned = 0, together = 0;

  THRONG_HD void add(const BehaviorRow& flock, Vec2<float> to, Vec2<float> change) {
    const float distance = square_root(length_sq(to));
    if (distance < flock.separation_radius && distance > 0.0f) {
      separation = separation - ((1.0f - distance / flock.separation_radius) / distance) * to;
    }
    if (distance < flock.alignment_radius) {
      velocity = velocity + change;
      ++aligned;
    }
    if (distance < flock.cohesion_radius) {
      offset = offset + to;
      ++together;
    }
  }
};

THRONG_HD inline Vec2<float> flock_direction(const BehaviorRow& flock, const FlockSums& sums, Vec2<float> heading,
                                             float speed) {
  Vec2<float> direction = heading + flock.separation_weight * sums.separation;
  if (sums.aligned > 0) {
    const float unit_speed = speed > least_flock_speed ? speed : least_flock_speed;
    const float scale = flock.alignment_weight / (static_cast<float>(sums.aligned) * unit_speed);
    direction = direction + scale * sums.velocity;
  }
  if (sums.together > 0) {
    const float scale = flock.cohesion_weight / (static_cast<float>(sums.together) * flock.cohesion_radius);
    direction = direction + scale * sums.offset;
  }
  return unit_or_zero(direction);
}

/// The neighbors that avoidance takes too, as far as they have the agent's group label. `self` is in cell order; `list`
/// has room as for find_agent_neighbors.
THRONG_HD inline Vec2<float> flock_velocity(const StepData& step, const BehaviorRow& flock, std::uint32_t self,
                                            std::uint32_t storage, Vec2<float> heading, float speed,
                                            NeighborList& list) {
  const std::int32_t most = step.range_query ? neighbor_cap : step.profiles[step.agents.profile[storage]].max_neighbors;
  find_agent_neighbors(step, self, storage, most, list);
  const Motion own = step.crowd.motion[self];
  FlockSums sums;
  for (std::int32_t n = 0; n < list.count; ++n) {
    if (step.agents.group[step.crowd.storage_index[list.index[n]]] != step.agents.group[storage]) continue;
    const Motion other = step.crowd.motion[list.index[n]];
    sums.add(flock, {other.x - own.x, other.y - own.y},
             {other.velocity_x - own.velocity_x, other.velocity_y - own.velocity_y});
  }
  return speed * flock_direction(flock, sums, heading, speed);
}

}  // namespace THRONG_ISA
}  // namespace throng
