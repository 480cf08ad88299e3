// Polygons put together to one area.
#pragma once
#include <vector>

#include "host/scenario/area_polygon.hpp"

namespace throng::scenario {

/// Rings of all together, simple each: outer ones clockwise, holes counter-clockwise, those of no area left out.
/// Polygons that meet no other stay as they are. Throws bad_scene when they can't be united.
std::vector<std::vector<Vec2d>> united_rings(std::vector<PolygonRings> polygons);

}  // namespace throng::scenario
