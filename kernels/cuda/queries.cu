// What is asked of a crowd between its steps: its hash, overlaps, and for debugging what an agent sees.
#include "kernels/agent/footprint_contact.hpp"
#include "kernels/agent/footprint_lines.hpp"
#include "kernels/agent/measure_agent.hpp"
#include "kernels/agent/solve_agent.hpp"
#include "kernels/agent/state_hash.hpp"
#include "kernels/cuda/footprint_step.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"

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

/// What the thread has measured. All threads of the block.
__device__ void add_measures(const AgentMeasures& own, MeasureSums* sums) {
  if (own.deepest_overlap > 0.0) {
    atomicMax(&sums->deepest_bits, static_cast<unsigned long long>(__double_as_longlong(own.deepest_overlap)));
  }
  const std::uint32_t contacts = block_sum(own.contacts), inside = block_sum(std::uint32_t{own.inside ? 1u : 0u});
  if (threadIdx.x != 0) return;
  if (contacts > 0) atomicAdd(&sums->contacts, contacts);
  if (inside > 0) atomicAdd(&sums->inside, inside);
}

__global__ void measure_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, MeasureSums* sums) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  add_measures(i < step.control->agents ? measure_agent(current_step(step), i) : AgentMeasures{0, 0.0, false}, sums);
}

/// The same of pairs of discs alone.
__global__ void measure_discs_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, MeasureSums* sums) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  AgentMeasures own{0, 0.0, false};
  if (i < step.control->agents) {
    const std::uint32_t* number = step.footprints.number;
    const bool is_disc = number[i] == no_footprint;
    own = measure_agent(current_step(step), i, [&](std::uint32_t j) { return is_disc && number[j] == no_footprint; });
  }
  add_measures(own, sums);
}

/// A thread for each footprint: its pairs with discs, and with the footprints behind it.
__global__ void measure_footprints_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                          MeasureSums* sums) {
  note_launch(step, site);
  const StepData data = current_step_with_footprints(step);
  const FootprintView& all = data.footprints;
  const std::uint32_t number = thread_number();
  AgentMeasures found{0, 0.0, false};
  if (number < all.count) {
    const FootprintAgent own = all.agents[number];
    const auto place_of = [&](std::uint32_t self) {
      return Vec2<float>{data.crowd.motion[self].x, data.crowd.motion[self].y};
    };
    const auto note = [&](std::uint32_t other) {
      const double overlap = body_depth(data, own.self, place_of(own.self), other, place_of(other)).depth;
      found.contacts += overlap > 1.0e-4 ? 1 : 0;
      if (overlap > found.deepest_overlap) found.deepest_overlap = overlap;
    };
    for_item_ranges(all.grid, own.x, own.y, own.circle_radius + all.largest_circle,
                    [&](std::uint32_t begin, std::uint32_t end) {
                      for (std::uint32_t k = begin; k < end; ++k) {
                        if (k > number) note(all.agents[k].self);
                      }
                    });
    for_item_ranges(data.crowd.grid, own.x, own.y, own.circle_radius + data.contact.largest_radius,
                    [&](std::uint32_t begin, std::uint32_t end) {
                      for (std::uint32_t j = begin; j < end; ++j) {
                        if (all.number[j] == no_footprint) note(j);
                      }
                    });
  }
  add_measures(found, sums);
}

__global__ void find_cell_order_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, AgentQuery query) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  if (i < step.control->agents && step.order[i] == step.index_of_slot[query.slot]) *query.cell_order = i;
}

__global__ void query_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, AgentQuery query) {
  note_launch(step, site);
  const StepData data = current_step_with_footprints(step);
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
  auto* const rows = reinterpret_cast<HalfPlane<float>*>(query.rows);
  const HalfPlaneRows<float> lines{rows};
  std::int32_t hard = obstacle_lines(data, agent, edges, lines);
  if (data.footprints.count > 0) {
    hard += footprint_lines(data, agent, rows + hard);
    keep_discs(data, list);
  }
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
  if (step.footprints.capacity == 0) {
    THRONG_LAUNCH(measure_kernel, blocks_for(step.capacity, threads), threads, stream, step, sums);
    return;
  }
  THRONG_LAUNCH(measure_discs_kernel, blocks_for(step.capacity, threads), threads, stream, step, sums);
  THRONG_LAUNCH(measure_footprints_kernel, blocks_for(step.footprints.capacity, threads), threads, stream, step, sums);
}

void launch_query(const DeviceStep& step, const AgentQuery& query, cudaStream_t stream) {
  THRONG_LAUNCH(find_cell_order_kernel, blocks_for(step.capacity, threads), threads, stream, step, query);
  THRONG_LAUNCH(query_kernel, 1, 1, stream, step, query);
}

}  // namespace throng::cuda
