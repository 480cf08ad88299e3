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
#include "throng/measures.hpp"

namespace throng::measures {

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

/// Of the settings those that name files are not looked at. `space` may be missing. `go_on(done)` is asked after each
/// frame, with the share done; false stops. Throws what open_trajectory does, too.
MeasureReport measure(Trajectory& trajectory, const WalkableSpace* space, const MeasureSettings& settings,
                      const std::function<bool(double)>& go_on = {});

}  // namespace throng::measures
