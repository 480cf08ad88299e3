// Walkable areas as GeoJSON (RFC 7946), in meters.
#pragma once
#include <string>
#include <vector>

#include "host/scenario/json_node.hpp"
#include "host/scenario/walkable_area.hpp"

namespace throng::scenario {

struct GeoJsonArea {
  WalkableArea area;
  std::vector<std::string> warnings;  ///< of the area, and of a `crs` of degrees
};

/// Polygon, MultiPolygon, GeometryCollection of them, Feature, FeatureCollection: all their polygons united, rings in
/// any direction. Coordinates are in m on the plane, whatever a `crs` says; further ones than two are passed over, and
/// so are keys that GeoJSON does not know. Throws bad_scene with the JSON pointer of what is wrong.
GeoJsonArea walkable_area_of_geojson(const JsonNode& root);
/// The same of a text; `name` leads the messages.
GeoJsonArea walkable_area_of_geojson(const std::string& text, const std::string& name);

}  // namespace throng::scenario
