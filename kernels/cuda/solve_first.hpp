// The first pass of the solution: a thread for each agent, with short lists in local memory. What it shares with the
// others.
#pragma once
#include "kernels/agent/nearest_few.hpp"
#include "kernels/agent/solve_agent.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/rows.hpp"
#include "kernels/cuda/solve_limits.hpp"

namespace throng::cuda {

__device__ inline void keep_search_start(const StepData& data, const SelfAgent& agent, const NeighborList& list) {
  const float range_sq = data.profiles[data.agents.profile[agent.storage]].neighbor_distance_sq;
  const bool full = list.count > 0 && list.count == agent.max_neighbors;
  data.search_start_sq[agent.storage] =
      next_search_start(full, full ? list.distance_sq[list.count - 1] : 0.0f, range_sq);
}

__device__ inline void write_velocity(const StepData& data, std::uint32_t storage, Vec2<float> velocity) {
  data.new_velocity_x[storage] = velocity.x;
  data.new_velocity_y[storage] = velocity.y;
}

/// The same index, unknown to the compiler: what is read by it is read where it is needed, and takes no registers
/// before.
__device__ inline std::uint32_t unforeseen(std::uint32_t i) {
  asm volatile("" : "+r"(i));
  return i;
}

/// The neighbors of an agent that asks for at most K.
template <int K>
__device__ void find_short_list(const StepData& data, std::uint32_t self, const SelfAgent& agent, NeighborList& list) {
  NearestFew<K> few;
  const float range_sq = data.profiles[data.agents.profile[agent.storage]].neighbor_distance_sq;
  const auto sees_other = [&](std::uint32_t other) { return sees(data, unforeseen(agent.storage), other); };
  const std::int32_t count = find_nearest_few(data.crowd, self, agent.max_neighbors, range_sq,
                                              data.search_start_sq[agent.storage], !data.sees_all, sees_other, few);
  if (count < 0) {
    find_agent_neighbors(data, self, agent, list);
    return;
  }
  list.count = count;
#pragma unroll
  for (int s = 0; s < K; ++s) {
    list.distance_sq[s] = few.distance_sq[s];
    list.index[s] = few.index[s];
  }
}

/// Crowds in which all are discs, and nobody brakes or follows density.
struct DiscsOnly {
  __device__ StepData data_of(const DeviceStep& step) const { return current_step(step); }
  __device__ SelfAgent load(const StepData& data, std::uint32_t self) const { return load_self(data, self); }
  /// Whether a later pass solves the agent, which is on its list then.
  __device__ bool puts_off(const DeviceStep&, const StepData&, const SelfAgent&, std::uint32_t) const { return false; }
  /// Takes neighbors from the list that give no line.
  __device__ void drop(const StepData&, NeighborList&) const {}
};

/// The agent of the thread, unless it waits for another pass.
template <int K, class Bodies>
__device__ void solve_first(const DeviceStep& step, const Bodies& bodies) {
  StepControl& control = *step.control;
  const std::uint32_t self = thread_number();
  if (control.halted != 0 || self >= control.agents) return;
  const StepData data = bodies.data_of(step);
  const SelfAgent agent = bodies.load(data, self);

  float distance_sq[K];
  std::uint32_t index[K];
  float edge_distance_sq[short_edges];
  std::uint32_t edge[short_edges];
  float4 rows[K + short_edges];
  NeighborList neighbors{distance_sq, index, 0, 0};
  EdgeList edges{edge_distance_sq, edge, short_edges, 0};
  if (agent.avoids) {
    if (bodies.puts_off(step, data, agent, self)) return;
    bool fits = !data.range_query && agent.max_neighbors <= K;
    if (fits && data.obstacles.edge_count > 0) {
      const float reach = obstacle_reach(data.profiles[data.agents.profile[agent.storage]], agent);
      fits = find_edges(data.obstacles, agent.position, reach, edges);
    }
    if (!fits) {
      step.large[atomicAdd(&control.tally.large, 1u)] = self;
      return;
    }
    find_short_list<K>(data, self, agent, neighbors);
    keep_search_start(data, agent, neighbors);
    bodies.drop(data, neighbors);
  }
  const OwnRows lines{rows};
  const std::int32_t hard = obstacle_lines(data, agent, edges, lines);
  agent_lines(data, agent, neighbors, hard, lines);
  const std::int32_t count = hard + neighbors.count;
  const ProgramResult<float> program =
      solve_program<Aim::point>(lines, count, agent.preferred_velocity, agent.max_speed, true);
  if (program.failed_at == count) {
    write_velocity(data, agent.storage, finish_velocity(data, agent, lines, hard, program.velocity));
    return;
  }
  const PendingAgents& pending = step.pending;
  const std::uint32_t place = atomicAdd(&control.tally.pending, 1u);
  if (place >= pending.capacity) return;  // counted, so that there is room when the step is repeated
  pending.cell_order[place] = self;
  pending.hard_count[place] = hard;
  pending.count[place] = count;
  pending.failed_at[place] = program.failed_at;
  pending.program_velocity[place] = make_float2(program.velocity.x, program.velocity.y);
  for (std::int32_t r = 0; r < count; ++r) {
    pending.rows[static_cast<std::size_t>(r) * pending.capacity + place] = rows[r];
  }
}

}  // namespace throng::cuda
