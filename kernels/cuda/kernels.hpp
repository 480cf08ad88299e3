// The launchers: what the executor, compiled without CUDA's language, calls. Each enqueues on the stream and returns.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "kernels/cuda/device_step.hpp"
#include "throng/world.hpp"

namespace throng {
struct BatchView;
}

namespace throng::cuda {

// ---- Phases of a step (grid.cu, steer.cu, solve*.cu, move.cu, contact.cu, footprint*.cu) ----
void launch_navigate(const DeviceStep& step, cudaStream_t stream);
/// The grid is to be made from the agents as they are.
void launch_forget_grid(const DeviceStep& step, cudaStream_t stream);
void launch_find_bounds(const DeviceStep& step, void* scratch, std::size_t scratch_bytes, cudaStream_t stream);
void launch_place_cells(const DeviceStep& step, cudaStream_t stream);
void launch_order_dense(const DeviceStep& step, void* scratch, std::size_t scratch_bytes, cudaStream_t stream);
void launch_order_radix(const DeviceStep& step, void* scratch, std::size_t scratch_bytes, cudaStream_t stream);
void launch_order_sparse(const DeviceStep& step, void* scratch, std::size_t scratch_bytes, cudaStream_t stream);
void launch_follow_crowd(const DeviceStep& step, cudaStream_t stream);
void launch_reorder(const DeviceStep& step, cudaStream_t stream);
void launch_steer(const DeviceStep& step, cudaStream_t stream);
/// Lists the agents with a footprint. When they are in their grid: turns and numbers them, with the headings that they
/// have or, `after_motion`, with those that their new velocities will give them.
void launch_find_footprints(const DeviceStep& step, cudaStream_t stream);
void launch_turn_footprints(const DeviceStep& step, bool after_motion, cudaStream_t stream);
void launch_solve(const DeviceStep& step, cudaStream_t stream);
void launch_solve_bodies(const DeviceStep& step, cudaStream_t stream);
/// The passes of launch_solve that are the same with footprints.
void launch_solve_pending(const DeviceStep& step, cudaStream_t stream);
void launch_close_solve(const DeviceStep& step, cudaStream_t stream);
void launch_find_neighbors(const DeviceStep& step, std::int32_t longest, cudaStream_t stream);
void launch_solve_block(const DeviceStep& step, cudaStream_t stream);
void launch_move(const DeviceStep& step, cudaStream_t stream);
/// With a contact pass, in place of launch_move: motion alone; then the pass, for agents that are in the grid where
/// they have moved.
void launch_advance(const DeviceStep& step, cudaStream_t stream);
void launch_contacts(const DeviceStep& step, cudaStream_t stream);
/// Its lists and iterations where there may be footprints.
void launch_list_bodies(const DeviceStep& step, cudaStream_t stream);
void launch_resolve_bodies(const DeviceStep& step, std::int32_t iteration, cudaStream_t stream);
void launch_end_step(const DeviceStep& step, cudaStream_t stream);

// ---- Agents from and to the host (agents.cu) ----
void launch_add_agents(const DeviceStep& step, const AgentRecord* records, std::uint32_t count, cudaStream_t stream);
void launch_write_agents(const DeviceStep& step, const AgentRecord* records, std::uint32_t count, cudaStream_t stream);
void launch_read_agents(const DeviceStep& step, const std::uint32_t* slots, std::uint32_t count, AgentRecord* records,
                        cudaStream_t stream);
/// Takes out the agents of these slots, outside of a step.
void launch_remove_agents(const DeviceStep& step, const std::uint32_t* slots, std::uint32_t count, cudaStream_t stream);
void launch_set_preferred_velocities(const DeviceStep& step, const std::uint32_t* slots, const double2* velocities,
                                     std::uint32_t count, cudaStream_t stream);
/// No slot twice.
void launch_set_goals(const DeviceStep& step, const GoalRecord* goals, std::uint32_t count, cudaStream_t stream);
/// What one agent is to steer for.
struct SteeringWrite {
  SteeringRow row;
  SteeringResult result;
  std::uint32_t slot;
  std::uint32_t flags;  ///< those of all_steering_flags that it has
  bool has_result;      ///< else the present one stays
};
/// No slot twice.
void launch_set_steering(const DeviceStep& step, const SteeringWrite* writes, std::uint32_t count, cudaStream_t stream);
void launch_read_steering(const DeviceStep& step, const std::uint32_t* slots, std::uint32_t count,
                          SteeringResult* results, cudaStream_t stream);

// ---- Batch calls of steering (steer_batch.cu) ----
void launch_steer_batch(const BatchView& batch, cudaStream_t stream);

// ---- Measures and queries (queries.cu) ----
struct MeasureSums {
  unsigned long long contacts, inside;
  unsigned long long deepest_bits;  ///< of a double >= 0: such bits compare like the numbers
};
void launch_state_hash(const DeviceStep& step, unsigned long long* hash, cudaStream_t stream);
void launch_measure(const DeviceStep& step, MeasureSums* sums, cudaStream_t stream);

/// What one agent sees. Single thread: for debugging.
struct AgentQuery {
  std::uint32_t slot;
  std::uint32_t* cell_order;  ///< of the agent, found first
  float* distance_sq;         ///< neighbor_cap + 1
  std::uint32_t* index;
  std::uint32_t* neighbor_slots;  ///< neighbor_cap
  float* edge_distance_sq;        ///< edge_capacity
  std::uint32_t* edge;
  float4* rows;  ///< edge_capacity + neighbor_cap + footprint_row_cap
  std::int32_t edge_capacity;
  std::int32_t* counts;  ///< neighbors, lines of obstacles and footprints, lines in all, edges found
};
void launch_query(const DeviceStep& step, const AgentQuery& query, cudaStream_t stream);

}  // namespace throng::cuda
