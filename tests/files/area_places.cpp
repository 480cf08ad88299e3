// The places of tests/data/geometry: what each file says, looked up in the file itself.
#include <gtest/gtest.h>

#include <filesystem>

#include "host/scenario/file_text.hpp"
#include "host/scenario/walkable_area.hpp"
#include "tests/files/scenario_testing.hpp"

namespace throng::area_places_tests {
namespace {

using scenario::WalkableArea;

struct Place {
  const char* name;
  double area;  ///< m^2, by shapely
  std::size_t parts, holes, vertices;
  Vec2d inside, outside;
};

class AreaPlace : public testing::TestWithParam<Place> {};

TEST_P(AreaPlace, IsReadRight) {
  const Place& place = GetParam();
  const std::string path = data_path("geometry/" + std::string(place.name) + ".wkt");
  const WalkableArea area = scenario::walkable_area_of_wkt(scenario::read_file(path), path);
  EXPECT_NEAR(area.area(), place.area, 1e-9 * place.area);
  EXPECT_EQ(area.parts().size(), place.parts);
  EXPECT_EQ(area.hole_count(), place.holes);
  EXPECT_EQ(area.vertex_count(), place.vertices);
  EXPECT_EQ(area.obstacles().size(), place.parts + place.holes);
  EXPECT_TRUE(area.contains(place.inside));
  EXPECT_FALSE(area.contains(place.outside));
  EXPECT_TRUE(area.warnings().empty()) << area.warnings()[0];
  // What is written is what was read.
  const WalkableArea again = scenario::walkable_area_of_wkt(area.wkt(), "again");
  EXPECT_EQ(again.area(), area.area());
  EXPECT_EQ(again.wkt(), area.wkt());
}

// The street quarter is seven polygons with common borders. Outside: beyond a wall that is part of the place, or in a
// hole.
const Place places[] = {
    {"Geometrie_verwinkelt_v1", 38746.680415433206, 1, 18, 220, {395251.8, 5268114.2}, {395050.2, 5268312.7}},
    {"aknz_evac", 13188.645549999983, 1, 5, 157, {636.2, 1883.9}, {526.8, 1797.8}},
    {"bottleneck", 210.02620789513793, 1, 0, 12, {0.0, 0.0}, {0.0, 0.6}},
    {"bottleneck_040_c_56_h", 64.27250000000001, 1, 2, 22, {0.0, -0.5}, {0.5, -0.5}},
    {"corner_with_shortcut", 337.5, 1, 1, 18, {24.0, 2.0}, {24.0, 6.0}},
    {"corridor_UNI_CORR_500", 39.099999999999994, 1, 0, 12, {0.9, 0.0}, {-0.1, 0.0}},
    {"crossing", 144.0, 1, 0, 12, {5.0, 1.0}, {5.0, 5.0}},
    {"narrow_passage", 9.600000000000001, 1, 0, 4, {6.0, 0.4}, {6.0, 0.9}},
    {"office_rooms", 69.62, 1, 0, 52, {2.0, 3.7}, {2.9, 5.0}},
    {"room_with_alcoven", 128.64, 1, 0, 22, {-1.0, 5.0}, {-1.0, 1.0}},
    {"rotated_rectangle", 39.997875160999996, 1, 0, 4, {0.0, 0.5}, {5.0, -5.0}},
    {"t_shaped_room", 104.0, 1, 0, 11, {0.0, 1.0}, {5.0, 1.0}},
};

INSTANTIATE_TEST_SUITE_P(Files, AreaPlace, testing::ValuesIn(places),
                         [](const auto& place) { return std::string(place.param.name); });

TEST(AreaPlaces, AreAllTheFiles) {
  std::size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(data_path("geometry"))) {
    files += file.path().extension() == ".wkt" ? 1 : 0;
  }
  EXPECT_EQ(files, std::size(places));
}

}  // namespace
}  // namespace throng::area_places_tests
