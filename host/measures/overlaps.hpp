// Who overlaps whom, as discs.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "host/cpu/thread_team.hpp"
#include "host/measures/frame_window.hpp"
#include "host/measures/point_grid.hpp"
#include "host/measures/trajectory.hpp"

namespace throng::measures {

/// How large everybody is.
class Radii {
 public:
  /// The same for all, m.
  explicit Radii(double radius) : all_(radius) {}
  /// Those that a recording's scene has drawn, found by reading the scene again, with its files in `folder`. None, with
  /// the reason in `why`, when the recording has no scene, or the scene can't be read.
  static std::optional<Radii> of_recording(const TrajectoryInfo& info, const std::string& folder, std::string& why);

  /// m; 0 for whoever has none: a footprint, or an agent that the scene does not name.
  [[nodiscard]] double of(AgentId id) const;
  /// False for agents that the scene does not name: those of its sources.
  [[nodiscard]] bool know(AgentId id) const { return all_ || by_id_.contains(id); }

 private:
  Radii() = default;
  std::optional<double> all_;
  std::unordered_map<AgentId, double> by_id_;
};

struct OverlapMoment {
  std::uint64_t pairs = 0;  ///< that overlap by more than 1e-4 m
  double deepest = 0.0;     ///< m, 0 when nobody overlaps
};

class Overlaps {
 public:
  Overlaps(Radii radii, ThreadTeam& team);
  [[nodiscard]] OverlapMoment add(const FrameView& frame);

  /// Where and when it was worst.
  struct Deepest {
    double depth = 0.0;  ///< m
    AgentId a = 0, b = 0;
    double time = 0.0;  ///< s
  };
  [[nodiscard]] const Deepest& deepest() const { return deepest_; }
  /// People whose radius nobody knows. They overlap nobody.
  [[nodiscard]] std::uint64_t unknown() const { return unknown_; }

 private:
  Radii radii_;
  ThreadTeam& team_;
  PointGrid grid_;
  std::vector<double> radius_;  ///< by person in the frame
  std::vector<double> radius_by_row_;
  std::uint64_t unknown_ = 0;
  Deepest deepest_;
};

}  // namespace throng::measures
