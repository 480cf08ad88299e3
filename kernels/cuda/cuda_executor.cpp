// Steps on the device: captured, launched, and repeated when they found too little room.
#include "kernels/cuda/cuda_executor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/cuda/device.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/on_device.hpp"

namespace throng::cuda {
CudaExecutor::CudaExecutor(const WorldOptions& options)
    : options_(options), device_(options.device), use_(options.device), tables_(options, false) {
  const DeviceScope scope(device_);
  for (const DeviceFacts& facts : find_devices().devices) {
    if (facts.ordinal != device_) continue;
    device_name_ = facts.name;
    multiprocessors_ = static_cast<std::uint32_t>(std::max(1, facts.multiprocessors));
  }
  stream_ = std::make_unique<Stream>();
  memory_ = std::make_unique<DeviceMemory>(device_, stream_->get());
  staging_ = std::make_unique<Staging>(*memory_);
  motion_ = std::make_unique<MotionTransfer>(*memory_);
  control_ = DeviceBuffer<StepControl>(*memory_, 1);
  grid_ = DeviceBuffer<GridState>(*memory_, 1);
  bounds_ = DeviceBuffer<PointBounds>(*memory_, 1);
  footprint_control_ = DeviceBuffer<StepControl>(*memory_, 1);
  footprint_grid_ = DeviceBuffer<GridState>(*memory_, 1);
  footprint_bounds_ = DeviceBuffer<PointBounds>(*memory_, 1);
  footprint_state_ = DeviceBuffer<FootprintState>(*memory_, 1);
  sums_ = DeviceBuffer<MeasureSums>(*memory_, 1);
  control_copy_ = PinnedBuffer<StepControl>(1);
  grid_copy_ = PinnedBuffer<GridState>(1);
  sums_copy_ = PinnedBuffer<MeasureSums>(1);
  last_launch_ = PinnedBuffer<std::uint32_t>(1);
  last_launch_[0] = 0;
  device_tables_ = std::make_unique<DeviceTables>(*memory_, last_launch_.data());
  for (auto& event : phase_ends_) event = std::make_unique<Event>(true);
  THRONG_CUDA(cudaMemsetAsync(control_.device_pointer(), 0, sizeof(StepControl), stream_->get()));
  THRONG_CUDA(cudaMemsetAsync(grid_.device_pointer(), 0, sizeof(GridState), stream_->get()));
  THRONG_CUDA(cudaMemsetAsync(footprint_grid_.device_pointer(), 0, sizeof(GridState), stream_->get()));
  make_room(entry_step, entry_step);
}

CudaExecutor::~CudaExecutor() {
  // In this order, on this device, whatever has happened to it.
  int previous = 0;
  static_cast<void>(cudaGetDevice(&previous));
  static_cast<void>(cudaSetDevice(device_));
  static_cast<void>(cudaStreamSynchronize(stream_->get()));
  graph_.clear();
  motion_.reset();
  staging_.reset();
  large_.reset();
  pending_.reset();
  cells_.reset();
  crowd_.reset();
  steering_.reset();
  contact_.reset();
  footprints_.reset();
  device_tables_.reset();
  index_of_slot_ = {};
  control_ = {};
  grid_ = {};
  bounds_ = {};
  footprint_control_ = {};
  footprint_grid_ = {};
  footprint_bounds_ = {};
  footprint_state_ = {};
  primitive_scratch_ = {};
  sums_ = {};
  read_agents_ = {};
  read_steering_ = {};
  for (auto& event : phase_ends_) event.reset();
  static_cast<void>(cudaStreamSynchronize(stream_->get()));
  memory_.reset();
  stream_.reset();
  static_cast<void>(cudaGetLastError());
  static_cast<void>(cudaSetDevice(previous));
}

void CudaExecutor::abandon_capture() const {
  auto& self = const_cast<CudaExecutor&>(*this);
  if (!self.capturing_) return;
  self.capturing_ = false;
  self.graph_.abandon_capture(stream_->get());
}

void CudaExecutor::lose(const std::string& why) const {
  const std::uint32_t last = last_launch_[0];
  use_.look_after_error(stream_->get());
  lost_ = fmt::format("{}; last kernel that began on {} (device {}): {}; the world is lost", why, device_name_, device_,
                      describe_launch(last));
  throw Error(ErrorCode::device_lost, lost_);
}

std::size_t CudaExecutor::bytes_per_agent() const { return size_ == 0 ? 0 : memory_->bytes() / size_; }

// ---- Between host and device ----

void CudaExecutor::upload_tables() {
  if (!footprints_stale_ && !profiles_stale_ && !goals_stale_ && !obstacles_stale_ && !behaviors_stale_ &&
      !paths_stale_ && !groups_stale_ && !heights_stale_ && !flow_fields_stale_) {
    return;
  }
  if (footprints_stale_) device_tables_->upload_footprints(tables_);
  if (profiles_stale_) device_tables_->upload_profiles(tables_);
  if (flow_fields_stale_) device_tables_->upload_flow_fields(tables_);
  if (goals_stale_) device_tables_->upload_goals(tables_);
  if (obstacles_stale_) device_tables_->upload_obstacles(tables_);
  if (behaviors_stale_) device_tables_->upload_behaviors(tables_);
  if (paths_stale_) device_tables_->upload_paths(tables_);
  if (groups_stale_) device_tables_->upload_groups(tables_);
  if (heights_stale_) device_tables_->upload_heights(tables_);
  footprints_stale_ = profiles_stale_ = goals_stale_ = obstacles_stale_ = false;
  behaviors_stale_ = paths_stale_ = groups_stale_ = heights_stale_ = flow_fields_stale_ = false;
  arguments_stale_ = true;
}

void CudaExecutor::fetch_control() {
  copy_to_host(control_copy_.data(), control_.device_pointer(), 1, stream_->get());
  copy_to_host(grid_copy_.data(), grid_.device_pointer(), 1, stream_->get());
  stream_->wait();
}

/// What a stopped step needs, and the stop taken back in the copy of the control. After fetch_control().
void CudaExecutor::note_wants() {
  StepControl& control = control_copy_[0];
  if ((control.halted & halt::edges) != 0) wanted_.edges = control.needed_edges;
  if ((control.halted & halt::pending) != 0) wanted_.pending = control.needed_pending;
  if ((control.halted & halt::cells) != 0) wanted_.cells = control.needed_cells;
  if ((control.halted & halt::sparse) != 0) wanted_.layout = Layout::sparse;
  if ((control.halted & halt::footprints) != 0) wanted_.footprints = control.needed_footprints;
  if (control.halted == 0) {
    // Back to the table of all cells when it would be small again.
    if (cells_->sparse && control.agents > 0 && 2 * control.needed_cells < dense_cell_limit(control.agents)) {
      wanted_.layout = Layout::dense;
      wanted_.cells = control.needed_cells;
    }
    return;
  }
  control.halted = control.needed_edges = control.needed_pending = control.needed_footprints = 0;
  control.tally = {};
}

/// The box of the agents, from nothing.
void CudaExecutor::enqueue_bounds(const DeviceStep& step) {
  launch_forget_grid(step, stream_->get());
  launch_find_bounds(step, primitive_scratch_.device_pointer(), primitive_scratch_.size(), stream_->get());
}

void CudaExecutor::enqueue_cells(const DeviceStep& step) {
  char* scratch = primitive_scratch_.device_pointer();
  const std::size_t bytes = primitive_scratch_.size();
  const cudaStream_t stream = stream_->get();
  launch_place_cells(step, stream);
  if (cells_->sparse) {
    launch_order_sparse(step, scratch, bytes, stream);
  } else if (variants_.sort == Variants::Sort::radix) {
    launch_order_radix(step, scratch, bytes, stream);
  } else {
    launch_order_dense(step, scratch, bytes, stream);
  }
}

void CudaExecutor::enqueue_bin() {
  enqueue_cells(step_);
  launch_follow_crowd(step_, stream_->get());
}

/// The agents with a footprint into their grid. `after_motion`: `step` has where motion has led.
void CudaExecutor::enqueue_footprints(const DeviceStep& step, bool after_motion) {
  if (!footprints_) return;
  const DeviceStep own = footprint_step();
  char* scratch = primitive_scratch_.device_pointer();
  const std::size_t bytes = primitive_scratch_.size();
  const cudaStream_t stream = stream_->get();
  launch_find_footprints(step, stream);
  launch_find_bounds(own, scratch, bytes, stream);
  launch_place_cells(own, stream);
  launch_order_sparse(own, scratch, bytes, stream);
  if (!after_motion) launch_follow_crowd(own, stream);
  launch_turn_footprints(step, after_motion, stream);
}

/// The agents into the grid outside of a step, with room made for it.
void CudaExecutor::bin_now() {
  for (;;) {
    make_wanted_room();
    grid_follows_ = false;
    enqueue_bounds(step_);
    enqueue_bin();
    enqueue_footprints(step_, false);
    fetch_control();
    binned_ = control_copy_[0].halted == 0;
    note_wants();
    if (binned_) return;
    copy_to_device(control_.device_pointer(), control_copy_.data(), 1, stream_->get());
  }
}

/// Ready for queries of the present state.
void CudaExecutor::refresh() {
  upload_tables();
  make_room();
  if (!binned_) bin_now();
}

/// A size of cells that fits the crowd, before its first step: later steps only follow it.
void CudaExecutor::choose_cells() {
  if (options_.cell_size > 0.0) return;
  for (int attempt = 0; attempt < 12; ++attempt) {
    const float before = grid_copy_[0].height;
    bin_now();
    const float after = grid_copy_[0].height;
    if (attempt > 0 && std::abs(after - before) <= 0.01f * before) return;
  }
}

// ---- Steps ----

void CudaExecutor::begin_step(std::uint64_t step) {
  on_device([&] {
    upload_tables();
    make_wanted_room();
    binned_ = false;
    const bool grown = size_ > 2 * cells_chosen_;
    if (grown) {
      choose_cells();
      make_wanted_room();
      binned_ = false;
      cells_chosen_ = size_;
    }
    if (step != next_step_) {
      fetch_control();
      control_copy_[0].step = step;
      copy_to_device(control_.device_pointer(), control_copy_.data(), 1, stream_->get());
    }
    next_step_ = step + 1;
    if (step_.whole_step_in_solve && !grid_follows_) enqueue_bounds(step_);
    grid_follows_ = true;  // when the step is over
    if (graph_.is_ready()) return;
    graph_.begin_capture(stream_->get());
    capturing_ = true;
    phase_ends_[0]->record_in_graph(stream_->get());
  });
}

/// A phase: enqueued while a step is captured, part of the graph afterwards.
template <class Enqueue>
void CudaExecutor::phase(std::size_t number, Enqueue&& enqueue) {
  if (!capturing_) return;
  on_device([&] {
    enqueue(stream_->get());
    phase_ends_[number]->record_in_graph(stream_->get());
  });
}

void CudaExecutor::navigate() {
  phase(1, [&](cudaStream_t stream) { launch_navigate(step_, stream); });
}
void CudaExecutor::bin() {
  phase(2, [&](cudaStream_t stream) {
    if (!step_.whole_step_in_solve) enqueue_bounds(step_);
    enqueue_bin();
    launch_reorder(step_, stream);
    enqueue_footprints(step_, false);
  });
}
void CudaExecutor::steer() {
  if (!step_.data.steering.active) return;
  phase(3, [&](cudaStream_t stream) { launch_steer(step_, stream); });
}
void CudaExecutor::solve() {
  phase(4, [&](cudaStream_t stream) { launch_solve(step_, stream); });
}
void CudaExecutor::move() {
  if (!capturing_) return;
  on_device([&] { contact_ ? launch_advance(step_, stream_->get()) : launch_move(step_, stream_->get()); });
}
void CudaExecutor::resolve() {
  phase(5, [&](cudaStream_t stream) {
    if (contact_) {
      // The crowd into cells again, where it has moved. Nothing needs the cells of before any more.
      DeviceStep moved = step_;
      moved.data.agents.position_x = step_.data.contact.moved_x;
      moved.data.agents.position_y = step_.data.contact.moved_y;
      enqueue_bounds(moved);
      enqueue_cells(moved);
      enqueue_footprints(moved, true);
      launch_contacts(step_, stream);
    }
    launch_end_step(step_, stream);
  });
}

void CudaExecutor::end_step() {
  on_device([&] {
    if (capturing_) {
      capturing_ = false;
      graph_.end_capture(stream_->get());
    }
    graph_.launch(stream_->get());
    stepped_ = true;
  });
}

void CudaExecutor::take_results(StepResults& out) {
  on_device([&] {
    out = {.removed = std::move(out.removed), .arrivals = std::move(out.arrivals), .last = {}};
    out.removed.clear();
    out.arrivals.clear();
    fetch_control();
    StepControl& control = control_copy_[0];
    out.steps = control.steps;
    out.agent_steps = control.agent_steps;
    out.arrived = control.arrived;
    out.infeasible = control.infeasible;
    out.wall_crossings = control.wall_crossings;
    out.neighbor_cap_hits = control.neighbor_cap_hits;
    out.became_stuck = control.became_stuck;
    out.went_on = control.went_on;
    if (control.removed > 0) {
      if (removed_copy_.size() < control.removed) {
        removed_copy_ = PinnedBuffer<RemovedAgent>(rounded(2 * std::size_t{control.removed}));
      }
      copy_to_host(removed_copy_.data(), step_.removed, control.removed, stream_->get());
      stream_->wait();
      for (std::size_t k = 0; k < control.removed; ++k) {
        const RemovedAgent& agent = removed_copy_[k];
        if (agent.stays != 0) {
          out.arrivals.push_back({agent.step, agent.slot});
        } else {
          out.removed.push_back({agent.step, agent.slot});
        }
      }
    }
    if (stepped_ && control.halted == 0) {
      const auto seconds = [&](std::size_t from, std::size_t to) {
        return phase_ends_[to]->seconds_since(*phase_ends_[from]);
      };
      out.last = {.navigate = seconds(0, 1), .bin = seconds(1, 2), .solve = seconds(2, 4), .move = seconds(4, 5)};
      if (step_.data.steering.active) {
        const double steering = seconds(2, 3);
        out.last.navigate += steering;
        out.last.solve -= steering;
      }
    }
    size_ = control.agents;
    next_step_ = control.step;
    control.steps = control.agent_steps = control.arrived = control.infeasible = 0;
    control.wall_crossings = control.neighbor_cap_hits = control.became_stuck = control.went_on = 0;
    control.removed = 0;
    note_wants();
    copy_to_device(control_.device_pointer(), control_copy_.data(), 1, stream_->get());
  });
}

}  // namespace throng::cuda
