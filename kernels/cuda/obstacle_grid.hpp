// Launchers of the obstacles' grid.
#pragma once
#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/agent/views.hpp"

namespace throng::cuda {

/// The argument of its kernels.
struct ObstacleGridBuild {
  const EdgeData* edges;
  std::uint32_t edge_count;
  GridView grid;          ///< placed, its tables not filled
  std::uint32_t* offset;  ///< edge_count + 1: cells of each edge, then the first entry of each
  std::uint64_t* key;     ///< of each entry
  std::uint32_t* edge;
  std::uint32_t* last_launch;  ///< in the host's memory
};

void launch_count_edge_cells(const ObstacleGridBuild& build, cudaStream_t stream);
void launch_list_edge_cells(const ObstacleGridBuild& build, cudaStream_t stream);
/// Of each of `cells` cells and the end, cells + 1 in all.
void launch_find_cell_starts(const ObstacleGridBuild& build, const std::uint64_t* sorted_keys, std::uint32_t entries,
                             std::uint64_t cells, std::uint32_t* starts, cudaStream_t stream);

}  // namespace throng::cuda
