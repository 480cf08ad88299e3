#include "host/measures/service_map.hpp"

#include <algorithm>
#include <cmath>

namespace throng::measures {

std::size_t service_level(double room) {
  std::size_t level = 0;
  while (level < least_room.size() && room < least_room[level]) ++level;
  return level;
}

void ServiceMapBuilder::add(const FrameView& frame, const VoronoiCells::Cells* cells) {
  ++frames_;
  interval_ = frame.interval;
  has_cells_ = has_cells_ || cells != nullptr;
  for (std::size_t i = 0; i < frame.size(); ++i) {
    const Vec2d p = frame.position[i];
    Sum& sum =
        sums_[{static_cast<std::int64_t>(std::floor(p.x / size_)), static_cast<std::int64_t>(std::floor(p.y / size_))}];
    ++sum.people;
    if (!std::isnan(frame.speed[i])) {
      ++sum.with_speed;
      sum.speed += frame.speed[i];
    }
    if (cells == nullptr || cells->area[i] <= 0.0) continue;
    ++sum.with_cell;
    sum.density += 1.0 / cells->area[i];
    ++at_level_[service_level(cells->area[i])];
  }
}

ServiceMap ServiceMapBuilder::result() const {
  ServiceMap map;
  for (const auto& [key, sum] : sums_) {
    MapCell cell;
    cell.center = {(static_cast<double>(key.x) + 0.5) * size_, (static_cast<double>(key.y) + 0.5) * size_};
    cell.person_seconds = static_cast<double>(sum.people) * interval_;
    cell.density = static_cast<double>(sum.people) / (static_cast<double>(frames_) * size_ * size_);
    if (sum.with_speed > 0) cell.speed = sum.speed / static_cast<double>(sum.with_speed);
    if (sum.with_cell > 0) {
      cell.felt_density = sum.density / static_cast<double>(sum.with_cell);
      cell.level = service_level(1.0 / *cell.felt_density);
    }
    map.cells.push_back(cell);
  }
  std::sort(map.cells.begin(), map.cells.end(), [](const MapCell& a, const MapCell& b) {
    return a.center.y != b.center.y ? a.center.y < b.center.y : a.center.x < b.center.x;
  });
  if (has_cells_) {
    map.person_seconds.emplace();
    for (std::size_t k = 0; k < service_levels; ++k) {
      (*map.person_seconds)[k] = static_cast<double>(at_level_[k]) * interval_;
    }
  }
  return map;
}

}  // namespace throng::measures
