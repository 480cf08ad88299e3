#include "host/cli/run_session.hpp"

#include <algorithm>
#include <chrono>

namespace throng::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Statistics difference(const Statistics& now, const Statistics& before) {
  Statistics result;
  result.steps = now.steps - before.steps;
  result.agent_steps = now.agent_steps - before.agent_steps;
  result.arrived = now.arrived - before.arrived;
  result.infeasible = now.infeasible - before.infeasible;
  result.wall_crossings = now.wall_crossings - before.wall_crossings;
  result.neighbor_cap_hits = now.neighbor_cap_hits - before.neighbor_cap_hits;
  result.became_stuck = now.became_stuck - before.became_stuck;
  result.went_on = now.went_on - before.went_on;
  return result;
}

}  // namespace

double RunFigures::milliseconds_per_step() const {
  return steps == 0 ? 0.0 : 1000.0 * stepping_seconds / static_cast<double>(steps);
}

double RunFigures::agent_steps_per_second() const {
  return stepping_seconds > 0.0 ? static_cast<double>(counts.agent_steps) / stepping_seconds : 0.0;
}

double RunFigures::infeasible_share() const {
  if (counts.agent_steps == 0) return 0.0;
  return static_cast<double>(counts.infeasible) / static_cast<double>(counts.agent_steps);
}

RunSession::RunSession(World& world, const RunPlan& plan) : world_(world), plan_(plan), before_(world.statistics()) {
  if (plan.frame_every == 0) {
    throw Error(ErrorCode::invalid_argument, "steps from one frame to the next are 0, wanted 1 or more");
  }
  figures_.agents = world.agent_count();
}

RunFigures RunSession::run(const Hooks& hooks) {
  const Clock::time_point start = Clock::now();
  begin_frame(hooks);
  for (;;) {
    if (figures_.steps == plan_.steps) {
      figures_.end = RunEnd::completed;
      break;
    }
    if (world_.agent_count() == 0 && !world_.expects_agents()) {
      figures_.end = RunEnd::emptied;
      break;
    }
    if (hooks.stop && hooks.stop()) {
      figures_.end = RunEnd::interrupted;
      break;
    }
    step(hooks);
    begin_frame(hooks);
    if (hooks.progress) hooks.progress(progress(seconds_since(start)));
  }
  hand_out_frame(hooks);
  figures_.remaining = world_.agent_count();
  figures_.counts = difference(world_.statistics(), before_);
  figures_.wall_seconds = seconds_since(start);
  return figures_;
}

void RunSession::step(const Hooks& hooks) {
  const Clock::time_point start = Clock::now();
  world_.step();
  double wall = seconds_since(start);
  hand_out_frame(hooks);  // while a GPU is at the step
  const Clock::time_point waiting = Clock::now();
  const PhaseTimes times = world_.last_phase_times();
  wall += seconds_since(waiting);
  // On a GPU by its own clock: the wall's is hidden behind the frame, or the frame behind it.
  const bool on_gpu = world_.executor() == ExecutorKind::cuda;
  figures_.stepping_seconds += on_gpu ? times.navigate + times.bin + times.solve + times.move : wall;
  ++figures_.steps;
  figures_.phases.navigate += times.navigate;
  figures_.phases.bin += times.bin;
  figures_.phases.solve += times.solve;
  figures_.phases.move += times.move;
}

void RunSession::begin_frame(const Hooks& hooks) {
  if (world_.statistics().steps % plan_.frame_every != 0) return;
  const Measures measures = world_.measure();
  ++figures_.measured_frames;
  figures_.contacts += measures.contacts;
  figures_.contacts_at_once = std::max(figures_.contacts_at_once, measures.contacts);
  figures_.deepest_overlap = std::max(figures_.deepest_overlap, measures.deepest_overlap);
  if (!hooks.frame) return;
  world_.request_snapshot({.aim_points = plan_.aim_points});
  frame_is_due_ = true;
}

void RunSession::hand_out_frame(const Hooks& hooks) {
  if (!frame_is_due_) return;
  frame_is_due_ = false;
  world_.take_snapshot(snapshot_);
  hooks.frame(snapshot_);
}

ProgressState RunSession::progress(double seconds) const {
  ProgressState state;
  state.agents = world_.agent_count();
  state.steps_done = figures_.steps;
  state.steps_wanted = plan_.steps;
  state.agent_steps = world_.statistics().agent_steps - before_.agent_steps;
  state.seconds = seconds;
  return state;
}

}  // namespace throng::cli
