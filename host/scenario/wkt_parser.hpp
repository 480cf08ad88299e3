// The polygons of a well-known text, and its segments.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "host/scenario/area_polygon.hpp"
#include "throng/types.hpp"

namespace throng::scenario {

/// At the beginning of texts from some editors; passed over.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Polygons of POLYGON, MULTIPOLYGON, GEOMETRYCOLLECTION (nested); empty ones add nothing. Third and fourth
/// coordinates (Z, M) are passed over. Throws bad_scene with line
/// and column of what is wrong.
std::vector<PolygonRings> parse_wkt(std::string_view wkt, const std::string& place);

/// A polygon, or a segment: LINESTRING of two points, which are its only ring.
struct WktShape {
  PolygonRings rings;
  std::size_t position = 0;  ///< in the text
};
/// The same, with segments.
std::vector<WktShape> parse_wkt_shapes(std::string_view wkt, const std::string& place);

}  // namespace throng::scenario
