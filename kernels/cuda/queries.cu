// What is asked of a crowd between its steps: its hash, overlaps, and for debugging what an agent sees.
#include "kernels/agent/measure_agent.hpp"
#include "kernels/agent/solve_agent.hpp"
#include "kernels/agent/state_hash.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/rows.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;

__global__ void state_hash_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                  unsigned long long* hash) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  const AgentArrays& a = step.data.agents;
  unsigned long long term = 0;
  if (i < step.control->agents) {
    term = agent_hash(a.id[i], a.position_x[i], a.position_y[i], a.velocity_x[i], a.velocity_y[i]);
  }
  term = block_sum(term);
  if (threadIdx.x == 0) atomicAdd(hash, term);  // modulo 2^64: in any order the same
}

__global__ void measure_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, MeasureSums* sums) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  std::uint32_t contacts = 0, inside = 0;
  if (i < step.control->agents) {
    const AgentMeasures own = measure_agent(current_step(step), i);
    contacts = own.contacts;
    inside = own.inside ? 1 : 0;
    if (own.deepest_overlap > 0.0) {
      atomicMax(&sums->deepest_bits, static_cast<unsigned long long>(__double_as_longlong(own.deepest_overlap)));
    }
  }
  contacts = block_sum(contacts);
  inside = block_sum(inside);
  if (threadIdx.x != 0) return;
  if (contacts > 0) atomicAdd(&sums->contacts, contacts);
  if (inside > 0) atomicAdd(&sums->inside, inside);
}

__global__ void find_cell_order_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, AgentQuery query) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  if (i < step.control->agents && step.order[i] == step.index_of_slot[query.slot]) *query.cell_order = i;
}

__global__ void query_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, AgentQuery query) {
  note_launch(step, site);
  const StepData data = current_step(step);
  const std::uint32_t self = *query.cell_order;
  const SelfAgent agent = load_self(data, self);
  NeighborList list{query.distance_sq, query.index, 0, 0};
  find_agent_neighbors(data, self, agent, list);
  query.counts[0] = list.count;
  for (std::int32_t n = 0; n < list.count; ++n) {
    query.neighbor_slots[n] = data.agents.slot[data.crowd.storage_index[list.index[n]]];
  }
  query.counts[1] = query.counts[2] = query.counts[3] = 0;
  if (!agent.avoids) return;
  EdgeList edges{query.edge_distance_sq, query.edge, query.edge_capacity, 0};
  const float reach = obstacle_reach(data.profiles[data.agents.profile[agent.storage]], agent);
  const bool fits = find_edges(data.obstacles, agent.position, reach, edges);
  query.counts[3] = edges.count;
  if (!fits) return;  // the host makes room and asks again
  const OwnRows lines{query.rows};
  const std::int32_t hard = obstacle_lines(data, agent, edges, lines);
  agent_lines(data, agent, list, hard, lines);
  query.counts[1] = hard;
  query.counts[2] = hard + list.count;
}

}  // namespace

void launch_state_hash(const DeviceStep& step, unsigned long long* hash, cudaStream_t stream) {
  THRONG_CUDA(cudaMemsetAsync(hash, 0, sizeof *hash, stream));
  THRONG_LAUNCH(state_hash_kernel, blocks_for(step.capacity, threads), threads, stream, step, hash);
}

void launch_measure(const DeviceStep& step, MeasureSums* sums, cudaStream_t stream) {
  THRONG_CUDA(cudaMemsetAsync(sums, 0, sizeof *sums, stream));
  THRONG_LAUNCH(measure_kernel, blocks_for(step.capacity, threads), threads, stream, step, sums);
}

void launch_query(const DeviceStep& step, const AgentQuery& query, cudaStream_t stream) {
  THRONG_LAUNCH(find_cell_order_kernel, blocks_for(step.capacity, threads), threads, stream, step, query);
  THRONG_LAUNCH(query_kernel, 1, 1, stream, step, query);
}

}  // namespace throng::cuda
