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
  counts.neighbor_cap_hits += find_agent_neighbors(step, cell_order, agent_of(self, l), list) ? 1 : 0;
  for (std::int32_t n = 0; n < list.count; ++n) room.neighbors(n)[l] = list.index[n];
  return list.count;
}

/// Number of neighbors of each lane; they stand in `room`.
inline void find_pack_neighbors(const StepData& step, const SelfPack& self, NeighborRoom& room, WorkerCounts& counts,
                                std::int32_t count[pack_lanes]) {
  const Pack range_sq = self.profiles(&ProfileRow::neighbor_distance_sq);
  LaneInts storage = self.storage;
  const Pack reach_sq = first_reach_sq(gather(step.search_start_sq, load_pack(storage)), range_sq);
  const Mask searches = self.avoids & (load_pack(self.max_neighbors) > 0);
  // The fast way finds the agent itself among the candidates; those set aside (GridOrder) find others only.
  const Mask in_cells = load_pack(self.cell_order) < static_cast<std::int32_t>(step.crowd.grid.item_count);
  const Mask fast = searches & in_cells & (range_sq > Pack(0.0f)) & (load_pack(self.max_neighbors) <= fast_neighbors) &
                    broadcast_mask<Pack>(!step.range_query && step.one_layer);
  const CellBox<Pack> boxes = cells_within(step.crowd.grid, self.position.x, self.position.y, square_root(reach_sq));
  LaneInts first_column, last_column, first_row, last_row;
  LaneFloats reaches;
  store_pack(boxes.first_column, first_column);
  store_pack(boxes.last_column, last_column);
  store_pack(boxes.first_row, first_row);
  store_pack(boxes.last_row, last_row);
  store_pack(reach_sq, reaches);
  const unsigned fast_lanes = mask_bits(fast), searching_lanes = mask_bits(searches);

  std::int32_t found[pack_lanes];
  for (int l = 0; l < self.used; ++l) {
    found[l] = 0;
    if ((fast_lanes >> l & 1u) == 0) continue;
    const float x = lane_of(self.position.x, l), y = lane_of(self.position.y, l);
    const float range = lane_of(range_sq, l);
    const std::int32_t wanted = self.max_neighbors.lane[l];
    float reach = reaches.lane[l];
    CellBox<float> box{first_column.lane[l], last_column.lane[l], first_row.lane[l], last_row.lane[l]};
    for (;;) {
      found[l] = scan_candidates(step.crowd, x, y, reach, box, room.rows, room.candidates[l]);
      const std::int32_t others = found[l] - 1;  // itself is among them
      if (found[l] < 0 || others >= wanted || reach >= range) break;
      reach = grown_reach_sq(reach, wanted, others, range);
      box = cells_within(step.crowd.grid, x, y, square_root(reach));
    }
  }
  for (int l = 0; l < pack_lanes; ++l) count[l] = 0;
  for (int l = 0; l < self.used; ++l) {
    if ((searching_lanes >> l & 1u) == 0) continue;
    if (found[l] > 0 && rank_all(room.candidates[l], found[l], room.ranked + l)) {
      const std::int32_t others = found[l] - 1, wanted = self.max_neighbors.lane[l];
      count[l] = others < wanted ? others : wanted;
    } else {
      count[l] = list_lane_neighbors(step, self, l, room, counts);
    }
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
