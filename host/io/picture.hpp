// A run in one picture: everybody's path, colored by speed, and footprints where the agents began and where they are.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "host/io/atomic_file.hpp"
#include "throng/types.hpp"
#include "throng/world.hpp"

namespace throng {

/// What else is to be seen. Counter-clockwise closed shapes are solid and filled, the others are drawn as lines.
struct PictureShape {
  bool closed = true;
  std::vector<Vec2d> vertices;  ///< m
};

struct PictureOptions {
  Vec2d lower, upper;      ///< m, corners of what is to be seen
  int width = 1600;        ///< px, 200 to 8192; the height follows, at most 4 times the width
  double max_speed = 1.8;  ///< m/s, > 0: the end of the color scale
  std::vector<PictureShape> obstacles;
  std::vector<PictureShape> goals;
  /// m, in the agent's frame, by row of the profile table; no vertices = a disc. Empty = all are discs, and frames need
  /// neither headings nor profiles.
  std::vector<std::vector<Vec2d>> footprints;
};

/// Takes frames as a run makes them; memory depends on the picture's size and the number of agents, not on the number
/// of frames.
class PathPicture {
 public:
  /// Throws invalid_argument for bounds or numbers outside their limits.
  explicit PathPicture(PictureOptions options);

  /// Adds everybody's way since the frame before; ids ascending, times too. A way that nobody walks in that time (over
  /// three times the maximum speed: the agent was put elsewhere) is left out.
  void add(const Snapshot& frame);
  /// May be called at any time. The file appears complete or not at all. Throws input_output.
  void write(const std::string& path, Existing existing = Existing::replace) const;
  /// The PNG file's bytes.
  [[nodiscard]] std::string encode() const;

 private:
  [[nodiscard]] Vec2d to_pixel(const Vec2d& position) const;
  void add_way(Vec2d from, Vec2d to, float speed);
  [[nodiscard]] float reference_density() const;
  /// A footprint in its pose.
  struct Pose {
    AgentId id;
    std::uint32_t profile;
    Vec2d position, heading;
    double speed;  ///< m/s
  };
  void take_poses(const Snapshot& frame);
  [[nodiscard]] std::vector<Vec2d> pixels_of(const Pose& pose) const;

  PictureOptions options_;
  int height_ = 0;      ///< px, of the scene without the legend
  double scale_ = 1.0;  ///< px/m
  Vec2d offset_;        ///< px, of the lower left corner
  /// Per pixel: length of the ways through it (px), and the same times the speed.
  struct Trace {
    float length = 0.0f, speed = 0.0f;
  };
  std::vector<Trace> traces_;
  std::vector<AgentId> last_ids_;
  std::vector<Vec2d> last_positions_;
  std::vector<Pose> first_poses_,
      last_poses_;  // of those that have a footprint: as each one began, and of the last frame
  double last_time_ = 0.0, first_time_ = 0.0;
  bool any_ = false;
  std::size_t most_agents_ = 0;
};

}  // namespace throng
