#include "host/scenario/walkable_area.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <utility>

#include "host/boost_geometry.hpp"
#include "host/rings.hpp"
#include "host/scenario/wkt_parser.hpp"
#include "throng/error.hpp"

namespace throng::scenario {
namespace {

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<double>;
using Polygon = bg::model::polygon<Point>;  // outer ring clockwise, holes counter-clockwise: as walls are wanted
using MultiPolygon = bg::model::multi_polygon<Polygon>;

bg::model::ring<Point> to_ring(const std::vector<Vec2d>& points) {
  bg::model::ring<Point> ring;
  for (const Vec2d p : points) ring.emplace_back(p.x, p.y);
  bg::correct(ring);
  return ring;
}

/// Why the rings of a polygon, all or together, can't be used.
std::string fault_of(const WktPolygon& rings, bg::validity_failure_type failure) {
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const std::string ring = i == 0 ? "its outer ring" : fmt::format("its hole {}", i);
    const std::string fault = polygon_fault(rings[i]);
    if (!fault.empty()) return ring + " " + fault;
  }
  switch (failure) {
    case bg::failure_interior_rings_outside:
      return "a hole lies outside of the outer ring";
    case bg::failure_nested_interior_rings:
      return "a hole lies inside another hole";
    case bg::failure_disconnected_interior:
      return "its holes cut it into parts that don't hang together";
    default:
      return "its rings cross or touch along a line";
  }
}

Polygon to_polygon(const WktPolygon& rings, std::size_t index, const std::string& place) {
  Polygon polygon;
  polygon.outer() = to_ring(rings.front());
  for (std::size_t i = 1; i < rings.size(); ++i) polygon.inners().push_back(to_ring(rings[i]));
  bg::correct(polygon);
  bg::validity_failure_type failure{};
  if (!bg::is_valid(polygon, failure)) {
    throw Error(ErrorCode::bad_scene,
                fmt::format("{}: polygon {} of the walkable area: {}", place, index, fault_of(rings, failure)));
  }
  return polygon;
}

std::vector<Vec2d> to_points(const bg::model::ring<Point>& ring) {
  std::vector<Vec2d> points;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) points.push_back({ring[i].x(), ring[i].y()});
  return points;
}

}  // namespace

bool is_wkt(std::string_view text) {
  const auto take_word = [&text] {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    std::string word;
    for (; !text.empty() && word.size() < 20; text.remove_prefix(1)) {
      const char upper = text[0] >= 'a' && text[0] <= 'z' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
      if (upper < 'A' || upper > 'Z') break;
      word += upper;
    }
    return word;
  };
  const auto any_of = [](const auto& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  constexpr std::array kinds = {"POINT",           "LINESTRING",   "POLYGON",           "MULTIPOINT",
                                "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION"};
  constexpr std::array suffixes = {"", "Z", "M", "ZM", "EMPTY"};
  if (!any_of(kinds, take_word()) || !any_of(suffixes, take_word())) return false;
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text.empty() || text[0] == '(';
}

std::vector<Scenario::Obstacle> read_walkable_area(std::string_view wkt, const std::string& place) {
  const std::vector<WktPolygon> parts = parse_wkt(wkt, place);
  MultiPolygon area;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Polygon polygon = to_polygon(parts[i], i, place);
    if (area.empty()) {
      area.push_back(polygon);
      continue;
    }
    MultiPolygon united;
    bg::union_(area, polygon, united);
    area = std::move(united);
  }
  if (area.empty())
    throw Error(ErrorCode::bad_scene, fmt::format("{}: the walkable area is empty, wanted a polygon", place));

  std::vector<Scenario::Obstacle> obstacles;
  for (const Polygon& polygon : area) obstacles.push_back({true, to_points(polygon.outer())});
  for (const Polygon& polygon : area) {
    for (const bg::model::ring<Point>& inner : polygon.inners()) {
      std::vector<Vec2d> hole = to_points(inner);
      const bool has_island = std::any_of(area.begin(), area.end(), [&](const Polygon& other) {
        const Point first = other.outer().front();
        return &other != &polygon && ring_contains(hole, {first.x(), first.y()});
      });
      if (has_island) hole.push_back(hole.front());
      obstacles.push_back({!has_island, std::move(hole)});
    }
  }
  return obstacles;
}

}  // namespace throng::scenario
