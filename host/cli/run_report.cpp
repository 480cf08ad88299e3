#include "host/cli/run_report.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include "host/cli/number_text.hpp"
#include "host/io/json_output.hpp"

namespace throng::cli {
namespace {

const char* end_name(RunEnd end) {
  switch (end) {
    case RunEnd::completed:
      return "completed";
    case RunEnd::emptied:
      return "emptied";
    case RunEnd::interrupted:
      return "interrupted";
  }
  return "unknown";
}

std::string headline(const RunReport& report) {
  const RunFigures& run = report.figures;
  switch (run.end) {
    case RunEnd::emptied:
      return fmt::format("every agent has left after step {}: stopped early", run.steps);
    case RunEnd::interrupted:
      return fmt::format("interrupted after step {}: what was recorded until then is complete", run.steps);
    case RunEnd::completed:
      break;
  }
  return fmt::format("{} done", counted(run.steps, "step"));
}

}  // namespace

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::string summary(const RunReport& report) {
  const RunFigures& run = report.figures;
  std::string text = fmt::format("{}: {}\n", report.scene, headline(report));
  const auto line = [&text](const char* name, const std::string& value) {
    text += fmt::format("  {:<18}{}\n", name, value);
  };
  line("agents", run.remaining == run.agents ? fmt::format("{}", run.agents)
                                             : fmt::format("{}, {} remain", run.agents, run.remaining));
  line("steps", fmt::format("{} of {:g} s, {:g} s simulated", run.steps, report.time_step, report.simulated_time));
  line("executor", report.device ? fmt::format("{}, device {}", report.executor, *report.device)
                                 : fmt::format("{}, {}", report.executor,
                                               counted(static_cast<std::uint64_t>(report.threads), "thread")));
  line("speed", fmt::format("{:.3f} ms per step, {} agent-steps/s", run.milliseconds_per_step(),
                            short_count(run.agent_steps_per_second())));
  line("arrived", fmt::format("{}", run.counts.arrived));
  if (!report.journeys.is_empty()) {
    const JourneyStatistics& sum = report.journeys.sum;
    line("came and went",
         fmt::format("{} entered, {} left, {} wait to enter", sum.entered, sum.left, sum.waiting_to_enter));
  }
  if (report.contact_iterations_of_walkers) {
    line("contact pass", fmt::format("{} iterations, for the scene's walkers", *report.contact_iterations_of_walkers));
  }
  line("contacts", fmt::format("{} over {} frames, at most {} at once, deepest {:.4f} m", run.contacts,
                               run.measured_frames, run.contacts_at_once, run.deepest_overlap));
  line("wall crossings", fmt::format("{}", run.counts.wall_crossings));
  if (report.stuck) {
    line("stuck", fmt::format("{} at the end; {} got stuck, {} got on again", *report.stuck,
                              counted(run.counts.became_stuck, "time"), counted(run.counts.went_on, "time")));
  }
  line("infeasible", fmt::format("{:.3f} % of the agent-steps", 100.0 * run.infeasible_share()));
  line("peak memory", fmt::format("{:.1f} MiB", static_cast<double>(report.peak_memory_bytes) / (1024.0 * 1024.0)));
  line("state hash", hexadecimal(report.state_hash));
  for (const std::string& file : report.files) line("written", file);
  return text;
}

std::string stats_json(const RunReport& report) {
  const RunFigures& run = report.figures;
  JsonOutput stats = JsonOutput::object();
  stats.set("version", version());
  stats.set("scene", report.scene);
  stats.set("end", end_name(run.end));
  stats.set("agents", run.agents);
  stats.set("remaining", run.remaining);
  stats.set("steps", run.steps);
  stats.set("time_step", report.time_step);
  stats.set("simulated_time", report.simulated_time);
  stats.set("seed", report.seed);
  stats.set("executor", report.executor);
  stats.set("threads", report.threads);
  if (report.device) stats.set("device", *report.device);
  stats.set("ms_per_step", run.milliseconds_per_step());
  stats.set("agent_steps", run.counts.agent_steps);
  stats.set("agent_steps_per_second", run.agent_steps_per_second());
  stats.set("wall_seconds", run.wall_seconds);
  stats.set("phase_seconds", JsonOutput::object()
                                 .set("navigate", run.phases.navigate)
                                 .set("bin", run.phases.bin)
                                 .set("solve", run.phases.solve)
                                 .set("move", run.phases.move));
  stats.set("arrived", run.counts.arrived);
  stats.set("measured_frames", run.measured_frames);
  stats.set("contacts", run.contacts);
  stats.set("contacts_at_once", run.contacts_at_once);
  stats.set("deepest_overlap", run.deepest_overlap);
  stats.set("wall_crossings", run.counts.wall_crossings);
  if (report.stuck) {
    stats.set("stuck", *report.stuck);
    stats.set("became_stuck", run.counts.became_stuck);
    stats.set("went_on", run.counts.went_on);
  }
  stats.set("infeasible_share", run.infeasible_share());
  stats.set("neighbor_cap_hits", run.counts.neighbor_cap_hits);
  add_journeys(report.journeys, stats);
  stats.set("state_hash", hexadecimal(report.state_hash));
  stats.set("peak_memory_bytes", report.peak_memory_bytes);
  return stats.text() + "\n";
}

}  // namespace throng::cli
