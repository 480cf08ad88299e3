// New velocities, eight agents at a time. Compiled once per instruction set.
#include "host/cpu/nearest_scan.hpp"
#include "host/cpu/pack_io.hpp"
#include "host/cpu/step_kernels.hpp"
#include "kernels/agent/solve_agent.hpp"

#define THRONG_QUOTE_TEXT(text) #text
#define THRONG_QUOTE(text) THRONG_QUOTE_TEXT(text)
#define THRONG_JOIN_TEXT(left, right) left##right
#define THRONG_JOIN(left, right) THRONG_JOIN_TEXT(left, right)

namespace throng {
inline namespace THRONG_ISA {
namespace {

constexpr int lanes = 8;
using Row = HalfPlane<Pack8>;
using Rows = HalfPlaneRows<Pack8>;
using Mask = Lane<Pack8>::Mask;
using Int = Lane<Pack8>::Int;

/// Agents whose program is infeasible wait here until there are eight of them, so that one of them does not hold up a
/// pack.
struct Pending {
  std::int32_t count;
  std::uint32_t storage[lanes];
  std::int32_t hard_count[lanes], soft_count[lanes], failed_at[lanes];
  Vec2<float> program_velocity[lanes], velocity[lanes];
  float max_speed[lanes];
};

struct SolverState {
  Pending pending;
  Candidates candidates;
  float list_distance_sq[neighbor_cap + 1];
  std::uint32_t list_index[neighbor_cap + 1];
  std::uint32_t neighbor[(neighbor_cap + fast_candidates) * lanes];  // [place][lane]
};

/// Eight agents, as far as the programs need them.
struct SelfPack {
  SelfAgent agent[lanes];
  std::uint32_t cell_order[lanes];
  Vec2<Pack8> position, velocity, preferred_velocity;
  Pack8 radius, max_speed;
  Pack8 inverse_horizon, inverse_horizon_obstacle, inverse_escape_time;
};

SelfPack load_pack_of_agents(const StepData& step, std::size_t first, int used) {
  SelfPack self;
  LaneFloats preferred_x, preferred_y, radius, max_speed, horizon, horizon_obstacle, escape;
  for (int l = 0; l < lanes; ++l) {
    // Lanes beyond the last agent repeat it: they compute, and nothing is kept of them.
    const auto i = static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(l < used ? l : used - 1);
    self.cell_order[l] = i;
    const SelfAgent agent = load_self(step, i);
    self.agent[l] = agent;
    const ProfileRow& profile = step.profiles[step.agents.profile[agent.storage]];
    preferred_x.lane[l] = agent.preferred_velocity.x;
    preferred_y.lane[l] = agent.preferred_velocity.y;
    radius.lane[l] = agent.radius;
    max_speed.lane[l] = agent.max_speed;
    horizon.lane[l] = profile.inverse_time_horizon;
    horizon_obstacle.lane[l] = profile.inverse_time_horizon_obstacle;
    escape.lane[l] = profile.inverse_escape_time;
  }
  const PackMotion motion = load_motions(step.crowd.motion, self.cell_order);
  self.position = motion.position;
  self.velocity = motion.velocity;
  self.preferred_velocity = {load_pack(preferred_x), load_pack(preferred_y)};
  self.radius = load_pack(radius);
  self.max_speed = load_pack(max_speed);
  self.inverse_horizon = load_pack(horizon);
  self.inverse_horizon_obstacle = load_pack(horizon_obstacle);
  self.inverse_escape_time = load_pack(escape);
  return self;
}

/// Neighbors of lane `l` into state.neighbor; returns their number.
std::int32_t find_lane_neighbors(const StepData& step, const SelfAgent& agent, std::uint32_t self, int l,
                                 SolverState& state, WorkerCounts& counts) {
  if (!agent.avoids || agent.max_neighbors == 0) return 0;
  const ProfileRow& profile = step.profiles[step.agents.profile[agent.storage]];
  std::uint32_t* ranked = state.neighbor + l;
  std::int32_t count = -1;
  const bool fast = !step.range_query && step.one_layer && agent.max_neighbors <= fast_neighbors &&
                    profile.neighbor_distance_sq > 0.0f;
  if (fast) {
    count = scan_nearest(step.crowd, self, agent.max_neighbors, profile.neighbor_distance_sq,
                         step.search_start_sq[agent.storage], state.candidates, ranked);
  }
  if (count < 0) {
    NeighborList list{state.list_distance_sq, state.list_index, 0, 0};
    counts.neighbor_cap_hits += find_agent_neighbors(step, self, agent, list) ? 1 : 0;
    count = list.count;
    for (std::int32_t n = 0; n < count; ++n) ranked[n * lanes] = list.index[n];
  }
  // Next time looks a little beyond the farthest of this time.
  float next_start = profile.neighbor_distance_sq;
  if (count == agent.max_neighbors) {
    const Motion& farthest = step.crowd.motion[ranked[(count - 1) * lanes]];
    const float dx = agent.position.x - farthest.x, dy = agent.position.y - farthest.y;
    next_start = 1.25f * (dx * dx + dy * dy);
  }
  step.search_start_sq[agent.storage] = next_start;
  return count;
}

Row* rows_of(void* memory) { return static_cast<Row*>(memory); }

void make_room_for_rows(SolverMemory& memory, std::int32_t rows) {
  if (rows > memory.row_capacity) memory.grow(memory, memory.edge_capacity, rows);
}

/// Edges that act on each lane; returns the largest number. The lists lie in `memory`.
std::int32_t find_pack_edges(const StepData& step, const SelfPack& self, SolverMemory& memory,
                             std::int32_t count[lanes]) {
  std::int32_t most = 0;
  for (int l = 0; l < lanes; ++l) {
    count[l] = 0;
    const SelfAgent& agent = self.agent[l];
    if (!agent.avoids) continue;
    const float reach = obstacle_reach(step.profiles[step.agents.profile[agent.storage]], agent);
    for (;;) {
      EdgeList list{memory.edge_distance_sq + l * memory.edge_capacity, memory.edge + l * memory.edge_capacity,
                    memory.edge_capacity, 0};
      const bool fits = find_edges(step.obstacles, agent.position, reach, list);
      count[l] = list.count;
      if (fits) break;
      memory.grow(memory, list.count, memory.row_capacity);
    }
    most = count[l] > most ? count[l] : most;
  }
  return most;
}

/// The n-th edge of each lane's list; lanes without one get any edge, and are masked out by the caller.
ObstacleEdge<Pack8> load_edges(const StepData& step, const SolverMemory& memory, const std::int32_t count[lanes],
                               std::int32_t n) {
  LaneFloats field[10];
  LaneInts left_convex, right_convex;
  for (int l = 0; l < lanes; ++l) {
    const std::uint32_t edge = n < count[l] ? memory.edge[l * memory.edge_capacity + n] : 0;
    const EdgeData& e = step.obstacles.edges[edge];
    const float values[10] = {e.left_x,      e.left_y,     e.right_x,    e.right_y, e.direction_x,
                              e.direction_y, e.previous_x, e.previous_y, e.next_x,  e.next_y};
    for (int f = 0; f < 10; ++f) field[f].lane[l] = values[f];
    left_convex.lane[l] = (e.convexity & 1u) != 0 ? -1 : 0;
    right_convex.lane[l] = (e.convexity & 2u) != 0 ? -1 : 0;
  }
  const auto vector = [&](int f) { return Vec2<Pack8>{load_pack(field[f]), load_pack(field[f + 1])}; };
  return {vector(0), vector(2), vector(4), vector(6), vector(8), load_pack(left_convex), load_pack(right_convex)};
}

std::int32_t make_obstacle_rows(const StepData& step, const SelfPack& self, SolverMemory& memory) {
  std::int32_t count[lanes];
  const std::int32_t most = find_pack_edges(step, self, memory, count);
  make_room_for_rows(memory, most);
  LaneInts counts;
  for (int l = 0; l < lanes; ++l) counts.lane[l] = count[l];
  const Int lane_count = load_pack(counts);
  const Rows rows{rows_of(memory.rows)};
  std::int32_t made = 0;
  for (std::int32_t n = 0; n < most; ++n) {
    const ObstacleEdge<Pack8> edge = load_edges(step, memory, count, n);
    const Mask covered = is_covered(edge, self.position, self.radius, self.inverse_horizon_obstacle, rows, made);
    const Mask acts = (broadcast_int<Pack8>(n) < lane_count) & negate(covered);
    if (!any(acts)) continue;
    const Row line =
        obstacle_half_plane(edge, self.position, self.velocity, self.radius, self.inverse_horizon_obstacle);
    const Row row = select(acts, line, no_constraint<Pack8>());
    if (any(length_sq(row.direction) > Pack8(0.0f))) rows.set(made++, row);
  }
  return made;
}

void make_agent_rows(const StepData& step, const SelfPack& self, SolverState& state, const std::int32_t count[lanes],
                     std::int32_t most, Row* rows) {
  const MovingDisc<Pack8> own{self.position, self.velocity, self.radius};
  LaneInts counts;
  for (int l = 0; l < lanes; ++l) {
    counts.lane[l] = count[l];
    for (std::int32_t n = count[l]; n < most; ++n) state.neighbor[n * lanes + l] = self.cell_order[l];
  }
  const Int lane_count = load_pack(counts);
  for (std::int32_t n = 0; n < most; ++n) {
    const std::uint32_t* index = state.neighbor + n * lanes;
    const PackMotion motion = load_motions(step.crowd.motion, index);
    const MovingDisc<Pack8> other{motion.position, motion.velocity, gather_floats(step.crowd.radius, index)};
    Pack8 share(0.5f);
    if (!step.equal_shares) {
      LaneFloats shares;
      for (int l = 0; l < lanes; ++l) shares.lane[l] = share_of(step, self.agent[l], index[l]);
      share = load_pack(shares);
    }
    const AgentHalfPlane<Pack8> result =
        agent_half_plane(own, other, self.inverse_horizon, self.inverse_escape_time, share, step.break_symmetry);
    const Mask present = broadcast_int<Pack8>(n) < lane_count;
    rows[n] = select(present, result.line, no_constraint<Pack8>());
    const unsigned ties = mask_bits(present & result.tie);
    for (unsigned left = ties; left != 0; left &= left - 1) {
      const int l = __builtin_ctz(left);
      const SelfAgent& agent = self.agent[l];
      const std::uint32_t j = index[l];
      const Vec2<float> away =
          tie_direction(step.agents.id[agent.storage], step.agents.id[step.crowd.storage_index[j]]);
      const HalfPlane<float> line =
          tie_half_plane(MovingDisc<float>{agent.position, agent.velocity, agent.radius}, step.crowd.radius[j],
                         self.inverse_escape_time.lanes[l], share.lanes[l], away);
      rows[n].point.x.lanes[l] = line.point.x;
      rows[n].point.y.lanes[l] = line.point.y;
      rows[n].direction.x.lanes[l] = line.direction.x;
      rows[n].direction.y.lanes[l] = line.direction.y;
    }
  }
}

/// Blend and acceleration limit of eight agents.
Vec2<Pack8> apply_limits(const StepData& step, const std::uint32_t storage[lanes], const Rows& rows,
                         std::int32_t hard_count, Vec2<Pack8> old_velocity, Vec2<Pack8> velocity, Pack8 max_speed) {
  LaneFloats blend, max_change;
  for (int l = 0; l < lanes; ++l) {
    const ProfileRow& profile = step.profiles[step.agents.profile[storage[l]]];
    blend.lane[l] = profile.velocity_blend;
    max_change.lane[l] = profile.max_change;
  }
  return limit_and_respect_walls(rows, hard_count, old_velocity, velocity, load_pack(blend), load_pack(max_change),
                                 max_speed);
}

void flush_pending(const StepData& step, SolverMemory& memory) {
  Pending& pending = static_cast<SolverState*>(memory.state)->pending;
  if (pending.count == 0) return;
  std::int32_t hard = 0, soft = 0;
  for (int l = 0; l < pending.count; ++l) {
    hard = pending.hard_count[l] > hard ? pending.hard_count[l] : hard;
    soft = pending.soft_count[l] > soft ? pending.soft_count[l] : soft;
  }
  make_room_for_rows(memory, hard + soft);
  Row* rows = rows_of(memory.waiting_rows);
  const Row* hard_rows = rows_of(memory.pending_hard_rows);
  const Row* soft_rows = rows_of(memory.pending_soft_rows);
  LaneInts failed, hard_counts, soft_counts;
  LaneFloats x, y, old_x, old_y, max_speed;
  for (int l = 0; l < lanes; ++l) {
    const bool used = l < pending.count;
    const int from = used ? l : 0;
    hard_counts.lane[l] = used ? pending.hard_count[l] : 0;
    soft_counts.lane[l] = used ? pending.soft_count[l] : 0;
    // Counted within its own rows; here all lanes' soft rows begin after the longest hard ones.
    const std::int32_t own = pending.failed_at[from];
    failed.lane[l] = !used ? hard + soft : own < pending.hard_count[from] ? own : own - pending.hard_count[from] + hard;
    x.lane[l] = pending.program_velocity[from].x;
    y.lane[l] = pending.program_velocity[from].y;
    old_x.lane[l] = pending.velocity[from].x;
    old_y.lane[l] = pending.velocity[from].y;
    max_speed.lane[l] = pending.max_speed[from];
    if (!used) pending.storage[l] = pending.storage[0];
  }
  // Rows beyond a lane's own are left over from others: they become neutral.
  for (std::int32_t n = 0; n < hard; ++n) {
    rows[n] = select(broadcast_int<Pack8>(n) < load_pack(hard_counts), hard_rows[n], no_constraint<Pack8>());
  }
  for (std::int32_t n = 0; n < soft; ++n) {
    rows[hard + n] = select(broadcast_int<Pack8>(n) < load_pack(soft_counts), soft_rows[n], no_constraint<Pack8>());
  }
  const Rows lines{rows}, scratch{rows_of(memory.scratch_rows)};
  Vec2<Pack8> velocity = solve_infeasible(lines, hard, hard + soft, load_pack(max_speed),
                                          Vec2<Pack8>{load_pack(x), load_pack(y)}, load_pack(failed), scratch);
  if (step.limits_active) {
    velocity = apply_limits(step, pending.storage, lines, hard, {load_pack(old_x), load_pack(old_y)}, velocity,
                            load_pack(max_speed));
  }
  velocity = hold_max_speed(velocity, load_pack(max_speed));
  store_pack(velocity.x, x);
  store_pack(velocity.y, y);
  for (int l = 0; l < pending.count; ++l) {
    step.new_velocity_x[pending.storage[l]] = x.lane[l];
    step.new_velocity_y[pending.storage[l]] = y.lane[l];
  }
  pending.count = 0;
}

/// Puts lane `l` of the rows in waiting.
void add_pending(const SelfPack& self, int l, std::int32_t hard_count, std::int32_t soft_count, std::int32_t failed_at,
                 Vec2<float> program_velocity, SolverMemory& memory) {
  Pending& pending = static_cast<SolverState*>(memory.state)->pending;
  const Row* rows = rows_of(memory.rows);
  Row* hard_rows = rows_of(memory.pending_hard_rows);
  Row* soft_rows = rows_of(memory.pending_soft_rows);
  const int place = pending.count++;
  std::int32_t own_hard = 0, own_failed = 0;
  for (std::int32_t n = 0; n < hard_count; ++n) {
    if (n == failed_at) own_failed = own_hard;
    // Rows that are neutral in this lane belong to others of its pack.
    const bool neutral = rows[n].direction.x.lanes[l] == 0.0f && rows[n].direction.y.lanes[l] == 0.0f;
    if (!neutral) copy_lane(rows[n], l, hard_rows[own_hard++], place);
  }
  for (std::int32_t n = 0; n < soft_count; ++n) copy_lane(rows[hard_count + n], l, soft_rows[n], place);
  pending.storage[place] = self.agent[l].storage;
  pending.hard_count[place] = own_hard;
  pending.soft_count[place] = soft_count;
  pending.failed_at[place] = failed_at < hard_count ? own_failed : failed_at - hard_count + own_hard;
  pending.program_velocity[place] = program_velocity;
  pending.velocity[place] = self.agent[l].velocity;
  pending.max_speed[place] = self.agent[l].max_speed;
}

void solve_pack(const StepData& step, SolverMemory& memory, WorkerCounts& counts, std::size_t first, int used) {
  auto& state = *static_cast<SolverState*>(memory.state);
  const SelfPack self = load_pack_of_agents(step, first, used);
  std::int32_t neighbor_count[lanes], most = 0;
  for (int l = 0; l < lanes; ++l) {
    neighbor_count[l] = l < used ? find_lane_neighbors(step, self.agent[l], self.cell_order[l], l, state, counts) : 0;
    most = neighbor_count[l] > most ? neighbor_count[l] : most;
  }
  const std::int32_t hard_count = step.obstacles.edge_count > 0 ? make_obstacle_rows(step, self, memory) : 0;
  const std::int32_t count = hard_count + most;
  make_room_for_rows(memory, count);
  const Rows rows{rows_of(memory.rows)};
  make_agent_rows(step, self, state, neighbor_count, most, rows.rows + hard_count);

  const Mask all = Pack8(0.0f) <= Pack8(0.0f);
  const ProgramResult<Pack8> program =
      solve_program<Aim::point>(rows, count, self.preferred_velocity, self.max_speed, all);
  Vec2<Pack8> velocity = program.velocity;
  if (step.limits_active) {
    std::uint32_t storage[lanes];
    for (int l = 0; l < lanes; ++l) storage[l] = self.agent[l].storage;
    velocity = apply_limits(step, storage, rows, hard_count, self.velocity, velocity, self.max_speed);
  }
  velocity = hold_max_speed(velocity, self.max_speed);
  LaneFloats x, y;
  LaneInts failed;
  store_pack(velocity.x, x);
  store_pack(velocity.y, y);
  store_pack(program.failed_at, failed);
  for (int l = 0; l < used; ++l) {
    const std::uint32_t i = self.agent[l].storage;
    if (failed.lane[l] == count) {
      step.new_velocity_x[i] = x.lane[l];
      step.new_velocity_y[i] = y.lane[l];
      continue;
    }
    ++counts.infeasible;
    add_pending(self, l, hard_count, neighbor_count[l], failed.lane[l],
                {program.velocity.x.lanes[l], program.velocity.y.lanes[l]}, memory);
    if (state.pending.count == lanes) flush_pending(step, memory);
  }
}

void solve(const StepData& step, SolverMemory& memory, WorkerCounts& counts, std::size_t begin, std::size_t end) {
  for (std::size_t first = begin; first < end; first += lanes) {
    const std::size_t left = end - first;
    solve_pack(step, memory, counts, first, left < lanes ? static_cast<int>(left) : lanes);
  }
}

void flush(const StepData& step, SolverMemory& memory, WorkerCounts&) { flush_pending(step, memory); }

constexpr StepKernels kernels{THRONG_QUOTE(THRONG_ISA), sizeof(Row), sizeof(SolverState), solve, flush};

}  // namespace
}  // namespace THRONG_ISA

const StepKernels& THRONG_JOIN(step_kernels_, THRONG_ISA)() { return kernels; }

}  // namespace throng
