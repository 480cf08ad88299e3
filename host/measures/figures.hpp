// Figures that the summary and the JSON of a measurement share.
#pragma once
#include <optional>

#include "host/measures/measure.hpp"

namespace throng::measures {

/// Least, mean and greatest of some values; none of no values.
struct Spread {
  double least = 0.0, mean = 0.0, most = 0.0;
};

struct MeasureFigures {
  double first_time = 0.0, last_time = 0.0;  ///< s
  std::uint64_t most_at_once = 0;            ///< people in one frame
  std::optional<Spread> time_spent;          ///< s
  std::optional<Spread> path_length;         ///< m
  std::optional<Spread> detour;              ///< path by shortest way, of those whose shortest way is longer than 0.1 m
  double last_seen = 0.0;                    ///< s, of the one who stays longest
  std::uint64_t still_there = 0;             ///< people in the last frame
  std::uint64_t people_outside = 0, frames_outside = 0, wall_crossings = 0;
  double farthest_outside = 0.0;                        ///< m
  std::uint64_t overlapping_pairs = 0, most_pairs = 0;  ///< summed over frames, in one frame
};
[[nodiscard]] MeasureFigures figures_of(const MeasureReport& report);

struct AreaFigures {
  std::optional<Spread> density, voronoi_density;  ///< over all frames
  std::optional<Spread> speed;                     ///< over frames with somebody inside
};
[[nodiscard]] AreaFigures figures_of(const AreaMeasures& area);

}  // namespace throng::measures
