// Steps of a warm world, measured: the whole step, and each phase as a counter.
#pragma once
#include <benchmark/benchmark.h>

#include <algorithm>

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

/// Counters, in nanoseconds per agent-step: each phase and their sum on average, and the median of the steps, which a
/// disturbance of a few of them does not move.
inline void measure_steps(benchmark::State& state, const scenes::Scene& scene, const StepPlan& plan) {
  World world = scenes::make_world(scene, plan.executor, plan.threads);
  world.step(static_cast<std::uint64_t>(plan.warm_up));
  PhaseTimes sum;
  std::vector<double> whole;
  const std::uint64_t before = world.statistics().agent_steps, infeasible_before = world.statistics().infeasible;
  for (auto _ : state) {
    for (int s = 0; s < plan.steps; ++s) {
      world.step();
      const PhaseTimes t = world.last_phase_times();
      sum.navigate += t.navigate;
      sum.bin += t.bin;
      sum.solve += t.solve;
      sum.move += t.move;
      whole.push_back(t.navigate + t.bin + t.solve + t.move);
    }
  }
  const auto agent_steps = static_cast<double>(world.statistics().agent_steps - before);
  const double ns = 1.0e9 / agent_steps;
  state.counters["agents"] = static_cast<double>(scene.agents.size());
  state.counters["threads"] = world.threads();
  state.counters["steps"] = static_cast<double>(whole.size());
  state.counters["navigate_ns"] = sum.navigate * ns;
  state.counters["bin_ns"] = sum.bin * ns;
  state.counters["solve_ns"] = sum.solve * ns;
  state.counters["move_ns"] = sum.move * ns;
  state.counters["step_ns"] = (sum.navigate + sum.bin + sum.solve + sum.move) * ns;
  state.counters["median_ns"] = median(whole) * ns * static_cast<double>(whole.size());
  state.counters["infeasible"] = static_cast<double>(world.statistics().infeasible - infeasible_before) / agent_steps;
  state.counters["bytes_per_agent"] = static_cast<double>(world.bytes_per_agent());
}

/// Not before main: it looks for a device.
void register_step_benchmarks();

}  // namespace throng
