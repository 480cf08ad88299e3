#include "host/io/recording_info.hpp"

#include "host/io/profile_footprints.hpp"

namespace throng {

RecordingInfo recording_info(const World& world) {
  RecordingInfo info;
  info.time_step = world.options().time_step;
  info.fps = frames_per_second(info);
  info.version = version();
  info.origin = world.origin();
  for (const ExecutorInfo& executor : executors()) {
    if (executor.kind == world.executor()) info.executor = executor.name;
  }
  info.heights = world.heights().has_value();
  info.footprints = profile_footprints(world);
  info.expected_agents = world.agent_count();
  return info;
}

double frames_per_second(const RecordingInfo& info) { return 1.0 / (static_cast<double>(info.every) * info.time_step); }

}  // namespace throng
