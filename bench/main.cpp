// throng_bench [google-benchmark's options]
// throng_bench --only-steps SCENE AGENTS STEPS   steps of one thread and nothing else, for counting instructions
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "bench/scenes.hpp"

namespace {

int run_only_steps(std::string_view name, std::size_t agents, std::uint64_t steps) {
  using namespace throng;
  if (name != "uniform" && name != "counterflow") {
    std::fprintf(stderr, "no scene '%.*s'; there are uniform and counterflow\n", static_cast<int>(name.size()),
                 name.data());
    return 2;
  }
  const scenes::Scene scene = name == "uniform" ? scenes::uniform(agents, 0.5) : scenes::counterflow(agents);
  World world = scenes::make_world(scene, ExecutorKind::cpu, 1);
  world.step(steps);
  std::printf("%016llx\n", static_cast<unsigned long long>(world.state_hash()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 5 && std::string_view(argv[1]) == "--only-steps") {
    return run_only_steps(argv[2], std::strtoull(argv[3], nullptr, 10), std::strtoull(argv[4], nullptr, 10));
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "throng_bench: %s\n", error.what());
  return 1;
}
