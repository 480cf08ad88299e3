// Whole steps: density x number of agents x executor, and the layouts that break careless grids.
#include <fmt/format.h>

#include <functional>
#include <string>

#include "bench/bench_steps.hpp"

namespace throng {
namespace {

using MakeScene = std::function<scenes::Scene(std::size_t)>;

struct Density {
  std::string name;
  MakeScene make;
};

const std::vector<Density>& densities() {
  static const std::vector<Density> all = {
      {"sparse", [](std::size_t n) { return scenes::uniform(n, 0.5); }},
      {"dense", [](std::size_t n) { return scenes::counterflow(n, 2.0); }},
      {"packed", [](std::size_t n) { return scenes::uniform(n, 4.0); }},
  };
  return all;
}

void add(const std::string& name, const MakeScene& make, std::size_t agents, StepPlan plan) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { measure_steps(state, make(agents), plan); })
      ->Iterations(1)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

bool register_steps() {
  for (const auto& [density, make] : densities()) {
    for (const std::size_t agents : {1000u, 4000u}) {
      add(fmt::format("step/{}/reference/{}", density, agents), make, agents,
          {.executor = ExecutorKind::reference, .warm_up = 1, .steps = agents == 1000 ? 5 : 1});
    }
    for (const std::size_t agents : {1000u, 4000u, 10000u, 100000u, 1000000u}) {
      for (const int threads : {1, 0}) {
        add(fmt::format("step/{}/cpu_{}/{}", density, threads == 1 ? "one" : "all", agents), make, agents,
            {.threads = threads, .steps = steps_for(agents)});
      }
    }
  }
  constexpr std::size_t ten_thousand = 10000;
  const std::vector<Density> layouts = {
      {"one_spot", scenes::one_spot},
      {"outlier", scenes::outlier},
      {"two_clumps", scenes::two_clumps},
      {"compact", [](std::size_t n) { return scenes::counterflow(n); }},
      {"neighbor_distance_50", [](std::size_t n) { return scenes::counterflow(n, 2.0, 50.0); }},
      {"boxes_500", [](std::size_t n) { return scenes::among_boxes(n, 500); }},
      {"boxes_far_25000",
       [](std::size_t n) {
         scenes::Scene scene = scenes::counterflow(n);
         scenes::place_boxes(scene, 25000, 4.0, {5000.0, 0.0});
         return scene;
       }},
  };
  for (const auto& [name, make] : layouts) {
    add(fmt::format("layout/{}/cpu_one/{}", name, ten_thousand), make, ten_thousand, {.threads = 1, .steps = 20});
  }
  // All in one spot, first step: how the cost grows with their number before they have parted.
  for (const std::size_t agents : {2500u, 5000u, 10000u}) {
    add(fmt::format("layout/one_spot_first_step/cpu_one/{}", agents), scenes::one_spot, agents,
        {.threads = 1, .warm_up = 0, .steps = 1});
  }
  return true;
}

const bool registered = register_steps();

}  // namespace
}  // namespace throng
