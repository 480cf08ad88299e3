// Density and speed in a measuring area, frame by frame, and the fundamental diagram that they make.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "host/measures/frame_window.hpp"
#include "host/measures/voronoi_cells.hpp"

namespace throng::measures {

/// An area in one frame.
struct AreaMoment {
  std::int64_t frame = 0;
  double time = 0.0;        ///< s
  std::uint64_t count = 0;  ///< people strictly inside
  double density = 0.0;     ///< people/m^2, count by area
  /// people/m^2, sum over cells of their part in the area by their size, by area; none = not asked for.
  std::optional<double> voronoi_density;
  std::optional<double> speed;          ///< m/s, mean of who is inside; none = nobody
  std::optional<double> voronoi_speed;  ///< m/s, mean by the cells' parts of the whole area
};

class AreaSeries {
 public:
  /// Convex, counter-clockwise.
  explicit AreaSeries(ConvexRing area);

  [[nodiscard]] const ConvexRing& area() const { return area_; }
  /// `cells` may be missing; the area is number `index` of `areas` in them.
  void add(const FrameView& frame, const VoronoiCells::Cells* cells, std::size_t index, std::size_t areas);
  [[nodiscard]] const std::vector<AreaMoment>& moments() const { return moments_; }
  [[nodiscard]] double size() const { return size_; }  ///< m^2

 private:
  ConvexRing area_;
  double size_;
  std::vector<AreaMoment> moments_;
};

/// Frames with a density in [low, high).
struct DensityBin {
  double low = 0.0, high = 0.0;  ///< people/m^2
  std::uint64_t frames = 0;
  double density = 0.0, speed = 0.0;  ///< means
  double flow = 0.0;                  ///< people/(m s), mean of density times speed
  double speed_deviation = 0.0;       ///< m/s, standard
  double weidmann_speed = 0.0;        ///< m/s, of Weidmann's relation at the mean density
};
/// Of frames that somebody is in; by Voronoi density and speed of who is inside, or by the counted density where there
/// is no other.
std::vector<DensityBin> fundamental_diagram(const std::vector<AreaMoment>& moments, double bin_width);

/// m/s: 1.34 (1 - exp(-1.913 (1 / density - 1 / 5.4))), 0 from 5.4 people/m^2 on. U. Weidmann: Transporttechnik der
/// Fussgaenger. ETH Zuerich, 1993.
double weidmann_speed(double density);

}  // namespace throng::measures
