// Calls of a program that uses a world: building it, changing it between steps, reading it.
#include <benchmark/benchmark.h>

#include <span>

#include "bench/scenes.hpp"

namespace throng {
namespace {

World cpu_world(const scenes::Scene& scene, int warm_up = 2) {
  World world = scenes::make_world(scene, ExecutorKind::cpu, 1);
  world.step(static_cast<std::uint64_t>(warm_up));
  return world;
}

void per_item(benchmark::State& state, std::int64_t items_per_iteration) {
  const auto items = static_cast<double>(state.iterations() * items_per_iteration);
  state.counters["item_ns"] =
      benchmark::Counter(1.0e-9 * items, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Before the first step, all agents in one call or each in its own.
void add_agents(benchmark::State& state, bool one_by_one) {
  const scenes::Scene scene = scenes::uniform(static_cast<std::size_t>(state.range(0)), 0.5);
  for (auto _ : state) {
    World world;
    world.add_profile(scene.profile);
    if (one_by_one) {
      for (const AgentDescription& agent : scene.agents) world.add_agent(agent);
    } else {
      world.add_agents(scene.agents);
    }
    world.step();
  }
  per_item(state, state.range(0));
}
BENCHMARK_CAPTURE(add_agents, together, false)
    ->Arg(100000)
    ->Arg(1000000)
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(add_agents, one_by_one, true)
    ->Arg(100000)
    ->Arg(1000000)
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// While the world runs, among obstacles.
void add_running(benchmark::State& state) {
  const scenes::Scene scene = scenes::among_boxes(static_cast<std::size_t>(state.range(0)), 500);
  World world = cpu_world({scene.profile, {}, scene.obstacles});
  for (auto _ : state) {
    for (const AgentDescription& agent : scene.agents) world.add_agent(agent);
  }
  per_item(state, static_cast<std::int64_t>(scene.agents.size()));
}
BENCHMARK(add_running)->Arg(10000)->Arg(100000)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

void remove_agents(benchmark::State& state, bool one_by_one) {
  const scenes::Scene scene = scenes::uniform(static_cast<std::size_t>(state.range(0)), 0.5);
  World world = cpu_world(scene);
  std::vector<AgentHandle> leaving = world.handles();
  leaving.resize(leaving.size() / 2);
  for (auto _ : state) {
    if (one_by_one) {
      for (const AgentHandle agent : leaving) world.remove_agent(agent);
    } else {
      world.remove_agents(leaving);
    }
  }
  per_item(state, static_cast<std::int64_t>(leaving.size()));
}
BENCHMARK_CAPTURE(remove_agents, together, false)
    ->Arg(10000)
    ->Arg(100000)
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(remove_agents, one_by_one, true)
    ->Arg(10000)
    ->Arg(40000)
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void set_goal_one_by_one(benchmark::State& state) {
  World world = cpu_world(scenes::among_boxes(static_cast<std::size_t>(state.range(0)), 500));
  const std::vector<AgentHandle> agents = world.handles();
  for (auto _ : state) {
    for (const AgentHandle agent : agents) world.set_goal(agent, Vec2d{0.0, 1000.0});
  }
  per_item(state, static_cast<std::int64_t>(agents.size()));
}
BENCHMARK(set_goal_one_by_one)->Arg(10000)->Arg(100000)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

void snapshot(benchmark::State& state) {
  const World world = cpu_world(scenes::uniform(static_cast<std::size_t>(state.range(0)), 0.5));
  Snapshot frame;
  for (auto _ : state) world.snapshot(frame);
  per_item(state, state.range(0));
}
BENCHMARK(snapshot)->Arg(10000)->Arg(100000)->Arg(1000000)->Iterations(3)->UseRealTime()->Unit(benchmark::kMillisecond);

void measure(benchmark::State& state, const scenes::Scene& scene) {
  const World world = cpu_world(scene, 5);
  for (auto _ : state) benchmark::DoNotOptimize(world.measure());
  per_item(state, static_cast<std::int64_t>(scene.agents.size()));
}
void measure_crowd(benchmark::State& state) {
  measure(state, scenes::counterflow(static_cast<std::size_t>(state.range(0))));
}
BENCHMARK(measure_crowd)->Arg(10000)->Arg(100000)->Iterations(3)->UseRealTime()->Unit(benchmark::kMillisecond);
/// One agent of 50 m radius beside the others of 0.2 m.
void measure_one_large(benchmark::State& state) {
  scenes::Scene scene = scenes::counterflow(static_cast<std::size_t>(state.range(0)));
  scene.agents.back().radius = 50.0;
  scene.agents.back().position = {1000.0, 0.0};
  measure(state, scene);
}
BENCHMARK(measure_one_large)->Arg(10000)->Arg(40000)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

/// Boxes around a small crowd, and the first step, which builds the table of edges.
void build_obstacles(benchmark::State& state) {
  scenes::Scene scene = scenes::uniform(100, 0.5);
  scenes::place_boxes(scene, static_cast<std::size_t>(state.range(0)) / 4, 4.0, {});
  for (auto _ : state) {
    World world = scenes::make_world(scene, ExecutorKind::cpu, 1);
    world.step();
  }
  per_item(state, state.range(0));
}
BENCHMARK(build_obstacles)
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(100000)
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// A door that opens and closes between steps of a world with many other obstacles.
void move_one_obstacle(benchmark::State& state) {
  scenes::Scene scene = scenes::uniform(100, 0.5);
  scenes::place_boxes(scene, static_cast<std::size_t>(state.range(0)) / 4, 4.0, {});
  World world = cpu_world(scene);
  const scenes::Obstacle door = scenes::box({-5000.0, 0.0}, 0.5);
  for (auto _ : state) {
    const ObstacleHandle handle = world.add_polygon(door.vertices);
    world.step();
    world.remove_obstacle(handle);
    world.step();
  }
}
BENCHMARK(move_one_obstacle)->Arg(1000)->Arg(100000)->Iterations(3)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace throng
