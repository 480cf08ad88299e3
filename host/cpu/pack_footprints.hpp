// Rows of the footprints around a pack's agents. Few agents are near one: each of them is looked at alone.
#pragma once
#include "host/cpu/infeasible_queue.hpp"
#include "host/cpu/pack_neighbors.hpp"
#include "kernels/agent/footprint_lines.hpp"

namespace throng {
inline namespace THRONG_ISA {

// Not inline: crowds of discs are to have what they had.

/// Rows of neighbors that have a footprint go: its edges are met instead.
[[gnu::noinline]] inline void drop_rows_of_footprints(const StepData& step, NeighborRoom& room, std::int32_t most,
                                                      Row* rows) {
  for (std::int32_t n = 0; n < most; ++n) {
    const std::uint32_t* index = room.neighbors(n);
    Mask found = broadcast_mask<Pack>(false);
    for (int l = 0; l < pack_lanes; ++l) set_lane(found, l, step.footprints.number[index[l]] != no_footprint);
    rows[n] = select(found, no_constraint<Pack>(), rows[n]);
  }
}

/// Into memory.rows from row `first` on; returns their number.
[[gnu::noinline]] inline std::int32_t make_footprint_rows(const StepData& step, const SelfPack& self,
                                                          SolverMemory& memory, std::int32_t first) {
  const FootprintView& all = step.footprints;
  const Pack reach = footprint_reach(self.max_speed, self.radius, self.profiles(&ProfileRow::inverse_time_horizon),
                                     Pack(all.fastest)) +
                     Pack(all.largest_circle);
  const Mask far = outside_grid(all.grid, self.position.x, self.position.y, reach);
  const unsigned looks = mask_bits(self.avoids & negate(far)) & ((1u << self.used) - 1u);
  std::int32_t most = 0;
  for (unsigned left = looks; left != 0; left &= left - 1) {
    const int l = __builtin_ctz(left);
    HalfPlane<float> own[footprint_row_cap];
    const std::int32_t count = footprint_lines(step, agent_of(self, l), own);
    if (count > most) {
      make_room_for_rows(memory, first + count);
      Row* rows = rows_of(memory.rows) + first;
      for (; most < count; ++most) rows[most] = no_constraint<Pack>();
    }
    Row* rows = rows_of(memory.rows) + first;
    for (std::int32_t n = 0; n < count; ++n) {
      set_lane(rows[n].point.x, l, own[n].point.x);
      set_lane(rows[n].point.y, l, own[n].point.y);
      set_lane(rows[n].direction.x, l, own[n].direction.x);
      set_lane(rows[n].direction.y, l, own[n].direction.y);
    }
  }
  return most;
}

}  // namespace THRONG_ISA
}  // namespace throng
