#include "bench/device/device_timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <future>
#include <optional>
#include <utility>
#include <vector>

#ifdef THRONG_HAS_CUDA
#include "kernels/cuda/counters.hpp"
#include "kernels/cuda/variants.hpp"
#endif

namespace throng::device_check {
namespace {

constexpr double batch_seconds = 0.2;  // on the device, and as much on the CPU
constexpr std::size_t most_rounds = 15;

class Clock {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Waits for all steps begun.
void wait_for(const World& world) { static_cast<void>(world.statistics()); }

class Samples {
 public:
  void add(double value) { values_.push_back(value); }
  [[nodiscard]] std::size_t count() const { return values_.size(); }
  [[nodiscard]] double median() const {
    std::vector<double> sorted = values_;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
  }
  /// Median, least and greatest.
  [[nodiscard]] std::string json() const {
    const auto [least, greatest] = std::minmax_element(values_.begin(), values_.end());
    return fmt::format(R"({{"median":{:.6g},"least":{:.6g},"greatest":{:.6g}}})", median(), *least, *greatest);
  }

 private:
  std::vector<double> values_;
};

struct PhaseSamples {
  Samples navigate, bin, solve, move;
  void add(const PhaseTimes& t) {
    navigate.add(t.navigate);
    bin.add(t.bin);
    solve.add(t.solve);
    move.add(t.move);
  }
  [[nodiscard]] std::string json() const {
    return fmt::format(R"({{"navigate":{:.6g},"bin":{:.6g},"solve":{:.6g},"move":{:.6g}}})", navigate.median(),
                       bin.median(), solve.median(), move.median());
  }
};

/// A world that has run its first step, and how long that took from nothing.
struct NewWorld {
  World world;
  double setup_seconds;
};
NewWorld new_world(const NamedScene& scene, ExecutorKind executor) {
  const Clock clock;
  World world = scene.make_world(executor);
  world.step();
  wait_for(world);
  return {std::move(world), clock.seconds()};
}

/// Seconds of a step, the median of `steps` that were waited for one at a time.
double warm_up(World& world, int steps) {
  Samples samples;
  for (int s = 0; s < steps; ++s) {
    const Clock clock;
    world.step();
    wait_for(world);
    samples.add(clock.seconds());
  }
  return samples.median();
}

int batch_of(double step_seconds, int least, int most) {
  return std::clamp(static_cast<int>(std::ceil(batch_seconds / step_seconds)), std::min(least, most), most);
}

/// Launches and captures of the process: more than the steps asked for tell of steps that were repeated.
std::uint64_t launches() {
#ifdef THRONG_HAS_CUDA
  return cuda::runtime_counters().launches;
#else
  return 0;
#endif
}

}  // namespace

std::string time_steps(const TimingPlan& plan) {
  const std::unique_ptr<NamedScene> scene = find_scene(plan.scene, plan.agents);
  // At the same time: millions of agents take their time to be added.
  auto host_to_be = std::async(std::launch::async, new_world, std::cref(*scene), ExecutorKind::cpu);
  NewWorld device = new_world(*scene, ExecutorKind::cuda);
  NewWorld host = host_to_be.get();
  const int batch = batch_of(warm_up(device.world, plan.warm_up), 50, plan.most_steps);
  const int host_batch = batch_of(warm_up(host.world, 2), 1, 50);

  Samples ahead, launching, waited, host_step;
  PhaseSamples phases, host_phases;
  std::uint64_t repeated = 0;
  const Clock all;
  for (std::size_t round = 0; round < 2 || (round < most_rounds && all.seconds() < plan.seconds); ++round) {
    const std::uint64_t before = launches();
    const Clock clock;
    device.world.step(static_cast<std::uint64_t>(batch));
    const double launched = clock.seconds();
    wait_for(device.world);
    ahead.add(clock.seconds() / batch);
    launching.add(launched / batch);
    repeated += launches() - before - (before == launches() ? 0u : static_cast<std::uint64_t>(batch));
    phases.add(device.world.last_phase_times());
    for (int s = 0; s < 4; ++s) {
      const Clock one;
      device.world.step();
      wait_for(device.world);
      waited.add(one.seconds());
      phases.add(device.world.last_phase_times());
    }
    const Clock host_clock;
    for (int s = 0; s < host_batch; ++s) {
      host.world.step();
      host_phases.add(host.world.last_phase_times());
    }
    host_step.add(host_clock.seconds() / host_batch);
  }
  return fmt::format(
      R"({{"what":"time","scene":"{}","agents":{},"rounds":{},)"
      R"("cuda":{{"steps_per_batch":{},"step_s":{},"launch_s":{},"waited_step_s":{},"phases_s":{},"repeated_steps":{},)"
      R"("bytes_per_agent":{},"setup_s":{:.4g},"steps":{}}},)"
      R"("cpu":{{"threads":{},"steps_per_batch":{},"step_s":{},"phases_s":{},"bytes_per_agent":{},"setup_s":{:.4g}}}}})",
      plan.scene, device.world.agent_count(), ahead.count(), batch, ahead.json(), launching.json(), waited.json(),
      phases.json(), repeated, device.world.bytes_per_agent(), device.setup_seconds, device.world.statistics().steps,
      host.world.threads(), host_batch, host_step.json(), host_phases.json(), host.world.bytes_per_agent(),
      host.setup_seconds);
}

std::string time_snapshots(const TimingPlan& plan) {
  const std::unique_ptr<NamedScene> scene = find_scene(plan.scene, plan.agents);
  World world = new_world(*scene, ExecutorKind::cuda).world;
  warm_up(world, plan.warm_up);
  const int batch = std::min(20, plan.most_steps);
  Samples none, direct, overlapped;
  Snapshot frame;
  const Clock all;
  for (std::size_t round = 0; round < 2 || (round < most_rounds && all.seconds() < plan.seconds); ++round) {
    {
      const Clock clock;
      world.step(static_cast<std::uint64_t>(batch));
      wait_for(world);
      none.add(clock.seconds() / batch);
    }
    {
      const Clock clock;
      for (int s = 0; s < batch; ++s) {
        world.step();
        world.snapshot(frame);
      }
      direct.add(clock.seconds() / batch);
    }
    // A frame is on its way to the host while the next step runs, and is taken while that one is not over.
    const Clock clock;
    for (int s = 0; s < batch; ++s) {
      world.request_snapshot();
      world.step();
      world.take_snapshot(frame);
    }
    wait_for(world);
    overlapped.add(clock.seconds() / batch);
  }
  world.snapshot(frame);
  const std::uint64_t expected = frame.state_hash;
  world.request_snapshot();
  world.step();
  world.take_snapshot(frame);
  return fmt::format(R"({{"what":"snapshots","scene":"{}","agents":{},"rounds":{},"steps_per_batch":{},)"
                     R"("step_s":{},"step_and_snapshot_s":{},"step_and_requested_snapshot_s":{},"hashes_equal":{}}})",
                     plan.scene, world.agent_count(), none.count(), batch, none.json(), direct.json(),
                     overlapped.json(), frame.state_hash == expected);
}

#ifdef THRONG_HAS_CUDA
void compare_variants(const TimingPlan& plan, const std::function<void(const std::string&)>& print) {
  const std::unique_ptr<NamedScene> scene = find_scene(plan.scene, plan.agents);
  struct Contender {
    cuda::Variants variants;
    std::optional<World> world;
    Samples step;
    PhaseSamples phases;
    std::string hash;
  };
  std::vector<Contender> contenders;
  const cuda::Variants chosen = cuda::variants();
  for (const cuda::Variants& variants : cuda::single_variants()) {
    Contender contender{variants, std::nullopt, {}, {}, {}};
    cuda::variants() = variants;
    try {
      contender.world = new_world(*scene, ExecutorKind::cuda).world;
      warm_up(*contender.world, plan.warm_up);
      contender.hash = fmt::format("{:016x}", contender.world->state_hash());
    } catch (const Error& error) {
      cuda::variants() = chosen;
      if (error.code() != ErrorCode::out_of_memory) throw;
      contender.world.reset();
    }
    contenders.push_back(std::move(contender));
  }
  cuda::variants() = chosen;
  // Short batches in turns, so that all are measured at the same clock and temperature.
  const int batch = std::min(50, plan.most_steps);
  const Clock all;
  for (std::size_t round = 0; round < 2 || (round < most_rounds && all.seconds() < plan.seconds); ++round) {
    for (Contender& contender : contenders) {
      if (!contender.world) continue;
      const Clock clock;
      contender.world->step(static_cast<std::uint64_t>(batch));
      wait_for(*contender.world);
      contender.step.add(clock.seconds() / batch);
      contender.phases.add(contender.world->last_phase_times());
    }
  }
  for (Contender& contender : contenders) {
    const std::string head = fmt::format(R"({{"what":"compare","scene":"{}","agents":{},"variants":"{}")", plan.scene,
                                         plan.agents, cuda::to_text(contender.variants));
    if (!contender.world) {
      print(head + R"(,"room":false})");
      continue;
    }
    print(fmt::format(R"({},"room":true,"rounds":{},"steps_per_batch":{},"step_s":{},"phases_s":{},"warm_hash":"{}",)"
                      R"("state_hash":"{:016x}","bytes_per_agent":{}}})",
                      head, contender.step.count(), batch, contender.step.json(), contender.phases.json(),
                      contender.hash, contender.world->state_hash(), contender.world->bytes_per_agent()));
  }
}
#else
void compare_variants(const TimingPlan&, const std::function<void(const std::string&)>&) {
  throw Error(ErrorCode::unavailable, "variants are of the cuda executor, which this build is without");
}
#endif

}  // namespace throng::device_check
