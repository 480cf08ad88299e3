#include "host/cli/run_outputs.hpp"

#include "host/cli/run_picture.hpp"
#include "host/io/recording_info.hpp"
#include "host/io/text_export.hpp"
#include "host/scenario/recorded_scenario.hpp"

namespace throng::cli {
namespace {

RecordingInfo info_of(const Scenario& scenario, const World& world) {
  RecordingInfo info = recording_info(world);
  describe_scenario(scenario, info);
  info.fps = frames_per_second(info);
  return info;
}

}  // namespace

RunOutputs::RunOutputs(const RunTargets& targets, const Scenario& scenario, const World& world, bool overwrite)
    : targets_(targets), overwrite_(overwrite) {
  if (targets.recording) recorder_.emplace(*targets.recording, info_of(scenario, world), overwrite);
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
