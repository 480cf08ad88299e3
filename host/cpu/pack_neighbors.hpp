// The neighbors of the agents of a pack.
#pragma once
#include "host/cpu/nearest_scan.hpp"
#include "host/cpu/self_pack.hpp"
#include "host/cpu/step_kernels.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Neighbors by rank, side by side for the lanes of a pack, and what finding them needs.
struct NeighborRoom {
  static constexpr std::int32_t ranks = neighbor_cap + fast_candidates + pack_lanes;
  alignas(sizeof(Pack)) std::uint32_t ranked[(1 + ranks) * pack_lanes];  // rank 0: the agent itself, or anything
  Candidates candidates[pack_lanes];
  SparseRows rows;
  float list_distance_sq[neighbor_cap + 1];
  std::uint32_t list_index[neighbor_cap + 1];

  /// Cell order of the n-th neighbor of each lane.
  std::uint32_t* neighbors(std::int32_t n) { return ranked + (1 + n) * pack_lanes; }
};

/// The plain way, for one lane.
inline std::int32_t list_lane_neighbors(const StepData& step, const SelfPack& self, int l, NeighborRoom& room,
                                        WorkerCounts& counts) {
  NeighborList list{room.list_distance_sq, room.list_index, 0, 0};
  const auto cell_order = static_cast<std::uint32_t>(self.cell_order.lane[l]);
  counts.neighbor_cap_hits += find_agent_neighbors(step, cell_order, static_cast<std::uint32_t>(self.storage.lane[l]),
                                                   self.max_neighbors.lane[l], list)
                                  ? 1
                                  : 0;
  for (std::int32_t n = 0; n < list.count; ++n) room.neighbors(n)[l] = list.index[n];
  return list.count;
}

/// The reach of a search that looks until it has enough, and no more than it can hold.
struct SearchReach {
  float reach_sq;              ///< m^2, of the present look
  float too_near_sq = 0.0f;    ///< a reach within which too few were
  float too_far_sq = 3.4e38f;  ///< a reach within which too many were
  int corrections = 0;

  /// After too few were found. Both are false when no other reach helps: many at almost the same distance.
  bool grow(std::int32_t wanted, std::int32_t found, float range_sq) {
    too_near_sq = reach_sq;
    reach_sq = grown_reach_sq(reach_sq, wanted, found, range_sq);
    return reach_sq < too_far_sq ? reach_sq > too_near_sq : narrow();
  }
  /// After too many were found.
  bool shrink() {
    too_far_sq = reach_sq;
    if (too_near_sq > 0.0f) return narrow();
    reach_sq = 0.01f * reach_sq;
    return reach_sq > 0.0f && ++corrections <= 32;
  }

 private:
  /// Between the two, by factors: distances in a clump may be of any order of magnitude.
  bool narrow() {
    reach_sq = square_root(too_near_sq) * square_root(too_far_sq);
    return too_near_sq < reach_sq && reach_sq < too_far_sq && ++corrections <= 32;
  }
};

/// Number of neighbors of each lane; they stand in `room`.
inline void find_pack_neighbors(const StepData& step, const SelfPack& self, NeighborRoom& room, WorkerCounts& counts,
                                LaneInts& count) {
  const Pack range_sq = self.profiles(&ProfileRow::neighbor_distance_sq);
  const Pack reach_sq = first_reach_sq(gather(step.search_start_sq, load_pack(self.storage)), range_sq);
  const Mask searches = self.avoids & (load_pack(self.max_neighbors) > 0);
  const Mask fast = searches & (range_sq > Pack(0.0f)) & (load_pack(self.max_neighbors) <= fast_neighbors) &
                    broadcast_mask<Pack>(!step.range_query && step.one_layer) & negate(self.ignores_target);
  const CellBox<Pack> boxes = cells_within(step.crowd.grid, self.position.x, self.position.y, square_root(reach_sq));
  LaneFloats reaches;
  store_pack(reach_sq, reaches);
  const unsigned fast_lanes = mask_bits(fast), searching_lanes = mask_bits(searches);

  std::int32_t found[pack_lanes];
  for (int l = 0; l < self.used; ++l) {
    found[l] = 0;
    if ((fast_lanes >> l & 1u) == 0) continue;
    const float x = lane_of(self.position.x, l), y = lane_of(self.position.y, l);
    const float range = lane_of(range_sq, l);
    const std::int32_t wanted = self.max_neighbors.lane[l];
    const auto self_index = static_cast<std::uint32_t>(self.cell_order.lane[l]);
    const bool set_aside = self_index >= step.crowd.grid.item_count;  // GridOrder: it doesn't find itself
    SearchReach reach{reaches.lane[l]};
    CellBox<float> box = box_of(boxes, l);
    for (;;) {
      found[l] = scan_candidates(step.crowd, x, y, reach.reach_sq, box, room.rows, room.candidates[l]);
      if (set_aside) found[l] = add_candidate(room.candidates[l], found[l], 0.0f, self_index);
      const std::int32_t others = found[l] - 1;                                   // itself is among them
      if (found[l] >= 0 && (others >= wanted || reach.reach_sq >= range)) break;  // enough, or all in range
      if (!(found[l] < 0 ? reach.shrink() : reach.grow(wanted, others, range))) {
        found[l] = -1;
        break;
      }
      box = cells_within(step.crowd.grid, x, y, square_root(reach.reach_sq));
    }
  }
  count = {};
  for (int l = 0; l < self.used; ++l) {
    if ((searching_lanes >> l & 1u) == 0) continue;
    if (found[l] > 0) {
      const auto self_index = static_cast<std::uint32_t>(self.cell_order.lane[l]);
      rank_all(room.candidates[l], found[l], room.ranked + l, [&](std::uint32_t index) {
        return index == self_index ? std::int64_t{-1} : step.agents.id[step.crowd.storage_index[index]];
      });
      const std::int32_t others = found[l] - 1, wanted = self.max_neighbors.lane[l];
      count.lane[l] = others < wanted ? others : wanted;
    } else {
      count.lane[l] = list_lane_neighbors(step, self, l, room, counts);
    }
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
