// The contact pass: motion without consequences, the crowd into cells where it has led, who may touch whom, iterations,
// and what has come of it. Nothing of the agents themselves is written before the last kernel.
#include "kernels/agent/contact_move.hpp"
#include "kernels/agent/contact_search.hpp"
#include "kernels/cuda/contact_rounds.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/move_events.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;

__global__ void advance_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  if (i == 0) step.control->contact_rounds = 0;
  if (step.control->halted != 0 || i >= step.control->agents) return;
  advance_agent(current_step(step), i);
}

__global__ void list_contacts_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t self = thread_number();
  if (step.control->halted != 0 || self >= step.control->agents) return;
  step.contact_start_x[self] = step.motion[self].x;
  step.contact_start_y[self] = step.motion[self].y;
  list_contacts(current_step(step), self, PlainContactScan{});
}

__global__ void resolve_contacts_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                        std::int32_t iteration) {
  note_launch(step, site);
  const std::uint32_t self = thread_number();
  StepControl& control = *step.control;
  if (control.halted != 0 || self >= control.agents) return;
  if (is_at_rest(control, iteration)) return;
  const StepData data = current_step(step);
  const ContactMove<float> move =
      resolve_contacts(data, places_after(step, iteration - 1), earlier_places(step, iteration), self);
  Vec2<float> to = move.position;
  if (data.obstacles.edge_count > 0 && data.contact.edge_count[self] > 0) to = keep_off_walls(data, self, to);
  const bool moved = move.moved || to.x != move.position.x || to.y != move.position.y;
  note_place(step, iteration, self, to, moved);
}

__global__ void end_contacts_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t self = thread_number();
  if (step.control->halted != 0 || self >= step.control->agents || step.control->contact_rounds == 0) return;
  const auto last = static_cast<std::int32_t>(step.control->contact_rounds) - 1;
  end_contacts(current_step(step), places_after(step, last), self);
}

__global__ void finish_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl& control = *step.control;
  const std::uint32_t i = thread_number();
  std::uint32_t arrived = 0, crossed = 0;
  if (control.halted == 0 && i < control.agents) {
    const MoveEvents<float> events = finish_agent(current_step(step), i);
    arrived = events.arrived_first ? 1 : 0;
    crossed = events.crossed_wall ? 1 : 0;
    note_leaving(step, i, events.leaves);
  }
  arrived = block_sum(arrived);
  crossed = block_sum(crossed);
  if (threadIdx.x != 0) return;
  if (arrived > 0) atomicAdd(&control.tally.arrived, arrived);
  if (crossed > 0) atomicAdd(&control.tally.wall_crossings, crossed);
}

}  // namespace

void launch_advance(const DeviceStep& step, cudaStream_t stream) {
  THRONG_LAUNCH(advance_kernel, blocks_for(step.capacity, threads), threads, stream, step);
}

void launch_contacts(const DeviceStep& step, cudaStream_t stream) {
  const unsigned blocks = blocks_for(step.capacity, threads);
  const bool bodies = step.footprints.capacity > 0;
  if (bodies) {
    launch_list_bodies(step, stream);
  } else {
    THRONG_LAUNCH(list_contacts_kernel, blocks, threads, stream, step);
  }
  for (std::int32_t iteration = 0; iteration < step.data.contact.iterations; ++iteration) {
    if (bodies) {
      launch_resolve_bodies(step, iteration, stream);
    } else {
      THRONG_LAUNCH(resolve_contacts_kernel, blocks, threads, stream, step, iteration);
    }
  }
  THRONG_LAUNCH(end_contacts_kernel, blocks, threads, stream, step);
  THRONG_LAUNCH(finish_kernel, blocks, threads, stream, step);
}

}  // namespace throng::cuda
