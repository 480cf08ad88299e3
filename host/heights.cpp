#include "host/heights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/rings.hpp"
#include "throng/error.hpp"
#include "throng/parameters.hpp"

namespace throng {
namespace {

[[noreturn]] void refuse_heights(const std::string& problem) {
  throw Error(ErrorCode::invalid_argument, "heights: " + problem);
}

void check_number(double value, double most, const std::string& name, const char* unit) {
  if (std::abs(value) <= most) return;
  refuse_heights(
      fmt::format("{} is {:g} {}, wanted a number from {:g} to {:g} {}", name, value, unit, -most, most, unit));
}

void check_map(const HeightMap& map) {
  check_number(map.origin.x, limits::max_coordinate, "origin.x of the map", "m");
  check_number(map.origin.y, limits::max_coordinate, "origin.y of the map", "m");
  if (!(map.spacing >= limits::min_height_spacing && map.spacing <= limits::max_length)) {
    refuse_heights(fmt::format("spacing of the map is {:g} m, wanted a number from {:g} to {:g} m", map.spacing,
                               limits::min_height_spacing, limits::max_length));
  }
  if (map.columns < 2 || map.rows < 2 || map.columns > limits::max_height_samples / map.rows) {
    refuse_heights(fmt::format("the map has {} columns and {} rows, wanted 2 or more of each and {} heights at most",
                               map.columns, map.rows, limits::max_height_samples));
  }
  if (map.z.size() != map.columns * map.rows) {
    refuse_heights(
        fmt::format("the map has {} heights, wanted {} columns times {} rows", map.z.size(), map.columns, map.rows));
  }
  for (std::size_t i = 0; i < map.z.size(); ++i) {
    if (std::abs(map.z[i]) <= limits::max_height) continue;
    check_number(map.z[i], limits::max_height,
                 fmt::format("the height in column {}, row {} of the map", i % map.columns, i / map.columns), "m");
  }
}

void check_floor(const Floor& floor, std::size_t number) {
  const std::string name = fmt::format("floor {}", number);
  check_polygon("heights: " + name, floor.polygon);
  check_number(floor.at.x, limits::max_coordinate, name + ": at.x", "m");
  check_number(floor.at.y, limits::max_coordinate, name + ": at.y", "m");
  check_number(floor.z, limits::max_height, name + ": z", "m");
  check_number(floor.gradient.x, limits::max_slope, name + ": gradient.x", "m/m");
  check_number(floor.gradient.y, limits::max_slope, name + ": gradient.y", "m/m");
}

void check_slope_speed(const std::vector<SlopeSpeed>& table) {
  if (table.empty()) return;
  if (table.size() > limits::max_slope_speeds) {
    refuse_heights(
        fmt::format("slope_speed has {} entries, wanted {} at most", table.size(), limits::max_slope_speeds));
  }
  bool has_flat = false;
  for (std::size_t i = 0; i < table.size(); ++i) {
    check_number(table[i].slope, limits::max_slope, fmt::format("slope {} of slope_speed", i), "m/m");
    if (!(table[i].factor > 0.0 && table[i].factor <= 1.0)) {
      refuse_heights(
          fmt::format("factor {} of slope_speed is {:g}, wanted a number above 0 up to 1", i, table[i].factor));
    }
    if (i > 0 && !(static_cast<float>(table[i].slope) > static_cast<float>(table[i - 1].slope))) {
      refuse_heights(fmt::format("slope {} of slope_speed is {:g}, wanted more than {:g} of the one before it", i,
                                 table[i].slope, table[i - 1].slope));
    }
    has_flat = has_flat || (table[i].slope == 0.0 && table[i].factor == 1.0);
  }
  if (!has_flat)
    refuse_heights("slope_speed has no entry of slope 0 and factor 1: the preferred speed is that on flat ground");
}

double height_on(const HeightMap& map, Vec2d place, double outside) {
  const double u = (place.x - map.origin.x) / map.spacing, v = (place.y - map.origin.y) / map.spacing;
  if (!(u >= 0.0 && v >= 0.0 && u <= static_cast<double>(map.columns - 1) && v <= static_cast<double>(map.rows - 1))) {
    return outside;
  }
  const std::size_t i = std::min(static_cast<std::size_t>(u), map.columns - 2);
  const std::size_t j = std::min(static_cast<std::size_t>(v), map.rows - 2);
  const double s = u - static_cast<double>(i), t = v - static_cast<double>(j);
  const double* z = map.z.data() + j * map.columns + i;
  const double low = z[0] + s * (z[1] - z[0]);
  const double high = z[map.columns] + s * (z[map.columns + 1] - z[map.columns]);
  return low + t * (high - low);
}

double ground_height(const Heights& heights, Vec2d place) {
  if (heights.map) return height_on(*heights.map, place, heights.outside);
  for (const Floor& floor : heights.floors) {
    if (!ring_contains(floor.polygon, place)) continue;
    return floor.z + floor.gradient.x * (place.x - floor.at.x) + floor.gradient.y * (place.y - floor.at.y);
  }
  return heights.outside;
}

}  // namespace

std::vector<SlopeSpeed> standard_slope_speed() {
  // Stairs rise 17 cm on 29 cm. Walking 1.34 m/s; 1.24 m/s up 10 %.
  constexpr double flat = 1.34, stair = 17.0 / 29.0;
  return {{-stair, 0.694 / flat}, {-0.1, 1.0}, {0.0, 1.0}, {0.1, 1.24 / flat}, {stair, 0.610 / flat}};
}

double height_at(const Heights& heights, Vec2d place) {
  const FloatingPointMode mode;
  return FloatingPointMode::computed(ground_height(heights, place));
}

void check_heights(const Heights& heights) {
  if (heights.map && !heights.floors.empty()) refuse_heights("there is a map and there are floors, wanted one of them");
  if (heights.map) check_map(*heights.map);
  for (std::size_t i = 0; i < heights.floors.size(); ++i) check_floor(heights.floors[i], i);
  check_number(heights.outside, limits::max_height, "outside", "m");
  check_slope_speed(heights.slope_speed);
}

Heights relative_heights(const Heights& heights, Vec2d origin) {
  Heights result = heights;
  const auto move = [origin](Vec2d& p) { p = {p.x - origin.x, p.y - origin.y}; };
  if (result.map) move(result.map->origin);
  for (Floor& floor : result.floors) {
    move(floor.at);
    for (Vec2d& p : floor.polygon) move(p);
  }
  return result;
}

}  // namespace throng
