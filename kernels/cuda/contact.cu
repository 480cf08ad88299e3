// The contact pass: motion without consequences, the crowd into cells where it has led, how far contacts reach, who may
// touch whom, iterations, and what has come of it. Nothing of the agents themselves is written before the last kernel.
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

__global__ void note_reach_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t self = thread_number();
  if (step.control->halted != 0 || self >= step.control->agents) return;
  const StepData data = current_step(step);
  note_reach(data, self, [&](std::size_t entry, float radius) {
    // Floats >= 0 are in the order of their bits. Looks first: most tiles have it already.
    auto* const bits = reinterpret_cast<std::int32_t*>(data.contact.reach.table) + entry;
    const std::int32_t own = __float_as_int(radius);
    if (*static_cast<volatile std::int32_t*>(bits) < own) atomicMax(bits, own);
    std::uint32_t* const sole = data.contact.reach.sole + entry;
    if (*static_cast<volatile std::uint32_t*>(sole) == several_noted) return;
    const std::uint32_t before = atomicCAS(sole, 0u, self + 1);
    if (before != 0 && before != self + 1) *static_cast<volatile std::uint32_t*>(sole) = several_noted;
  });
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
  const std::uint32_t i = thread_number();
  note_events(step, i, [i](const StepData& data) { return finish_agent(data, i); });
}

}  // namespace

void launch_advance(const DeviceStep& step, cudaStream_t stream) {
  THRONG_LAUNCH(advance_kernel, blocks_for(step.capacity, threads), threads, stream, step);
}

void launch_contacts(const DeviceStep& step, cudaStream_t stream) {
  const unsigned blocks = blocks_for(step.capacity, threads);
  const ReachView& reach = step.data.contact.reach;
  if (reach.levels > 1) {
    const auto tiles = static_cast<std::size_t>(reach.tiles);
    const std::size_t entries = static_cast<std::size_t>(reach.levels - 1) * tiles * tiles;
    THRONG_CUDA(cudaMemsetAsync(reach.table, 0, entries * sizeof *reach.table, stream));
    THRONG_CUDA(cudaMemsetAsync(reach.sole, 0, entries * sizeof *reach.sole, stream));
    THRONG_LAUNCH(note_reach_kernel, blocks, threads, stream, step);
  }
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
