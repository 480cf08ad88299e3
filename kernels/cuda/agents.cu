// Agents from the host to the device and back: records of all fields, by slot.
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;

__device__ void write_record(const DeviceStep& step, std::uint32_t i, const AgentRecord& record) {
#define THRONG_FIELD(name, record_type, array_type) step.data.agents.name[i] = static_cast<array_type>(record.name);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
}

__global__ void add_agents_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                  const AgentRecord* records, std::uint32_t count) {
  note_launch(step, site);
  const std::uint32_t k = thread_number();
  if (k >= count) return;
  const std::uint32_t i = step.control->agents + k;
  write_record(step, i, records[k]);
  step.data.search_start_sq[i] = 0.0f;
  step.index_of_slot[records[k].slot] = i;
}

/// One thread, after the others have read the old number.
__global__ void count_added_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, std::uint32_t count) {
  note_launch(step, site);
  step.control->agents += count;
}

__global__ void write_agents_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                    const AgentRecord* records, std::uint32_t count) {
  note_launch(step, site);
  const std::uint32_t k = thread_number();
  if (k < count) write_record(step, step.index_of_slot[records[k].slot], records[k]);
}

__global__ void read_agents_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                   const std::uint32_t* slots, std::uint32_t count, AgentRecord* records) {
  note_launch(step, site);
  const std::uint32_t k = thread_number();
  if (k >= count) return;
  const std::uint32_t i = step.index_of_slot[slots[k]];
  AgentRecord& record = records[k];
#define THRONG_FIELD(name, record_type, array_type) record.name = static_cast<record_type>(step.data.agents.name[i]);
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
}

__global__ void set_preferred_velocities_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                                const std::uint32_t* slots, const double2* velocities,
                                                std::uint32_t count) {
  note_launch(step, site);
  const std::uint32_t k = thread_number();
  if (k >= count) return;
  const AgentArrays& a = step.data.agents;
  const std::uint32_t i = step.index_of_slot[slots[k]];
  a.preferred_velocity_x[i] = static_cast<float>(velocities[k].x);
  a.preferred_velocity_y[i] = static_cast<float>(velocities[k].y);
  a.goal[i] = goal_kind::none;
  a.flags[i] &= ~(agent_flag::arrived | all_steering_flags);
}

__global__ void set_goals_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, const GoalRecord* goals,
                                 std::uint32_t count) {
  note_launch(step, site);
  const std::uint32_t k = thread_number();
  if (k >= count) return;
  const AgentArrays& a = step.data.agents;
  const std::uint32_t i = step.index_of_slot[goals[k].slot];
  a.goal[i] = goals[k].goal;
  a.goal_x[i] = static_cast<float>(goals[k].goal_x);
  a.goal_y[i] = static_cast<float>(goals[k].goal_y);
  a.flags[i] &= ~(agent_flag::arrived | agent_flag::arrival_counted);
  a.best_way[i] = 0.0f;
}

__global__ void set_steering_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                    const SteeringWrite* writes, std::uint32_t count) {
  note_launch(step, site);
  const std::uint32_t k = thread_number();
  if (k >= count) return;
  const SteeringWrite& write = writes[k];
  step.steering_rows[write.slot] = write.row;
  if (write.has_result) step.data.steering.results[write.slot] = write.result;
  std::uint32_t& flags = step.data.agents.flags[step.index_of_slot[write.slot]];
  flags = (flags & ~all_steering_flags) | write.flags;
}

__global__ void read_steering_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                     const std::uint32_t* slots, std::uint32_t count, SteeringResult* results) {
  note_launch(step, site);
  const std::uint32_t k = thread_number();
  if (k >= count) return;
  results[k] = step.data.steering.results[slots[k]];
  results[k].path_place[0] = results[k].path_place[step.control->step % 2];
}

}  // namespace

void launch_add_agents(const DeviceStep& step, const AgentRecord* records, std::uint32_t count, cudaStream_t stream) {
  THRONG_LAUNCH(add_agents_kernel, blocks_for(count, threads), threads, stream, step, records, count);
  THRONG_LAUNCH(count_added_kernel, 1, 1, stream, step, count);
}

void launch_write_agents(const DeviceStep& step, const AgentRecord* records, std::uint32_t count, cudaStream_t stream) {
  THRONG_LAUNCH(write_agents_kernel, blocks_for(count, threads), threads, stream, step, records, count);
}

void launch_read_agents(const DeviceStep& step, const std::uint32_t* slots, std::uint32_t count, AgentRecord* records,
                        cudaStream_t stream) {
  THRONG_LAUNCH(read_agents_kernel, blocks_for(count, threads), threads, stream, step, slots, count, records);
}

void launch_set_goals(const DeviceStep& step, const GoalRecord* goals, std::uint32_t count, cudaStream_t stream) {
  THRONG_LAUNCH(set_goals_kernel, blocks_for(count, threads), threads, stream, step, goals, count);
}

void launch_set_steering(const DeviceStep& step, const SteeringWrite* writes, std::uint32_t count,
                         cudaStream_t stream) {
  THRONG_LAUNCH(set_steering_kernel, blocks_for(count, threads), threads, stream, step, writes, count);
}

void launch_read_steering(const DeviceStep& step, const std::uint32_t* slots, std::uint32_t count,
                          SteeringResult* results, cudaStream_t stream) {
  THRONG_LAUNCH(read_steering_kernel, blocks_for(count, threads), threads, stream, step, slots, count, results);
}

void launch_set_preferred_velocities(const DeviceStep& step, const std::uint32_t* slots, const double2* velocities,
                                     std::uint32_t count, cudaStream_t stream) {
  THRONG_LAUNCH(set_preferred_velocities_kernel, blocks_for(count, threads), threads, stream, step, slots, velocities,
                count);
}

}  // namespace throng::cuda
