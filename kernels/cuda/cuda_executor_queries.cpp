// What is asked of a crowd between its steps.
#include <bit>

#include "kernels/cuda/on_device.hpp"

namespace throng::cuda {

// Queries bring the device up to date with what it needs for an answer, which changes no result: hence the casts.

std::uint64_t CudaExecutor::state_hash() const {
  return on_device([&]() -> std::uint64_t {
    auto& self = const_cast<CudaExecutor&>(*this);
    self.make_room();
    MeasureSums* sums = sums_.device_pointer();
    launch_state_hash(step_, &sums->contacts, stream_->get());
    copy_to_host(self.sums_copy_.data(), sums, 1, stream_->get());
    stream_->wait();
    return sums_copy_[0].contacts;
  });
}

Measures CudaExecutor::measure() const {
  return on_device([&]() -> Measures {
    auto& self = const_cast<CudaExecutor&>(*this);
    self.refresh();
    launch_measure(step_, sums_.device_pointer(), stream_->get());
    copy_to_host(self.sums_copy_.data(), sums_.device_pointer(), 1, stream_->get());
    stream_->wait();
    const MeasureSums& sums = sums_copy_[0];
    return {.contacts = sums.contacts,
            .deepest_overlap = std::bit_cast<double>(sums.deepest_bits),
            .inside_obstacles = sums.inside};
  });
}

struct CudaExecutor::QueryAnswer {
  std::vector<std::uint32_t> neighbors;  ///< slots
  std::vector<float4> lines;
  std::size_t obstacle_lines = 0;
};

void CudaExecutor::query(std::uint32_t slot, QueryAnswer& answer) {
  refresh();
  const std::size_t list = neighbor_cap + 1;
  DeviceBuffer<std::uint32_t> cell_order(*memory_, 1), index(*memory_, list), slots(*memory_, list);
  DeviceBuffer<float> distance_sq(*memory_, list);
  DeviceBuffer<std::int32_t> counts(*memory_, 4);
  PinnedBuffer<std::int32_t> counts_copy(4);
  for (std::size_t edge_capacity = 64;;) {
    DeviceBuffer<float> edge_distance_sq(*memory_, edge_capacity);
    DeviceBuffer<std::uint32_t> edge(*memory_, edge_capacity);
    DeviceBuffer<float4> rows(*memory_, edge_capacity + neighbor_cap + footprint_row_cap);
    const AgentQuery query{slot,
                           cell_order.device_pointer(),
                           distance_sq.device_pointer(),
                           index.device_pointer(),
                           slots.device_pointer(),
                           edge_distance_sq.device_pointer(),
                           edge.device_pointer(),
                           rows.device_pointer(),
                           static_cast<std::int32_t>(edge_capacity),
                           counts.device_pointer()};
    launch_query(step_, query, stream_->get());
    copy_to_host(counts_copy.data(), counts.device_pointer(), 4, stream_->get());
    stream_->wait();
    const auto edges = static_cast<std::size_t>(counts_copy[3]);
    if (edges > edge_capacity) {
      edge_capacity = edges;
      continue;
    }
    answer.neighbors.resize(static_cast<std::size_t>(counts_copy[0]));
    answer.lines.resize(static_cast<std::size_t>(counts_copy[2]));
    answer.obstacle_lines = static_cast<std::size_t>(counts_copy[1]);
    copy_to_host(answer.neighbors.data(), slots.device_pointer(), answer.neighbors.size(), stream_->get());
    copy_to_host(answer.lines.data(), rows.device_pointer(), answer.lines.size(), stream_->get());
    stream_->wait();
    return;
  }
}

void CudaExecutor::neighbors(std::uint32_t slot, std::vector<std::uint32_t>& out) const {
  on_device([&] {
    QueryAnswer answer;
    const_cast<CudaExecutor&>(*this).query(slot, answer);
    out = answer.neighbors;
  });
}

void CudaExecutor::constraints(std::uint32_t slot, std::vector<Constraint>& out) const {
  on_device([&] {
    QueryAnswer answer;
    const_cast<CudaExecutor&>(*this).query(slot, answer);
    out.clear();
    for (const float4& row : answer.lines) {
      if (row.z == 0.0f && row.w == 0.0f) continue;  // permits everything
      out.push_back({{row.x, row.y}, {row.z, row.w}, out.size() < answer.obstacle_lines});
    }
  });
}

}  // namespace throng::cuda
