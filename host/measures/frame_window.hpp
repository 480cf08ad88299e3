// Goes through a trajectory frame by frame, with as many frames before and behind at hand as speeds need.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "host/measures/trajectory.hpp"

namespace throng::measures {

/// What the measures see of one frame. People are numbered by `row` in the order in which they first appear.
struct FrameView {
  static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

  std::int64_t number = 0;  ///< as in the file
  double time = 0.0;        ///< s
  double interval = 0.0;    ///< s, between frames
  std::span<const AgentId> id;
  std::span<const Vec2d> position;         ///< m
  std::span<const double> speed;           ///< m/s; NaN for who is seen in one frame only
  std::span<const std::uint32_t> profile;  ///< may be empty
  std::span<const std::uint32_t> row;
  /// Where each stood in the frame before, `nobody` who was not there.
  std::span<const std::uint32_t> before;
  std::span<const Vec2d> position_before;

  [[nodiscard]] std::size_t size() const { return id.size(); }
};

/// Frames `first` to `last` (indices, both included) of a trajectory, with speeds.
///
/// The speed is PedPy's with its border method SINGLE_SIDED: the straight way from `step` frames before to `step`
/// frames behind, by the time between; at an end of somebody's path the way to or from where they are now. Who is seen
/// for less than `step` frames either way has the speed over as many as there are.
class FrameWindow {
 public:
  FrameWindow(Trajectory& trajectory, std::uint64_t first, std::uint64_t last, std::uint64_t step);

  /// The next frame, or false behind the last. The view is valid until the next call.
  bool next(FrameView& view);
  /// Ids by row.
  [[nodiscard]] const std::vector<AgentId>& people() const { return people_; }

 private:
  struct Place {
    double frames = 0.0;  ///< away
    Vec2d position;
  };

  [[nodiscard]] TrajectoryFrame& at(std::uint64_t index) { return ring_[index % ring_.size()]; }
  void fill_speeds(std::uint64_t index);
  void number_people(std::uint64_t index);

  Trajectory& trajectory_;
  std::uint64_t first_, last_, step_, next_, read_;  ///< indices; read_ = the next to be read
  std::vector<TrajectoryFrame> ring_;
  std::vector<double> speed_;
  std::vector<std::uint32_t> row_, row_before_, before_;
  std::vector<AgentId> people_;
  std::unordered_map<AgentId, std::uint32_t> row_of_;
  std::vector<std::uint32_t> past_, future_;
};

}  // namespace throng::measures
