// Where everybody was, frame by frame, whatever file it comes from.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "throng/types.hpp"

namespace throng::measures {

/// One moment: people in ascending order of id, none of them twice.
struct TrajectoryFrame {
  std::int64_t number = 0;  ///< as in the file
  double time = 0.0;        ///< s
  std::vector<AgentId> id;
  std::vector<Vec2d> position;         ///< m
  std::vector<std::uint32_t> profile;  ///< row of the recording's table; empty when the file has none
};

struct TrajectoryInfo {
  std::string path;
  std::string format;                      ///< "recording" or "text"
  double frame_rate = 0.0;                 ///< frames per second, > 0
  std::uint64_t frames = 0;                ///< those without anybody between others included
  std::string wkt_geometry;                ///< the walkable area; empty = none
  std::string scenario_json;               ///< of a recording; empty = none
  std::vector<std::string> profile_names;  ///< of a recording, by row
  std::vector<bool> profile_footprints;    ///< whether a profile has a footprint in place of a disc, by row
  std::vector<std::string> notes;          ///< what was taken for granted
};

/// A file of paths. Frames are consecutive: a frame that the file leaves out is one without people.
class Trajectory {
 public:
  virtual ~Trajectory() = default;
  [[nodiscard]] virtual const TrajectoryInfo& info() const = 0;
  /// s, of frame `index` in [0, frames).
  [[nodiscard]] virtual double time(std::uint64_t index) const = 0;
  /// Replaces `out`. `index` is never below that of the call before: some files are read once, from front to back.
  virtual void read(std::uint64_t index, TrajectoryFrame& out) = 0;

 protected:
  Trajectory() = default;
  Trajectory(const Trajectory&) = default;
  Trajectory& operator=(const Trajectory&) = default;
};

/// What a text file may leave out. Error when the file says something else.
struct TextDefaults {
  std::optional<double> frame_rate;         ///< frames per second
  std::optional<double> meters_per_length;  ///< 1 or 0.01
};

/// A recording of Throng, or text of the Pedestrian Dynamics Data Archive. Throws input_output when the file can't be
/// read, bad_scene with the line of text that is wrong, corrupt_file for a damaged recording.
std::unique_ptr<Trajectory> open_trajectory(const std::string& path, const TextDefaults& defaults = {});

}  // namespace throng::measures
