// Room for the crowd and for what its steps ask for: arrays that grow all together or not at all.
#include <fmt/format.h>

#include <algorithm>

#include "kernels/cuda/on_device.hpp"
#include "kernels/cuda/primitives.hpp"

namespace throng::cuda {
namespace {

/// Of each agent, for lists of neighbors.
std::size_t list_entries(const Variants& variants) {
  return variants.search == Variants::Search::warp ? std::size_t{short_neighbors} : 0;
}

}  // namespace

/// Half-planes in shared memory: agents have no more lines than neighbors.
bool CudaExecutor::solves_in_shared() const {
  return variants_.half_planes == Variants::HalfPlanes::shared && tables_.obstacles().edge_count() == 0 &&
         !among_bodies();
}

std::size_t CudaExecutor::bytes_of_crowd(std::size_t agents) const {
  DeviceMemory counted;
  const CrowdArrays crowd(counted, agents, list_entries(variants_));
  const CellArrays cells(counted, agents + 1024, agents, false);
  const SteeringArrays steering(counted, steering_ ? agents : 0);
  const ContactArrays contact(counted, tables_.contact_iterations() > 0 ? agents : 0,
                              tables_.obstacles().edge_count() > 0, tables_.reach_levels().size());
  const std::size_t few = tables_.any_footprint() ? entry_step : 0;
  const FootprintArrays footprints(counted, few, few > 0 ? agents : 0, tables_.contact_iterations() > 0);
  return counted.bytes();
}

void CudaExecutor::reserve(std::size_t agents, std::size_t slots) {
  on_device([&] {
    make_room(agents, slots);
    staging_->reserve((agents - std::min(agents, size_)) * sizeof(AgentRecord));
  });
}

/// All arrays as large as the crowd and what steps have asked for want them: all of them, or everything is as it was.
void CudaExecutor::make_room(std::size_t agents, std::size_t slots, const Wanted& wanted) {
  const std::size_t old = crowd_ ? crowd_->capacity : 0;
  const std::size_t n = agents <= old ? old : rounded(std::max(agents, old * 3 / 2));
  const std::size_t known = index_of_slot_.size();
  const std::size_t all_slots = slots <= known ? known : rounded(std::max(slots, known * 3 / 2));
  const bool has_edges = tables_.obstacles().edge_count() > 0;

  const std::size_t cells =
      std::min<std::size_t>(std::max(wanted.cells + wanted.cells / 2, n) + 1024, most_dense_cells);
  const bool sparse = wanted.layout == Layout::keep ? cells_ && cells_->sparse : wanted.layout == Layout::sparse;
  const std::int32_t rows =
      std::max(1, std::min(tables_.most_neighbors(), short_neighbors) + (has_edges ? short_edges : 0));
  const bool infeasible_wait = !solves_in_shared() || variants_.infeasible == Variants::Infeasible::apart;
  const std::size_t pending =
      infeasible_wait ? std::min(n, std::max({std::size_t{256}, n / 4, 2 * wanted.pending})) : std::size_t{1};
  const bool long_lists = tables_.most_neighbors() > short_neighbors;
  const std::size_t edges = std::max(wanted.edges + wanted.edges / 2, large_ ? large_->edges : std::size_t{64});
  const bool with_footprints = tables_.any_footprint(), with_contact = tables_.contact_iterations() > 0;
  const std::size_t footprint_rows = with_footprints || footprints_ ? std::size_t{footprint_row_cap} : 0;
  const std::size_t large = long_lists ? 4096 : has_edges || with_footprints ? 512 : 1;
  const std::size_t threads =
      LargeArrays::threads_that_fit(rounded(std::min<std::size_t>(n, large)), edges, footprint_rows);
  const std::size_t known_footprints = footprints_ ? footprints_->capacity : entry_step;
  const std::size_t footprints =
      wanted.footprints > known_footprints ? std::min(n, rounded(wanted.footprints * 3 / 2)) : known_footprints;

  Room fresh;
  try {
    if (n > old) {
      throw_if_hopeless(n);
      fresh.crowd = std::make_unique<CrowdArrays>(*memory_, n, list_entries(variants_));
    }
    if (all_slots > index_of_slot_.size()) fresh.index_of_slot = DeviceBuffer<std::uint32_t>(*memory_, all_slots);
    if ((steering_ || wanted.steering) && (!steering_ || steering_->slots < all_slots)) {
      fresh.steering = std::make_unique<SteeringArrays>(*memory_, all_slots);
    }
    if (tables_.contact_iterations() > 0 &&
        (!contact_ || contact_->capacity < n || (has_edges && contact_->edge_entries == 0) ||
         contact_->reach_levels < tables_.reach_levels().size())) {
      fresh.contact = std::make_unique<ContactArrays>(*memory_, n, has_edges, tables_.reach_levels().size());
    }
    if (with_footprints && (!footprints_ || footprints_->capacity < footprints || footprints_->crowd < n ||
                            (with_contact && footprints_->listed == 0))) {
      fresh.footprints = std::make_unique<FootprintArrays>(*memory_, footprints, n, with_contact);
    }
    if (!cells_ || cells_->sparse != sparse || (sparse ? cells_->listed != n : cells_->cells < cells)) {
      fresh.cells = std::make_unique<CellArrays>(*memory_, cells, n, sparse);
    }
    if (!pending_ || pending_->capacity < pending || pending_->row_count < rows) {
      fresh.pending = std::make_unique<PendingArrays>(*memory_, rounded(pending), rows);
    }
    if (!large_ || large_->threads < threads || large_->edges < edges || large_->footprint_rows < footprint_rows) {
      fresh.large = std::make_unique<LargeArrays>(*memory_, static_cast<std::uint32_t>(threads),
                                                  static_cast<std::int32_t>(edges), footprint_rows);
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
    std::uint32_t* index = fresh.index_of_slot.device_pointer();
    copy_on_device(index, index_of_slot_.device_pointer(), known, stream_->get());
    // Of slots that nobody has had yet: no index.
    THRONG_CUDA(cudaMemsetAsync(index + known, 0xff, (all_slots - known) * sizeof *index, stream_->get()));
    index_of_slot_ = std::move(fresh.index_of_slot);
    arguments_stale_ = true;
  }
  if (fresh.steering) {
    if (steering_) fresh.steering->copy_from(*steering_, stream_->get());
    steering_ = std::move(fresh.steering);
    arguments_stale_ = true;
  }
  arguments_stale_ =
      arguments_stale_ || fresh.contact || fresh.footprints || fresh.cells || fresh.pending || fresh.large;
  if (fresh.contact) contact_ = std::move(fresh.contact);
  if (fresh.footprints) footprints_ = std::move(fresh.footprints);
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
  binned_ = grid_follows_ = false;
  step_ = {};
  CrowdArrays& c = *crowd_;
  StepData data = tables_.step_data();
  device_tables_->point_to_device(data);
  if (steering_) {
    data.steering.rows = steering_->rows.device_pointer();
    data.steering.results = steering_->results.device_pointer();
  }
  data.steering.index_of_slot = index_of_slot_.device_pointer();
  data.agents = c.agents.arrays();
  data.reports_arrivals = reports_arrivals_;
  data.search_start_sq = c.agents.search_start.device_pointer();
  data.new_velocity_x = c.new_velocity_x.device_pointer();
  data.new_velocity_y = c.new_velocity_y.device_pointer();
  // Spare arrays are in use while agents are reordered only.
  data.next_heading_x = c.spare.heading_x.device_pointer();
  data.next_heading_y = c.spare.heading_y.device_pointer();
  if (contact_) {
    data.contact.moved_x = contact_->moved_x.device_pointer();
    data.contact.moved_y = contact_->moved_y.device_pointer();
    data.contact.start_x = contact_->start_x.device_pointer();
    data.contact.start_y = contact_->start_y.device_pointer();
    data.contact.count = contact_->count.device_pointer();
    data.contact.list = contact_->list.device_pointer();
    const std::span<const ReachLevel> levels = tables_.reach_levels();
    copy_to_device(contact_->level.device_pointer(), levels.data(), levels.size(), stream_->get());
    data.contact.reach.tiles = contact_->tiles;
    data.contact.reach.level = contact_->level.device_pointer();
    data.contact.reach.sole = contact_->reach_sole.device_pointer();
    data.contact.reach.table = contact_->reach.device_pointer();
    data.contact.edge_count = contact_->edge_count.device_pointer();
    data.contact.edges = contact_->edges.device_pointer();
  }
  if (footprints_) footprints_->point_to(data.footprints);
  data.crowd = {.grid = {},
                .motion = c.motion.device_pointer(),
                .x = nullptr,
                .y = nullptr,
                .radius = c.radius.device_pointer(),
                .storage_index = c.order.device_pointer()};
  const bool shared = solves_in_shared();
  // What another attempt of a step would find moved: only where solving can't stop halfway, and where nobody looks at
  // another's arrays: headings, or a target. Flow fields and watching would cost it registers.
  const bool whole_step = shared && data.equal_shares && !data.steering.active && !contact_ && !reports_arrivals_ &&
                          data.goals.fields == nullptr && !data.stuck.active &&
                          variants_.infeasible == Variants::Infeasible::together;
  step_ = {.data = data,
           .spare = c.spare.arrays(),
           .spare_search_start = c.spare.search_start.device_pointer(),
           .index_of_slot = index_of_slot_.device_pointer(),
           .steering_rows = steering_ ? steering_->rows.device_pointer() : nullptr,
           .capacity = static_cast<std::uint32_t>(c.capacity),
           .most_neighbors = tables_.most_neighbors(),
           .control = control_.device_pointer(),
           .grid = grid_.device_pointer(),
           .bounds = bounds_.device_pointer(),
           .variants = variants_,
           .multiprocessors = multiprocessors_,
           .half_planes_in_shared = shared,
           .whole_step_in_solve = whole_step,
           .among_bodies = among_bodies(),
           .motion = c.motion.device_pointer(),
           .radius = c.radius.device_pointer(),
           .order = c.order.device_pointer(),
           .key = c.key.device_pointer(),
           .cell_count = cells_->count.device_pointer(),
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
           .found = c.found.device_pointer(),
           .found_count = c.found_count.device_pointer(),
           .pending = pending_->view(),
           .scratch = large_->view(),
           .footprints = footprints_
                             ? footprints_->room(footprint_control_.device_pointer(), footprint_grid_.device_pointer(),
                                                 footprint_state_.device_pointer())
                             : FootprintRoom{},
           .near = footprints_ ? footprints_->near.device_pointer() : nullptr,
           .contact_start_x = contact_ ? contact_->start_x.device_pointer() : nullptr,
           .contact_start_y = contact_ ? contact_->start_y.device_pointer() : nullptr,
           .contact_x = {contact_ ? contact_->even_x.device_pointer() : nullptr,
                         contact_ ? contact_->odd_x.device_pointer() : nullptr},
           .contact_y = {contact_ ? contact_->even_y.device_pointer() : nullptr,
                         contact_ ? contact_->odd_y.device_pointer() : nullptr},
           .last_launch = last_launch_.data()};
  arguments_stale_ = false;
}

/// As the kernels take it that put agents into cells: the crowd of those who have a footprint, with cells of its own.
/// Only occupied ones are listed: few agents may be far apart.
DeviceStep CudaExecutor::footprint_step() const {
  const FootprintArrays& f = *footprints_;
  DeviceStep own{};
  own.data.agents.position_x = f.x.device_pointer();
  own.data.agents.position_y = f.y.device_pointer();
  own.data.agents.velocity_x = f.velocity_x.device_pointer();
  own.data.agents.velocity_y = f.velocity_y.device_pointer();
  own.data.agents.radius = f.circle_radius.device_pointer();
  own.spare.id = reinterpret_cast<std::int64_t*>(f.sorted_key.device_pointer());
  own.capacity = static_cast<std::uint32_t>(f.capacity);
  own.control = footprint_control_.device_pointer();
  own.grid = footprint_grid_.device_pointer();
  own.bounds = footprint_bounds_.device_pointer();
  own.motion = f.motion.device_pointer();
  own.radius = f.circle.device_pointer();
  own.order = f.order.device_pointer();
  own.key = f.sorted_from.device_pointer();
  own.cell_start = f.start.device_pointer();
  own.sparse = true;
  own.sparse_key = f.key.device_pointer();
  own.cell_key = f.occupied_key.device_pointer();
  own.occupied_runs = f.occupied.device_pointer();
  own.last_launch = step_.last_launch;
  return own;
}

}  // namespace throng::cuda
