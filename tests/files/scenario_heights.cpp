// Heights in scenario files, and z in what comes out.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "host/io/text_export.hpp"
#include "host/scenario/height_map_file.hpp"
#include "tests/files/io_testing.hpp"
#include "tests/files/scenario_testing.hpp"
#include "throng/recording.hpp"

namespace throng::scenario_heights_tests {
namespace {

Scenario heights(const std::string& keys) {
  return parse(scenario_text(R"("agents": [{"position": [10, 0]}], "heights": {)" + keys + "}"));
}
std::string fault(const std::string& keys, ErrorCode code = ErrorCode::bad_scene) {
  return error_of([&] { heights(keys); }, code);
}

TEST(ScenarioHeights, MapsOfBothKinds) {
  const Scenario asc = heights(R"("map": "hill.asc", "outside": -2)");
  const Scenario npy = heights(R"("map": "hill.npy", "origin": [10, 0], "spacing": 2, "outside": -2)");
  ASSERT_TRUE(asc.heights && asc.heights->map);
  EXPECT_EQ(*asc.heights, *npy.heights);  // half a cell in from the corner, and the first row highest
  const HeightMap& map = *asc.heights->map;
  EXPECT_EQ(map.origin, (Vec2d{10.0, 0.0}));
  EXPECT_EQ(map.columns, 4u);
  EXPECT_EQ(map.rows, 3u);
  EXPECT_EQ(height_at(*asc.heights, {10.0, 0.0}), 0.0);
  EXPECT_EQ(height_at(*asc.heights, {16.0, 4.0}), 3.5);
  EXPECT_EQ(height_at(*asc.heights, {11.0, 1.0}), 0.75);
  EXPECT_EQ(height_at(*asc.heights, {9.9, 1.0}), -2.0);
  EXPECT_EQ(asc.heights->slope_speed, standard_slope_speed());
  ASSERT_EQ(asc.files.size(), 1u);
}

TEST(ScenarioHeights, FloorsAndRamps) {
  const Scenario scenario = heights(R"("floors": [
      {"polygon": [[9, -1], [12, -1], [12, 2], [9, 2]], "from": [9, 0, 1], "to": [12, 0, 2.5]},
      {"polygon": [[12, -1], [15, -1], [15, 2], [12, 2]], "z": 2.5}], "slope_speed": false)");
  EXPECT_NEAR(height_at(*scenario.heights, {10.0, 1.5}), 1.5, 1e-12);
  EXPECT_EQ(height_at(*scenario.heights, {13.0, 0.0}), 2.5);
  EXPECT_EQ(height_at(*scenario.heights, {20.0, 0.0}), 0.0);
  EXPECT_TRUE(scenario.heights->slope_speed.empty());
  // Up 3 along (3, 4): across that way it is level.
  const Scenario slanted = heights(
      R"("floors": [{"polygon": [[0, 0], [9, 0], [9, 9], [0, 9]], "from": [1, 1, 0], "to": [4, 5, 3]}], "slope_speed": [[0, 1], [1, 0.5]])");
  EXPECT_NEAR(height_at(*slanted.heights, {4.0 + 0.8, 5.0 - 0.6}), 3.0, 1e-12);
  EXPECT_EQ(slanted.heights->slope_speed.size(), 2u);
}

TEST(ScenarioHeights, AWorldHasThem) {
  Scenario scenario = heights(R"("map": "hill.asc")");
  scenario.options.executor = ExecutorKind::cpu;
  const World world = make_world(scenario);
  ASSERT_TRUE(world.heights().has_value());
  EXPECT_EQ(world.elevations(), std::vector<double>{0.0});
}

TEST(ScenarioHeights, Faults) {
  expect_contains(fault(""), "/heights: found an object of 0 keys, wanted either `map` or `floors`");
  expect_contains(fault(R"("map": "hill.asc", "floors": [])"), "wanted either `map` or `floors`");
  expect_contains(fault(R"("map": "hill.asc", "spacing": 2)"), "/heights/spacing: an ESRI ASCII grid has its own");
  expect_contains(fault(R"("map": "hill.npy", "spacing": 2)"), "/heights: the key `origin` is missing");
  expect_contains(fault(R"("map": "hill.npy", "origin": [0, 0], "spacing": 0)"),
                  "/heights/spacing: found 0, wanted a number from 0.001");
  expect_contains(fault(R"("map": "none.asc")", ErrorCode::input_output), "/heights/map: ");
  expect_contains(fault(R"("floors": [], "origin": [0, 0])"), "/heights/origin: `origin` belongs to `map`");
  expect_contains(fault(R"("floors": [{"polygon": [[0, 0], [1, 0], [1, 1]]}])"), "/heights/floors/0: wanted `z`, or");
  expect_contains(fault(R"("floors": [{"polygon": [[0, 0], [1, 0], [1, 1]], "z": 1, "from": [0, 0, 0]}])"),
                  "/heights/floors/0/z: `z` excludes `from` and `to`");
  expect_contains(fault(R"("floors": [{"polygon": [[0, 0], [1, 0], [1, 1]], "from": [0, 0, 0], "to": [0, 0, 1]}])"),
                  "/heights/floors/0/to: found [0,0,1], wanted another place than `from`");
  expect_contains(fault(R"("floors": [{"polygon": [[0, 0], [1, 0], [1, 1]], "from": [0, 0, 0], "to": [1e-4, 0, 1]}])"),
                  "/heights: heights: floor 0: gradient.x is 10000 m/m");
  expect_contains(fault(R"("floors": [{"polygon": [[0, 0], [2, 2], [2, 0], [0, 2]], "z": 1}])"),
                  "/heights/floors/0/polygon: ");
  expect_contains(fault(R"("floors": [{"polygon": [[0, 0], [1, 0], [1, 1]], "z": 1e6}])"),
                  "/heights/floors/0/z: found 1000000.0");
  expect_contains(fault(R"("floors": [], "slope_speed": [])"), "/heights/slope_speed: found [], wanted true, false");
  expect_contains(fault(R"("floors": [], "slope_speed": [[0, 1], [0.1]])"), "/heights/slope_speed/1: found [0.1]");
  expect_contains(fault(R"("floors": [], "slope_speed": [[0, 1], [0.1, 2]])"), "/heights/slope_speed/1/1: found 2");
  expect_contains(fault(R"("floors": [], "slope_speed": [[0.2, 0.5]])"), "no entry of slope 0 and factor 1");
}

std::string asc_fault(const std::string& text) {
  return error_of([&] {
    HeightMap map;
    scenario::read_asc_heights(text, "hill.asc", map);
  });
}

TEST(HeightMapFile, FaultsOfAsciiGrids) {
  const std::string header = "ncols 2\nnrows 2\nxllcenter 1\nyllcenter 2\ncellsize 4\nNODATA_value -9999\n";
  HeightMap map;
  scenario::read_asc_heights(header + "3 4\r\n1 2\r\n", "hill.asc", map);
  EXPECT_EQ(map, (HeightMap{{1.0, 2.0}, 4.0, 2, 2, {1.0, 2.0, 3.0, 4.0}}));
  expect_contains(asc_fault(header + "3 4\n1\n"), "hill.asc: line 9: found the end, wanted a height");
  expect_contains(asc_fault(header + "3 4\n1 2 5\n"), "hill.asc: line 8: more heights than");
  expect_contains(asc_fault(header + "3 -9999\n1 2\n"),
                  "hill.asc: line 7: the cell in column 1 is without data (-9999)");
  expect_contains(asc_fault("ncols 2\nnrows 2\nxllcenter 1\nyllcenter 2\ncellsize 4\n3 -9999\n1 2\n"),
                  "line 6: the cell in column 1 is without data (-9999)");
  expect_contains(asc_fault(header + "3 nan\n1 2\n"), "column 1, row 1 is nan");
  expect_contains(asc_fault(header + "3 4\n1e9 2\n"), "column 0, row 0 is 1e+09");
  expect_contains(asc_fault(header + "3 4\n1 2x\n"), "found `2x`, wanted a height");
  expect_contains(asc_fault("ncols 2\nnrows 2\ncellsize 4\n1 2 3 4\n"), "the key `xllcorner` is missing");
  expect_contains(asc_fault("ncols 2\nncols 2\n"), "line 2: the key `ncols` is there twice");
  expect_contains(asc_fault("columns 2\n"), "line 1: found `columns`, wanted a key of an ESRI ASCII grid");
  expect_contains(asc_fault("ncols 2.5\nnrows 2\ncellsize 1\nxllcorner 0\nyllcorner 0\n"), "ncols is 2.5");
  expect_contains(asc_fault("ncols 1\nnrows 2\ncellsize 1\nxllcorner 0\nyllcorner 0\n1 2\n"),
                  "found 1 columns and 2 rows");
  expect_contains(asc_fault("ncols 900000000\nnrows 900000000\ncellsize 1\nxllcorner 0\nyllcorner 0\n1\n"),
                  "heights at most");
  expect_contains(asc_fault("ncols 9000\nnrows 9000\ncellsize 1\nxllcorner 0\nyllcorner 0\n1\n"),
                  "9000 columns and 9000 rows of heights are more than the file holds");
  expect_contains(asc_fault(""), "the key `ncols` is missing");
}

std::string npy_fault(const std::string& bytes) {
  return error_of([&] {
    HeightMap map;
    scenario::read_npy_heights(bytes, "hill.npy", map);
  });
}

std::string npy(const std::string& header, const std::vector<double>& values) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() % 256);
  bytes += static_cast<char>(header.size() / 256);
  bytes += header;
  for (const double value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  return bytes;
}

TEST(HeightMapFile, FaultsOfNpyFiles) {
  const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }\n";
  HeightMap map;
  scenario::read_npy_heights(npy(header, {1, 2, 3, 4}), "hill.npy", map);
  EXPECT_EQ(map.z, (std::vector<double>{1.0, 2.0, 3.0, 4.0}));
  const std::string good = npy(header, {1, 2, 3, 4});
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_NE(npy_fault(good.substr(0, length)), "") << length;
  }
  expect_contains(npy_fault(good + "x"), "33 bytes follow the header, wanted 32");
  expect_contains(npy_fault(npy(header, {1, 2, NAN, 4})), "column 0, row 1 is nan");
  expect_contains(npy_fault(npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }\n", {})),
                  "wanted '<f4' or '<f8'");
  expect_contains(npy_fault(npy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }\n", {})),
                  "Fortran's order");
  expect_contains(npy_fault(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }\n", {})),
                  "wanted two dimensions");
  expect_contains(npy_fault(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 2), }\n", {})),
                  "wanted two dimensions");
  for (const std::string shape : {"(-2, -2)", "(2, 2, 0)", "(2.0, 2)", "(2, 99999999999999999999)", "(2 * 2)"}) {
    expect_contains(
        npy_fault(npy("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }\n", {1, 2, 3, 4})),
        "the shape is " + shape + ", wanted ");
  }
  expect_contains(npy_fault(npy("{'fortran_order': False, 'shape': (2, 2), }\n", {})),
                  "wanted the keys `descr` and `shape`");
  expect_contains(npy_fault(npy("{'descr': '<f8', 'shape': (2, 2), }\n", {})), "wanted the key `fortran_order`");
  expect_contains(npy_fault(npy("{'descr': '<f8', 'fortran_order': No, 'shape': (2, 2), }\n", {})), "True or False");
  expect_contains(npy_fault(npy("{'descr': [('z', '<f8')], 'fortran_order': False, 'shape': (2, 2), }\n", {})),
                  "the heights are in columns");
  expect_contains(npy_fault("hill"), "hill.npy: this is no NPY file");
  scenario::read_npy_heights(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2L, 2L), }\n", {1, 2, 3, 5}),
                             "hill.npy", map);
  EXPECT_EQ(map.z.back(), 5.0);
}

class RecordedHeights : public test::InFolder {};

TEST_F(RecordedHeights, AreInTheTrajectoryAndTheText) {
  World world(WorldOptions{.executor = ExecutorKind::cpu});
  Heights ground;
  ground.floors = {{{{-5.0, -5.0}, {5.0, -5.0}, {5.0, 5.0}, {-5.0, 5.0}}, {0.0, 0.0}, 2.0, {0.5, 0.0}}};
  world.set_heights(ground);
  const ProfileIndex profile = world.add_profile({});
  for (const double x : {-1.0, 3.0}) {
    AgentDescription agent;
    agent.profile = profile;
    agent.position = {x, 0.0};
    world.add_agent(agent);
  }
  const std::string path = file("heights.h5"), text_path = file("heights.txt");
  RecordingInfo info;
  info.heights = true;
  Snapshot frame;
  world.snapshot(frame);
  {
    Recorder recorder(path, info, true);
    recorder.push(frame);
    Snapshot without = frame;
    without.z.clear();
    test::expect_error(ErrorCode::invalid_argument, "z has 0 entries", [&] { recorder.push(without); });
    recorder.finish();
  }
  const Recording recording(path);
  EXPECT_TRUE(recording.info().heights);
  Snapshot read;
  recording.read(0, read);
  EXPECT_EQ(read.z, (std::vector<double>{1.5, 3.5}));
  export_text(recording, text_path, Existing::replace);
  const std::string text = test::slurp(text_path);
  expect_contains(text, "0 0 -1.000000 0.000000 1.500000\n");
  expect_contains(text, "1 0 3.000000 0.000000 3.500000\n");
}

}  // namespace
}  // namespace throng::scenario_heights_tests
