#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/cli/commands.hpp"
#include "host/cli/scene_world.hpp"

namespace throng::cli {
namespace {

struct Verdict {
  std::string file;
  ExitCode code = ExitCode::ok;
  std::string error;  ///< empty = none
  std::vector<std::string> warnings;
  std::string name;
  std::size_t agents = 0;
  std::size_t obstacles = 0;
  std::uint64_t steps = 0;
};

Verdict check(const std::string& file) {
  Verdict verdict;
  verdict.file = file;
  try {
    Scenario scenario = read_scenario(file);
    scenario.options.executor = ExecutorKind::cpu;
    verdict.name = scenario.name;
    verdict.warnings = scenario.warnings;
    verdict.steps = scenario.steps;
    const World world = make_scene_world(scenario, file);
    verdict.agents = world.agent_count();
    verdict.obstacles = world.obstacle_count();
  } catch (const Error& error) {
    verdict.code = exit_code(error.code());
    verdict.error = error.what();
  }
  return verdict;
}

void print(const Verdict& verdict) {
  if (verdict.error.empty()) {
    fmt::print("{}: good: {} agents, {} obstacles, {} steps\n", verdict.file, verdict.agents, verdict.obstacles,
               verdict.steps);
  } else {
    fmt::print("{}: bad\n  error: {}\n", verdict.file, verdict.error);
  }
  for (const std::string& warning : verdict.warnings) fmt::print("  warning: {}\n", warning);
}

nlohmann::ordered_json to_json(const Verdict& verdict) {
  nlohmann::ordered_json result{{"file", verdict.file}, {"valid", verdict.error.empty()}};
  result["errors"] = nlohmann::ordered_json::array();
  if (!verdict.error.empty()) result["errors"].push_back(verdict.error);
  result["warnings"] = verdict.warnings;
  if (verdict.error.empty()) {
    result["name"] = verdict.name;
    result["agents"] = verdict.agents;
    result["obstacles"] = verdict.obstacles;
    result["steps"] = verdict.steps;
  }
  return result;
}

}  // namespace

ExitCode validate_scenes(const ValidateOptions& options) {
  ExitCode code = ExitCode::ok;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const std::string& file : options.files) {
    const Verdict verdict = check(file);
    if (code == ExitCode::ok) code = verdict.code;
    if (options.json) {
      all.push_back(to_json(verdict));
    } else {
      print(verdict);
    }
  }
  if (options.json) {
    const nlohmann::ordered_json report{{"valid", code == ExitCode::ok}, {"files", all}};
    fmt::print("{}\n", report.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  }
  return code;
}

}  // namespace throng::cli
