// The lists and iterations of the contact pass where there may be footprints (contact.cu has the rest).
#include "kernels/agent/contact_search.hpp"
#include "kernels/agent/footprint_contact.hpp"
#include "kernels/cuda/contact_rounds.hpp"
#include "kernels/cuda/footprint_step.hpp"
#include "kernels/cuda/kernels.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;

/// Candidates that are discs.
struct DiscScan {
  const std::uint32_t* number;
  template <class Visit>
  __device__ void operator()(const CrowdView& crowd, float x, float y, float reach_sq, std::uint32_t begin,
                             std::uint32_t end, Visit&& visit) const {
    PlainContactScan{}(crowd, x, y, reach_sq, begin, end, [&](std::uint32_t other, float distance_sq) {
      if (number[other] == no_footprint) visit(other, distance_sq);
    });
  }
};

__global__ void list_bodies_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t self = thread_number();
  if (step.control->halted != 0 || self >= step.control->agents) return;
  step.contact_start_x[self] = step.motion[self].x;
  step.contact_start_y[self] = step.motion[self].y;
  const StepData data = current_step_with_footprints(step);
  list_contacts(data, self, DiscScan{data.footprints.number});
  list_bodies(data, self);
  list_footprint_edges(data, self);
}

__global__ void resolve_bodies_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                      std::int32_t iteration) {
  note_launch(step, site);
  const std::uint32_t self = thread_number();
  if (step.control->halted != 0 || self >= step.control->agents || is_at_rest(*step.control, iteration)) return;
  const StepData data = current_step_with_footprints(step);
  const ContactPlaces places = places_after(step, iteration - 1);
  const ContactMove<float> move =
      resolve_contacts<float>(data, places, earlier_places(step, iteration), self, WithFootprints{});
  Vec2<float> to = move.position;
  if (data.footprints.disc_count[self] != 0) {
    to = keep_off_all(data, places, self, to);
  } else if (data.obstacles.edge_count > 0 && data.contact.edge_count[self] > 0) {
    to = keep_off_walls(data, self, to);
  }
  note_place(step, iteration, self, to, move.moved || to.x != move.position.x || to.y != move.position.y);
}

}  // namespace

void launch_list_bodies(const DeviceStep& step, cudaStream_t stream) {
  THRONG_LAUNCH(list_bodies_kernel, blocks_for(step.capacity, threads), threads, stream, step);
}

void launch_resolve_bodies(const DeviceStep& step, std::int32_t iteration, cudaStream_t stream) {
  THRONG_LAUNCH(resolve_bodies_kernel, blocks_for(step.capacity, threads), threads, stream, step, iteration);
}

}  // namespace throng::cuda
