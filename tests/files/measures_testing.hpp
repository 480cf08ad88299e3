// Paths made by hand, for tests of measures.
#pragma once
#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "host/measures/measure.hpp"

namespace throng::measures {

/// People by id, each with a first frame and a place in every frame from there on.
class MadeTrajectory final : public Trajectory {
 public:
  struct Path {
    std::uint64_t first = 0;
    std::vector<Vec2d> places;
  };
  MadeTrajectory(std::map<AgentId, Path> paths, double frame_rate) : paths_(std::move(paths)) {
    info_.path = "made";
    info_.frame_rate = frame_rate;
    for (const auto& [id, path] : paths_)
      info_.frames = std::max<std::uint64_t>(info_.frames, path.first + path.places.size());
  }
  [[nodiscard]] const TrajectoryInfo& info() const override { return info_; }
  [[nodiscard]] double time(std::uint64_t index) const override {
    return static_cast<double>(index) / info_.frame_rate;
  }
  void read(std::uint64_t index, TrajectoryFrame& out) override {
    out = {};
    out.number = static_cast<std::int64_t>(index);
    out.time = time(index);
    for (const auto& [id, path] : paths_) {
      if (index < path.first || index - path.first >= path.places.size()) continue;
      out.id.push_back(id);
      out.position.push_back(path.places[index - path.first]);
    }
  }

 private:
  std::map<AgentId, Path> paths_;
  TrajectoryInfo info_;
};

/// `count` places from `from` on, `step` further each frame.
inline std::vector<Vec2d> straight(Vec2d from, Vec2d step, std::size_t count) {
  std::vector<Vec2d> places;
  for (std::size_t k = 0; k < count; ++k) {
    const auto n = static_cast<double>(k);
    places.push_back({from.x + n * step.x, from.y + n * step.y});
  }
  return places;
}

}  // namespace throng::measures
