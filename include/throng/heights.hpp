// The ground's height: for z in what is read out, and for how fast people walk on slopes.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "throng/export.hpp"
#include "throng/types.hpp"

namespace throng {

namespace limits {
inline constexpr double max_height = 1.0e5;           ///< m, absolute
inline constexpr double max_slope = 1.0e3;            ///< m/m, absolute
inline constexpr double min_height_spacing = 1.0e-3;  ///< m
inline constexpr std::size_t max_height_samples = std::size_t{1} << 28;
inline constexpr std::size_t max_slope_speeds = 64;
}  // namespace limits

/// Heights on a grid, bilinear between its points.
struct HeightMap {
  Vec2d origin;          ///< m, the point of the first height
  double spacing = 1.0;  ///< m, limits::min_height_spacing to limits::max_length, between neighbors along x and along y
  std::size_t columns = 0, rows = 0;  ///< >= 2 each
  std::vector<double> z;              ///< m, columns * rows of them: row by row from the origin, x first
  friend bool operator==(const HeightMap&, const HeightMap&) = default;
};

/// A floor, a ramp or a stair: a plane over a simple polygon.
struct Floor {
  std::vector<Vec2d> polygon;  ///< m, either direction
  Vec2d at;                    ///< m, where the height is `z`; counts with a gradient only
  double z = 0.0;              ///< m
  Vec2d gradient;              ///< m/m, how much z grows along x and along y
  friend bool operator==(const Floor&, const Floor&) = default;
};

/// How fast people walk on a slope, as a share of their preferred speed on flat ground.
struct SlopeSpeed {
  double slope = 0.0;   ///< m/m along the way: > 0 up, < 0 down
  double factor = 1.0;  ///< in (0, 1], of the speed in the plane
  friend bool operator==(const SlopeSpeed&, const SlopeSpeed&) = default;
};

/// Weidmann (1993): 0.610 m/s up and 0.694 m/s down stairs, in the plane, where 1.34 m/s is walked on flat ground; and
/// the Highway Capacity Manual (2000): an upgrade of 10 % costs 0.1 m/s. docs/model.md has the table.
THRONG_API std::vector<SlopeSpeed> standard_slope_speed();

/// Where a place has no height, z is `outside` and the ground is flat.
struct Heights {
  std::optional<HeightMap> map;  ///< a map, or floors: not both
  std::vector<Floor> floors;     ///< of those that contain a place, the first counts
  double outside = 0.0;          ///< m
  /// By ascending slope, straight between them and constant beyond; slope 0 is among them, with factor 1. Empty =
  /// slopes change no speed.
  std::vector<SlopeSpeed> slope_speed = standard_slope_speed();
  friend bool operator==(const Heights&, const Heights&) = default;
};

/// m, of the ground at a place.
THRONG_API double height_at(const Heights& heights, Vec2d place);

}  // namespace throng
