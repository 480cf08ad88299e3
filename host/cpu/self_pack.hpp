// The agents that one pack solves for.
#pragma once
#include "host/cpu/density_scan.hpp"
#include "host/cpu/pack_io.hpp"
#include "kernels/agent/brake.hpp"
#include "kernels/agent/lane_memory.hpp"
#include "kernels/agent/solve_agent.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Consecutive agents in cell order. Lanes beyond the last one repeat it: they compute, and nothing is kept of them.
struct SelfPack {
  int used;
  LaneInts cell_order, storage;
  Vec2<Pack> position, velocity, preferred_velocity;
  Pack radius, max_speed;
  RowsOfLanes<Pack, ProfileRow> profiles;
  Mask avoids, ignores_target;
  LaneInts max_neighbors;  ///< neighbor_cap for a range query
};

/// Lane `l`, as the operations on single agents want it.
inline SelfAgent agent_of(const SelfPack& self, int l) {
  return {{lane_of(self.position.x, l), lane_of(self.position.y, l)},
          {lane_of(self.velocity.x, l), lane_of(self.velocity.y, l)},
          {lane_of(self.preferred_velocity.x, l), lane_of(self.preferred_velocity.y, l)},
          lane_of(self.radius, l),
          lane_of(self.max_speed, l),
          static_cast<std::uint32_t>(self.storage.lane[l]),
          self.max_neighbors.lane[l],
          lane_of(self.avoids, l) != 0};
}

/// Preferred velocities of those who walk slower in a crowd.
[[gnu::noinline]] inline void slow_pack(const StepData& step, SelfPack& self) {
  for (int l = 0; l < self.used; ++l) {
    const auto storage = static_cast<std::uint32_t>(self.storage.lane[l]);
    if (!follows_density(step, storage)) continue;
    const auto cell_order = static_cast<std::uint32_t>(self.cell_order.lane[l]);
    const Vec2<float> wanted{lane_of(self.preferred_velocity.x, l), lane_of(self.preferred_velocity.y, l)};
    const Vec2<float> slowed = slowed_velocity(
        step, cell_order, storage, wanted,
        [&](Vec2<float> center, const DensityRow& row) { return scan_disc(step, cell_order, storage, center, row); });
    set_lane(self.preferred_velocity.x, l, slowed.x);
    set_lane(self.preferred_velocity.y, l, slowed.y);
  }
}

/// Preferred velocities of those who brake. Not inline: few crowds do.
[[gnu::noinline]] inline void brake_pack(const StepData& step, SelfPack& self) {
  const Int brakes = self.profiles.integers(&ProfileRow::brakes);
  for (int l = 0; l < self.used; ++l) {
    if (lane_of(brakes, l) == 0) continue;
    const Vec2<float> wanted{lane_of(self.preferred_velocity.x, l), lane_of(self.preferred_velocity.y, l)};
    const Vec2<float> slowed = braked_velocity(step, static_cast<std::uint32_t>(self.cell_order.lane[l]), wanted);
    set_lane(self.preferred_velocity.x, l, slowed.x);
    set_lane(self.preferred_velocity.y, l, slowed.y);
  }
}

/// Agents first to first + used - 1.
inline SelfPack load_self_pack(const StepData& step, std::uint32_t first, int used) {
  const AgentArrays& a = step.agents;
  const Int last = broadcast_int<Pack>(used - 1), lane = lane_numbers();
  const Int cell_order = broadcast_int<Pack>(static_cast<std::int32_t>(first)) + select_int(lane < last, lane, last);
  const Int storage = gather_int(step.crowd.storage_index, cell_order);
  const Int flags = gather_int(a.flags, storage);
  SelfPack self{used,
                {},
                {},
                {},
                {},
                {gather(a.preferred_velocity_x, storage), gather(a.preferred_velocity_y, storage)},
                gather(step.crowd.radius, cell_order),
                gather(a.max_speed, storage),
                {step.profiles, gather_int(a.profile, storage)},
                has_bit<Pack>(flags, agent_flag::avoids),
                has_bit<Pack>(flags, agent_flag::ignores_target),
                {}};
  store_pack(cell_order, self.cell_order);
  store_pack(storage, self.storage);
  store_pack(step.range_query ? broadcast_int<Pack>(neighbor_cap) : self.profiles.integers(&ProfileRow::max_neighbors),
             self.max_neighbors);
  std::uint32_t index[pack_lanes];
  __builtin_memcpy(index, self.cell_order.lane, sizeof index);
  const PackMotion motion = load_motions(step.crowd.motion, index);
  self.position = motion.position;
  self.velocity = motion.velocity;
  // What changes a preferred velocity for this step alone is rare or optional: agent by agent.
  if (step.noise > 0.0f || (step.leave_obstacles && any(has_bit<Pack>(flags, agent_flag::inside_obstacle)))) {
    for (int l = 0; l < used; ++l) {
      const Vec2<float> changed = load_self(step, index[l]).preferred_velocity;
      set_lane(self.preferred_velocity.x, l, changed.x);
      set_lane(self.preferred_velocity.y, l, changed.y);
    }
  }
  if (step.density) slow_pack(step, self);
  if (step.brakes) brake_pack(step, self);
  return self;
}

}  // namespace THRONG_ISA
}  // namespace throng
