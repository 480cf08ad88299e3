#include "host/cli/run_outputs.hpp"

#include "host/cli/executor_names.hpp"
#include "host/cli/run_picture.hpp"
#include "host/io/profile_footprints.hpp"
#include "host/io/text_export.hpp"

namespace throng::cli {
namespace {

RecordingInfo recording_info(const Scenario& scenario, const World& world) {
  RecordingInfo info;
  info.every = scenario.record.every;
  info.time_step = world.options().time_step;
  info.fps = 1.0 / (static_cast<double>(info.every) * info.time_step);
  info.wkt_geometry = scenario.wkt_geometry;
  info.scenario_json = with_seed(scenario.source, scenario.options.seed);
  info.version = version();
  info.origin = world.origin();
  info.executor = executor_name(world.executor());
  info.profile_names = scenario.profile_names;
  info.aim_points = scenario.record.aim_points;
  info.heights = world.heights().has_value();
  info.footprints = profile_footprints(world);
  info.expected_agents = world.agent_count();
  return info;
}

}  // namespace

RunOutputs::RunOutputs(const RunTargets& targets, const Scenario& scenario, const World& world, bool overwrite)
    : targets_(targets), overwrite_(overwrite) {
  if (targets.recording) recorder_.emplace(*targets.recording, recording_info(scenario, world), overwrite);
  if (targets.picture) picture_.emplace(picture_options(scenario, world));
}

void RunOutputs::push(const Snapshot& frame) {
  if (recorder_) recorder_->push(frame);
  if (picture_) picture_->add(frame);
}

std::vector<std::string> RunOutputs::finish(const World& world) {
  std::vector<std::string> files;
  const auto written = [&files](const std::string& path) { files.push_back(path); };
  if (recorder_) {
    recorder_->finish();
    written(*targets_.recording);
  }
  if (targets_.save) {
    world.save(*targets_.save);
    written(*targets_.save);
  }
  if (targets_.text) {
    export_text(Recording(*targets_.recording), *targets_.text, overwrite_ ? Existing::replace : Existing::refuse);
    written(*targets_.text);
  }
  if (picture_) {
    picture_->write(*targets_.picture, overwrite_ ? Existing::replace : Existing::refuse);
    written(*targets_.picture);
  }
  return files;
}

}  // namespace throng::cli
