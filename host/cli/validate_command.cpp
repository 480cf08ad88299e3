#include <fmt/format.h>

#include "host/cli/commands.hpp"
#include "host/cli/number_text.hpp"
#include "host/io/json_output.hpp"
#include "host/scenario/scene_world.hpp"

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
  std::size_t behaviors = 0;
  std::size_t journeys = 0;
  std::size_t sources = 0;
  std::uint64_t steps = 0;
  int contact_iterations = 0;  ///< 0 = no contact pass
  bool contact_of_walkers = false;
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
    verdict.contact_iterations = scenario.options.contact ? scenario.options.contact->iterations : 0;
    verdict.contact_of_walkers = scenario.contact_of_walkers;
    World world = make_scene_world(scenario, file);
    if (scenario.navigation) prepare_scene_navigation(world, file);
    for (std::string& warning : world.blocked_ways()) verdict.warnings.push_back(std::move(warning));
    verdict.agents = world.agent_count();
    verdict.obstacles = world.obstacle_count();
    verdict.behaviors = world.behavior_count();
    verdict.journeys = world.journey_count();
    verdict.sources = world.source_count();
  } catch (const Error& error) {
    verdict.code = exit_code(error.code());
    verdict.error = error.what();
  }
  return verdict;
}

void print(const Verdict& verdict) {
  if (verdict.error.empty()) {
    std::string text = fmt::format("{}: good: {}, {}, {}", verdict.file, counted(verdict.agents, "agent"),
                                   counted(verdict.obstacles, "obstacle"), counted(verdict.steps, "step"));
    if (verdict.behaviors > 0) text += ", " + counted(verdict.behaviors, "behavior");
    if (verdict.journeys > 0) text += ", " + counted(verdict.journeys, "journey");
    if (verdict.sources > 0) text += ", " + counted(verdict.sources, "source");
    if (verdict.contact_of_walkers) text += "; contact pass for its walkers";
    fmt::print("{}\n", text);
  } else {
    fmt::print("{}: bad\n  error: {}\n", verdict.file, verdict.error);
  }
  for (const std::string& warning : verdict.warnings) fmt::print("  warning: {}\n", warning);
}

JsonOutput to_json(const Verdict& verdict) {
  const bool valid = verdict.error.empty();
  JsonOutput result = JsonOutput::object();
  result.set("file", verdict.file).set("valid", valid);
  result.set("errors", valid ? std::vector<std::string>() : std::vector<std::string>{verdict.error});
  result.set("warnings", verdict.warnings);
  if (valid) {
    result.set("name", verdict.name).set("agents", verdict.agents);
    result.set("obstacles", verdict.obstacles).set("behaviors", verdict.behaviors).set("steps", verdict.steps);
    result.set("journeys", verdict.journeys).set("sources", verdict.sources);
    result.set("contact_iterations", verdict.contact_iterations);
  }
  return result;
}

}  // namespace

ExitCode validate_scenes(const ValidateOptions& options) {
  ExitCode code = ExitCode::ok;
  JsonOutput all = JsonOutput::array();
  for (const std::string& file : options.files) {
    const Verdict verdict = check(file);
    if (code == ExitCode::ok) code = verdict.code;
    if (options.json) {
      all.add(to_json(verdict));
    } else {
      print(verdict);
    }
  }
  if (options.json) {
    fmt::print("{}\n", JsonOutput::object().set("valid", code == ExitCode::ok).set("files", all).text());
  }
  return code;
}

}  // namespace throng::cli
