// How long the lists of the first pass of the solution are. Agents with longer ones go through a pass of their own.
#pragma once
#include <cstdint>

namespace throng::cuda {

/// The first pass is compiled for a few numbers of neighbors; a world takes the smallest that serves all its profiles.
inline constexpr std::int32_t few_neighbors = 10, some_neighbors = 16, short_neighbors = 24;
inline constexpr std::int32_t short_edges = 16;
inline constexpr std::int32_t short_rows = short_neighbors + short_edges;

}  // namespace throng::cuda
