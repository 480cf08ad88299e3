// Walkable areas as GeoJSON, alone and in scenes; fills of a walkable area.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "host/scenario/geojson.hpp"
#include "host/scenario/outline.hpp"
#include "tests/files/scenario_testing.hpp"

namespace throng::area_geojson_tests {
namespace {

using scenario::GeoJsonArea;

GeoJsonArea read(const std::string& text) { return scenario::walkable_area_of_geojson(text, "map.geojson"); }

const std::string square = R"({"type": "Polygon", "coordinates": [[[0, 0, 7], [0, 4], [4, 4, 1, 2], [4, 0], [0, 0, 7]],
                                                                  [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]]})";

TEST(GeoJson, PolygonWithAHoleAndHeights) {
  const GeoJsonArea read_area = read(square);
  EXPECT_EQ(read_area.area.area(), 15.0);
  EXPECT_EQ(read_area.area.hole_count(), 1u);
  EXPECT_TRUE(read_area.warnings.empty());
}

TEST(GeoJson, EveryKindOfObject) {
  const std::string far = R"({"type": "MultiPolygon", "coordinates": [[[[3, 1], [9, 1], [9, 3], [3, 3], [3, 1]]],
                              [[[20, 0], [21, 0], [21, 1], [20, 0]]], []]})";
  const std::string collection = R"({"type": "GeometryCollection", "geometries": [)" + square +
                                 R"(, {"type": "GeometryCollection", "geometries": [)" + far + "]}]}";
  EXPECT_EQ(read(collection).area.area(), 15.0 + 10.0 + 0.5);
  EXPECT_EQ(read(R"({"type": "Feature", "geometry": )" + collection + R"(, "properties": null})").area.area(), 25.5);
  const std::string features = R"({"type": "FeatureCollection", "name": "hall", "bbox": [0, 0, 21, 4], "features": [
      {"type": "Feature", "geometry": )" +
                               square + R"(, "id": 3},
      {"type": "Feature", "geometry": null, "properties": {}},
      {"type": "Feature", "geometry": )" +
                               far + R"(, "properties": {"level": 1}}]})";
  EXPECT_EQ(read(features).area.area(), 25.5);
  EXPECT_EQ(read(features).area.parts().size(), 2u);
}

TEST(GeoJson, DegreesAreNotGuessedButWarnedOf) {
  const std::string named = R"({"type": "Polygon", "crs": {"type": "name", "properties": {"name":
      "urn:ogc:def:crs:OGC:1.3:CRS84"}}, "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 0]]]})";
  ASSERT_EQ(read(named).warnings.size(), 1u);
  expect_contains(read(named).warnings[0], "CRS84");
  EXPECT_EQ(read(named).area.area(), 8.0);
  const std::string block =
      R"({"type": "Polygon", "coordinates": [[[13.40, 52.51], [13.41, 52.51], [13.41, 52.515], [13.40, 52.51]]]})";
  ASSERT_EQ(read(block).warnings.size(), 1u);
  expect_contains(read(block).warnings[0], "look like degrees");
  const std::string utm =
      R"({"type": "Polygon", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}},
      "coordinates": [[[395131, 5268347], [395131.5, 5268347], [395131.5, 5268347.5], [395131, 5268347]]]})";
  EXPECT_TRUE(read(utm).warnings.empty());
}

TEST(GeoJson, InAScene) {
  const Scenario given = parse(scenario_text(R"("geometry": {"geojson": )" + square + "}"));
  ASSERT_EQ(given.obstacles.size(), 2u);
  EXPECT_EQ(given.wkt_geometry, "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))");
  const Scenario named = parse(scenario_text(R"("geometry": {"geojson": "hall.geojson"})"));
  EXPECT_EQ(named.wkt_geometry, "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))");
  ASSERT_EQ(named.files.size(), 1u);
  expect_contains(
      error_of([] { parse(scenario_text(R"("geometry": {"geojson": "none.geojson"})")); }, ErrorCode::input_output),
      "/geometry/geojson: ");
  expect_contains(error_of([] { parse(scenario_text(R"("geometry": {"geojson": {"type": "Point"}})")); }),
                  "test.json: /geometry/geojson/type: found \"Point\"");
  expect_contains(error_of([] { parse(scenario_text(R"("geometry": {"geojson": 5})")); }),
                  "/geometry/geojson: found 5");
  expect_contains(error_of([] { parse(scenario_text(R"("geometry": {"geojson": "a", "wkt": "b"})")); }),
                  "/geometry: found an object of 2 keys, wanted either `wkt` or `geojson`");
}

// ---- Fills ----

const std::string hall =
    R"x("geometry": {"wkt": "POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0), (8 2, 12 2, 12 8, 8 8, 8 2))"},
    "obstacles": [{"polygon": [[15, 4], [17, 4], [17, 6], [15, 6]]}, {"polyline": [[0, 5], [5, 5]]}])x";

Scenario fill(const std::string& keys) {
  return parse(scenario_text(R"("seed": 5, "agents": [{)" + keys + "}], " + hall));
}

void expect_clear_of_walls(const Scenario& scenario, double radius) {
  for (const AgentDescription& agent : scenario.agents) {
    const Vec2d p = agent.position;
    EXPECT_TRUE(p.x > 0 && p.x < 20 && p.y > 0 && p.y < 10);
    EXPECT_FALSE(p.x > 8 && p.x < 12 && p.y > 2 && p.y < 8);
    EXPECT_FALSE(p.x > 15 && p.x < 17 && p.y > 4 && p.y < 6);
    for (const Scenario::Obstacle& obstacle : scenario.obstacles) {
      const std::vector<Vec2d>& v = obstacle.vertices;
      for (std::size_t i = obstacle.closed ? 0 : 1; i < v.size(); ++i) {
        EXPECT_GE(std::sqrt(scenario::squared_distance(p, v[i == 0 ? v.size() - 1 : i - 1], v[i])), radius);
      }
    }
  }
}

TEST(WalkableFill, StaysOffWallsAndSolids) {
  const Scenario scenario = fill(R"("count": 120, "radius": 0.25, "fill": {"walkable": true})");
  ASSERT_EQ(scenario.agents.size(), 120u);
  expect_clear_of_walls(scenario, 0.25);
  // Everywhere of it: left of the hole, right of it, above and below.
  const auto some = [&](auto where) { return std::any_of(scenario.agents.begin(), scenario.agents.end(), where); };
  EXPECT_TRUE(some([](auto& a) { return a.position.x < 8; }) && some([](auto& a) { return a.position.x > 17; }));
  EXPECT_TRUE(some([](auto& a) { return a.position.y < 2; }) && some([](auto& a) { return a.position.y > 8; }));
}

TEST(WalkableFill, WithinARectangle) {
  const Scenario scenario = fill(R"("count": 30, "radius": 0.2, "fill": {"walkable": {"within": [[-5, 5], [9, 50]]}})");
  expect_clear_of_walls(scenario, 0.2);
  for (const AgentDescription& agent : scenario.agents) EXPECT_TRUE(agent.position.x < 9 && agent.position.y > 5);
}

TEST(WalkableFill, SoManyToAnArea) {
  // 200 - 24 of the hole - 4 of the solid.
  EXPECT_EQ(fill(R"("per_area": 0.5, "fill": {"walkable": true})").agents.size(), 86u);
  EXPECT_EQ(fill(R"("per_area": 0.5, "at_most": 50, "fill": {"walkable": true})").agents.size(), 50u);
  EXPECT_EQ(fill(R"("per_area": 0.5, "at_most": 1000, "fill": {"walkable": true})").agents.size(), 86u);
  EXPECT_EQ(fill(R"("per_area": 1, "fill": {"walkable": {"within": [[-5, -5], [10, 5]]}})").agents.size(), 44u);
  EXPECT_EQ(fill(R"("per_area": 1, "fill": {"rectangle": [[14, 3], [22, 7]]})").agents.size(), 20u);
  EXPECT_EQ(fill(R"("per_area": 1, "fill": {"polygon": [[0, 0], [4, 0], [0, 4]]})").agents.size(), 8u);
}

TEST(WalkableFill, TheSameForTheSameSeedOnly) {
  const std::string keys = R"("count": 20, "fill": {"walkable": true})";
  const Scenario one = fill(keys), again = fill(keys);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(one.agents[i].position, again.agents[i].position);
  const Scenario other = parse(scenario_text(R"("seed": 6, "agents": [{)" + keys + "}], " + hall));
  EXPECT_NE(one.agents[0].position, other.agents[0].position);
  // As a rectangle around the area: what is off it is drawn again.
  const Scenario rectangle = fill(R"("count": 20, "fill": {"rectangle": [[0, 0], [20, 10]]})");
  EXPECT_EQ(one.agents[19].position, rectangle.agents[19].position);
}

TEST(WalkableFill, Faults) {
  const auto fault = [](const std::string& keys) { return error_of([&] { fill(keys); }); };
  expect_contains(fault(R"("count": 5000, "fill": {"walkable": true})"),
                  "/agents/0/count: asked for 5000 agents, but only ");
  expect_contains(fault(R"("per_area": 50, "fill": {"walkable": true})"), "/agents/0/per_area: asked for 8600 agents");
  expect_contains(fault(R"("count": 5, "fill": {"walkable": false})"),
                  "/agents/0/fill/walkable: found false, wanted true or");
  expect_contains(fault(R"("count": 5, "fill": {"walkable": {"in": 1}})"), "/agents/0/fill/walkable/in: unknown key");
  expect_contains(fault(R"("count": 5, "fill": {"walkable": {"within": [[30, 0], [40, 5]]}})"),
                  "/agents/0/fill/walkable/within: ");
  expect_contains(fault(R"("count": 5, "fill": {"walkable": {"within": [[8, 3], [11, 7]]}})"), "0 fit: no free place");
  expect_contains(fault(R"("count": 5, "per_area": 1, "fill": {"walkable": true})"), "exclude each other");
  expect_contains(fault(R"("per_area": 0, "fill": {"walkable": true})"), "/agents/0/per_area: found 0");
  expect_contains(fault(R"("per_area": 0.001, "fill": {"walkable": true})"), "none on 172 m^2");
  expect_contains(fault(R"("per_area": 1, "at_most": 0, "fill": {"walkable": true})"), "/agents/0/at_most: found 0");
  expect_contains(fault(R"("count": 1, "at_most": 5, "fill": {"walkable": true})"), "`at_most` belongs to `per_area`");
  expect_contains(fault(R"("per_area": 1, "fill": {"disc": {"center": [2, 2], "radius": 1}})"),
                  "`per_area` belongs to a fill");
  expect_contains(fault(R"("per_area": 1, "position": [1, 1])"), "`per_area` belongs to `fill`");
  expect_contains(error_of([] { parse(scenario_text(R"("agents": [{"count": 1, "fill": {"walkable": true}}])")); }),
                  "/agents/0/fill/walkable: the scene has no walkable area");
}

TEST(WalkableFill, EveryPlaceTakesOneToTwoSquareMeters) {
  for (const char* place : {"Geometrie_verwinkelt_v1", "aknz_evac", "bottleneck", "bottleneck_040_c_56_h",
                            "corner_with_shortcut", "corridor_UNI_CORR_500", "crossing", "narrow_passage",
                            "office_rooms", "room_with_alcoven", "rotated_rectangle", "t_shaped_room"}) {
    SCOPED_TRACE(place);
    const Scenario scenario =
        parse_scenario(scenario_text(R"("agents": [{"per_area": 0.5, "at_most": 1000, "fill": {"walkable": true}}],
                         "geometry": {"wkt": ")" +
                                     std::string(place) + ".wkt\"}"),
                       data_path("geometry"), "test.json");
    EXPECT_GE(scenario.agents.size(), 4u);
    EXPECT_LE(scenario.agents.size(), 1000u);
    EXPECT_TRUE(scenario.warnings.empty());
  }
}

}  // namespace
}  // namespace throng::area_geojson_tests
