// The polygons of a well-known text, and its segments.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "throng/types.hpp"

namespace throng::scenario {

/// Rings, the closing point taken off: the outer one first, then the holes.
using WktPolygon = std::vector<std::vector<Vec2d>>;

/// Polygons of POLYGON, MULTIPOLYGON, GEOMETRYCOLLECTION (nested); empty ones add nothing. Throws bad_scene with line
/// and column of what is wrong. Points that repeat the one before are left out.
std::vector<WktPolygon> parse_wkt(std::string_view wkt, const std::string& place);

/// A polygon, or a segment: LINESTRING of two points, which are its only ring.
struct WktShape {
  WktPolygon rings;
  std::size_t position = 0;  ///< in the text
};
/// The same, with segments and with repeated points.
std::vector<WktShape> parse_wkt_shapes(std::string_view wkt, const std::string& place);

}  // namespace throng::scenario
