// Steps of a warm world, measured: the whole step, and each phase as a counter.
#pragma once
#include <benchmark/benchmark.h>

#include <algorithm>

#include "bench/processor_time.hpp"
#include "bench/scenes.hpp"

namespace throng {

/// A world is measured from the same state in every run: after `warm_up` steps, over a fixed number of steps.
struct StepPlan {
  ExecutorKind executor = ExecutorKind::cpu;
  int threads = 0;
  int warm_up = 5;
  int steps = 20;  ///< per measurement
};

/// Steps per measurement so that one takes about a second on two cores.
inline int steps_for(std::size_t agents) {
  return agents <= 1000 ? 200 : agents <= 10000 ? 50 : agents <= 100000 ? 11 : 5;
}

/// The middle value; `values` is not empty.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Counters in nanoseconds per agent-step, medians over the steps, which a disturbance of a few of them does not move:
/// of the time that passed in each phase and in all of them, and of the processor time of all threads.
inline void measure_steps(benchmark::State& state, const scenes::Scene& scene, const StepPlan& plan) {
  World world = scenes::make_world(scene, plan.executor, plan.threads);
  world.step(static_cast<std::uint64_t>(plan.warm_up));
  std::vector<double> navigate, bin, solve, move, step, processor;
  const std::uint64_t before = world.statistics().agent_steps, infeasible_before = world.statistics().infeasible;
  for (auto _ : state) {
    for (int s = 0; s < plan.steps; ++s) {
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
  }
  const auto agent_steps = static_cast<double>(world.statistics().agent_steps - before);
  const double ns = 1.0e9 * static_cast<double>(step.size()) / agent_steps;
  state.counters["agents"] = static_cast<double>(scene.agents.size());
  state.counters["threads"] = world.threads();
  state.counters["steps"] = static_cast<double>(step.size());
  state.counters["navigate_ns"] = median(navigate) * ns;
  state.counters["bin_ns"] = median(bin) * ns;
  state.counters["solve_ns"] = median(solve) * ns;
  state.counters["move_ns"] = median(move) * ns;
  state.counters["step_ns"] = median(step) * ns;
  state.counters["cpu_ns"] = median(processor) * ns;
  state.counters["infeasible"] = static_cast<double>(world.statistics().infeasible - infeasible_before) / agent_steps;
  state.counters["bytes_per_agent"] = static_cast<double>(world.bytes_per_agent());
}

/// Not before main: it looks for a device.
void register_step_benchmarks();

}  // namespace throng
