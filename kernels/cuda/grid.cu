// Agents into the cells of their grid, on the device.
//
// A counting sort over the table of all cells; where that table would be larger than a few entries per agent, a radix
// sort of cell numbers and a list of the occupied cells. docs/gpu.md counts the bytes of both. Who comes first in a
// cell is left to the threads: neighbor lists have a total order of their own.
#include "kernels/agent/grid.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/primitives.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 256;
constexpr std::uint64_t no_cell = ~std::uint64_t{0};

/// One thread: the grid of this step from the box and the height that the last step has left.
__global__ void place_cells_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl& control = *step.control;
  GridState& grid = *step.grid;
  grid.crowding = 0;
  grid.jumps = 0;
  grid.reorder = 0;
  if (control.halted != 0) return;
  const std::uint32_t n = control.agents;
  if (n == 0) {
    grid.view = {};
    return;
  }
  const PointBounds bounds = *step.bounds;
  float height = step.fixed_height > 0.0f ? step.fixed_height : grid.height;
  if (!(height > 0.0f)) height = first_cell_height(bounds, n);
  grid.height = clamp_cell_height(height, bounds);
  GridView view = place_cells(bounds, grid.height, n);
  const std::uint64_t cells = cell_count(view);
  control.needed_cells = cells;
  if (step.sparse) {
    view.cell_key = step.cell_key;
    view.cell_start = step.cell_start;
  } else {
    view.dense_start = step.cell_start;
    if (cells > dense_cell_limit(n)) {
      control.halted |= halt::sparse;
    } else if (cells > step.cell_capacity) {
      control.halted |= halt::cells;
    }
  }
  grid.view = view;
}

__device__ std::uint32_t dense_key(const GridView& view, float x, float y) {
  return static_cast<std::uint32_t>(cell_key(view, cell_column(view, x), cell_row(view, y)));
}

__global__ void count_cells_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  if (step.control->halted != 0 || i >= step.control->agents) return;
  const GridView view = step.grid->view;
  const AgentArrays& a = step.data.agents;
  step.rank[i] = atomicAdd(&step.cell_start[dense_key(view, a.position_x[i], a.position_y[i])], 1u);
}

/// Sums of a block onto those of the grid. All threads of the block.
__device__ void add_to_grid(GridState& grid, std::uint32_t here, std::uint32_t jump) {
  const std::uint32_t crowding = block_sum(here < most_counted_in_cell ? here : most_counted_in_cell);
  jump = block_sum(jump);
  if (threadIdx.x != 0) return;
  if (crowding > 0) atomicAdd(reinterpret_cast<unsigned long long*>(&grid.crowding), crowding);
  if (jump > 0) atomicAdd(&grid.jumps, jump);
}
__device__ std::uint32_t is_jump(std::uint32_t from, std::uint32_t to) {
  const auto distance = static_cast<std::int64_t>(from) - static_cast<std::int64_t>(to);
  return distance < -64 || distance > 64 ? 1 : 0;
}

/// What neighbor search reads, to its place in cell order. Those who stand side by side in the arrays mostly do so in
/// cell order too, so that the places of a warp share sectors.
__global__ void place_crowd_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  const bool present = step.control->halted == 0 && i < step.control->agents;
  std::uint32_t here = 0, place = 0, jump = 0;
  if (present) {
    const GridView view = step.grid->view;
    const AgentArrays& a = step.data.agents;
    const float x = a.position_x[i], y = a.position_y[i];
    const std::uint32_t key = dense_key(view, x, y), first = step.cell_start[key];
    here = step.cell_start[key + 1] - first;
    place = first + step.rank[i];
    step.order[place] = i;
    step.motion[place] = {x, y, a.velocity_x[i], a.velocity_y[i]};
    step.radius[place] = a.radius[i];
  }
  const std::uint32_t before = __shfl_up_sync(0xffffffffu, place, 1);
  if (present && (threadIdx.x & 31u) != 0) jump = is_jump(place, before);
  add_to_grid(*step.grid, here, jump);
}

/// Sparse: the numbers of the agents' cells, those of no agent behind all others.
__global__ void number_cells_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  if (i >= step.capacity) return;
  std::uint64_t key = no_cell;
  if (step.control->halted == 0 && i < step.control->agents) {
    const GridView view = step.grid->view;
    const AgentArrays& a = step.data.agents;
    key = cell_key(view, cell_column(view, a.position_x[i]), cell_row(view, a.position_y[i]));
  }
  step.sparse_key[i] = key;
  step.key[i] = i;
}

/// Sparse: run lengths into the place of the first items, nothing behind the last run.
__global__ void clear_run_tail_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  const bool has_rest = step.control->agents < step.capacity;  // one more run, of no cell
  const std::uint32_t occupied = *step.occupied_runs - (has_rest ? 1u : 0u);
  if (i == 0) step.grid->view.occupied = occupied;
  if (i <= step.capacity && i >= occupied) step.cell_start[i] = 0;
}

/// How many agents are in the cell of the agent at place `i` of cell order, where only occupied cells are listed.
__device__ std::uint32_t agents_in_cell(const GridView& view, std::uint32_t i) {
  std::uint32_t low = 0, high = view.occupied;  // last cell whose first item is <= i
  while (high - low > 1) {
    const std::uint32_t middle = (low + high) / 2;
    if (view.cell_start[middle] <= i) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return view.cell_start[low + 1] - view.cell_start[low];
}

/// What neighbor search reads, into the cell order that has been sorted.
__global__ void gather_crowd_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  std::uint32_t here = 0, jump = 0;
  if (step.control->halted == 0 && i < step.control->agents) {
    const GridView view = step.grid->view;
    const AgentArrays& a = step.data.agents;
    const std::uint32_t from = step.order[i];
    const float x = a.position_x[from], y = a.position_y[from];
    step.motion[i] = {x, y, a.velocity_x[from], a.velocity_y[from]};
    step.radius[i] = a.radius[from];
    if (view.dense_start != nullptr) {
      const std::uint32_t key = dense_key(view, x, y);
      here = view.dense_start[key + 1] - view.dense_start[key];
    } else {
      here = agents_in_cell(view, i);
    }
    if (i > 0) jump = is_jump(from, step.order[i - 1]);
  }
  add_to_grid(*step.grid, here, jump);
}

/// One thread: whether the agents' arrays have drifted from cell order, and the height of the next step's cells.
__global__ void follow_crowd_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t n = step.control->agents;
  if (step.control->halted != 0 || n == 0) return;
  GridState& grid = *step.grid;
  grid.reorder = grid.jumps > n / 2 ? 1u : 0u;
  if (step.fixed_height > 0.0f) return;
  const float crowding = static_cast<float>(grid.crowding) / static_cast<float>(n);
  if (!cells_fit(crowding)) grid.height = next_cell_height(grid.height, crowding, *step.bounds);
}

__global__ void reorder_agents_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  if (step.control->halted != 0 || step.grid->reorder == 0 || i >= step.control->agents) return;
  const std::uint32_t from = step.order[i];
#define THRONG_FIELD(name, record_type, array_type) step.spare.name[i] = step.data.agents.name[from];
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  step.spare_search_start[i] = step.data.search_start_sq[from];
}

__global__ void put_agents_back_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  if (step.control->halted != 0 || step.grid->reorder == 0 || i >= step.control->agents) return;
#define THRONG_FIELD(name, record_type, array_type) step.data.agents.name[i] = step.spare.name[i];
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
  step.data.search_start_sq[i] = step.spare_search_start[i];
  step.index_of_slot[step.data.agents.slot[i]] = i;
  step.order[i] = i;
}

}  // namespace

void launch_find_bounds(const DeviceStep& step, void* scratch, std::size_t scratch_bytes, cudaStream_t stream) {
  find_bounds(step.data.agents.position_x, step.data.agents.position_y, &step.control->agents, step.capacity,
              step.bounds, scratch, scratch_bytes, stream);
}

void launch_place_cells(const DeviceStep& step, cudaStream_t stream) {
  THRONG_LAUNCH(place_cells_kernel, 1, 1, stream, step);
}

void launch_order_dense(const DeviceStep& step, void* scratch, std::size_t scratch_bytes, cudaStream_t stream) {
  const unsigned blocks = blocks_for(step.capacity, threads);
  THRONG_CUDA(cudaMemsetAsync(step.cell_start, 0, (step.cell_capacity + 1) * sizeof(std::uint32_t), stream));
  THRONG_LAUNCH(count_cells_kernel, blocks, threads, stream, step);
  exclusive_sum(step.cell_start, step.cell_capacity + 1, scratch, scratch_bytes, stream);
  THRONG_LAUNCH(place_crowd_kernel, blocks, threads, stream, step);
}

void launch_order_sparse(const DeviceStep& step, void* scratch, std::size_t scratch_bytes, cudaStream_t stream) {
  const unsigned blocks = blocks_for(std::uint64_t{step.capacity} + 1, threads);
  THRONG_LAUNCH(number_cells_kernel, blocks, threads, stream, step);
  // The sorted numbers lie in the spare array of ids until the next reordering.
  auto* sorted = reinterpret_cast<std::uint64_t*>(step.spare.id);
  sort_pairs(step.sparse_key, sorted, step.key, step.order, step.capacity, scratch, scratch_bytes, stream);
  run_lengths(sorted, step.cell_key, step.cell_start, step.occupied_runs, step.capacity, scratch, scratch_bytes,
              stream);
  THRONG_LAUNCH(clear_run_tail_kernel, blocks, threads, stream, step);
  exclusive_sum(step.cell_start, std::size_t{step.capacity} + 1, scratch, scratch_bytes, stream);
  THRONG_LAUNCH(gather_crowd_kernel, blocks_for(step.capacity, threads), threads, stream, step);
}

void launch_follow_crowd(const DeviceStep& step, cudaStream_t stream) {
  THRONG_LAUNCH(follow_crowd_kernel, 1, 1, stream, step);
}

void launch_reorder(const DeviceStep& step, cudaStream_t stream) {
  const unsigned blocks = blocks_for(step.capacity, threads);
  THRONG_LAUNCH(reorder_agents_kernel, blocks, threads, stream, step);
  THRONG_LAUNCH(put_agents_back_kernel, blocks, threads, stream, step);
}

}  // namespace throng::cuda
