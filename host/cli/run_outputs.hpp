// Where a run's frames and its last state go.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "host/cli/run_targets.hpp"
#include "host/io/picture.hpp"
#include "throng/recording.hpp"
#include "throng/scenario.hpp"
#include "throng/world.hpp"

namespace throng::cli {

class RunOutputs {
 public:
  /// Makes the recording. `targets` and `world` must outlive it. Throws input_output.
  RunOutputs(const RunTargets& targets, const Scenario& scenario, const World& world, bool overwrite);

  [[nodiscard]] bool wants_frames() const { return recorder_.has_value() || picture_.has_value(); }
  /// Throws input_output when the recording can't be written on.
  void push(const Snapshot& frame);
  /// Closes the recording, then writes the picture, the text and the state of `world`. Returns the files. Throws
  /// input_output; the recording is closed and whole before anything else can fail.
  std::vector<std::string> finish(const World& world);

 private:
  const RunTargets& targets_;
  bool overwrite_;
  std::optional<Recorder> recorder_;
  std::optional<PathPicture> picture_;
};

}  // namespace throng::cli
