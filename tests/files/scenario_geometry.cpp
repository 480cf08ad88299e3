// Walkable areas: well-known text to walls.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>

#include "host/rings.hpp"
#include "host/scenario/file_text.hpp"
#include "host/scenario/obstacle_index.hpp"
#include "host/scenario/walkable_area.hpp"
#include "tests/files/scenario_testing.hpp"

namespace throng::scenario_geometry_tests {
namespace {

std::vector<Scenario::Obstacle> read_walkable_area(const std::string& wkt, const std::string& place) {
  return scenario::walkable_area_of_wkt(wkt, place).obstacles();
}

using throng::twice_signed_area;

double walkable_area(const std::vector<Scenario::Obstacle>& rings) {
  double area = 0.0;
  for (const Scenario::Obstacle& ring : rings) area -= 0.5 * twice_signed_area(ring.vertices);
  return area;
}

TEST(WalkableArea, DirectionsInTheFileDoNotMatter) {
  for (const char* outer : {"0 0, 10 0, 10 10, 0 10, 0 0", "0 0, 0 10, 10 10, 10 0, 0 0"}) {
    for (const char* hole : {"2 2, 4 2, 4 4, 2 4, 2 2", "2 2, 2 4, 4 4, 4 2, 2 2"}) {
      const auto rings = read_walkable_area(std::string("POLYGON ((") + outer + "), (" + hole + "))", "t");
      ASSERT_EQ(rings.size(), 2u);
      EXPECT_EQ(twice_signed_area(rings[0].vertices), -200.0);  // clockwise: a wall around free space
      EXPECT_EQ(twice_signed_area(rings[1].vertices), 8.0);     // counter-clockwise: solid
      EXPECT_EQ(rings[0].vertices.size(), 4u);
      EXPECT_TRUE(rings[0].closed && rings[1].closed);
    }
  }
}

TEST(WalkableArea, FurtherCoordinatesAndAMarkArePassedOver) {
  const auto plain = read_walkable_area("POLYGON ((0 0, 4 0, 4 4, 0 0))", "t");
  for (const std::string text :
       {"POLYGON Z ((0 0 1, 4 0 2, 4 4 3, 0 0 1))", "polygon m((0 0 1, 4 0 2, 4 4 3, 0 0 1))",
        "POLYGON ZM ((0 0 1 9, 4 0 2 9, 4 4 3 9, 0 0 1 9))", "POLYGON ((0 0 1, 4 0 2, 4 4 3, 0 0 1))",
        "MULTIPOLYGON Z (EMPTY, ((0 0 1, 4 0 2, 4 4 3, 0 0 1)))",
        "GEOMETRYCOLLECTION Z (POLYGON Z EMPTY, POLYGON Z ((0 0 1, 4 0 2, 4 4 3, 0 0 1)))",
        "\xEF\xBB\xBFPOLYGON ((0 0, 4 0, 4 4, 0 0))"}) {
    EXPECT_TRUE(scenario::is_wkt(text)) << text;
    const auto read = read_walkable_area(text, "t");
    ASSERT_EQ(read.size(), 1u) << text;
    EXPECT_EQ(read[0].vertices, plain[0].vertices) << text;
  }
  expect_contains(error_of([] { read_walkable_area("POLYGON ((0 0 1 2 3, 4 0 1 2 3, 4 4 1 2 3, 0 0 1 2 3))", "t"); }),
                  "column 19: found `3, 4 0 1 2 3, 4 4 1 `, wanted `,` or `)` after a point's coordinates");
  // PedPy reads the text that a recording has: it takes no mark.
  EXPECT_EQ(
      parse(scenario_text("\"geometry\": {\"wkt\": \"\xEF\xBB\xBFPOLYGON ((0 0, 4 0, 4 4, 0 0))\"}")).wkt_geometry,
      "POLYGON ((0 0, 4 0, 4 4, 0 0))");
}

TEST(WalkableArea, TimeGrowsWithThePartsNotWithTheirPairs) {
  constexpr int side = 200;
  std::string text = "MULTIPOLYGON (";
  for (int i = 0; i < side * side; ++i) {
    const int x = 3 * (i % side), y = 3 * (i / side);
    text += fmt::format("{}(({} {}, {} {}, {} {}, {} {}))", i == 0 ? "" : ", ", x, y, x + 2, y, x, y + 2, x, y);
  }
  const auto begin = std::chrono::steady_clock::now();
  const scenario::WalkableArea area = scenario::walkable_area_of_wkt(text + ")", "t");
  EXPECT_EQ(area.parts().size(), std::size_t{side * side});
  EXPECT_TRUE(area.warnings().empty());
  EXPECT_EQ(area.obstacles().size(), std::size_t{side * side});
  // Some seconds in a debug build with sanitizers; every part with every other took minutes.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

TEST(WalkableArea, PartsAreUnited) {
  const auto overlapping =
      read_walkable_area("MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((3 1, 8 1, 8 3, 3 3, 3 1)))", "t");
  ASSERT_EQ(overlapping.size(), 1u);
  EXPECT_DOUBLE_EQ(walkable_area(overlapping), 16 + 8);
  const auto touching = read_walkable_area(
      "geometrycollection(polygon((0 0,4 0,4 4,0 4,0 0)),GEOMETRYCOLLECTION(POLYGON((4 0,8 0,8 4,4 4,4 0)), POLYGON "
      "EMPTY))",
      "t");
  ASSERT_EQ(touching.size(), 1u);
  EXPECT_DOUBLE_EQ(walkable_area(touching), 32.0);
  const auto apart = read_walkable_area("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((5 0, 6 0, 6 1, 5 1, 5 0)))", "t");
  EXPECT_EQ(apart.size(), 2u);
}

TEST(WalkableArea, APartThatFillsAHoleRemovesIt) {
  const auto rings = read_walkable_area(
      "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0), (3 3, 6 3, 6 6, 3 6, 3 3)), ((2 2, 7 2, 7 7, 2 7, 2 2)))", "t");
  ASSERT_EQ(rings.size(), 1u);
  EXPECT_DOUBLE_EQ(walkable_area(rings), 81.0);
}

TEST(WalkableArea, AHoleWithAnIslandIsNoSolid) {
  const Scenario scenario = parse(scenario_text(R"x("agents": [{"position": [5, 5]}, {"position": [0.5, 0.5]}],
      "geometry": {"wkt": "MULTIPOLYGON (((0 0, 10 0, 10 10, 0 10, 0 0), (2 2, 8 2, 8 8, 2 8, 2 2)), ((4 4, 6 4, 6 6, 4 6, 4 4)))"})x"));
  ASSERT_EQ(scenario.obstacles.size(), 3u);
  EXPECT_FALSE(scenario.obstacles[2].closed);
  EXPECT_EQ(scenario.obstacles[2].vertices.front(), scenario.obstacles[2].vertices.back());
  EXPECT_TRUE(scenario.warnings.empty());
}

TEST(WalkableArea, PathOrText) {
  EXPECT_TRUE(scenario::is_wkt("POLYGON ((0 0, 1 0, 1 1, 0 0))"));
  EXPECT_TRUE(scenario::is_wkt("  multipolygon(("));
  EXPECT_TRUE(scenario::is_wkt("POLYGON Z ((0.5 0 1))"));
  EXPECT_TRUE(scenario::is_wkt("POINT (1 2)"));
  EXPECT_TRUE(scenario::is_wkt("POLYGON EMPTY"));
  EXPECT_FALSE(scenario::is_wkt("hall.wkt"));
  EXPECT_FALSE(scenario::is_wkt("polygon.wkt"));
  EXPECT_FALSE(scenario::is_wkt("Polygon hall.wkt"));
  EXPECT_FALSE(scenario::is_wkt("polygon/hall.wkt"));
}

TEST(WalkableArea, DeepNestingIsAnError) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "GEOMETRYCOLLECTION(";
  expect_contains(error_of([&] { read_walkable_area(text, "t"); }), "nested deeper than 64");
}

// Areas from an independent computation (shapely): rings in any direction, holes taken off, parts united.
const std::map<std::string, double> areas = {
#include "tests/data/geometry/areas.inc"
};

TEST(WalkableArea, GeometryFromTheField) {
  std::size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(data_path("geometry"))) {
    if (file.path().extension() != ".wkt") continue;
    SCOPED_TRACE(file.path().filename().string());
    ++files;
    const auto wanted = areas.find(file.path().filename().string());
    ASSERT_NE(wanted, areas.end());
    const auto rings = read_walkable_area(scenario::read_file(file.path().string()), "t");
    EXPECT_NEAR(walkable_area(rings), wanted->second, 1e-6 * wanted->second);
    for (std::size_t i = 0; i < rings.size(); ++i) EXPECT_GE(rings[i].vertices.size(), 3u);
  }
  EXPECT_EQ(files, areas.size());
}

TEST(WalkableArea, CoordinatesStayExactWhenNothingIsUnited) {
  const Scenario scenario = parse_scenario(scenario_text(R"x("geometry": {"wkt": "Geometrie_verwinkelt_v1.wkt"})x"),
                                           data_path("geometry"), "test.json");
  EXPECT_EQ(scenario.wkt_geometry, scenario::read_file(data_path("geometry/Geometrie_verwinkelt_v1.wkt")));
  bool found = false;
  for (const Scenario::Obstacle& ring : scenario.obstacles) {
    for (const Vec2d p : ring.vertices) found = found || p == Vec2d{395131.7942683684, 5268347.448105887};
  }
  EXPECT_TRUE(found);
  ASSERT_EQ(scenario.warnings.size(), 1u);
  expect_contains(scenario.warnings[0], "no agents");
}

TEST(ScenarioObstacles, EdgesAndInsides) {
  const std::vector<Scenario::Obstacle> obstacles = {{true, {{0, 0}, {4, 0}, {4, 4}, {0, 4}}},      // solid
                                                     {true, {{10, 0}, {10, 4}, {14, 4}, {14, 0}}},  // a wall around
                                                     {false, {{20, 0}, {24, 0}}}};
  const scenario::ObstacleIndex index(obstacles, obstacles.size());
  EXPECT_TRUE(index.blocked({2, 2}));
  EXPECT_FALSE(index.blocked({12, 2}));
  EXPECT_FALSE(index.blocked({22, 0}));
  EXPECT_TRUE(index.edge_in({4.5, 2}, {0.6, {}}).has_value());
  EXPECT_FALSE(index.edge_in({4.5, 2}, {0.4, {}}).has_value());
  EXPECT_TRUE(index.edge_in({10.2, 2}, {0.3, {}}).has_value());
  EXPECT_TRUE(index.edge_in({25, 1}, {1.5, {}}).has_value());  // past the end: sqrt(2) away
  EXPECT_FALSE(index.edge_in({25, 1}, {1.4, {}}).has_value());
}

}  // namespace
}  // namespace throng::scenario_geometry_tests
