// The polygons of a well-known text.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "throng/types.hpp"

namespace throng::scenario {

/// Rings as they stand, the closing point taken off: the outer one first, then the holes.
using WktPolygon = std::vector<std::vector<Vec2d>>;

/// Polygons of POLYGON, MULTIPOLYGON, GEOMETRYCOLLECTION (nested); empty ones add nothing. Throws bad_scene with line
/// and column of what is wrong.
std::vector<WktPolygon> parse_wkt(std::string_view wkt, const std::string& place);

}  // namespace throng::scenario
