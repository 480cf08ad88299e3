// The half-planes of a pack: static obstacles first, then other agents.
#pragma once
#include "host/cpu/infeasible_queue.hpp"
#include "host/cpu/pack_edges.hpp"
#include "host/cpu/pack_neighbors.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Rows of obstacles into memory.rows; returns their number.
inline std::int32_t make_obstacle_rows(const StepData& step, const SelfPack& self, SolverMemory& memory) {
  LaneInts count;
  const std::int32_t most = find_pack_edges(step, self, memory, count);
  make_room_for_rows(memory, most);
  const Int lane_count = load_pack(count);
  const Pack inverse_horizon = self.profiles(&ProfileRow::inverse_time_horizon_obstacle);
  const Rows rows{rows_of(memory.rows)};
  std::int32_t made = 0;
  for (std::int32_t n = 0; n < most; ++n) {
    const ObstacleEdge<Pack> edge = load_edges(step, memory, count, n);
    const Mask covered = is_covered(edge, self.position, self.radius, inverse_horizon, rows, made);
    const Mask acts = (broadcast_int<Pack>(n) < lane_count) & negate(covered);
    if (!any(acts)) continue;
    const Row line = obstacle_half_plane(edge, self.position, self.velocity, self.radius, inverse_horizon);
    const Row row = select(acts, line, no_constraint<Pack>());
    if (any(length_sq(row.direction) > Pack(0.0f))) rows.set(made++, row);
  }
  return made;
}

/// Lanes of `ties` have no direction to part from their n-th neighbor in: ids decide (tie_half_plane).
inline void settle_ties(const StepData& step, const SelfPack& self, const std::uint32_t* neighbor, Mask ties,
                        Pack inverse_escape_time, Pack share, Row& row) {
  for (int l = 0; l < pack_lanes; ++l) {
    if (!lane_of(ties, l)) continue;
    const SelfAgent agent = agent_of(self, l);
    const std::uint32_t j = neighbor[l];
    const Vec2<float> away = tie_direction(step.agents.id[agent.storage], step.agents.id[step.crowd.storage_index[j]]);
    const HalfPlane<float> line =
        tie_half_plane(MovingDisc<float>{agent.position, agent.velocity, agent.radius}, step.crowd.radius[j],
                       lane_of(inverse_escape_time, l), lane_of(share, l), away);
    set_lane(row.point.x, l, line.point.x);
    set_lane(row.point.y, l, line.point.y);
    set_lane(row.direction.x, l, line.direction.x);
    set_lane(row.direction.y, l, line.direction.y);
  }
}

/// Rows of the neighbors; also notes how far the farthest are, which is where the next step's search begins. `most` is
/// the largest of `count`.
[[gnu::flatten]] inline void make_agent_rows(const StepData& step, const SelfPack& self, NeighborRoom& room,
                                             const LaneInts& count, std::int32_t most, Row* rows) {
  std::int32_t least_wanted = neighbor_cap;
  for (int l = 0; l < pack_lanes; ++l) {
    const std::int32_t wanted = self.max_neighbors.lane[l];
    least_wanted = wanted < least_wanted ? wanted : least_wanted;
    for (std::int32_t n = count.lane[l]; n < most; ++n) {
      room.neighbors(n)[l] = static_cast<std::uint32_t>(self.cell_order.lane[l]);
    }
  }
  const Int lane_count = load_pack(count), wanted = load_pack(self.max_neighbors);
  const MovingDisc<Pack> own{self.position, self.velocity, self.radius};
  const Pack inverse_horizon = self.profiles(&ProfileRow::inverse_time_horizon);
  const Pack inverse_escape_time = self.profiles(&ProfileRow::inverse_escape_time);
  Pack next_start = self.profiles(&ProfileRow::neighbor_distance_sq);
  const float head_on = head_on_slope_of(step);
  for (std::int32_t n = 0; n < most; ++n) {
    const std::uint32_t* index = room.neighbors(n);
    const PackMotion motion = load_motions(step.crowd.motion, index);
    const MovingDisc<Pack> other{motion.position, motion.velocity, gather(step.crowd.radius, load_int<Pack>(index, 0))};
    const Mask present = broadcast_int<Pack>(n) < lane_count;
    if (n + 1 >= least_wanted) {
      const Mask farthest = present & (wanted == broadcast_int<Pack>(n + 1));
      next_start = next_search_start(farthest, length_sq(own.position - other.position), next_start);
    }
    Pack share(0.5f);
    Mask constrained = present;
    if (!step.equal_shares) {
      for (int l = 0; l < pack_lanes; ++l) set_lane(share, l, share_of(step, agent_of(self, l), index[l]));
      constrained = constrained & (share > Pack(0.0f));
    }
    const AgentHalfPlane<Pack> result =
        agent_half_plane(own, other, inverse_horizon, inverse_escape_time, share, head_on);
    rows[n] = select(constrained, result.line, no_constraint<Pack>());
    const Mask ties = constrained & result.tie;
    if (any(ties)) settle_ties(step, self, index, ties, inverse_escape_time, share, rows[n]);
  }
  LaneFloats starts;
  store_pack(next_start, starts);
  const unsigned searched = mask_bits(self.avoids & (wanted > 0));
  for (int l = 0; l < self.used; ++l) {
    if ((searched >> l & 1u) != 0) step.search_start_sq[self.storage.lane[l]] = starts.lane[l];
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
