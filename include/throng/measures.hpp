// Measures of trajectories: flow, density, speed, overlaps and ways of a recording, or of recorded people
// (docs/measures.md).
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "throng/export.hpp"
#include "throng/types.hpp"

namespace throng {

/// Who passes it goes forward from its right to its left, seen from `a` to `b`.
struct MeasureLine {
  Vec2d a, b;  ///< m
};

/// What is to be measured.
struct MeasureSettings {
  std::vector<MeasureLine> lines;
  std::vector<std::vector<Vec2d>> areas;  ///< convex polygons, m, in either direction
  std::optional<double> from, to;         ///< s; frames from ... to ..., both included
  std::uint64_t frame_step = 10;          ///< 1 to 10,000: frames before and behind, of speeds
  std::optional<double> cut_off;          ///< m, > 0: people see no farther than this, for their cells
  std::optional<double> grid;             ///< m, >= 0.01: squares of the map; none = no map
  double density_bin = 0.25;              ///< people/m^2, 1e-3 to 1e3: of the fundamental diagram
  std::optional<double> radius;           ///< m, > 0, of everybody; none = the recording's, where it has them
  /// Where the files lie that a recording's scene names; none = beside the recording.
  std::optional<std::string> scene_folder;
  bool shortest_ways = false;  ///< of each person, from the first place to the last
  int threads = 0;             ///< 0 to 1,024, 0 = all cores; never changes a figure

  /// File of the walkable area: well-known text, or GeoJSON in a file named .geojson; none = the recording's.
  std::optional<std::string> geometry;
  std::optional<double> frame_rate;         ///< frames per second, of a text file that names none
  std::optional<double> meters_per_length;  ///< 1 or 0.01, of a text file that names no unit
  /// Gets the series as CSV, a file for each; made when it is not there, files in it are replaced.
  std::optional<std::string> table_folder;
};

/// Told now and then of the share that is done, 0 to 1; false cancels. May be empty.
using MeasureProgress = std::function<bool(double)>;

/// Measures a recording of Throng, or text of the Pedestrian Dynamics Data Archive, in one pass: the figures as a JSON
/// object, which docs/measures.md describes. Throws invalid_argument for a setting outside its limits; input_output
/// when a file can't be read or written; bad_scene for text or a walkable area that is wrong; corrupt_file for a
/// damaged recording; cancelled, and then nothing has been written.
THRONG_API std::string measure_trajectory(const std::string& path, const MeasureSettings& settings = {},
                                          const MeasureProgress& progress = {});

}  // namespace throng
