#include "host/scenario/geojson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace throng::scenario {
namespace {

constexpr const char* wanted_types =
    "a GeoJSON object of type Polygon, MultiPolygon, GeometryCollection, Feature or FeatureCollection";

class Reader {
 public:
  void object(const JsonNode& node) {
    if (!node.is_object()) node.fail_wanted(wanted_types);
    if (!node.has("type")) node.fail(fmt::format("the key `type` is missing, wanted {}", wanted_types));
    const std::string& type = node.at("type").text(wanted_types);
    if (type == "FeatureCollection") {
      each(node.at("features"), "an array of features", [this](const JsonNode& item) { feature(item); });
    } else if (type == "Feature") {
      feature(node);
    } else {
      geometry(node);
    }
    warn_of_degrees(node);
  }

  std::vector<AreaPolygon> polygons;
  std::vector<std::string> warnings;

 private:
  template <class Item>
  static void each(const JsonNode& array, const char* wanted, Item item) {
    const std::size_t count = array.require_array(wanted);
    for (std::size_t i = 0; i < count; ++i) item(array.item(i));
  }

  void feature(const JsonNode& node) {
    if (!node.is_object() || !node.has("type") || !node.at("type").is("Feature")) {
      node.fail_wanted(R"(an object of "type": "Feature")");
    }
    const JsonNode placed = node.at("geometry");
    if (!placed.is_null()) geometry(placed);  // a feature without a place
  }

  void geometry(const JsonNode& node) {
    constexpr const char* wanted = "Polygon, MultiPolygon or GeometryCollection";
    if (!node.is_object()) node.fail_wanted(fmt::format("a geometry: an object of type {}", wanted));
    const JsonNode type = node.at("type");
    if (type.is("Polygon")) {
      polygon(node.at("coordinates"));
    } else if (type.is("MultiPolygon")) {
      each(node.at("coordinates"), "an array of polygons", [this](const JsonNode& item) { polygon(item); });
    } else if (type.is("GeometryCollection")) {
      each(node.at("geometries"), "an array of geometries", [this](const JsonNode& item) { geometry(item); });
    } else {
      type.fail_wanted(wanted);
    }
  }

  void polygon(const JsonNode& node) {
    AreaPolygon polygon;
    each(node, "a polygon: an array of rings [[[x, y], ...], ...]",
         [&](const JsonNode& item) { polygon.rings.push_back(ring(item)); });
    if (polygon.rings.empty()) return;  // as POLYGON EMPTY
    polygon.name = fmt::format("{}: polygon {} of the walkable area", node.place(), polygons.size());
    polygons.push_back(std::move(polygon));
  }

  static std::vector<Vec2d> ring(const JsonNode& node) {
    std::vector<Vec2d> ring;
    each(node, "a ring: an array of points [[x, y], ...]", [&](const JsonNode& item) {
      if (!item.is_array() || item.size() < 2) item.fail_wanted("a point [x, y], in m");
      ring.push_back({item.item(0).number(quantities::coordinate), item.item(1).number(quantities::coordinate)});
    });
    if (ring.size() < 4) node.fail_wanted("a ring of 4 or more points, the last the same as the first");
    if (!(ring.front() == ring.back())) {
      node.item(ring.size() - 1)
          .fail_wanted(
              fmt::format("the ring's first point ({:.9g}, {:.9g}) again: a closed ring", ring[0].x, ring[0].y));
    }
    ring.pop_back();
    return ring;
  }

  void warn_of_degrees(const JsonNode& node) {
    const auto crs = node.find("crs");
    if (!crs || crs->is_null()) return;
    const std::string text = crs->canonical();
    for (const char* name : {"CRS84", "4326", "4258", "4269"}) {
      if (text.find(name) == std::string::npos) continue;
      warnings.push_back(
          fmt::format("{}: names coordinates in degrees ({}); they are taken for m on the plane", crs->place(), name));
      return;
    }
  }
};

}  // namespace

GeoJsonArea walkable_area_of_geojson(const JsonNode& root) {
  Reader reader;
  reader.object(root);
  GeoJsonArea result{WalkableArea::of(reader.polygons, root.place()), std::move(reader.warnings)};
  for (std::string& warning : result.area.warnings()) result.warnings.push_back(std::move(warning));
  return result;
}

GeoJsonArea walkable_area_of_geojson(const std::string& text, const std::string& name) {
  const JsonDocument document(text, name);
  return walkable_area_of_geojson(JsonNode(document.root(), name));
}

}  // namespace throng::scenario
