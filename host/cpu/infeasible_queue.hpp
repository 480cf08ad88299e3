// Agents whose linear program has no solution, and the pass that finds their least bad velocity.
#pragma once
#include "host/cpu/self_pack.hpp"
#include "host/cpu/step_kernels.hpp"

namespace throng {
inline namespace THRONG_ISA {

using Row = HalfPlane<Pack>;
using Rows = HalfPlaneRows<Pack>;

inline Row* rows_of(void* memory) { return static_cast<Row*>(memory); }

inline void make_room_for_rows(SolverMemory& memory, std::int32_t rows) {
  if (rows > memory.row_capacity) memory.grow(memory, memory.edge_capacity, rows);
}

/// They wait here until there is a pack of them, so that one of them does not hold up the others of its own pack.
struct Pending {
  std::int32_t count;
  LaneInts storage, wall_count, hard_count, soft_count, failed_at;
  LaneFloats program_x, program_y;  ///< m/s, where the program stopped
  LaneFloats velocity_x, velocity_y, max_speed;
};

/// Vectors of the first `used` lanes go to their places.
inline void put_vectors(Vec2<Pack> vectors, const LaneInts& storage, int used, float* to_x, float* to_y) {
  LaneFloats x, y;
  store_pack(vectors.x, x);
  store_pack(vectors.y, y);
  for (int l = 0; l < used; ++l) {
    to_x[storage.lane[l]] = x.lane[l];
    to_y[storage.lane[l]] = y.lane[l];
  }
}
inline void put_velocities(const StepData& step, Vec2<Pack> velocity, const LaneInts& storage, int used) {
  put_vectors(velocity, storage, used, step.new_velocity_x, step.new_velocity_y);
}

/// Agents on their way to a new velocity.
struct LimitedPack {
  const LaneInts& storage;
  int used;
  const RowsOfLanes<Pack, ProfileRow>& profiles;
  Vec2<Pack> old_velocity;
  Pack max_speed;
};

/// Turning, blend and acceleration limit. Next headings go to their places.
inline Vec2<Pack> apply_limits(const StepData& step, const LimitedPack& agents, const Rows& rows,
                               std::int32_t hard_count, Vec2<Pack> velocity) {
  const RowsOfLanes<Pack, ProfileRow>& profiles = agents.profiles;
  Mask turns = broadcast_mask<Pack>(false);
  if (step.turns_limited) turns = turns_slowly(profiles(&ProfileRow::turn_cosine));
  if (any(turns)) {
    const Int storage = load_pack(agents.storage);
    const Vec2<Pack> heading{gather(step.agents.heading_x, storage), gather(step.agents.heading_y, storage)};
    const Turn<Pack> turn = limit_turn(heading, velocity, profiles(&ProfileRow::turn_cosine),
                                       profiles(&ProfileRow::turn_sine), profiles(&ProfileRow::heading_speed_sq));
    put_vectors(turn.heading, agents.storage, agents.used, step.next_heading_x, step.next_heading_y);
    velocity = turn.velocity;
  }
  return limit_and_respect_walls(rows, hard_count, agents.old_velocity, velocity, profiles(&ProfileRow::velocity_blend),
                                 profiles(&ProfileRow::max_change), agents.max_speed, turns);
}

inline void flush_pending(const StepData& step, SolverMemory& memory, Pending& pending) {
  if (pending.count == 0) return;
  // Lanes without an agent repeat the first one, without rows.
  for (int l = pending.count; l < pack_lanes; ++l) {
    pending.storage.lane[l] = pending.storage.lane[0];
    pending.wall_count.lane[l] = pending.hard_count.lane[l] = pending.soft_count.lane[l] = pending.failed_at.lane[l] =
        0;
    pending.program_x.lane[l] = pending.program_y.lane[l] = 0.0f;
    pending.velocity_x.lane[l] = pending.velocity_y.lane[l] = 0.0f;
    pending.max_speed.lane[l] = pending.max_speed.lane[0];
  }
  std::int32_t hard = 0, soft = 0;
  for (int l = 0; l < pending.count; ++l) {
    hard = pending.hard_count.lane[l] > hard ? pending.hard_count.lane[l] : hard;
    soft = pending.soft_count.lane[l] > soft ? pending.soft_count.lane[l] : soft;
  }
  make_room_for_rows(memory, hard + soft);
  Row* rows = rows_of(memory.waiting_rows);
  const Row* hard_rows = rows_of(memory.pending_hard_rows);
  const Row* soft_rows = rows_of(memory.pending_soft_rows);
  const Int hard_count = load_pack(pending.hard_count), soft_count = load_pack(pending.soft_count);
  // Rows beyond a lane's own are left over from others: they become neutral.
  for (std::int32_t n = 0; n < hard; ++n) {
    rows[n] = select(broadcast_int<Pack>(n) < hard_count, hard_rows[n], no_constraint<Pack>());
  }
  for (std::int32_t n = 0; n < soft; ++n) {
    rows[hard + n] = select(broadcast_int<Pack>(n) < soft_count, soft_rows[n], no_constraint<Pack>());
  }
  // Counted within its own rows; here all lanes' soft rows begin after the longest hard ones.
  const Int own = load_pack(pending.failed_at);
  const Int failed = select_int(own < hard_count, own, own - hard_count + hard);
  const Rows lines{rows}, scratch{rows_of(memory.scratch_rows)};
  const Pack max_speed = load_pack(pending.max_speed);
  Vec2<Pack> velocity =
      solve_infeasible(lines, hard, hard + soft, max_speed,
                       Vec2<Pack>{load_pack(pending.program_x), load_pack(pending.program_y)}, failed, scratch);
  if (step.limits_active) {
    const RowsOfLanes<Pack, ProfileRow> profiles(step.profiles,
                                                 gather_int(step.agents.profile, load_pack(pending.storage)));
    const Vec2<Pack> old_velocity{load_pack(pending.velocity_x), load_pack(pending.velocity_y)};
    // Walls alone hold what is limited; footprints' rows come after them.
    std::int32_t walls = 0;
    for (int l = 0; l < pending.count; ++l) {
      walls = pending.wall_count.lane[l] > walls ? pending.wall_count.lane[l] : walls;
    }
    const Int wall_count = load_pack(pending.wall_count);
    for (std::int32_t n = 0; n < walls; ++n) {
      rows[n] = select(broadcast_int<Pack>(n) < wall_count, rows[n], no_constraint<Pack>());
    }
    velocity =
        apply_limits(step, {pending.storage, pending.count, profiles, old_velocity, max_speed}, lines, walls, velocity);
  }
  put_velocities(step, hold_max_speed(velocity, max_speed), pending.storage, pending.count);
  pending.count = 0;
}

/// Of an agent's rows, in their order: walls, those of footprints that are hard too, and the others.
struct FailedRows {
  std::int32_t wall_count;
  std::int32_t hard_count;  ///< walls included
  std::int32_t soft_count;
  std::int32_t failed_at;
};

/// Puts lane `l` of the rows in waiting.
inline void add_pending(const SelfPack& self, int l, const FailedRows& failed, Vec2<Pack> program_velocity,
                        SolverMemory& memory, Pending& pending) {
  const auto [wall_count, hard_count, soft_count, failed_at] = failed;
  const Row* rows = rows_of(memory.rows);
  Row* hard_rows = rows_of(memory.pending_hard_rows);
  Row* soft_rows = rows_of(memory.pending_soft_rows);
  const int place = pending.count++;
  std::int32_t own_walls = 0, own_hard = 0, own_failed = 0;
  for (std::int32_t n = 0; n < hard_count; ++n) {
    if (n == failed_at) own_failed = own_hard;
    // Rows that are neutral in this lane belong to others of its pack.
    const bool neutral = rows[n].direction.x.lanes[l] == 0.0f && rows[n].direction.y.lanes[l] == 0.0f;
    if (!neutral) copy_lane(rows[n], l, hard_rows[own_hard++], place);
    if (n < wall_count) own_walls = own_hard;
  }
  for (std::int32_t n = 0; n < soft_count; ++n) copy_lane(rows[hard_count + n], l, soft_rows[n], place);
  pending.storage.lane[place] = self.storage.lane[l];
  pending.wall_count.lane[place] = own_walls;
  pending.hard_count.lane[place] = own_hard;
  pending.soft_count.lane[place] = soft_count;
  pending.failed_at.lane[place] = failed_at < hard_count ? own_failed : failed_at - hard_count + own_hard;
  pending.program_x.lane[place] = lane_of(program_velocity.x, l);
  pending.program_y.lane[place] = lane_of(program_velocity.y, l);
  pending.velocity_x.lane[place] = lane_of(self.velocity.x, l);
  pending.velocity_y.lane[place] = lane_of(self.velocity.y, l);
  pending.max_speed.lane[place] = lane_of(self.max_speed, l);
}

}  // namespace THRONG_ISA
}  // namespace throng
