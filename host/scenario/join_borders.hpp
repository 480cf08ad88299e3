// Borders that polygons have in common, made common to the bit.
#pragma once
#include <vector>

#include "host/scenario/area_polygon.hpp"

namespace throng::scenario {

/// m: nobody means a gap as narrow as that between two parts of a floor, nor an overlap.
inline constexpr double joined_gap = 1.0e-6;

/// Vertices of different polygons within joined_gap of each other become the same, that of the first polygon; vertices
/// within it of an edge of another polygon become vertices of that edge. Nothing moves by more.
void join_borders(std::vector<PolygonRings>& polygons);

}  // namespace throng::scenario
