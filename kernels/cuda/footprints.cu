// Agents with a footprint: found among the crowd, turned, and numbered in the order of their own grid (grid.cu makes
// it).
//
// Who is found first is left to the threads: all lists of footprints are in the order of distances and ids.
#include "kernels/agent/footprint.hpp"
#include "kernels/agent/move_agent.hpp"
#include "kernels/cuda/footprint_step.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;

__global__ void find_footprints_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  if (step.control->halted != 0 || i >= step.control->agents) return;
  const FootprintRoom& room = step.footprints;
  room.place[i] = no_footprint;
  const AgentArrays& a = step.data.agents;
  const std::uint32_t row = step.data.profiles[a.profile[i]].footprint;
  if (row == no_footprint) return;
  const std::uint32_t k = atomicAdd(&room.control->agents, 1u);
  if (k >= room.capacity) return;  // counted, so that there is room when the step is repeated
  room.storage[k] = i;
  room.x[k] = a.position_x[i];
  room.y[k] = a.position_y[i];
  room.velocity_x[k] = a.velocity_x[i];
  room.velocity_y[k] = a.velocity_y[i];
  room.circle_radius[k] = step.data.footprints.rows[row].circle_radius;
}

/// One thread: whether all that were found had room.
__global__ void count_footprints_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl &control = *step.control, &own = *step.footprints.control;
  if (own.agents > step.footprints.capacity) {
    control.needed_footprints = own.agents;
    control.halted |= halt::footprints;
  }
  own.halted = control.halted;
  if (own.halted != 0) own.agents = 0;
  *step.footprints.state = {own.agents, 0, 0};
}

/// In the order of their grid.
__global__ void turn_footprints_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site, bool after_motion) {
  note_launch(step, site);
  const FootprintRoom& room = step.footprints;
  const std::uint32_t number = thread_number();
  if (step.control->halted != 0 || number >= room.control->agents) return;
  const StepData data = current_step(step);
  const std::uint32_t i = room.storage[room.order[number]];
  const Motion motion = room.motion[number];
  const FootprintRow row = data.footprints.rows[data.profiles[data.agents.profile[i]].footprint];
  const float speed = square_root(length_sq(Vec2<float>{motion.velocity_x, motion.velocity_y}));
  room.agents[number] = {
      motion.x, motion.y, motion.velocity_x, motion.velocity_y, speed, row.circle_radius, row.vertex_count, i, 0};
  Vec2<float> heading{data.agents.heading_x[i], data.agents.heading_y[i]};
  if (after_motion) {
    heading =
        heading_after<float>(data, profiles_of<float>(data, i), i, {data.new_velocity_x[i], data.new_velocity_y[i]});
  }
  const std::size_t first = std::size_t{number} * footprint_vertex_cap;
  turn_footprint(row, data.footprints.shape, heading, room.vertices + first, room.edges + first);
  room.place[i] = number;
  atomicMax(&room.state->largest_circle, __float_as_uint(row.circle_radius));
  atomicMax(&room.state->fastest, __float_as_uint(speed));
}

/// What the crowd's cell order knows of them, and they of it.
__global__ void number_footprints_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t self = thread_number();
  if (step.control->halted != 0 || self >= step.control->agents) return;
  const std::uint32_t number = step.footprints.place[step.order[self]];
  step.footprints.number[self] = number;
  if (number != no_footprint) step.footprints.agents[number].self = self;
}

}  // namespace

void launch_find_footprints(const DeviceStep& step, cudaStream_t stream) {
  THRONG_CUDA(cudaMemsetAsync(step.footprints.control, 0, sizeof(StepControl), stream));
  THRONG_LAUNCH(find_footprints_kernel, blocks_for(step.capacity, threads), threads, stream, step);
  THRONG_LAUNCH(count_footprints_kernel, 1, 1, stream, step);
}

void launch_turn_footprints(const DeviceStep& step, bool after_motion, cudaStream_t stream) {
  THRONG_LAUNCH(turn_footprints_kernel, blocks_for(step.footprints.capacity, threads), threads, stream, step,
                after_motion);
  THRONG_LAUNCH(number_footprints_kernel, blocks_for(step.capacity, threads), threads, stream, step);
}

}  // namespace throng::cuda
