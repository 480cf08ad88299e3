// What a recording says of the scenario that was run.
#pragma once
#include "throng/recording.hpp"
#include "throng/scenario.hpp"

namespace throng {

/// Its text as it was run, the walkable area, names of profiles, which frames and what is in them.
void describe_scenario(const Scenario& scenario, RecordingInfo& info);

}  // namespace throng
