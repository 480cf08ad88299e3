// Well-known text of a walkable area, turned into obstacles.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "host/scenario/scenario.hpp"

namespace throng::scenario {

/// Whether a text is well-known text itself, by its first word, rather than a path.
bool is_wkt(std::string_view text);

/// POLYGON, MULTIPOLYGON and GEOMETRYCOLLECTION (nested), rings in any direction; parts that overlap or touch are
/// united. Outer rings come out clockwise (walls around free space), holes counter-clockwise (solid); a hole with
/// another part of the area inside comes out as a thin wall, as it is not solid all through. Throws bad_scene; `place`
/// leads the message.
std::vector<Scenario::Obstacle> read_walkable_area(std::string_view wkt, const std::string& place);

}  // namespace throng::scenario
