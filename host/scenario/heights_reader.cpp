#include "host/scenario/heights_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "host/heights.hpp"
#include "host/scenario/file_text.hpp"
#include "host/scenario/height_map_file.hpp"
#include "host/scenario/ring_checks.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

constexpr Quantity a_height{-limits::max_height, limits::max_height, "m"};
constexpr Quantity a_spacing{limits::min_height_spacing, limits::max_length, "m"};
constexpr Quantity a_slope{-limits::max_slope, limits::max_slope, "m/m"};
constexpr Quantity a_factor{0.0, 1.0, "", true};

HeightMap read_map(const JsonNode& node, const std::string& directory, Scenario& out) {
  const JsonNode file = node.at("map");
  const std::string& path = file.path("the path of an NPY file or an ESRI ASCII grid");
  out.files.push_back(resolve_path(directory, path));
  const std::string bytes = read_file_named_at(file, out.files.back());
  const std::string name = file.place() + ": " + path;
  HeightMap map;
  if (path.ends_with(".asc")) {
    for (const char* key : {"origin", "spacing"}) {
      if (node.has(key)) node.at(key).fail("an ESRI ASCII grid has its own, wanted this key for NPY files only");
    }
    read_asc_heights(bytes, name, map);
    return map;
  }
  map.origin = node.at("origin").vector(quantities::coordinate);
  map.spacing = node.at("spacing").number(a_spacing);
  read_npy_heights(bytes, name, map);
  return map;
}

struct Place {
  Vec2d at;
  double z;
};
Place read_place(const JsonNode& node) {
  if (!node.is_array() || node.size() != 3) node.fail_wanted("[x, y, z], three numbers in m");
  return {{node.item(0).number(quantities::coordinate), node.item(1).number(quantities::coordinate)},
          node.item(2).number(a_height)};
}

Floor read_floor(const JsonNode& node) {
  node.require_object({"polygon", "z", "from", "to"});
  const JsonNode polygon = node.at("polygon");
  Floor floor;
  floor.polygon = polygon.points(3);
  require_simple_polygon(polygon, floor.polygon);
  if (node.has("z")) {
    if (node.has("from") || node.has("to")) node.at("z").fail("`z` excludes `from` and `to`, wanted a floor or a ramp");
    floor.z = node.at("z").number(a_height);
    return floor;
  }
  if (!node.has("from") && !node.has("to")) node.fail("wanted `z`, or `from` and `to` of a ramp");
  const Place from = read_place(node.at("from")), to = read_place(node.at("to"));
  const Vec2d way{to.at.x - from.at.x, to.at.y - from.at.y};
  const double length_sq = way.x * way.x + way.y * way.y;
  if (!(length_sq > 0.0)) node.at("to").fail_wanted("another place than `from`");
  const double slope = (to.z - from.z) / length_sq;
  floor.at = from.at;
  floor.z = from.z;
  floor.gradient = {slope * way.x, slope * way.y};
  return floor;
}

std::vector<SlopeSpeed> read_slope_speed(const JsonNode& node) {
  if (node.is_true()) return standard_slope_speed();
  if (node.is_false()) return {};
  const std::size_t count = node.require_array("true, false or an array of [slope, factor]");
  if (count == 0) node.fail_wanted("true, false or an array of [slope, factor], one or more");
  std::vector<SlopeSpeed> table;
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode entry = node.item(i);
    if (!entry.is_array() || entry.size() != 2) entry.fail_wanted("[slope, factor]");
    table.push_back({entry.item(0).number(a_slope), entry.item(1).number(a_factor)});
  }
  return table;
}

}  // namespace

void read_heights(const JsonNode& node, const std::string& directory, Scenario& out) {
  node.require_object({"map", "origin", "spacing", "floors", "outside", "slope_speed"});
  if (node.has("map") == node.has("floors")) node.fail_wanted("either `map` or `floors`");
  Heights heights;
  if (node.has("map")) {
    heights.map = read_map(node, directory, out);
  } else {
    for (const char* key : {"origin", "spacing"}) {
      if (node.has(key)) node.at(key).fail(fmt::format("`{}` belongs to `map`", key));
    }
    const JsonNode floors = node.at("floors");
    const std::size_t count = floors.require_array("an array of floors");
    for (std::size_t i = 0; i < count; ++i) heights.floors.push_back(read_floor(floors.item(i)));
  }
  if (const auto outside = node.find("outside")) heights.outside = outside->number(a_height);
  if (const auto table = node.find("slope_speed")) heights.slope_speed = read_slope_speed(*table);
  try {
    check_heights(heights);
  } catch (const Error& error) {
    node.fail(error.what());
  }
  out.heights = std::move(heights);
}

}  // namespace throng::scenario
