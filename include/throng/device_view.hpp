// The agents of a world on its GPU, for programs with kernels of their own.
#pragma once
#include <cstddef>
#include <cstdint>

#include "throng/types.hpp"

struct CUstream_st;  // of the CUDA runtime: a cudaStream_t is a pointer to it

namespace throng {

/// Arrays in the memory of `device`, one entry per agent, in the engine's order, which changes from step to step: `id`
/// tells who is who. Positions are relative to `origin`, m; velocities m/s.
///
/// Valid until the world is used again. Work on `stream`, or make your stream wait for it and it for yours: the world's
/// own work is ordered by it. What is not const may be written between two steps; values must be finite and within
/// `limits`, which nobody checks.
struct DeviceView {
  int device = 0;
  CUstream_st* stream = nullptr;
  std::size_t count = 0;
  const std::int64_t* id = nullptr;
  const float* position_x = nullptr;
  const float* position_y = nullptr;
  const float* velocity_x = nullptr;
  const float* velocity_y = nullptr;
  const float* heading_x = nullptr;  ///< unit vectors
  const float* heading_y = nullptr;
  const float* radius = nullptr;          ///< m
  float* preferred_velocity_x = nullptr;  ///< held by agents without a goal, computed for the others
  float* preferred_velocity_y = nullptr;
  float* goal_x = nullptr;  ///< m, of agents with a point as their goal
  float* goal_y = nullptr;
  Vec2d origin;  ///< world coordinates of the point (0, 0) of the arrays
};

}  // namespace throng
