#include "host/measures/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <system_error>
#include <utility>

#include "host/measures/text_trajectory.hpp"
#include "throng/error.hpp"
#include "throng/parameters.hpp"
#include "throng/recording.hpp"

namespace throng::measures {
namespace {

class RecordedTrajectory final : public Trajectory {
 public:
  explicit RecordedTrajectory(const std::string& path) : recording_(path) {
    const RecordingInfo& recorded = recording_.info();
    info_.path = path;
    info_.format = "recording";
    info_.frame_rate = recorded.fps;
    info_.frames = recording_.frame_count();
    info_.wkt_geometry = recorded.wkt_geometry;
    info_.scenario_json = recorded.scenario_json;
    info_.profile_names = recorded.profile_names;
    for (const std::vector<Vec2d>& footprint : recorded.footprints) {
      info_.profile_footprints.push_back(!footprint.empty());
    }
    if (!recording_.closed_cleanly()) info_.notes.push_back(recording_.warning());
    if (info_.frames == 0) throw Error(ErrorCode::bad_scene, fmt::format("{}: it has no frames", path));
  }

  [[nodiscard]] const TrajectoryInfo& info() const override { return info_; }
  [[nodiscard]] double time(std::uint64_t index) const override { return recording_.time(index); }

  void read(std::uint64_t index, TrajectoryFrame& out) override {
    recording_.read(index, snapshot_);
    out.number = static_cast<std::int64_t>(index);
    out.time = snapshot_.time;
    out.id = snapshot_.id;
    out.position = snapshot_.position;
    out.profile = snapshot_.profile;
    const auto bad_place = [](const Vec2d& p) {  // no number too
      return !(std::abs(p.x) <= limits::max_coordinate && std::abs(p.y) <= limits::max_coordinate);
    };
    if (const auto at = std::find_if(out.position.begin(), out.position.end(), bad_place); at != out.position.end()) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: frame {} has a place at ({:g}, {:g}), wanted numbers from {:g} to {:g} m",
                              info_.path, index, at->x, at->y, -limits::max_coordinate, limits::max_coordinate));
    }
    const auto bad = [](AgentId a, AgentId b) { return a >= b; };
    if (const auto at = std::adjacent_find(out.id.begin(), out.id.end(), bad); at != out.id.end()) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("{}: frame {} has agent {} twice, or agents in no order", info_.path, index, *at));
    }
  }

 private:
  Recording recording_;
  TrajectoryInfo info_;
  Snapshot snapshot_;
};

constexpr char hdf5_signature[] = {'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};

}  // namespace

std::unique_ptr<Trajectory> open_trajectory(const std::string& path, const TextDefaults& defaults) {
  const auto fail = [&path](const std::string& reason) {
    throw Error(ErrorCode::input_output, fmt::format("{}: can't be read: {}", path, reason));
  };
  std::error_code ignored;  // of a path that isn't there: fopen says so better
  if (std::filesystem::is_directory(path, ignored)) fail("it is a folder, wanted a file");
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) fail(std::strerror(errno));
  char head[sizeof hdf5_signature] = {};
  const bool is_hdf5 =
      std::fread(head, 1, sizeof head, file) == sizeof head && std::memcmp(head, hdf5_signature, sizeof head) == 0;
  if (!is_hdf5) {
    if (std::fseek(file, 0, SEEK_SET) != 0) {
      const int error = errno;
      std::fclose(file);
      fail(fmt::format("{}; wanted a file, which is read twice", std::strerror(error)));
    }
    return open_text_trajectory(file, path, defaults);
  }
  std::fclose(file);
  if (defaults.frame_rate || defaults.meters_per_length) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: a recording has a frame rate and a unit, none can be given", path));
  }
  return std::make_unique<RecordedTrajectory>(path);
}

}  // namespace throng::measures
