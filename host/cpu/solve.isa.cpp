// New velocities, a pack of agents at a time. Compiled once per instruction set.
#include "host/cpu/infeasible_queue.hpp"
#include "host/cpu/isa_functions.hpp"
#include "host/cpu/pack_footprints.hpp"
#include "host/cpu/pack_neighbors.hpp"
#include "host/cpu/pack_rows.hpp"

namespace throng {
inline namespace THRONG_ISA {
namespace {

struct SolverState {
  Pending pending;
  NeighborRoom neighbors;
  float footprint_look;  ///< m, how far the last agent had to look for enough footprints; 0 = not known
};

void solve_pack(const StepData& step, SolverMemory& memory, WorkerCounts& counts, std::uint32_t first, int used) {
  auto& state = *static_cast<SolverState*>(memory.state);
  const SelfPack self = load_self_pack(step, first, used);
  LaneInts neighbor_count;
  std::int32_t most = 0;
  find_pack_neighbors(step, self, state.neighbors, counts, neighbor_count);
  for (int l = 0; l < used; ++l) most = neighbor_count.lane[l] > most ? neighbor_count.lane[l] : most;
  const std::int32_t wall_count = step.obstacles.edge_count > 0 ? make_obstacle_rows(step, self, memory) : 0;
  const std::int32_t hard_count =
      wall_count +
      (step.footprints.count > 0 ? make_footprint_rows(step, self, memory, wall_count, state.footprint_look) : 0);
  const std::int32_t count = hard_count + most;
  make_room_for_rows(memory, count);
  const Rows rows{rows_of(memory.rows)};
  make_agent_rows(step, self, state.neighbors, neighbor_count, most, rows.rows + hard_count);
  if (step.footprints.count > 0) drop_rows_of_footprints(step, state.neighbors, most, rows.rows + hard_count);

  const ProgramResult<Pack> program =
      solve_program<Aim::point>(rows, count, self.preferred_velocity, self.max_speed, broadcast_mask<Pack>(true));
  Vec2<Pack> velocity = program.velocity;
  if (step.limits_active) {
    velocity = apply_limits(step, {self.storage, used, self.profiles, self.velocity, self.max_speed}, rows, wall_count,
                            velocity);
  }
  // Those without a solution are overwritten when they are flushed.
  put_velocities(step, hold_max_speed(velocity, self.max_speed), self.storage, used);
  unsigned infeasible = mask_bits(program.failed_at < broadcast_int<Pack>(count)) & ((1u << used) - 1u);
  if (infeasible == 0) return;
  counts.infeasible += static_cast<unsigned>(__builtin_popcount(infeasible));
  LaneInts failed;
  store_pack(program.failed_at, failed);
  for (; infeasible != 0; infeasible &= infeasible - 1) {
    const int l = __builtin_ctz(infeasible);
    if (memory.infeasible != nullptr) memory.infeasible[self.storage.lane[l]] = 1;
    // Walls and footprints together may leave nothing: then footprints are as soft as agents.
    const std::int32_t own_hard = failed.lane[l] < hard_count ? wall_count : hard_count;
    const std::int32_t own_soft = hard_count - own_hard + neighbor_count.lane[l];
    add_pending(self, l, {wall_count, own_hard, own_soft, failed.lane[l]}, program.velocity, memory, state.pending);
    if (state.pending.count == pack_lanes) flush_pending(step, memory, state.pending);
  }
}

}  // namespace

std::size_t solver_state_bytes() { return sizeof(SolverState); }
std::size_t solver_row_bytes() { return sizeof(Row); }

void begin_solver(SolverMemory& memory) { static_cast<SolverState*>(memory.state)->pending.count = 0; }

void solve_agents(const StepData& step, SolverMemory& memory, WorkerCounts& counts, std::size_t begin,
                  std::size_t end) {
  for (std::size_t first = begin; first < end; first += pack_lanes) {
    const std::size_t left = end - first;
    solve_pack(step, memory, counts, static_cast<std::uint32_t>(first),
               left < pack_lanes ? static_cast<int>(left) : pack_lanes);
  }
}

void flush_solver(const StepData& step, SolverMemory& memory) {
  flush_pending(step, memory, static_cast<SolverState*>(memory.state)->pending);
}

}  // namespace THRONG_ISA
}  // namespace throng
