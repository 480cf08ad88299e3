// The frames of a run, kept in memory for the measures.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "host/measures/trajectory.hpp"
#include "throng/world.hpp"

namespace throng::validation {

class MemoryTrajectory final : public measures::Trajectory {
 public:
  explicit MemoryTrajectory(double frame_rate) {
    info_.path = "run";
    info_.format = "memory";
    info_.frame_rate = frame_rate;
  }
  void add(const World& world) {
    Snapshot snapshot;
    world.snapshot(snapshot);
    measures::TrajectoryFrame frame;
    frame.number = static_cast<std::int64_t>(frames_.size());
    frame.time = snapshot.time;
    frame.id = std::move(snapshot.id);
    frame.position = std::move(snapshot.position);
    frames_.push_back(std::move(frame));
    info_.frames = frames_.size();
  }
  [[nodiscard]] const measures::TrajectoryInfo& info() const override { return info_; }
  [[nodiscard]] double time(std::uint64_t index) const override { return frames_[index].time; }
  void read(std::uint64_t index, measures::TrajectoryFrame& out) override { out = frames_[index]; }

 private:
  measures::TrajectoryInfo info_;
  std::vector<measures::TrajectoryFrame> frames_;
};

}  // namespace throng::validation
