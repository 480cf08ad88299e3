// Steering without a world, for those who bring their own bodies: one behavior for many pursuers at a time.
//
// The same functions as a world's, and the same bits, on the CPU and on a GPU. Formulas: docs/steering.md.
#pragma once
#include <cstddef>
#include <cstdint>

#include "throng/export.hpp"
#include "throng/steering.hpp"

namespace throng {

/// Bodies as arrays of `count` entries.
struct BodyArrays {
  std::size_t count = 0;  ///< at most 2^31
  const Vec2f* position = nullptr;
  const Vec2f* velocity = nullptr;  ///< null = at rest
  const Vec2f* heading = nullptr;   ///< unit; null = the direction of the velocity, none at rest
};

/// Where results go, for each pursuer. Null = not wanted.
struct SteeringArrays {
  Vec2f* desired_velocity = nullptr;  ///< m/s
  Vec2f* steering = nullptr;          ///< m/s: desired velocity less the pursuer's own
  Vec2f* aim_point = nullptr;         ///< m
  float* time = nullptr;              ///< s, how far ahead it looked; of `Intercept` until the meeting
  std::uint8_t* reachable = nullptr;  ///< 1; 0 = `Intercept` can't meet its target in time, or there is no target
};

/// A call. All arrays are in the memory of the machine that does the work.
struct SteeringBatch {
  /// Seek, Flee, Arrive, Pursue, Intercept, Evade, OffsetPursue or Interpose: those that look at targets alone.
  Behavior behavior;
  BodyArrays pursuers;
  const float* max_speed = nullptr;  ///< m/s, >= 0, of each pursuer; null = the behavior's `speed`, which must be given
  BodyArrays targets;
  /// Row in `targets` of each pursuer's target; null = its own number. A row that is not there means no target.
  const std::uint32_t* target = nullptr;
  const std::uint32_t* second_target = nullptr;  ///< of Interpose, which needs it
  double time_step = 0.1;                        ///< s: arriving overshoots in no step
  SteeringArrays out;
};

/// On the CPU, with `threads` threads (0 = all cores), which changes no bit. Pursuers and results may be the same
/// arrays, targets and results may not overlap.
///
/// A pursuer without a target, or with a number that is not finite in what it reads, wants to stand: desired velocity
/// 0, aim point its own position (0 when that is not finite), time 0, reachable 0. So no result is ever NaN. Throws
/// invalid_argument for a behavior of another kind or a value outside its limits, missing arrays and counts beyond
/// 2^31.
THRONG_API void steer(const SteeringBatch& batch, int threads = 0);

/// The same on the GPU that is current in the CUDA runtime: arrays are device pointers, `stream` is a cudaStream_t.
/// Returns when the work is enqueued. Throws unavailable without CUDA, device_lost when the launch fails.
THRONG_API void steer_on_device(const SteeringBatch& batch, void* stream);

}  // namespace throng
