// Whole steps: density x number of agents x executor x threads, and the layouts that break careless grids.
#include <fmt/format.h>

#include <string>

#include "bench/bench_steps.hpp"
#include "bench/named_scenes.hpp"

namespace throng {
namespace {

void add(const std::string& name, const scenes::NamedScene& scene, std::size_t agents, StepPlan plan) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) { measure_steps(state, scene.make(agents), plan); })
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond)
      ->UseManualTime();
}

/// The same steps of the crowd for all numbers of agents: it gets denser in the first ones, and costs more.
StepPlan plan_for(std::size_t agents, ExecutorKind executor) {
  return {
      .executor = executor, .warm_up = 20, .steps = agents <= 1000000 ? 20 : 10, .worlds = agents <= 10000 ? 10 : 1};
}

bool has_cuda_device() {
  const std::vector<ExecutorInfo> known = executors();
  return std::any_of(known.begin(), known.end(),
                     [](const ExecutorInfo& info) { return info.kind == ExecutorKind::cuda && info.available; });
}

/// 1, 2, 4 and so on, and all cores.
std::vector<int> thread_counts() {
  const int cores = World(WorldOptions{.executor = ExecutorKind::cpu}).threads();
  std::vector<int> counts;
  for (int n = 1; n < cores; n *= 2) counts.push_back(n);
  counts.push_back(cores);
  return counts;
}

}  // namespace

void register_step_benchmarks() {
  const bool has_cuda = has_cuda_device();
  const std::vector<int> threads = thread_counts();
  for (const scenes::NamedScene& scene : scenes::densities()) {
    for (const std::size_t agents : {1000u, 4000u}) {  // it looks at all pairs
      StepPlan plan = plan_for(agents, ExecutorKind::reference);
      plan.worlds = 1;
      add(fmt::format("step/{}/reference/{}", scene.name, agents), scene, agents, plan);
    }
    for (const std::size_t agents : {1000u, 4000u, 10000u, 100000u, 1000000u, 4000000u}) {
      for (const int count : threads) {
        StepPlan plan = plan_for(agents, ExecutorKind::cpu);
        plan.threads = count;
        add(fmt::format("step/{}/cpu_{}/{}", scene.name, count, agents), scene, agents, plan);
      }
      if (has_cuda) {
        add(fmt::format("step/{}/cuda/{}", scene.name, agents), scene, agents, plan_for(agents, ExecutorKind::cuda));
      }
    }
  }
  constexpr std::size_t ten_thousand = 10000;
  for (const scenes::NamedScene& scene : scenes::layouts()) {
    add(fmt::format("layout/{}/cpu_1/{}", scene.name, ten_thousand), scene, ten_thousand, {.threads = 1, .steps = 20});
    if (has_cuda) {
      add(fmt::format("layout/{}/cuda/{}", scene.name, ten_thousand), scene, ten_thousand,
          {.executor = ExecutorKind::cuda, .steps = 20});
    }
  }
  for (const scenes::NamedScene& scene : scenes::contact()) {
    add(fmt::format("contact/{}/cpu_1/{}", scene.name, ten_thousand), scene, ten_thousand, {.threads = 1, .steps = 20});
    if (has_cuda) {
      add(fmt::format("contact/{}/cuda/{}", scene.name, ten_thousand), scene, ten_thousand,
          {.executor = ExecutorKind::cuda, .steps = 20});
    }
  }
  for (const scenes::NamedScene& scene : scenes::footprints()) {
    const bool grows = scene.name == "walkers" || scene.name == "carts";
    for (const std::size_t agents : {1000u, 10000u, 100000u}) {
      if (!grows && agents != ten_thousand) continue;
      StepPlan plan = plan_for(agents, ExecutorKind::cpu);
      plan.threads = 1;
      plan.worlds = 1;
      add(fmt::format("footprints/{}/cpu_1/{}", scene.name, agents), scene, agents, plan);
    }
  }
  // Ratios of two crowds each: as many worlds in turn as make one of them no longer than a few seconds.
  for (const scenes::NamedScene& scene : scenes::crowding()) {
    const bool piled = scene.name == "pile_density";
    for (const std::size_t agents : {2500u, 10000u, 100000u}) {
      if (piled ? agents == 100000 : agents != 100000) continue;
      add(fmt::format("density/{}/cpu_1/{}", scene.name, agents), scene, agents,
          {.threads = 1, .warm_up = piled ? 0 : 20, .steps = 20, .worlds = 2});
    }
  }
  for (const scenes::NamedScene& scene : scenes::journeys()) {
    for (const std::size_t agents : {10000u, 100000u}) {
      add(fmt::format("journeys/{}/cpu_1/{}", scene.name, agents), scene, agents,
          {.threads = 1, .warm_up = 20, .steps = 40, .worlds = agents <= 10000 ? 10 : 2});
    }
  }
  for (const scenes::NamedScene& scene : scenes::steering()) {
    for (const std::size_t agents : {1000u, 10000u, 100000u}) {
      StepPlan plan = plan_for(agents, ExecutorKind::cpu);
      plan.threads = 1;
      add(fmt::format("steering/{}/cpu_1/{}", scene.name, agents), scene, agents, plan);
      if (has_cuda) {
        add(fmt::format("steering/{}/cuda/{}", scene.name, agents), scene, agents,
            plan_for(agents, ExecutorKind::cuda));
      }
    }
  }
  // All in one spot, first step: how the cost grows with their number before they have parted.
  const scenes::NamedScene first_step{"one_spot_first_step", scenes::one_spot};
  for (const std::size_t agents : {2500u, 5000u, 10000u}) {
    add(fmt::format("layout/{}/cpu_1/{}", first_step.name, agents), first_step, agents,
        {.threads = 1, .warm_up = 0, .steps = 1});
  }
}

}  // namespace throng
