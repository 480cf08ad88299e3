#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/cli/commands.hpp"
#include "host/cli/executor_names.hpp"
#include "host/cli/log.hpp"
#include "host/cli/progress.hpp"
#include "host/cli/run_outputs.hpp"
#include "host/cli/run_report.hpp"
#include "host/cli/run_session.hpp"
#include "host/cli/run_targets.hpp"
#include "host/cli/signals.hpp"
#include "host/io/output_file.hpp"
#include "host/scenario/scene_world.hpp"

namespace throng::cli {
namespace {

World load_world(const RunOptions& options, const Scenario& scenario) {
  World world =
      World::load(*options.load, scenario.options.executor, scenario.options.threads, scenario.options.device);
  if (world.options().time_step != scenario.options.time_step) {
    throw Error(ErrorCode::bad_scene,
                fmt::format("{}: steps of {} s, but the state in {} goes on in steps of {} s", options.scene,
                            scenario.options.time_step, *options.load, world.options().time_step));
  }
  return world;
}

std::uint64_t steps_to_do(const RunOptions& options, const Scenario& scenario, const World& world) {
  if (options.steps) return *options.steps;
  const std::uint64_t done = world.statistics().steps;
  if (done < scenario.steps || scenario.steps == 0) return scenario.steps - std::min(done, scenario.steps);
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{} is at step {}, and {} ends at step {}: --steps says how far to go on", *options.load,
                          done, options.scene, scenario.steps));
}

void say_why_no_gpu(const RunOptions& options, const World& world) {
  if (options.executor != "auto" || world.executor() == ExecutorKind::cuda) return;
  log_info(fmt::format("{} executor: {}", executor_name(world.executor()), why_no_gpu(executors())));
}

/// Who is stuck at the end, and where: the first few of them.
void warn_of_stuck(const std::vector<StuckAgent>& stuck, double time) {
  if (stuck.empty()) return;
  constexpr std::size_t shown = 5;
  std::string text;
  for (std::size_t k = 0; k < std::min(shown, stuck.size()); ++k) {
    text += fmt::format("{}{} at ({:.2f}, {:.2f}) for {:.1f} s", k == 0 ? "" : ", ", stuck[k].id, stuck[k].position.x,
                        stuck[k].position.y, stuck[k].time);
  }
  if (stuck.size() > shown) text += ", ...";
  log_warning(fmt::format("{} not got on for {:g} s or more: {}",
                          stuck.size() == 1 ? "1 agent has" : fmt::format("{} agents have", stuck.size()), time, text));
}

/// Says how far the fields are, when they take a while. A signal ends it.
void prepare_navigation(const RunOptions& options, const SignalGuard& signals, World& world) {
  Progress progress(progress_style(stderr, options.quiet), stderr);
  prepare_scene_navigation(world, options.scene, [&](double done) {
    if (progress.is_due()) progress.show({done, "flow fields"});
    return !signals.stop_requested();
  });
}

RunReport report_of(const World& world, const std::string& scene, const RunFigures& figures) {
  RunReport report;
  report.scene = scene;
  report.executor = executor_name(world.executor());
  report.threads = world.threads();
  if (world.executor() == ExecutorKind::cuda) report.device = world.options().device;
  report.time_step = world.options().time_step;
  report.simulated_time = world.time();
  report.seed = world.options().seed;
  report.state_hash = world.state_hash();
  report.peak_memory_bytes = peak_memory_bytes();
  report.figures = figures;
  if (world.options().stuck) {
    const std::vector<StuckAgent> stuck = world.stuck_agents();
    report.stuck = stuck.size();
    warn_of_stuck(stuck, world.options().stuck->time);
  }
  report.journeys = journey_report(world);
  return report;
}

}  // namespace

ExitCode run_scene(const RunOptions& options) {
  if (options.quiet) silence_log();
  const RunTargets targets = run_targets(options);
  Scenario scenario = read_scenario(options.scene, options.seed);
  check_apart(targets, scenario.files);
  for (const std::string& warning : scenario.warnings) log_warning(options.scene + ": " + warning);
  scenario.options.executor = parse_executor(options.executor);
  scenario.options.threads = options.threads;
  scenario.options.device = options.device;
  World world = options.load ? load_world(options, scenario) : make_scene_world(scenario, options.scene);
  say_why_no_gpu(options, world);

  const RunPlan plan{steps_to_do(options, scenario, world), scenario.record.every,
                     scenario.record.aim_points && targets.recording};
  const SignalGuard signals;
  prepare_navigation(options, signals, world);
  for (const std::string& warning : world.blocked_ways()) log_warning(options.scene + ": " + warning);
  RunOutputs outputs(targets, scenario, world, options.overwrite);
  Progress progress(progress_style(stderr, options.quiet), stderr);
  RunSession session(world, plan);
  RunSession::Hooks hooks;
  if (outputs.wants_frames()) hooks.frame = [&](const Snapshot& frame) { outputs.push(frame); };
  hooks.progress = [&](const ProgressState& state) { progress.update(state); };
  hooks.stop = [&] { return signals.stop_requested(); };
  const RunFigures figures = session.run(hooks);
  progress.clear();

  RunReport report = report_of(world, scenario.name.empty() ? options.scene : scenario.name, figures);
  if (scenario.contact_of_walkers && !options.load) {
    report.contact_iterations_of_walkers = scenario.options.contact->iterations;
  }
  report.files = outputs.finish(world);
  if (targets.stats) {
    write_text(*targets.stats, stats_json(report));
    report.files.push_back(*targets.stats);
  }
  if (!options.quiet) fmt::print("{}", summary(report));
  return figures.end == RunEnd::interrupted ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace throng::cli
