// All measures of a trajectory, in one pass over its frames.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/measures/area_series.hpp"
#include "host/measures/line_flow.hpp"
#include "host/measures/overlaps.hpp"
#include "host/measures/people.hpp"
#include "host/measures/service_map.hpp"
#include "host/measures/trajectory.hpp"
#include "host/measures/walkable_space.hpp"

namespace throng::measures {

/// What is to be measured. measure() throws invalid_argument for a value outside its limits.
struct MeasureSettings {
  std::vector<Line> lines;
  std::vector<std::vector<Vec2d>> areas;  ///< convex polygons, m, in either direction
  std::optional<double> from, to;         ///< s; frames from ... to ..., both included
  std::uint64_t frame_step = 10;          ///< 1 to 10,000: frames before and behind, of speeds
  std::optional<double> cut_off;          ///< m, > 0: people see no farther than this, for their cells
  std::optional<double> grid;             ///< m, >= 0.01: squares of the map; none = no map
  double density_bin = 0.25;              ///< people/m^2, >= 1e-3: of the fundamental diagram
  std::optional<double> radius;           ///< m, > 0, of everybody; none = the recording's, where it has them
  /// Where the files lie that a recording's scene names; none = beside the recording.
  std::optional<std::string> scene_folder;
  bool shortest_ways = false;
  int threads = 0;  ///< 0 = all cores
};

struct LineMeasures {
  Line line;
  double length = 0.0;                    ///< m
  std::optional<double> walkable_length;  ///< m, within the walkable area
  FlowThroughLine flow;
  std::optional<double> specific_flow;  ///< people/(m s): the flow by the walkable length, or else the length
};

struct AreaMeasures {
  ConvexRing area;
  double size = 0.0;                    ///< m^2
  std::optional<double> walkable_size;  ///< m^2
  std::vector<AreaMoment> moments;
  std::vector<DensityBin> fundamental_diagram;
};

struct FrameMeasures {
  std::int64_t frame = 0;
  double time = 0.0;  ///< s
  std::uint64_t people = 0;
  std::optional<double> speed;           ///< m/s, mean
  std::optional<OverlapMoment> overlap;  ///< none = radii unknown
  std::optional<std::uint64_t> outside;  ///< none = no walkable area
};

struct MeasureReport {
  TrajectoryInfo source;
  std::vector<FrameMeasures> frames;
  std::vector<LineMeasures> lines;
  std::vector<AreaMeasures> areas;
  std::vector<Person> people;  ///< in the order in which they appear
  std::optional<ServiceMap> map;
  std::optional<Overlaps::Deepest> deepest_overlap;  ///< none = radii unknown
  bool has_walls = false;
  /// Nobody is left in the last frame, or all have been seen for the last time before the file's last frame.
  bool all_gone = false;
  bool complete = true;            ///< false: stopped before the end
  std::vector<std::string> notes;  ///< what was left out, and why
};

/// `space` may be missing. `go_on(done)` is asked after each frame, with the share done; false stops. Throws what
/// open_trajectory does, too.
MeasureReport measure(Trajectory& trajectory, const WalkableSpace* space, const MeasureSettings& settings,
                      const std::function<bool(double)>& go_on = {});

}  // namespace throng::measures
