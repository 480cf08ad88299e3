#include <fmt/format.h>

#include <string>
#include <vector>

#include "host/cli/commands.hpp"
#include "host/io/json_output.hpp"
#include "throng/world.hpp"

namespace throng::cli {
namespace {

struct CpuFacts {
  int threads = 0;
  std::string instruction_set;
  std::size_t bytes_per_agent = 0;
};

/// What this processor offers; what the cpu executor makes of it is in its own line.
std::string instruction_set() {
  std::string result;
#if defined(__x86_64__) || defined(__i386__)
  const auto add = [&result](bool has, const char* name) {
    if (has) result += result.empty() ? name : fmt::format(" {}", name);
  };
  __builtin_cpu_init();
  add(__builtin_cpu_supports("sse2") != 0, "sse2");
  add(__builtin_cpu_supports("sse4.2") != 0, "sse4.2");
  add(__builtin_cpu_supports("avx") != 0, "avx");
  add(__builtin_cpu_supports("avx2") != 0, "avx2");
  add(__builtin_cpu_supports("fma") != 0, "fma");
  add(__builtin_cpu_supports("avx512f") != 0, "avx512f");
#elif defined(__aarch64__)
  result = "neon";
#endif
  return result.empty() ? "unknown" : result;
}

/// Measured on a crowd large enough that what does not grow with it is no part of the answer.
CpuFacts cpu_facts() {
  constexpr std::size_t columns = 128;
  WorldOptions options;
  options.executor = ExecutorKind::cpu;
  World world(options);
  std::vector<AgentDescription> agents(columns * columns);
  const ProfileIndex profile = world.add_profile({});
  for (std::size_t i = 0; i < agents.size(); ++i) {
    agents[i].profile = profile;
    agents[i].position = {static_cast<double>(i % columns), static_cast<double>(i / columns)};
  }
  world.add_agents(agents);
  world.step();
  return {world.threads(), instruction_set(), world.bytes_per_agent()};
}

void print(const std::vector<ExecutorInfo>& known, const CpuFacts& cpu) {
  fmt::print("throng {}\n", version());
  for (const ExecutorInfo& executor : known) {
    fmt::print("  {:<16}{}{}\n", executor.name, executor.available ? "" : "not available: ", executor.detail);
  }
  fmt::print("  {:<16}{}\n", "threads", cpu.threads);
  fmt::print("  {:<16}{}\n", "instruction set", cpu.instruction_set);
  fmt::print("  {:<16}{} (cpu executor, scratch included)\n", "bytes per agent", cpu.bytes_per_agent);
}

void print_json(const std::vector<ExecutorInfo>& known, const CpuFacts& cpu) {
  JsonOutput all = JsonOutput::array();
  for (const ExecutorInfo& executor : known) {
    all.add(JsonOutput::object()
                .set("name", executor.name)
                .set("available", executor.available)
                .set("detail", executor.detail));
  }
  const JsonOutput info = JsonOutput::object()
                              .set("version", version())
                              .set("executors", all)
                              .set("threads", cpu.threads)
                              .set("instruction_set", cpu.instruction_set)
                              .set("bytes_per_agent", cpu.bytes_per_agent);
  fmt::print("{}\n", info.text());
}

}  // namespace

ExitCode show_info(const InfoOptions& options) {
  if (options.file) {
    return is_area_file(*options.file) ? show_area(*options.file, options.json)
                                       : show_recording(*options.file, options.json);
  }
  const std::vector<ExecutorInfo> known = executors();
  const CpuFacts cpu = cpu_facts();
  if (options.json) {
    print_json(known, cpu);
  } else {
    print(known, cpu);
  }
  return ExitCode::ok;
}

}  // namespace throng::cli
