#include "host/cli/run_outputs.hpp"

#include <nlohmann/json.hpp>

#include "host/cli/executor_names.hpp"
#include "host/cli/run_picture.hpp"
#include "host/io/text_export.hpp"

namespace throng::cli {
namespace {

/// The scene as it was run: with the seed that was used, should it have been another than the file's.
std::string scenario_as_run(const Scenario& scenario) {
  auto json = nlohmann::ordered_json::parse(scenario.source);
  const auto seed = json.find("seed");
  if (seed != json.end() ? *seed == scenario.options.seed : scenario.options.seed == 0) return scenario.source;
  json["seed"] = scenario.options.seed;
  return json.dump(2);
}

RecordingInfo recording_info(const Scenario& scenario, const World& world) {
  RecordingInfo info;
  info.every = scenario.record.every;
  info.time_step = world.options().time_step;
  info.fps = 1.0 / (static_cast<double>(info.every) * info.time_step);
  info.wkt_geometry = scenario.wkt_geometry;
  info.scenario_json = scenario_as_run(scenario);
  info.version = version();
  info.origin = world.origin();
  info.executor = executor_name(world.executor());
  info.profile_names = scenario.profile_names;
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
