// The files of a run: where they go, and that nothing is in their way before an hour is spent on them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "host/cli/commands.hpp"

namespace throng::cli {

struct RunTargets {
  std::optional<std::string> recording;  ///< none = not recorded
  std::optional<std::string> picture, stats, text, save;
};

/// Throws invalid_argument when two of them, or one and the scene, are the same file, and input_output when one can't
/// be written (the stats file may exist; the others only with `overwrite`).
[[nodiscard]] RunTargets run_targets(const RunOptions& options);

/// Throws invalid_argument when one of them is a file that the scene names, and has read.
void check_apart(const RunTargets& targets, const std::vector<std::string>& scene_files);

}  // namespace throng::cli
