#include "bench/served_world.hpp"

#include <fmt/format.h>

#include <chrono>
#include <iostream>

#include "bench/processor_time.hpp"
#include "bench/scene_file.hpp"

namespace throng {
namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

void say(const std::string& line) { std::cout << line << "\n" << std::flush; }

void take_steps(World& world, std::uint64_t count) {
  const Statistics before = world.statistics();
  const double cpu = processor_seconds(), passed = seconds();
  world.step(count);
  const Statistics& after = world.statistics();  // waits for a device
  say(fmt::format(R"({{"wall_s":{:.9f},"cpu_s":{:.9f},"agent_steps":{},"infeasible":{}}})", seconds() - passed,
                  processor_seconds() - cpu, after.agent_steps - before.agent_steps,
                  after.infeasible - before.infeasible));
}

bool obey(World& world, const std::string& line) {
  const auto bytes = static_cast<std::streamsize>(world.agent_count() * sizeof(Vec2d));
  if (line.starts_with("step ")) {
    take_steps(world, std::stoull(line.substr(5)));
  } else if (line == "positions") {
    const std::vector<Vec2d> positions = world.positions();
    say("{}");
    std::cout.write(reinterpret_cast<const char*>(positions.data()), bytes).flush();
  } else if (line == "prefer") {
    std::vector<Vec2d> velocities(world.agent_count());
    if (!std::cin.read(reinterpret_cast<char*>(velocities.data()), bytes)) return false;
    world.set_preferred_velocities(velocities);
    say("{}");
  } else {
    return false;
  }
  return true;
}

}  // namespace

int serve_world(const std::string& scene_file, ExecutorKind executor, int threads) {
  std::ios::sync_with_stdio(false);
  const scenes::ReadScene read = scenes::read_file(scene_file);
  WorldOptions options;
  options.executor = executor;
  options.threads = threads;
  options.time_step = read.time_step;
  World world(options);
  scenes::add_to(world, read.scene);
  say(fmt::format(R"({{"agents":{},"threads":{}}})", world.agent_count(), world.threads()));
  for (std::string line; std::getline(std::cin, line);) {
    if (!obey(world, line)) {
      std::cerr << "throng_bench: not understood: '" << line << "'\n";
      return 2;
    }
  }
  return 0;
}

}  // namespace throng
