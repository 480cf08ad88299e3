// New velocities where there may be footprints, or somebody brakes or walks slower in a crowd. In the order of the
// passes:
//
// Whoever's speed depends on density measures it. Whoever brakes looks at its way. Then agents far from all footprints
// are solved as in solve.cu. Those whom a footprint may act on have rows of their own for each of its edges: a few in
// local memory, or a pass with long lists in global memory takes them too.
#include "kernels/agent/brake.hpp"
#include "kernels/agent/density_speed.hpp"
#include "kernels/agent/footprint_lines.hpp"
#include "kernels/cuda/footprint_step.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/solve_first.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;
template <int K>
constexpr unsigned solve_blocks = K <= few_neighbors ? 5 : 4;
constexpr unsigned near_blocks = 4, large_blocks = 4;
/// Rows of footprints that an agent has room for in local memory: of ten carts about it, two edges of each and more.
constexpr std::int32_t near_rows = 40;

__device__ bool brakes(const StepData& data, std::uint32_t storage) {
  return data.brakes && data.profiles[data.agents.profile[storage]].brakes != 0;
}

// Until an agent is solved, what is left of its preferred velocity is in the place of its new velocity.

/// What density leaves of preferred velocities.
__global__ void density_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t self = thread_number();
  if (step.control->halted != 0 || self >= step.control->agents) return;
  if (!follows_density(step.data, step.order[self])) return;
  const StepData data = current_step(step);
  const SelfAgent agent = load_self(data, self);
  write_velocity(data, agent.storage, slowed_velocity(data, self, agent.preferred_velocity));
}

/// What the brakes leave of them.
__global__ void brake_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t self = thread_number();
  if (step.control->halted != 0 || self >= step.control->agents) return;
  if (!brakes(step.data, step.order[self])) return;
  const StepData data = current_step_with_footprints(step);
  const SelfAgent agent = load_self(data, self);
  const Vec2<float> wanted = follows_density(data, agent.storage)
                                 ? Vec2<float>{data.new_velocity_x[agent.storage], data.new_velocity_y[agent.storage]}
                                 : agent.preferred_velocity;
  write_velocity(data, agent.storage, braked_velocity(data, self, wanted));
}

/// Whether an edge of a footprint may be in the agent's reach.
__device__ bool is_near_footprint(const StepData& data, const SelfAgent& agent) {
  const FootprintView& all = data.footprints;
  if (all.count == 0) return false;
  const float inverse_horizon = data.profiles[data.agents.profile[agent.storage]].inverse_time_horizon;
  const float widest =
      footprint_reach(agent.max_speed, agent.radius, inverse_horizon, all.fastest) + all.largest_circle;
  if (outside_grid(all.grid, agent.position.x, agent.position.y, widest)) return false;
  bool near = false;
  for_item_ranges(all.grid, agent.position.x, agent.position.y, widest, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t number = begin; number < end && !near; ++number) {
      const FootprintAgent& other = all.agents[number];
      const float far =
          footprint_reach(agent.max_speed, agent.radius, inverse_horizon, other.speed) + other.circle_radius;
      near = other.storage != agent.storage && length_sq(agent.position - Vec2<float>{other.x, other.y}) < far * far;
    }
  });
  return near;
}

/// What footprints, brakes and density change for solve_first.
struct AmongBodies {
  __device__ StepData data_of(const DeviceStep& step) const { return current_step_with_footprints(step); }
  __device__ SelfAgent load(const StepData& data, std::uint32_t self) const {
    SelfAgent agent = load_self(data, self);
    if (brakes(data, agent.storage) || follows_density(data, agent.storage)) {
      agent.preferred_velocity = {data.new_velocity_x[agent.storage], data.new_velocity_y[agent.storage]};
    }
    return agent;
  }
  __device__ bool puts_off(const DeviceStep& step, const StepData& data, const SelfAgent& agent,
                           std::uint32_t self) const {
    if (!is_near_footprint(data, agent)) return false;
    step.near[atomicAdd(&step.control->tally.near, 1u)] = self;
    return true;
  }
  __device__ void drop(const StepData& data, NeighborList& neighbors) const {
    if (data.footprints.count > 0) keep_discs(data, neighbors);
  }
};

template <int K>
__global__ void __launch_bounds__(threads, solve_blocks<K>)
    solve_far_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  solve_first<K>(step, AmongBodies{});
}

/// As footprint_lines, with room for near_rows; less than 0 when that may be too little.
__device__ std::int32_t short_footprint_lines(const StepData& data, const SelfAgent& agent, HalfPlane<float>* rows) {
  float distance_sq[footprint_cap];
  std::uint32_t number[footprint_cap];
  NeighborList list{distance_sq, number, footprint_cap, 0};
  find_footprints(data, agent, list);
  std::int32_t count = 0;
  for (std::int32_t n = 0; n < list.count; ++n) {
    const auto most = static_cast<std::int32_t>(data.footprints.agents[number[n]].vertex_count);
    if (count + most > near_rows) return -1;
    count += lines_of_footprint(data, agent, number[n], rows + count);
  }
  return count;
}

/// Agents that a footprint may act on, as long as what is around them has room in local memory.
template <int K>
__global__ void __launch_bounds__(threads, near_blocks)
    solve_near_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl& control = *step.control;
  const std::uint32_t place = thread_number();
  if (control.halted != 0 || place >= control.tally.near) return;
  const AmongBodies bodies{};
  const StepData data = bodies.data_of(step);
  const std::uint32_t self = step.near[place];
  const SelfAgent agent = bodies.load(data, self);

  float edge_distance_sq[short_edges];
  std::uint32_t edge[short_edges];
  HalfPlane<float> own_rows[K + short_edges + near_rows];
  const HalfPlaneRows<float> rows{own_rows};
  EdgeList edges{edge_distance_sq, edge, short_edges, 0};
  bool fits = !data.range_query && agent.max_neighbors <= K;
  if (fits && data.obstacles.edge_count > 0) {
    const float reach = obstacle_reach(data.profiles[data.agents.profile[agent.storage]], agent);
    fits = find_edges(data.obstacles, agent.position, reach, edges);
  }
  std::int32_t walls = 0, hard = 0;
  if (fits) {
    walls = obstacle_lines(data, agent, edges, rows);
    hard = walls + short_footprint_lines(data, agent, own_rows + walls);
    fits = hard >= walls;
  }
  if (!fits) {
    step.large[atomicAdd(&control.tally.large, 1u)] = self;
    return;
  }
  float distance_sq[K];
  std::uint32_t index[K];
  NeighborList neighbors{distance_sq, index, 0, 0};
  find_short_list<K>(data, self, agent, neighbors);
  keep_search_start(data, agent, neighbors);
  bodies.drop(data, neighbors);
  agent_lines(data, agent, neighbors, hard, rows);
  HalfPlane<float> scratch[K + short_edges + near_rows];
  const SolvedVelocity solved =
      solve_lines_of_footprints(data, agent, rows, walls, hard, hard + neighbors.count, HalfPlaneRows<float>{scratch});
  if (solved.infeasible) atomicAdd(&control.tally.infeasible, 1u);
  write_velocity(data, agent.storage, solved.velocity);
}

__global__ void __launch_bounds__(threads, large_blocks)
    solve_large_near_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl& control = *step.control;
  // Not for want of edges: that is this kernel's own reason, and every agent is to say how many it needs.
  if ((control.halted & ~halt::edges) != 0) return;
  const LargeScratch& scratch = step.scratch;
  const std::uint32_t thread = thread_number();
  if (thread >= scratch.threads) return;
  const AmongBodies bodies{};
  const StepData data = bodies.data_of(step);
  const std::size_t list_size = neighbor_cap + 1;
  const std::size_t edge_size = static_cast<std::size_t>(scratch.edge_capacity);
  const std::size_t row_size = edge_size + neighbor_cap + (step.footprints.capacity > 0 ? footprint_row_cap : 0);
  for (std::uint32_t k = thread; k < control.tally.large; k += scratch.threads) {
    const std::uint32_t self = step.large[k];
    const SelfAgent agent = bodies.load(data, self);
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
    bodies.drop(data, neighbors);
    auto* const own_rows = reinterpret_cast<HalfPlane<float>*>(scratch.rows + thread * row_size);
    const HalfPlaneRows<float> rows{own_rows};
    const std::int32_t walls = obstacle_lines(data, agent, edges, rows);
    const std::int32_t hard = walls + (data.footprints.count > 0 ? footprint_lines(data, agent, own_rows + walls) : 0);
    agent_lines(data, agent, neighbors, hard, rows);
    const HalfPlaneRows<float> others{reinterpret_cast<HalfPlane<float>*>(scratch.scratch_rows + thread * row_size)};
    const SolvedVelocity solved =
        solve_lines_of_footprints(data, agent, rows, walls, hard, hard + neighbors.count, others);
    if (solved.infeasible) atomicAdd(&control.tally.infeasible, 1u);
    write_velocity(data, agent.storage, solved.velocity);
  }
}

}  // namespace

void launch_solve_bodies(const DeviceStep& step, cudaStream_t stream) {
  const unsigned blocks = blocks_for(step.capacity, threads);
  const bool footprints = step.footprints.capacity > 0;
  if (step.data.density) THRONG_LAUNCH(density_kernel, blocks, threads, stream, step);
  if (step.data.brakes) THRONG_LAUNCH(brake_kernel, blocks, threads, stream, step);
  if (step.most_neighbors <= few_neighbors) {
    THRONG_LAUNCH(solve_far_kernel<few_neighbors>, blocks, threads, stream, step);
    if (footprints) THRONG_LAUNCH(solve_near_kernel<few_neighbors>, blocks, threads, stream, step);
  } else if (step.most_neighbors <= some_neighbors) {
    THRONG_LAUNCH(solve_far_kernel<some_neighbors>, blocks, threads, stream, step);
    if (footprints) THRONG_LAUNCH(solve_near_kernel<some_neighbors>, blocks, threads, stream, step);
  } else {
    THRONG_LAUNCH(solve_far_kernel<short_neighbors>, blocks, threads, stream, step);
    if (footprints) THRONG_LAUNCH(solve_near_kernel<short_neighbors>, blocks, threads, stream, step);
  }
  launch_solve_pending(step, stream);
  THRONG_LAUNCH(solve_large_near_kernel, blocks_for(step.scratch.threads, threads), threads, stream, step);
  launch_close_solve(step, stream);
}

}  // namespace throng::cuda
