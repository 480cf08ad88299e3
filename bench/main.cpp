// throng_bench [google-benchmark's options]
// throng_bench --only-steps SCENE AGENTS STEPS      steps of one thread and nothing else, for counting instructions
// throng_bench --only-pairs CORNERS with|without CALLS   the same with pairs of polygons, with points or without
// throng_bench --write-scene SCENE AGENTS STEPS FILE   a scene for another program (scene_file.hpp), after some steps
// throng_bench --serve FILE EXECUTOR THREADS        steps of such a scene on request (served_world.hpp)
// throng_bench --build-info                         what compiled it, and the instruction set that it runs, as JSON
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "bench/bench_steps.hpp"
#include "bench/convex_scenes.hpp"
#include "bench/named_scenes.hpp"
#include "bench/scene_file.hpp"
#include "bench/served_world.hpp"
#include "host/cpu/step_kernels.hpp"

namespace throng {
namespace {

std::uint64_t number_of(std::string_view name, const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{} must be a whole number: '{}'", name, text));
  }
  return value;
}

int run_only_steps(const std::string& name, const std::string& agents, const std::string& steps) {
  World world = scenes::make_world(scenes::find(name).make(number_of("AGENTS", agents)), ExecutorKind::cpu, 1);
  world.step(number_of("STEPS", steps));
  const Statistics& counts = world.statistics();
  fmt::print("{{\"state_hash\":\"{:016x}\",\"agent_steps\":{}}}\n", world.state_hash(), counts.agent_steps);
  return 0;
}

int run_only_pairs(const std::string& corners, const std::string& points, const std::string& calls) {
  const std::uint64_t of_each = number_of("CORNERS", corners);
  if (of_each < 3 || of_each > 64) {
    throw Error(ErrorCode::invalid_argument, fmt::format("CORNERS must be 3 to 64: {}", of_each));
  }
  if (points != "with" && points != "without") {
    throw Error(ErrorCode::invalid_argument, fmt::format("wanted with or without points: '{}'", points));
  }
  fmt::print("{{\"pairs\":{}}}\n",
             collide_given_pairs(static_cast<int>(of_each), points == "with", number_of("CALLS", calls)));
  return 0;
}

int write_scene(const std::string& name, const std::string& agents, const std::string& steps, const std::string& path) {
  scenes::Scene scene = scenes::find(name).make(number_of("AGENTS", agents));
  scenes::order_by_id(scene);
  if (const std::uint64_t count = number_of("STEPS", steps); count > 0) {
    World world = scenes::make_world(scene, ExecutorKind::cpu, 0);
    world.step(count);
    const std::vector<Vec2d> positions = world.positions(), velocities = world.velocities();  // by id, too
    for (std::size_t k = 0; k < scene.agents.size(); ++k) {
      scene.agents[k].position = positions[k];
      scene.agents[k].velocity = velocities[k];
    }
  }
  scenes::write_file(scene, WorldOptions{}.time_step, path);
  return 0;
}

ExecutorKind executor_of(const std::string& name) {
  for (const ExecutorInfo& info : executors()) {
    if (info.name == name) return info.kind;
  }
  throw Error(ErrorCode::invalid_argument, fmt::format("no executor '{}'", name));
}

int say_build() {
#ifdef __clang__
  const std::string compiler = fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  const std::string compiler = fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
#ifdef NDEBUG
  const bool optimized = true;
#else
  const bool optimized = false;
#endif
  fmt::print("{{\"compiler\":\"{}\",\"instruction_set\":\"{}\",\"optimized\":{}}}\n", compiler,
             best_step_kernels().name, optimized);
  return 0;
}

/// Google Benchmark's own program.
int run_benchmarks(int argc, char** argv) {
  register_step_benchmarks();
  register_collision_benchmarks();
  register_navigation_benchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

int run(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string first = words.empty() ? "" : words[0];
  if (words.size() == 4 && first == "--only-steps") return run_only_steps(words[1], words[2], words[3]);
  if (words.size() == 4 && first == "--only-pairs") return run_only_pairs(words[1], words[2], words[3]);
  if (words.size() == 5 && first == "--write-scene") return write_scene(words[1], words[2], words[3], words[4]);
  if (words.size() == 4 && first == "--serve") {
    return serve_world(words[1], executor_of(words[2]), static_cast<int>(number_of("THREADS", words[3])));
  }
  if (words.size() == 1 && first == "--build-info") return say_build();
  return run_benchmarks(argc, argv);
}

}  // namespace
}  // namespace throng

int main(int argc, char** argv) try { return throng::run(argc, argv); } catch (const throng::Error& error) {
  std::fprintf(stderr, "throng_bench: %s\n", error.what());
  return error.code() == throng::ErrorCode::invalid_argument ? 2 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "throng_bench: %s\n", error.what());
  return 1;
}
