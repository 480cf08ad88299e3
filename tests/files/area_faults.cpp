// Polygons that are none: which ring, and where.
#include <gtest/gtest.h>

#include "host/scenario/geojson.hpp"
#include "host/scenario/walkable_area.hpp"
#include "tests/files/scenario_testing.hpp"

namespace throng::area_faults_tests {
namespace {

std::string fault_of_wkt(const std::string& text) {
  return error_of([&] { scenario::walkable_area_of_wkt(text, "hall.wkt"); });
}

TEST(AreaFaults, SelfCrossing) {
  EXPECT_EQ(
      fault_of_wkt("GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1, 0 0)), POLYGON ((0 0, 4 0, 1 3, 4 4, 0 0)))"),
      "hall.wkt: polygon 1 of the walkable area: its outer ring is not simple: the edge from point 1 (4, 0) meets "
      "the edge from point 3 (4, 4)");
  EXPECT_EQ(
      fault_of_wkt("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 2 1, 2 2, 1 1), (4 4, 6 6, 6 4, 4.5 8, 4 4))"),
      "hall.wkt: polygon 0 of the walkable area: its hole 2 is not simple: the edge from point 0 (4, 4) meets the "
      "edge from point 2 (6, 4)");
}

TEST(AreaFaults, NumbersCountRepeatedPoints) {
  expect_contains(fault_of_wkt("POLYGON ((0 0, 0 0, 0 0, 4 0, 1 3, 4 4, 0 0))"),
                  "the edge from point 3 (4, 0) meets the edge from point 5 (4, 4)");
}

TEST(AreaFaults, Spike) {
  expect_contains(fault_of_wkt("POLYGON ((0 0, 4 0, 4 2, 7 2, 4 2, 4 4, 0 4, 0 0))"),
                  "its outer ring is not simple: it turns straight back at point 3 (7, 2)");
}

TEST(AreaFaults, ARingThatTouchesItself) {
  expect_contains(fault_of_wkt("POLYGON ((0 0, 4 0, 4 4, 2 0, 0 4, 0 0))"), "its outer ring is not simple");
}

TEST(AreaFaults, HoleOutside) {
  expect_contains(fault_of_wkt("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 1), (5 5, 6 5, 6 6, 5 5))"),
                  "polygon 0 of the walkable area: its hole 2 lies outside of its outer ring: point 0 (5, 5)");
}

TEST(AreaFaults, HoleAcrossTheOuterRing) {
  expect_contains(fault_of_wkt("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 6 1, 6 2, 1 2, 1 1))"),
                  "its hole 1 crosses its outer ring, or runs along it: the edge from point 0 (1, 1) and the edge from "
                  "point 1 (4, 0)");
}

TEST(AreaFaults, HoleThroughAVertexOfTheOuterRing) {
  // It leaves through the corner (4, 4): no edge crosses another.
  expect_contains(fault_of_wkt("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (2 1, 4 4, 5 6, 1 2, 2 1))"), "its hole 1 ");
}

TEST(AreaFaults, HoleAlongTheOuterRing) {
  expect_contains(fault_of_wkt("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 0, 2 0, 2 1, 1 1, 1 0))"),
                  "its hole 1 crosses its outer ring, or runs along it: the edge from point 0 (1, 0)");
}

TEST(AreaFaults, HolesInEachOther) {
  expect_contains(fault_of_wkt("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 6 1, 6 6, 1 6, 1 1), (2 2, 3 2, 3 3, 2 2))"),
                  "its hole 2 lies inside its hole 1: point 0 (2, 2)");
  expect_contains(fault_of_wkt("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (2 2, 3 2, 3 3, 2 2), (1 1, 6 1, 6 6, 1 6, 1 1))"),
                  "its hole 1 lies inside its hole 2: point 0 (2, 2)");
}

TEST(AreaFaults, HolesAcrossEachOther) {
  expect_contains(
      fault_of_wkt("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 4 1, 4 4, 1 4, 1 1), (3 2, 6 2, 6 3, 3 3, 3 2))"),
      "its hole 2 crosses its hole 1");
}

TEST(AreaFaults, HolesThatCutTheInsideApart) {
  const std::string fault = fault_of_wkt("POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (4 0, 5 4, 4 8, 3 4, 4 0))");
  expect_contains(fault, "don't hang together; its hole 1 touches its outer ring at point 0 (4, 0)");
}

TEST(AreaFaults, NoArea) {
  expect_contains(fault_of_wkt("POLYGON ((0 0, 1 1, 2 2, 0 0))"), "its outer ring has zero area");
  expect_contains(fault_of_wkt("POLYGON ((0 0, 1 1, 1 1, 0 0))"),
                  "its outer ring has 2 distinct points, wanted 3 or more: the first is point 0 (0, 0)");
}

TEST(AreaFaults, NumbersThatAreNone) {
  for (const char* x : {"nan", "inf", "-inf", "1e400", "1e10"}) {
    expect_contains(fault_of_wkt(std::string("POLYGON ((0 0, ") + x + " 0, 1 1, 0 0))"),
                    "hall.wkt: line 1, column 16: found ");
  }
}

TEST(AreaFaults, NumbersEndWhereTheNextBegins) {
  const auto fault = [](const std::string& x) { return fault_of_wkt("POLYGON ((0 0, " + x + " 0, 4 4, 0 4, 0 0))"); };
  for (const char* x : {"+-4", "0x4", "4-0", "4..0", "4m", "+", "4e", "--4", "1e999"}) {
    expect_contains(fault(x), std::string("hall.wkt: line 1, column 16: found `") + x);
    expect_contains(fault(x), "wanted a number from -1e+09 to 1e+09 m");
  }
  const auto area = [](const std::string& x, const std::string& y) {
    return scenario::walkable_area_of_wkt("POLYGON ((0 0, " + x + " " + y + ", 4 4, 0 4, 0 0))", "hall.wkt").area();
  };
  for (const char* x : {"+4", "4.", "4e0"}) EXPECT_EQ(area(x, "0"), 16.0) << x;
  // Too small for a double is 0.
  const std::string small = "0." + std::string(400, '0') + "1";
  for (const std::string& y : {small, "-" + small, std::string("1e-999")}) EXPECT_EQ(area("4", y), 16.0) << y;
}

TEST(AreaFaults, InUtmCoordinates) {
  expect_contains(
      fault_of_wkt("POLYGON ((395131.7942683684 5268347.448105887, 395201.17 5268358.93, 395140.5 5268390.25, "
                   "395201.2 5268380.75, 395131.7942683684 5268347.448105887))"),
      "meets the edge from");
}

// ---- GeoJSON ----

std::string fault_of_geojson(const std::string& text) {
  return error_of([&] { scenario::walkable_area_of_geojson(text, "map.geojson"); });
}

TEST(GeoJsonFaults, NameTheirPlace) {
  const struct {
    const char *text, *part, *other_part;
  } cases[] = {
      {"[]", "(top level): found [], wanted a GeoJSON object", ""},
      {"{}", "(top level): the key `type` is missing", "FeatureCollection"},
      {R"({"type": "Topology"})", "/type: found \"Topology\", wanted Polygon, MultiPolygon or GeometryCollection", ""},
      {R"({"type": "Point", "coordinates": [0, 0]})", "/type: found \"Point\"", ""},
      {R"({"type": "FeatureCollection"})", "the key `features` is missing", ""},
      {R"({"type": "FeatureCollection", "features": {}})", "/features: found an object", "an array of features"},
      {R"({"type": "FeatureCollection", "features": [{"type": "Polygon", "coordinates": []}]})",
       "/features/0: found an object", "Feature"},
      {R"({"type": "FeatureCollection", "features": []})", "the walkable area is empty", ""},
      {R"({"type": "Feature"})", "the key `geometry` is missing", ""},
      {R"({"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}})",
       "/geometry/type: found \"LineString\"", ""},
      {R"({"type": "Polygon"})", "the key `coordinates` is missing", ""},
      {R"({"type": "Polygon", "coordinates": [[0, 0], [4, 0], [4, 4], [0, 0]]})",
       "/coordinates/0/0: found 0, wanted a point [x, y], in m", ""},
      {R"({"type": "Polygon", "coordinates": [[[[0, 0], [4, 0], [4, 4], [0, 0]]]]})",
       "/coordinates/0/0/0: found [0,0], wanted a number", ""},
      {R"({"type": "MultiPolygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 0]]]})",
       "/coordinates/0/0/0: found 0, wanted a point", ""},
      {R"({"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [0, 0]]]})", "/coordinates/0: found",
       "4 or more points"},
      {R"({"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 4]]]})",
       "/coordinates/0/3: found [0,4], wanted the ring's first point (0, 0) again", ""},
      {R"({"type": "Polygon", "coordinates": [[[0, 0], [null, 0], [4, 4], [0, 0]]]})",
       "/coordinates/0/1/0: found null, wanted a number", ""},
      {R"({"type": "Polygon", "coordinates": [[[0, 0], [1e12, 0], [4, 4], [0, 0]]]})",
       "/coordinates/0/1/0: found 1000000000000.0", ""},
      {R"({"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [1, 3], [4, 4], [0, 0]]]})",
       "map.geojson: /coordinates: polygon 0 of the walkable area: its outer ring is not simple", "point 1 (4, 0)"},
      {R"({"type": "Polygon", "type": "Polygon"})", "/type: this key is there twice", ""},
      {R"({"type": "Polygon", "coordinates": [[[0, 0], [4)", "map.geojson: line 1", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    const std::string fault = fault_of_geojson(c.text);
    expect_contains(fault, c.part);
    expect_contains(fault, c.other_part);
  }
}

}  // namespace
}  // namespace throng::area_faults_tests
