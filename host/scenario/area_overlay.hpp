// Areas put together, cut and judged, by GEOS.
//
// Not by Boost.Geometry: its union (1.74) of slanted rectangles with common borders leaves some of them out, in
// silence.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/scenario/area_polygon.hpp"

namespace throng::scenario {

enum class Overlay { intersect, subtract };

/// Rings in any direction, simple each. Polygons that come out touch each other at points only; their rings may touch
/// themselves. Throws bad_scene when GEOS can't.
std::vector<PolygonRings> overlay(Overlay operation, std::span<const PolygonRings> first,
                                  std::span<const PolygonRings> second);
/// All of them together.
std::vector<PolygonRings> unite(std::span<const PolygonRings> polygons);

struct AreaFault {
  std::string reason;  ///< in GEOS's words
  Vec2d at;
};
/// Why simple rings are no polygon, if they are none.
std::optional<AreaFault> find_area_fault(const PolygonRings& rings);

}  // namespace throng::scenario
