// The obstacles' grid, filled on the device when the obstacles have changed: edges into every cell they pass.
#include "kernels/cuda/obstacle_grid.hpp"

#include "kernels/agent/obstacle_cells.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;

__global__ void count_edge_cells_kernel(const __grid_constant__ ObstacleGridBuild build, std::uint32_t site) {
  note_launch(build, site);
  const std::uint32_t e = thread_number();
  if (e > build.edge_count) return;
  std::uint32_t cells = 0;
  if (e < build.edge_count) for_cells_of(build.grid, build.edges[e], [&](std::uint64_t) { ++cells; });
  build.offset[e] = cells;
}

__global__ void list_edge_cells_kernel(const __grid_constant__ ObstacleGridBuild build, std::uint32_t site) {
  note_launch(build, site);
  const std::uint32_t e = thread_number();
  if (e >= build.edge_count) return;
  std::uint32_t place = build.offset[e];
  for_cells_of(build.grid, build.edges[e], [&](std::uint64_t key) {
    build.key[place] = key;
    build.edge[place] = e;
    ++place;
  });
}

/// First entry of each cell, by bisection of the sorted keys.
__global__ void find_cell_starts_kernel(const __grid_constant__ ObstacleGridBuild build, std::uint32_t site,
                                        const std::uint64_t* sorted_keys, std::uint32_t entries, std::uint64_t cells,
                                        std::uint32_t* starts) {
  note_launch(build, site);
  const std::uint64_t cell = thread_number();
  if (cell > cells) return;
  std::uint32_t low = 0, high = entries;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (sorted_keys[middle] < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  starts[cell] = low;
}

}  // namespace

void launch_count_edge_cells(const ObstacleGridBuild& build, cudaStream_t stream) {
  THRONG_LAUNCH(count_edge_cells_kernel, blocks_for(std::uint64_t{build.edge_count} + 1, threads), threads, stream,
                build);
}

void launch_list_edge_cells(const ObstacleGridBuild& build, cudaStream_t stream) {
  THRONG_LAUNCH(list_edge_cells_kernel, blocks_for(build.edge_count, threads), threads, stream, build);
}

void launch_find_cell_starts(const ObstacleGridBuild& build, const std::uint64_t* sorted_keys, std::uint32_t entries,
                             std::uint64_t cells, std::uint32_t* starts, cudaStream_t stream) {
  THRONG_LAUNCH(find_cell_starts_kernel, blocks_for(cells + 1, threads), threads, stream, build, sorted_keys, entries,
                cells, starts);
}

}  // namespace throng::cuda
