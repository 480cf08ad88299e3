// How long the lists of the first pass of the solution are. Agents with longer ones go through a pass of their own.
#pragma once
#include <cstdint>

namespace throng::cuda {

inline constexpr std::int32_t short_neighbors = 24;
inline constexpr std::int32_t short_edges = 16;
inline constexpr std::int32_t short_rows = short_neighbors + short_edges;

}  // namespace throng::cuda
