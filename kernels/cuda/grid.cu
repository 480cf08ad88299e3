// Agents into the cells of their grid, on the device.
//
// A counting sort over the table of all cells; where that table would be larger than a few entries per agent, a radix
// sort of cell numbers and a list of the occupied cells. docs/gpu.md counts the bytes of both. Who comes first in a
// cell is left to the threads: neighbor lists have a total order of their own.
#include "kernels/agent/grid.hpp"
#include "kernels/cuda/kernels.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/next_grid.hpp"
#include "kernels/cuda/primitives.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 256;
constexpr std::uint64_t no_cell = ~std::uint64_t{0};

__device__ GridView new_cells(const DeviceStep& step, float height, std::uint32_t agents) {
  GridView view = place_cells(*step.bounds, height, agents);
  if (step.sparse) {
    view.cell_key = step.cell_key;
    view.cell_start = step.cell_start;
  } else {
    view.dense_start = step.cell_start;
  }
  return view;
}

/// One thread: the grid of this step, the one that the last step has prepared or one from the box and the height that
/// it has left.
__global__ void place_cells_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  StepControl& control = *step.control;
  GridState& grid = *step.grid;
  grid.jumps = 0;
  grid.reorder = 0;
  if (control.halted != 0) return;
  const std::uint32_t n = control.agents;
  if (n == 0) {
    grid.view = {};
    grid.crowding = 0;
    return;
  }
  if (!step.sparse) step.cell_start[0] = 0;
  if (grid.follows != 0) *step.bounds = to_bounds(grid.next_bounds);
  if (grid.counted != 0) {
    grid.view = grid.next_view;
    grid.view.item_count = n;
    control.needed_cells = cell_count(grid.view);
    return;
  }
  grid.crowding = 0;
  float height = step.fixed_height > 0.0f ? step.fixed_height : grid.height;
  if (!(height > 0.0f)) height = first_cell_height(*step.bounds, n);
  grid.height = clamp_cell_height(height, *step.bounds);
  grid.view = new_cells(step, grid.height, n);
  const std::uint64_t cells = cell_count(grid.view);
  control.needed_cells = cells;
  if (step.sparse) return;
  if (cells > dense_cell_limit(n)) {
    control.halted |= halt::sparse;
  } else if (cells > step.cell_capacity) {
    control.halted |= halt::cells;
  }
}

__global__ void forget_grid_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  step.grid->follows = step.grid->counted = 0;
}

/// Unless they have been counted when they moved.
__global__ void count_cells_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  GridState& grid = *step.grid;
  if (step.control->halted != 0 || grid.counted != 0) return;
  const std::uint32_t i = thread_number();
  std::uint32_t crowding = 0;
  if (i < step.control->agents) {
    const AgentArrays& a = step.data.agents;
    crowding = count_in_cell(step, grid.view, a.position_x[i], a.position_y[i]);
  }
  crowding = block_sum(crowding);
  if (threadIdx.x == 0) add_crowding(grid, crowding);
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
  std::uint32_t place = 0, jump = 0;
  if (present) {
    const AgentArrays& a = step.data.agents;
    const float x = a.position_x[i], y = a.position_y[i];
    place = atomicAdd(&step.cell_start[dense_key(step.grid->view, x, y) + 1], 1u);
    step.order[place] = i;
    step.motion[place] = {x, y, a.velocity_x[i], a.velocity_y[i]};
    step.radius[place] = a.radius[i];
  }
  const std::uint32_t before = __shfl_up_sync(0xffffffffu, place, 1);
  if (present && (threadIdx.x & 31u) != 0) jump = is_jump(place, before);
  jump = block_sum(jump);
  if (threadIdx.x == 0 && jump > 0) atomicAdd(&step.grid->jumps, jump);
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
  std::uint32_t crowding = 0, jump = 0;
  if (step.control->halted == 0 && i < step.control->agents) {
    const AgentArrays& a = step.data.agents;
    const std::uint32_t from = step.order[i];
    step.motion[i] = {a.position_x[from], a.position_y[from], a.velocity_x[from], a.velocity_y[from]};
    step.radius[i] = a.radius[from];
    const GridView view = step.grid->view;
    std::uint32_t here = 0;
    if (view.dense_start != nullptr) {
      const std::uint32_t key = dense_key(view, a.position_x[from], a.position_y[from]);
      here = view.dense_start[key + 1] - view.dense_start[key];
    } else {
      here = agents_in_cell(view, i);
    }
    crowding = here < most_counted_in_cell ? here : most_counted_in_cell;
    if (i > 0) jump = is_jump(from, step.order[i - 1]);
  }
  crowding = block_sum(crowding);
  jump = block_sum(jump);
  if (threadIdx.x != 0) return;
  add_crowding(*step.grid, crowding);
  if (jump > 0) atomicAdd(&step.grid->jumps, jump);
}

/// To be sorted: the numbers of the agents' cells in the table of all cells, no agents behind all others.
__global__ void number_dense_cells_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t i = thread_number();
  if (i >= step.capacity) return;
  auto key = static_cast<std::uint32_t>(step.cell_capacity);
  if (step.control->halted == 0 && i < step.control->agents) {
    key = dense_key(step.grid->view, step.data.agents.position_x[i], step.data.agents.position_y[i]);
  }
  step.key[i] = key;
  step.large[i] = i;  // nobody is on that list before the solution
}

/// Where each cell begins, by bisection of the sorted numbers.
__global__ void find_cell_starts_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site,
                                        const std::uint32_t* sorted_key) {
  note_launch(step, site);
  const std::uint64_t cell = thread_number();
  if (step.control->halted != 0 || cell > cell_count(step.grid->view)) return;
  std::uint32_t low = 0, high = step.control->agents;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (sorted_key[middle] < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  step.cell_start[cell] = low;
}

/// One thread: whether the agents' arrays have drifted from cell order, and the cells of the next step.
__global__ void follow_crowd_kernel(const __grid_constant__ DeviceStep step, std::uint32_t site) {
  note_launch(step, site);
  const std::uint32_t n = step.control->agents;
  GridState& grid = *step.grid;
  if (step.control->halted != 0) return;
  grid.counts_next = 0;
  grid.next_bounds = no_bounds();
  if (n == 0) return;
  // A quarter of the agents out of place. Each costs sectors of its own, mostly out of the cache; putting all into
  // place moves four times their bytes.
  grid.reorder = grid.jumps > n / 2 ? 1u : 0u;
  const float crowding = static_cast<float>(grid.crowding) / static_cast<float>(n);
  grid.crowding = 0;
  if (step.fixed_height > 0.0f) {
    grid.height = clamp_cell_height(step.fixed_height, *step.bounds);  // a crowd that spreads has room for more of it
  } else if (!cells_fit(crowding)) {
    grid.height = next_cell_height(grid.height, crowding, *step.bounds);
  }
  if (!step.whole_step_in_solve || step.sparse || step.variants.sort != Variants::Sort::counting) return;
  grid.next_view = new_cells(step, grid.height, n);
  const std::uint64_t cells = cell_count(grid.next_view);
  grid.counts_next = cells <= dense_cell_limit(n) && cells <= step.cell_capacity ? 1u : 0u;
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

void launch_forget_grid(const DeviceStep& step, cudaStream_t stream) {
  THRONG_LAUNCH(forget_grid_kernel, 1, 1, stream, step);
  if (step.sparse) return;
  THRONG_CUDA(cudaMemsetAsync(step.cell_count, 0, (step.cell_capacity + 1) * sizeof(std::uint32_t), stream));
}

void launch_order_dense(const DeviceStep& step, void* scratch, std::size_t scratch_bytes, cudaStream_t stream) {
  const unsigned blocks = blocks_for(step.capacity, threads);
  THRONG_LAUNCH(count_cells_kernel, blocks, threads, stream, step);
  exclusive_sum(step.cell_count, step.cell_start + 1, step.cell_capacity + 1, scratch, scratch_bytes, stream);
  THRONG_CUDA(cudaMemsetAsync(step.cell_count, 0, (step.cell_capacity + 1) * sizeof(std::uint32_t), stream));
  THRONG_LAUNCH(place_crowd_kernel, blocks, threads, stream, step);
}

void launch_order_radix(const DeviceStep& step, void* scratch, std::size_t scratch_bytes, cudaStream_t stream) {
  const unsigned blocks = blocks_for(step.capacity, threads);
  THRONG_LAUNCH(number_dense_cells_kernel, blocks, threads, stream, step);
  int bits = 1;
  while (bits < 32 && (step.cell_capacity >> bits) != 0) ++bits;
  // The sorted numbers lie in the spare array of slots until the next reordering.
  std::uint32_t* sorted = step.spare.slot;
  sort_pairs(step.key, sorted, step.large, step.order, step.capacity, bits, scratch, scratch_bytes, stream);
  THRONG_LAUNCH(find_cell_starts_kernel, blocks_for(step.cell_capacity + 1, threads), threads, stream, step, sorted);
  THRONG_LAUNCH(gather_crowd_kernel, blocks, threads, stream, step);
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
  exclusive_sum(step.cell_start, step.cell_start, std::size_t{step.capacity} + 1, scratch, scratch_bytes, stream);
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
