#include "host/measures/area_series.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "host/orientation.hpp"
#include "host/rings.hpp"

namespace throng::measures {
namespace {

bool is_strictly_inside(const ConvexRing& area, Vec2d p) {
  for (std::size_t k = 0; k < area.size(); ++k) {
    if (orientation(area[k], area[k + 1 == area.size() ? 0 : k + 1], p) <= 0) return false;
  }
  return true;
}

}  // namespace

AreaSeries::AreaSeries(ConvexRing area) : area_(std::move(area)), size_(0.5 * twice_signed_area(area_)) {}

void AreaSeries::add(const FrameView& frame, const VoronoiCells::Cells* cells, std::size_t index, std::size_t areas) {
  AreaMoment moment;
  moment.frame = frame.number;
  moment.time = frame.time;
  double speeds = 0.0, cell_speeds = 0.0, shares = 0.0;
  std::uint64_t with_speed = 0;
  for (std::size_t i = 0; i < frame.size(); ++i) {
    const bool has_speed = !std::isnan(frame.speed[i]);
    if (is_strictly_inside(area_, frame.position[i])) {
      ++moment.count;
      if (has_speed) {
        speeds += frame.speed[i];
        ++with_speed;
      }
    }
    if (cells == nullptr || cells->area[i] <= 0.0) continue;
    const double part = cells->in_area[i * areas + index];
    shares += part / cells->area[i];
    if (has_speed) cell_speeds += part * frame.speed[i];
  }
  moment.density = static_cast<double>(moment.count) / size_;
  if (with_speed > 0) moment.speed = speeds / static_cast<double>(with_speed);
  if (cells != nullptr) {
    moment.voronoi_density = shares / size_;
    moment.voronoi_speed = cell_speeds / size_;
  }
  moments_.push_back(moment);
}

std::vector<DensityBin> fundamental_diagram(const std::vector<AreaMoment>& moments, double bin_width) {
  struct Sum {
    std::uint64_t frames = 0;
    double density = 0.0, speed = 0.0, speed_sq = 0.0, flow = 0.0;
  };
  std::map<std::int64_t, Sum> sums;
  for (const AreaMoment& moment : moments) {
    if (!moment.speed) continue;
    const double density = moment.voronoi_density ? *moment.voronoi_density : moment.density;
    Sum& sum = sums[static_cast<std::int64_t>(std::min(std::floor(density / bin_width), 1e15))];
    ++sum.frames;
    sum.density += density;
    sum.speed += *moment.speed;
    sum.speed_sq += *moment.speed * *moment.speed;
    sum.flow += density * *moment.speed;
  }
  std::vector<DensityBin> bins;
  for (const auto& [number, sum] : sums) {
    const auto n = static_cast<double>(sum.frames);
    DensityBin bin;
    bin.low = static_cast<double>(number) * bin_width;
    bin.high = static_cast<double>(number + 1) * bin_width;
    bin.frames = sum.frames;
    bin.density = sum.density / n;
    bin.speed = sum.speed / n;
    bin.flow = sum.flow / n;
    bin.speed_deviation = std::sqrt(std::max(0.0, sum.speed_sq / n - bin.speed * bin.speed));
    bin.weidmann_speed = weidmann_speed(bin.density);
    bins.push_back(bin);
  }
  return bins;
}

double weidmann_speed(double density) {
  if (!(density > 0.0)) return 1.34;
  return 1.34 * std::max(0.0, 1.0 - std::exp(-1.913 * (1.0 / density - 1.0 / 5.4)));
}

}  // namespace throng::measures
