// Steps of a warm world, measured: the whole step, and each phase as a counter.
#pragma once
#include <benchmark/benchmark.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "bench/processor_time.hpp"
#include "bench/scenes.hpp"

namespace throng {

/// Each world is measured from the same state in every run: after `warm_up` steps, over a fixed number of steps.
struct StepPlan {
  ExecutorKind executor = ExecutorKind::cpu;
  int threads = 0;
  int warm_up = 5;
  int steps = 20;  ///< measured
  int worlds = 1;  ///< measured one after the other, where one takes too little time
};

/// The middle value; `values` is not empty.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// How often agents have gone on from a stage of their journeys.
inline std::uint64_t stages_passed(const World& world) {
  std::uint64_t passed = 0;
  for (std::uint32_t j = 0; j < world.journey_count(); ++j) {
    const auto stages = static_cast<std::uint32_t>(world.journey(JourneyIndex{j}).stages.size());
    for (std::uint32_t s = 0; s < stages; ++s) passed += world.stage_state(JourneyIndex{j}, s).passed;
  }
  return passed;
}

/// What steps took, s.
struct StepTimes {
  std::vector<double> navigate, bin, solve, move, step, processor;

  void take(World& world) {
    const double cpu = processor_seconds();
    world.step();
    const PhaseTimes t = world.last_phase_times();  // waits for a device
    processor.push_back(processor_seconds() - cpu);
    navigate.push_back(t.navigate);
    bin.push_back(t.bin);
    solve.push_back(t.solve);
    move.push_back(t.move);
    step.push_back(t.navigate + t.bin + t.solve + t.move);
  }
};

/// Counters in nanoseconds per agent-step, medians over the steps, which a disturbance of a few of them does not move:
/// of the time that passed in each phase and in all of them, and of the processor time of all threads.
inline void measure_steps(benchmark::State& state, const scenes::Scene& scene, const StepPlan& plan) {
  StepTimes times;
  std::uint64_t agent_steps = 0, infeasible = 0, passed = 0;
  for (auto _ : state) {
    for (int w = 0; w < plan.worlds; ++w) {
      World world = scenes::make_world(scene, plan.executor, plan.threads);
      world.step(static_cast<std::uint64_t>(plan.warm_up));
      const Statistics before = world.statistics();
      const std::uint64_t passed_before = stages_passed(world);
      for (int s = 0; s < plan.steps; ++s) times.take(world);
      agent_steps += world.statistics().agent_steps - before.agent_steps;
      infeasible += world.statistics().infeasible - before.infeasible;
      passed += stages_passed(world) - passed_before;
      state.counters["threads"] = world.threads();
      state.counters["bytes_per_agent"] = static_cast<double>(world.bytes_per_agent());
    }
    state.SetIterationTime(std::accumulate(times.step.begin(), times.step.end(), 0.0));
  }
  const auto steps = static_cast<double>(times.step.size());
  const double ns = 1.0e9 * steps / static_cast<double>(agent_steps);
  state.counters["agents"] = static_cast<double>(scene.agents.size());
  state.counters["steps"] = steps;
  state.counters["navigate_ns"] = median(times.navigate) * ns;
  state.counters["bin_ns"] = median(times.bin) * ns;
  state.counters["solve_ns"] = median(times.solve) * ns;
  state.counters["move_ns"] = median(times.move) * ns;
  state.counters["step_ns"] = median(times.step) * ns;
  state.counters["cpu_ns"] = median(times.processor) * ns;
  state.counters["infeasible"] = static_cast<double>(infeasible) / static_cast<double>(agent_steps);
  if (passed > 0) state.counters["stages_passed"] = static_cast<double>(passed) / static_cast<double>(agent_steps);
}

/// Not before main: it looks for a device.
void register_step_benchmarks();
/// Flow fields (navigation_bench.cpp).
void register_navigation_benchmarks();

}  // namespace throng
