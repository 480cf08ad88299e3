#include "tests/files/file_entries.hpp"

#include <cstdio>
#include <utility>

#include "tests/parity/entry_log.hpp"
#include "throng/measures.hpp"

namespace throng::test {
namespace {

constexpr const char* scene_text = R"json({
  "throng": 1, "name": "walk", "duration": 2.1, "time_step": 0.07, "seed": 3,
  "geometry": {"wkt": "POLYGON ((-1.1 -2.3, 9.7 -2.1, 9.3 3.7, -1.3 3.1, -1.1 -2.3), (4.1 0.1, 4.3 0.9, 5.1 0.7, 4.1 0.1))"},
  "agents": [{"fill": {"rectangle": [[0.3, -1.1], [3.3, 2.1]]}, "count": 7, "goal": [8.3, 0.1]}]
})json";

}  // namespace

std::string walk_file_entries(const EntryWalk& walk) {
  EntryLog log(walk);
  const std::string scene_file = walk.file + ".json", recording_file = walk.file + ".h5";
  Scenario scenario = log("parse_scenario", [&] { return parse_scenario(scene_text, ".", "walk"); });
  for (const AgentDescription& agent : scenario.agents) log.note("agent", agent.position, *agent.preferred_speed);
  log.fails("parse_scenario", [&] { parse_scenario(R"({"throng": 1, "duration": -1e-310})", ".", "walk"); });
  log.fails("read_scenario", [&] { read_scenario(scene_file); });
  log("with_seed", [&] { return with_seed(scene_text, 5); });
  scenario.options.executor = walk.executor;
  scenario.options.threads = walk.threads;
  World world = make_world(scenario);
  walk.after("make_world");
  {
    RecordingInfo info;
    info.fps = 14.3;
    Recorder recorder(recording_file, info, true);
    walk.after("Recorder");
    Snapshot snapshot;
    for (std::uint64_t step = 0; step < scenario.steps; ++step) {
      world.step();
      world.snapshot(snapshot);
      log("push", [&] { recorder.push(snapshot); });
    }
    log("finish", [&] { recorder.finish(); });
    log("frames_written", [&] { return recorder.frames_written(); });
    log("bytes_written", [&] { return recorder.bytes_written() > 0; });
  }
  walk.after("~Recorder");
  {
    Recording opened(recording_file);
    walk.after("Recording");
    Recording recording = std::move(opened);
    opened = std::move(recording);
    recording = std::move(opened);
    log("path", [&] { return recording.path() == recording_file; });
    log("closed_cleanly", [&] { return recording.closed_cleanly(); });
    log("warning", [&] { return recording.warning(); });
    log("info", [&] { return recording.info().fps; });
    log("frame_count", [&] { return recording.frame_count(); });
    log("lost_frames", [&] { return recording.lost_frames(); });
    log("row_count", [&] { return recording.row_count(); });
    Snapshot snapshot;
    for (std::uint64_t frame = 0; frame < recording.frame_count(); ++frame) {
      log("agent_count", [&] { return recording.agent_count(frame); });
      log("time", [&] { return recording.time(frame); });
      log("step", [&] { return recording.step(frame); });
      log("state_hash", [&] { return recording.state_hash(frame); });
      log("read", [&] { return recording.read(frame, snapshot), snapshot; });
    }
  }
  MeasureSettings settings;
  settings.lines = {{{2.1, -3.3}, {2.3, 3.7}}};
  log("measure_trajectory", [&] {
    return measure_trajectory(recording_file, settings, [&](double) {
      walk.after("progress");
      return true;
    });
  });
  settings.density_bin = 0x1p-1060;
  log.fails("measure_trajectory", [&] { measure_trajectory(recording_file, settings); });
  log.tries("of_cut_file", [&] { Recording::of_cut_file(recording_file, 4096); });
  log("recover_recording", [&] { return recover_recording(recording_file).last_time; });
  std::remove(recording_file.c_str());
  log.tries("Recording", [&] { Recording missing(recording_file); });
  return log.text();
}

}  // namespace throng::test
