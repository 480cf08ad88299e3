// The files of a run: where they go, and that nothing is in their way before an hour is spent on them.
#pragma once
#include <optional>
#include <string>

#include "host/cli/commands.hpp"

namespace throng::cli {

struct RunTargets {
  std::optional<std::string> recording;  ///< none = not recorded
  std::optional<std::string> picture, stats, text, save;
};

/// Throws invalid_argument when two of them, or one and the scene, are the same file, and input_output when one can't
/// be written (the stats file may exist; the others only with `overwrite`).
[[nodiscard]] RunTargets run_targets(const RunOptions& options);

}  // namespace throng::cli
