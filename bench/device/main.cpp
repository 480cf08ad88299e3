// What tools/device_check runs: steps on the device compared with the CPU's, and timed beside them. JSON lines on
// stdout.
//
//   throng_device_steps scenes
//   throng_device_steps variants                                   what --variants takes (kernels/cuda/variants.hpp)
//   throng_device_steps run SCENE AGENTS STEPS                     on the device alone, for tools that watch it
//   throng_device_steps bits SCENE AGENTS STEPS EVERY              state hashes and counts of both, every so many steps
//   throng_device_steps time SCENE AGENTS SECONDS [MOST_STEPS]     MOST_STEPS: in a batch on the device
//   throng_device_steps snapshots SCENE AGENTS SECONDS [MOST_STEPS]
//   throng_device_steps compare SCENE AGENTS SECONDS [MOST_STEPS]  all variants in turns, one line each
//   throng_device_steps collide CORNERS BODIES SECONDS             pairs of polygons of so many corners, bits and times
//
// --variants=TEXT before the command: worlds on the device are made with these variants.
//
// Exit status: 0 done and equal, 1 failed or different, 2 wrong arguments.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/device/device_collision.hpp"
#include "bench/device/device_timing.hpp"
#ifdef THRONG_HAS_CUDA
#include "kernels/cuda/variants.hpp"
#endif
#include "tests/parity/parity_scene.hpp"

namespace throng::device_check {
namespace {

void print_line(const std::string& line) {
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);  // what was done counts, also when the program is stopped
}

template <class Number>
Number number_of(std::string_view name, std::string_view text, Number least) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= least)) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{} must be a number of {} or more: '{}'", name, least, text));
  }
  return value;
}

std::string outcome_json(const test::Outcome& outcome) {
  return fmt::format(R"({{"state_hash":"{:016x}","agents":{},"arrived":{},"infeasible":{},"wall_crossings":{}}})",
                     outcome.state_hash, outcome.agents, outcome.arrived, outcome.infeasible, outcome.wall_crossings);
}

int run(const std::string& name, std::size_t agents, std::uint64_t steps) {
  const std::unique_ptr<NamedScene> scene = find_scene(name, agents);
  World world = scene->make_world(ExecutorKind::cuda);
  scene->run_to(world, steps);
  Snapshot frame;
  world.request_snapshot();
  world.take_snapshot(frame);
  static_cast<void>(world.measure());
  print_line(fmt::format(R"({{"what":"run","scene":"{}","steps":{},"cuda":{}}})", name, steps,
                         outcome_json(test::outcome_of(world))));
  return 0;
}

int compare_bits(const std::string& name, std::size_t agents, std::uint64_t steps, std::uint64_t every) {
  const std::unique_ptr<NamedScene> scene = find_scene(name, agents);
  World device = scene->make_world(ExecutorKind::cuda), host = scene->make_world(ExecutorKind::cpu);
  bool equal = true;
  for (std::uint64_t step = 0; step < steps && equal;) {
    step = std::min(step + every, steps);
    scene->run_to(device, step);  // under way while the CPU does the same
    scene->run_to(host, step);
    const test::Outcome there = test::outcome_of(device), here = test::outcome_of(host);
    equal = there == here;
    print_line(fmt::format(R"({{"what":"bits","scene":"{}","step":{},"equal":{},"cuda":{},"cpu":{}}})", name, step,
                           equal, outcome_json(there), outcome_json(here)));
  }
  return equal ? 0 : 1;
}

int run_command(std::vector<std::string> words) {
#ifdef THRONG_HAS_CUDA
  constexpr std::string_view option = "--variants=";
  if (!words.empty() && words[0].starts_with(option)) {
    cuda::variants() = cuda::parse_variants(words[0].substr(option.size()));
    words.erase(words.begin());
  }
  if (words.size() == 1 && words[0] == "variants") {
    for (const cuda::Variants& variants : cuda::single_variants()) print_line(cuda::to_text(variants));
    return 0;
  }
#endif
  const auto is = [&](const char* command, std::size_t least, std::size_t most) {
    return words[0] == command && words.size() >= least && words.size() <= most;
  };
  if (words.empty()) return 2;
  if (is("scenes", 1, 1)) {
    for (const std::string& name : scene_names()) print_line(name);
    return 0;
  }
  if (is("collide", 4, 4)) {
    bool equal = false;
    print_line(compare_collision({.corners = number_of<int>("CORNERS", words[1], 3),
                                  .bodies = number_of<std::size_t>("BODIES", words[2], 0),
                                  .seconds = number_of<double>("SECONDS", words[3], 0.0)},
                                 equal));
    return equal ? 0 : 1;
  }
  if (words.size() < 4) return 2;
  const std::string& scene = words[1];
  const auto agents = number_of<std::size_t>("AGENTS", words[2], 0);
  if (is("run", 4, 4)) return run(scene, agents, number_of<std::uint64_t>("STEPS", words[3], 1));
  if (is("bits", 5, 5)) {
    return compare_bits(scene, agents, number_of<std::uint64_t>("STEPS", words[3], 1),
                        number_of<std::uint64_t>("EVERY", words[4], 1));
  }
  if (!is("time", 4, 5) && !is("snapshots", 4, 5) && !is("compare", 4, 5)) return 2;
  TimingPlan plan{.scene = scene, .agents = agents, .seconds = number_of<double>("SECONDS", words[3], 0.0)};
  if (words.size() == 5) {
    plan.most_steps = number_of<int>("MOST_STEPS", words[4], 1);
    plan.warm_up = std::min(plan.warm_up, plan.most_steps);
  }
  if (words[0] == "compare") {
    compare_variants(plan, print_line);
  } else {
    print_line(words[0] == "time" ? time_steps(plan) : time_snapshots(plan));
  }
  return 0;
}

}  // namespace
}  // namespace throng::device_check

int main(int argc, char** argv) try {
  const int status = throng::device_check::run_command({argv + 1, argv + argc});
  if (status == 2) {
    std::fputs(
        "usage: throng_device_steps scenes | run SCENE AGENTS STEPS | bits SCENE AGENTS STEPS EVERY |\n"
        "       time SCENE AGENTS SECONDS [MOST_STEPS] | snapshots SCENE AGENTS SECONDS [MOST_STEPS] |\n"
        "       compare SCENE AGENTS SECONDS [MOST_STEPS] | collide CORNERS BODIES SECONDS |\n"
        "       variants; --variants=TEXT before any of them\n",
        stderr);
  }
  return status;
} catch (const throng::Error& error) {
  std::fprintf(stderr, "throng_device_steps: %s\n", error.what());
  return error.code() == throng::ErrorCode::invalid_argument ? 2 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "throng_device_steps: %s\n", error.what());
  return 1;
}
