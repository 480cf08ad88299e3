// Steps on the device: captured, launched, and repeated when they found too little room.
#include "kernels/cuda/cuda_executor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/cuda/device.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/on_device.hpp"
#include "kernels/cuda/primitives.hpp"

namespace throng::cuda {
namespace {

constexpr std::size_t entry_step = 128;  // capacities are multiples of it

std::size_t rounded(std::size_t count) { return (count + entry_step - 1) / entry_step * entry_step; }

}  // namespace

CudaExecutor::CudaExecutor(const WorldOptions& options)
    : options_(options), device_(options.device), use_(options.device), tables_(options, false) {
  const DeviceScope scope(device_);
  for (const DeviceFacts& facts : find_devices().devices) {
    if (facts.ordinal == device_) device_name_ = facts.name;
  }
  stream_ = std::make_unique<Stream>();
  memory_ = std::make_unique<DeviceMemory>(device_, stream_->get());
  staging_ = std::make_unique<Staging>(*memory_);
  motion_ = std::make_unique<MotionTransfer>(*memory_);
  control_ = DeviceBuffer<StepControl>(*memory_, 1);
  grid_ = DeviceBuffer<GridState>(*memory_, 1);
  bounds_ = DeviceBuffer<PointBounds>(*memory_, 1);
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
  device_tables_.reset();
  index_of_slot_ = {};
  control_ = {};
  grid_ = {};
  bounds_ = {};
  primitive_scratch_ = {};
  sums_ = {};
  read_records_ = {};
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

// ---- Room ----

std::size_t CudaExecutor::bytes_of_crowd(std::size_t agents) const {
  DeviceMemory counted;
  const CrowdArrays crowd(counted, agents);
  const CellArrays cells(counted, agents + 1024, agents, false);
  return counted.bytes();
}

void CudaExecutor::reserve(std::size_t agents, std::size_t slots) {
  on_device([&] {
    make_room(agents, slots);
    staging_->reserve((agents - std::min(agents, size_)) * sizeof(AgentRecord));
  });
}

void CudaExecutor::upload_tables() {
  if (!profiles_stale_ && !goals_stale_ && !obstacles_stale_) return;
  if (profiles_stale_) device_tables_->upload_profiles(tables_);
  if (goals_stale_) device_tables_->upload_goals(tables_);
  if (obstacles_stale_) device_tables_->upload_obstacles(tables_);
  profiles_stale_ = goals_stale_ = obstacles_stale_ = false;
  arguments_stale_ = true;
}

/// All arrays as large as the crowd and what steps have asked for want them: all of them, or everything is as it was.
void CudaExecutor::make_room(std::size_t agents, std::size_t slots, const Wanted& wanted) {
  const std::size_t old = crowd_ ? crowd_->capacity : 0;
  const std::size_t n = agents <= old ? old : rounded(std::max(agents, old * 3 / 2));
  const bool has_edges = tables_.obstacles().edge_count() > 0;

  const std::size_t cells =
      std::min<std::size_t>(std::max(wanted.cells + wanted.cells / 2, n) + 1024, most_dense_cells);
  const bool sparse = wanted.layout == Layout::keep ? cells_ && cells_->sparse : wanted.layout == Layout::sparse;
  const std::int32_t rows =
      std::max(1, std::min(tables_.most_neighbors(), short_neighbors) + (has_edges ? short_edges : 0));
  const std::size_t pending = std::min(n, std::max({std::size_t{256}, n / 4, 2 * wanted.pending}));
  const bool long_lists = tables_.most_neighbors() > short_neighbors;
  const std::size_t edges = std::max(wanted.edges + wanted.edges / 2, large_ ? large_->edges : std::size_t{64});
  const std::size_t threads = LargeArrays::threads_that_fit(rounded(std::min<std::size_t>(n, long_lists  ? 4096
                                                                                             : has_edges ? 512
                                                                                                         : 1)),
                                                            edges);

  Room fresh;
  try {
    if (n > old) {
      throw_if_hopeless(n);
      fresh.crowd = std::make_unique<CrowdArrays>(*memory_, n);
    }
    if (slots > index_of_slot_.size()) {
      fresh.index_of_slot =
          DeviceBuffer<std::uint32_t>(*memory_, rounded(std::max(slots, index_of_slot_.size() * 3 / 2)));
    }
    if (!cells_ || cells_->sparse != sparse || (sparse ? cells_->listed != n : cells_->cells < cells)) {
      fresh.cells = std::make_unique<CellArrays>(*memory_, cells, n, sparse);
    }
    if (!pending_ || pending_->capacity < pending || pending_->row_count < rows) {
      fresh.pending = std::make_unique<PendingArrays>(*memory_, rounded(pending), rows);
    }
    if (!large_ || large_->threads < threads || large_->edges < edges) {
      fresh.large = std::make_unique<LargeArrays>(*memory_, static_cast<std::uint32_t>(threads),
                                                  static_cast<std::int32_t>(edges));
    }
    if (fresh.crowd || fresh.cells) {  // asking takes several calls of the runtime: not in every step
      const std::size_t scratch = primitive_scratch_bytes(n, fresh.cells ? fresh.cells->cells : cells_->cells);
      if (primitive_scratch_.size() < scratch) fresh.primitive_scratch = DeviceBuffer<char>(*memory_, scratch);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory || n == old) throw;
    throw no_room_for(agents, n);
  }

  if (fresh.crowd) {
    if (crowd_) fresh.crowd->agents.copy_from(crowd_->agents, size_, stream_->get());
    crowd_ = std::move(fresh.crowd);
    arguments_stale_ = true;
  }
  if (fresh.index_of_slot.size() > 0) {
    copy_on_device(fresh.index_of_slot.device_pointer(), index_of_slot_.device_pointer(), index_of_slot_.size(),
                   stream_->get());
    index_of_slot_ = std::move(fresh.index_of_slot);
    arguments_stale_ = true;
  }
  arguments_stale_ = arguments_stale_ || fresh.cells || fresh.pending || fresh.large;
  if (fresh.cells) cells_ = std::move(fresh.cells);
  if (fresh.pending) pending_ = std::move(fresh.pending);
  if (fresh.large) large_ = std::move(fresh.large);
  if (fresh.primitive_scratch.size() > 0) {
    primitive_scratch_ = std::move(fresh.primitive_scratch);
    arguments_stale_ = true;
  }
  if (arguments_stale_) refresh_arguments();
}

/// What the steps to come have asked for.
void CudaExecutor::make_wanted_room() {
  make_room(0, 0, wanted_);
  wanted_ = {};
}

void CudaExecutor::throw_if_hopeless(std::size_t capacity) const {
  std::size_t free = 0, total = 0;
  static_cast<void>(cudaMemGetInfo(&free, &total));
  if (total > 0 && bytes_of_crowd(capacity) > total) throw Error(ErrorCode::out_of_memory, "more than there is in all");
}

Error CudaExecutor::no_room_for(std::size_t agents, std::size_t capacity) const {
  std::size_t free = 0, total = 0;
  static_cast<void>(cudaMemGetInfo(&free, &total));
  const std::size_t each = bytes_of_crowd(capacity) / capacity;
  return {ErrorCode::out_of_memory,
          fmt::format("cuda: no room for {} agents on {} (device {}): {} bytes asked for, {} of {} free; about {} more "
                      "agents fit at {} bytes each",
                      agents, device_name_, device_, bytes_of_crowd(capacity), free, total, free / each, each)};
}

void CudaExecutor::refresh_arguments() {
  graph_.clear();
  binned_ = false;
  step_ = {};
  CrowdArrays& c = *crowd_;
  StepData data = tables_.step_data();
  device_tables_->point_to_device(data);
  data.agents = c.agents.arrays();
  data.search_start_sq = c.agents.search_start.device_pointer();
  data.new_velocity_x = c.new_velocity_x.device_pointer();
  data.new_velocity_y = c.new_velocity_y.device_pointer();
  data.crowd = {.grid = {},
                .motion = c.motion.device_pointer(),
                .x = c.x.device_pointer(),
                .y = c.y.device_pointer(),
                .radius = c.radius.device_pointer(),
                .storage_index = c.order.device_pointer()};
  step_ = {.data = data,
           .spare = c.spare.arrays(),
           .spare_search_start = c.spare.search_start.device_pointer(),
           .index_of_slot = index_of_slot_.device_pointer(),
           .capacity = static_cast<std::uint32_t>(c.capacity),
           .most_neighbors = tables_.most_neighbors(),
           .control = control_.device_pointer(),
           .grid = grid_.device_pointer(),
           .bounds = bounds_.device_pointer(),
           .motion = c.motion.device_pointer(),
           .x = c.x.device_pointer(),
           .y = c.y.device_pointer(),
           .radius = c.radius.device_pointer(),
           .order = c.order.device_pointer(),
           .key = c.key.device_pointer(),
           .rank = c.rank.device_pointer(),
           .cell_start = cells_->start.device_pointer(),
           .cell_capacity = cells_->cells,
           .sparse = cells_->sparse,
           .sparse_key = cells_->agent_key.device_pointer(),
           .cell_key = cells_->occupied_key.device_pointer(),
           .occupied_runs = cells_->occupied.device_pointer(),
           .fixed_height = static_cast<float>(options_.cell_size),
           .leaves = c.leaves.device_pointer(),
           .leaving = c.leaving.device_pointer(),
           .holes = c.holes.device_pointer(),
           .survivors = c.survivors.device_pointer(),
           .removed = c.removed.device_pointer(),
           .large = c.large.device_pointer(),
           .pending = pending_->view(),
           .scratch = large_->view(),
           .last_launch = last_launch_.data()};
  arguments_stale_ = false;
}

// ---- Between host and device ----

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
  if (control.halted == 0) {
    // Back to the table of all cells when it would be small again.
    if (cells_->sparse && control.agents > 0 && 2 * control.needed_cells < dense_cell_limit(control.agents)) {
      wanted_.layout = Layout::dense;
      wanted_.cells = control.needed_cells;
    }
    return;
  }
  control.halted = control.needed_edges = control.needed_pending = 0;
  control.tally = {};
}

void CudaExecutor::enqueue_bin() {
  char* scratch = primitive_scratch_.device_pointer();
  const std::size_t bytes = primitive_scratch_.size();
  const cudaStream_t stream = stream_->get();
  launch_find_bounds(step_, scratch, bytes, stream);
  launch_place_cells(step_, stream);
  if (cells_->sparse) {
    launch_order_sparse(step_, scratch, bytes, stream);
  } else {
    launch_order_dense(step_, scratch, bytes, stream);
  }
  launch_gather_crowd(step_, stream);
}

/// The agents into the grid outside of a step, with room made for it.
void CudaExecutor::bin_now() {
  for (;;) {
    make_wanted_room();
    enqueue_bin();
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
    enqueue_bin();
    launch_reorder(step_, stream);
  });
}
void CudaExecutor::solve() {
  phase(3, [&](cudaStream_t stream) { launch_solve(step_, stream); });
}
void CudaExecutor::move() {
  phase(4, [&](cudaStream_t stream) {
    launch_move(step_, stream);
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
    out = {.removed = std::move(out.removed), .last = {}};
    out.removed.clear();
    fetch_control();
    StepControl& control = control_copy_[0];
    out.steps = control.steps;
    out.agent_steps = control.agent_steps;
    out.arrived = control.arrived;
    out.infeasible = control.infeasible;
    out.wall_crossings = control.wall_crossings;
    out.neighbor_cap_hits = control.neighbor_cap_hits;
    if (control.removed > 0) {
      if (removed_copy_.size() < control.removed) {
        removed_copy_ = PinnedBuffer<RemovedAgent>(rounded(2 * std::size_t{control.removed}));
      }
      copy_to_host(removed_copy_.data(), step_.removed, control.removed, stream_->get());
      stream_->wait();
      for (std::size_t k = 0; k < control.removed; ++k) {
        out.removed.push_back({removed_copy_[k].step, removed_copy_[k].slot});
      }
    }
    if (stepped_ && control.halted == 0) {
      const auto seconds = [&](std::size_t p) { return phase_ends_[p]->seconds_since(*phase_ends_[p - 1]); };
      out.last = {.navigate = seconds(1), .bin = seconds(2), .solve = seconds(3), .move = seconds(4)};
    }
    size_ = control.agents;
    next_step_ = control.step;
    control.steps = control.agent_steps = control.arrived = control.infeasible = 0;
    control.wall_crossings = control.neighbor_cap_hits = control.removed = 0;
    note_wants();
    copy_to_device(control_.device_pointer(), control_copy_.data(), 1, stream_->get());
  });
}

}  // namespace throng::cuda
