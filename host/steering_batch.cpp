// Batch calls of steering: checks, and where the work is done.
#include "throng/steering_batch.hpp"

#include <fmt/format.h>

#include <variant>

#include "host/batch_view.hpp"
#include "host/behavior_fields.hpp"
#include "host/checks.hpp"
#include "host/cpu/step_kernels.hpp"
#include "host/cpu/thread_team.hpp"
#include "host/floating_point_mode.hpp"
#include "host/steering_table.hpp"

namespace throng {
namespace {

constexpr std::size_t batch_grain = 4096;  // pursuers per task
constexpr std::size_t most_bodies = std::size_t{1} << 31;

const BatchPoint* points(const Vec2f* from) { return reinterpret_cast<const BatchPoint*>(from); }
BatchPoint* points(Vec2f* from) { return reinterpret_cast<BatchPoint*>(from); }
static_assert(sizeof(Vec2f) == sizeof(BatchPoint) && alignof(Vec2f) == alignof(BatchPoint));

void check_batch(const SteeringBatch& batch) {
  check_range("time_step", batch.time_step, limits::min_time, limits::max_time, "s");
  check_behavior(batch.behavior, batch.time_step);
  const auto targets = targets_of(batch.behavior);
  if (targets == 0) {
    refuse(fmt::format("{} has no batch call: it looks at more than targets", behavior_name(batch.behavior)));
  }
  const auto check_count = [](const char* name, std::size_t count) {
    if (count > most_bodies) refuse(fmt::format("{} are {}; there can be {}", name, count, most_bodies));
  };
  check_count("pursuers", batch.pursuers.count);
  check_count("targets", batch.targets.count);
  const auto need = [](const char* name, const void* array, std::size_t count) {
    if (array == nullptr && count > 0) refuse(fmt::format("{} is null, for {} entries", name, count));
  };
  need("pursuers.position", batch.pursuers.position, batch.pursuers.count);
  need("targets.position", batch.targets.position, batch.targets.count);
  const bool has_speed = std::visit(
      [](const auto& b) {
        if constexpr (requires { b.speed; }) return b.speed.has_value();
        return false;
      },
      batch.behavior);
  if (!has_speed) need("max_speed", batch.max_speed, batch.pursuers.count);
  if (std::holds_alternative<Interpose>(batch.behavior)) {
    need("second_target", batch.second_target, batch.pursuers.count);
  }
}

}  // namespace

BatchView batch_view(const SteeringBatch& batch) {
  check_batch(batch);
  SteeringTable table;
  table.set_behaviors({&batch.behavior, 1}, batch.time_step);
  return {.behavior = table.behaviors().front(),
          .position = points(batch.pursuers.position),
          .velocity = points(batch.pursuers.velocity),
          .heading = points(batch.pursuers.heading),
          .max_speed = batch.max_speed,
          .target_position = points(batch.targets.position),
          .target_velocity = points(batch.targets.velocity),
          .target_heading = points(batch.targets.heading),
          .target = batch.target,
          .second_target = batch.second_target,
          .count = static_cast<std::uint32_t>(batch.pursuers.count),
          .target_count = static_cast<std::uint32_t>(batch.targets.count),
          .inverse_time_step = 1.0f / static_cast<float>(batch.time_step),
          .desired_velocity = points(batch.out.desired_velocity),
          .steering = points(batch.out.steering),
          .aim_point = points(batch.out.aim_point),
          .time = batch.out.time,
          .reachable = batch.out.reachable};
}

void steer(const SteeringBatch& batch, int threads) {
  const FloatingPointMode mode;
  check_range("threads", threads, 0, 1024, "");
  const BatchView view = batch_view(batch);
  const StepKernels& kernels = best_step_kernels();
  if (batch.pursuers.count <= batch_grain) return kernels.steer_batch(view, 0, batch.pursuers.count);
  ThreadTeam team(threads);
  team.for_chunks(batch.pursuers.count, batch_grain,
                  [&](std::size_t begin, std::size_t end, int) { kernels.steer_batch(view, begin, end); });
}

#ifndef THRONG_HAS_CUDA
void steer_on_device(const SteeringBatch&, void*) {
  throw Error(ErrorCode::unavailable, "this build of throng has no CUDA: steer_on_device does nothing");
}
#endif

}  // namespace throng
