// What a recording says of the world that it is made of.
#pragma once
#include "throng/recording.hpp"

namespace throng {

/// Of a frame at every step; what only a scenario knows is left as it is in any recording.
[[nodiscard]] RecordingInfo recording_info(const World& world);
/// Of the steps between frames and their time step.
[[nodiscard]] double frames_per_second(const RecordingInfo& info);

}  // namespace throng
