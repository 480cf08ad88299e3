#include "host/cli/run_targets.hpp"

#include <filesystem>

#include "host/io/file_roles.hpp"
#include "host/io/output_file.hpp"

namespace throng::cli {
namespace {

namespace fs = std::filesystem;

void take_outputs(FileRoles& roles, const RunTargets& targets) {
  roles.take(targets.recording, "--output");
  roles.take(targets.picture, "--picture");
  roles.take(targets.text, "--text");
  roles.take(targets.save, "--save");
  roles.take(targets.stats, "--stats");
}

}  // namespace

RunTargets run_targets(const RunOptions& options) {
  RunTargets targets;
  if (!options.no_record) {
    targets.recording = options.output.value_or(fs::path(options.scene).stem().string() + ".h5");
  }
  targets.picture = options.picture;
  targets.stats = options.stats;
  targets.text = options.text;
  targets.save = options.save;

  FileRoles roles;
  roles.take(options.scene, "the scene");
  take_outputs(roles, targets);
  // A state may be saved over the one that was loaded; a recording may not.
  if (options.load != options.save) roles.take(options.load, "--load");

  for (const auto& path : {targets.recording, targets.picture, targets.text, targets.save}) {
    if (path) check_writable(*path, options.overwrite);
  }
  if (targets.stats) check_text_target(*targets.stats);
  return targets;
}

void check_apart(const RunTargets& targets, const std::vector<std::string>& scene_files) {
  FileRoles roles;
  take_outputs(roles, targets);
  for (const std::string& file : scene_files) roles.take(file, "a file that the scene names");
}

}  // namespace throng::cli
