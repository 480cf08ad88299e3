// New velocities on the device: one thread per agent, in cell order, so that the threads of a warp look at the same
// cells.
//
// Three passes. The first finds neighbors and edges, makes half-planes and runs the programs that have a solution. An
// agent without one waits for the second pass, where warps are full of its like. An agent whose lists are longer than
// the first pass holds waits for the third, whose threads have long lists in global memory.
//
// Half-planes lie in local memory, which the hardware interleaves between the threads of a warp: docs/gpu.md compares
// it with shared memory by the compiler's figures.
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/move_events.hpp"
#include "kernels/cuda/next_grid.hpp"
#include "kernels/cuda/solve_first.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;
// Resident blocks of a multiprocessor that the compiler makes room for. Left to itself it keeps some registers in
// memory (spills), where there is room for them: docs/kernel_resources.csv. The last kernel has few blocks in all.
template <int K>
constexpr unsigned solve_blocks = K <= few_neighbors ? 5 : 4;
constexpr unsigned pending_blocks = 8, large_blocks = 4;

/// Rows of one of many agents, interleaved. They are there to be read.
struct InterleavedRows {
  float4* rows;
  std::size_t stride;
  __device__ HalfPlane<float> get(int i) const { return to_half_plane(rows[static_cast<std::size_t>(i) * stride]); }
};

template <int K>
__global__ void __launch_bounds__(threads, solve_blocks<K>)
    solve_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  solve_first<K>(step, DiscsOnly{});
}

__global__ void __launch_bounds__(threads, pending_blocks)
    solve_pending_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const StepControl& control = *step.control;
  const PendingAgents& pending = step.pending;
  const std::uint32_t place = thread_number();
  if (control.halted != 0 || place >= control.tally.pending || place >= pending.capacity) return;
  const StepData data = current_step(step);
  const SelfAgent agent = load_self(data, pending.cell_order[place]);
  const InterleavedRows lines{pending.rows + place, pending.capacity};
  float4 scratch[short_rows];
  const std::int32_t hard = pending.hard_count[place];
  const float2 program_velocity = pending.program_velocity[place];
  const Vec2<float> velocity =
      solve_infeasible(lines, hard, pending.count[place], agent.max_speed,
                       Vec2<float>{program_velocity.x, program_velocity.y}, pending.failed_at[place], OwnRows{scratch});
  write_velocity(data, agent.storage, finish_velocity(data, agent, lines, hard, velocity));
}

__global__ void __launch_bounds__(threads, large_blocks)
    solve_large_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl& control = *step.control;
  // Not for want of edges: that is this kernel's own reason, and every agent is to say how many it needs.
  if ((control.halted & ~halt::edges) != 0) return;
  const LargeScratch& scratch = step.scratch;
  const std::uint32_t thread = thread_number();
  if (thread >= scratch.threads) return;
  const StepData data = current_step(step);
  const std::size_t list_size = neighbor_cap + 1;
  const std::size_t edge_size = static_cast<std::size_t>(scratch.edge_capacity), row_size = edge_size + neighbor_cap;
  for (std::uint32_t k = thread; k < control.tally.large; k += scratch.threads) {
    const std::uint32_t self = step.large[k];
    const SelfAgent agent = load_self(data, self);
    NeighborList neighbors{scratch.distance_sq + thread * list_size, scratch.index + thread * list_size, 0, 0};
    EdgeList edges{scratch.edge_distance_sq + thread * edge_size, scratch.edge + thread * edge_size,
                   scratch.edge_capacity, 0};
    const float reach = obstacle_reach(data.profiles[data.agents.profile[agent.storage]], agent);
    if (!find_edges(data.obstacles, agent.position, reach, edges)) {
      atomicMax(&control.needed_edges, static_cast<std::uint32_t>(edges.count));
      atomicOr(&control.halted, halt::edges);
      continue;
    }
    if (find_agent_neighbors(data, self, agent, neighbors)) atomicAdd(&control.tally.neighbor_cap_hits, 1u);
    keep_search_start(data, agent, neighbors);
    const OwnRows lines{scratch.rows + thread * row_size};
    const std::int32_t hard = obstacle_lines(data, agent, edges, lines);
    agent_lines(data, agent, neighbors, hard, lines);
    const SolvedVelocity solved = solve_lines(data, agent, lines, hard, hard + neighbors.count,
                                              OwnRows{scratch.scratch_rows + thread * row_size});
    if (solved.infeasible) atomicAdd(&control.tally.infeasible, 1u);
    if (!step.whole_step_in_solve) {
      write_velocity(data, agent.storage, solved.velocity);
      continue;
    }
    const StepData moving = moving_in_place(data);
    write_velocity(moving, agent.storage, solved.velocity);
    const auto events = move_agent(moving, agent.storage);
    if (events.arrived_first) atomicAdd(&control.tally.arrived, 1u);
    note_leaving(step, agent.storage, events.leaves);
    if (events.leaves) continue;
    OrderedBounds bounds;
    add_crowding(*step.grid, enter_next_grid(step, agent.storage, bounds));
    widen(step.grid->next_bounds, bounds);
  }
}

/// One thread: whether all that waited had room.
__global__ void close_solve_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl& control = *step.control;
  if (control.halted != 0) return;
  control.tally.infeasible += control.tally.pending;
  if (control.tally.pending > step.pending.capacity) {
    control.needed_pending = control.tally.pending;
    control.halted |= halt::pending;
  }
}

}  // namespace

void launch_solve_pending(const DeviceStep& step, cudaStream_t stream) {
  THRONG_LAUNCH(solve_pending_kernel, blocks_for(step.pending.capacity, threads), threads, stream, step);
}

void launch_close_solve(const DeviceStep& step, cudaStream_t stream) {
  THRONG_LAUNCH(close_solve_kernel, 1, 1, stream, step);
}

void launch_solve(const DeviceStep& step, cudaStream_t stream) {
  if (step.among_bodies) return launch_solve_bodies(step, stream);
  if (step.half_planes_in_shared) {
    launch_solve_block(step, stream);
    THRONG_LAUNCH(solve_large_kernel, blocks_for(step.scratch.threads, threads), threads, stream, step);
    if (!step.whole_step_in_solve) launch_close_solve(step, stream);
    return;
  }
  const unsigned blocks = blocks_for(step.capacity, threads);
  if (step.most_neighbors <= few_neighbors) {
    THRONG_LAUNCH(solve_kernel<few_neighbors>, blocks, threads, stream, step);
  } else if (step.most_neighbors <= some_neighbors) {
    THRONG_LAUNCH(solve_kernel<some_neighbors>, blocks, threads, stream, step);
  } else {
    THRONG_LAUNCH(solve_kernel<short_neighbors>, blocks, threads, stream, step);
  }
  launch_solve_pending(step, stream);
  THRONG_LAUNCH(solve_large_kernel, blocks_for(step.scratch.threads, threads), threads, stream, step);
  launch_close_solve(step, stream);
}

}  // namespace throng::cuda
