// throng measure: what it reads, writes and refuses.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "host/cli/commands.hpp"
#include "host/cli/log.hpp"
#include "host/io/recording_writer.hpp"
#include "tests/files/io_testing.hpp"
#include "throng/recording.hpp"

namespace throng::cli::cli_measure_tests {
namespace {

using Json = nlohmann::json;

class CliMeasure : public test::InFolder {
 protected:
  static void SetUpTestSuite() { set_up_log(); }

  /// Two people along x at 1 m/s, one behind the other.
  std::string paths() const {
    std::string text = "# framerate: 10\n# id frame x/m y/m z/m\n";
    for (int id = 1; id <= 2; ++id) {
      for (int k = 0; k < 50; ++k) text += fmt::format("{} {} {} 1 1.7\n", id, k, 0.05 + 0.1 * k - id);
    }
    test::spill(file("paths.txt"), text);
    return file("paths.txt");
  }
  std::string output(const MeasureOptions& options) const {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    EXPECT_EQ(measure_trajectory(options), ExitCode::ok);
    warnings_ = testing::internal::GetCapturedStderr();
    return testing::internal::GetCapturedStdout();
  }
  mutable std::string warnings_;
};

TEST_F(CliMeasure, FiguresAndSeries) {
  test::spill(file("place.wkt"), "POLYGON ((-5 0, 9 0, 9 2, -5 2, -5 0))");
  MeasureOptions options;
  options.file = paths();
  options.geometry = file("place.wkt");
  options.lines = {"1,0,1,2"};
  options.areas = {"0,0,2,2", "POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))"};
  options.grid = 1.0;
  options.radius = 0.2;
  options.shortest_ways = true;
  options.json = file("figures.json");
  options.csv = file("series");
  const std::string summary = output(options);
  EXPECT_NE(summary.find("line 1          2 pass, 0 from right to left, 2 back; from 2 s to 3 s"), std::string::npos)
      << summary;
  EXPECT_NE(summary.find("flow 1 people/s, 0.5 people/(m s)"), std::string::npos) << summary;
  const Json figures = Json::parse(test::slurp(file("figures.json")));
  EXPECT_EQ(figures["people"], 2);
  EXPECT_EQ(figures["lines"][0]["passages"], 2);
  EXPECT_EQ(figures["lines"][0]["flow"], 1.0);
  EXPECT_NEAR(figures["areas"][0]["speed"]["mean"].get<double>(), 1.0, 1e-12);
  EXPECT_EQ(figures["areas"][0], figures["areas"][1]);
  EXPECT_EQ(figures["overlaps"]["pairs"], 0);
  EXPECT_EQ(figures["outside"]["people"], 0);
  EXPECT_NEAR(figures["detour"]["mean"].get<double>(), 1.0, 1e-12);
  EXPECT_EQ(figures["service_levels"]["A"], 1.0);
  for (const char* name : {"line_1.csv", "passages_1.csv", "area_1.csv", "area_2.csv", "fundamental_diagram_1.csv",
                           "people.csv", "frames.csv", "map.csv"}) {
    EXPECT_FALSE(test::slurp(file("series") + "/" + name).empty()) << name;
  }
  EXPECT_EQ(test::slurp(file("series/passages_1.csv")), "id,frame,time,forward\n1,20,2,0\n2,30,3,0\n");
  EXPECT_TRUE(warnings_.empty()) << warnings_;
}

TEST_F(CliMeasure, WhatIsLeftOutIsSaid) {
  MeasureOptions options;
  options.file = paths();
  options.areas = {"0,0,2,2"};
  options.json = file("figures.json");
  output(options);
  EXPECT_NE(warnings_.find("no Voronoi cells"), std::string::npos) << warnings_;
  EXPECT_NE(warnings_.find("no overlaps"), std::string::npos) << warnings_;
  const Json figures = Json::parse(test::slurp(file("figures.json")));
  EXPECT_FALSE(figures["areas"][0].contains("voronoi_density"));
  EXPECT_FALSE(figures.contains("overlaps"));
  EXPECT_EQ(figures["notes"].size(), 2u);
}

TEST_F(CliMeasure, ARecordingBringsItsPlaceAndItsRadii) {
  RecordingInfo info;
  info.fps = 10.0;
  info.wkt_geometry = "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))";
  info.scenario_json =
      R"({"throng": 1, "duration": 1, "profiles": {"wide": {"radius": 0.5}},
          "agents": [{"profile": "wide", "position": [2, 2]}, {"position": [2.53, 2]}]})";
  info.profile_names = {"wide", "walker"};
  {
    RecordingWriter writer(file("run.h5"), info);
    Snapshot frame;
    for (std::uint64_t step = 0; step < 3; ++step) {
      frame.step = step;
      frame.time = 0.1 * static_cast<double>(step);
      frame.id = {0, 1, 2};  // the last one came from a source
      frame.position = {{2.0, 2.0}, {2.53, 2.0}, {2.53, 2.5}};
      frame.velocity = {{0, 0}, {0, 0}, {0, 0}};
      frame.heading = {{1, 0}, {1, 0}, {1, 0}};
      frame.profile = {0, 1, 0};
      writer.append(frame);
    }
    writer.close();
  }
  MeasureOptions options;
  options.file = file("run.h5");
  options.areas = {"0,0,10,10"};
  options.json = file("figures.json");
  output(options);
  const Json figures = Json::parse(test::slurp(file("figures.json")));
  EXPECT_EQ(figures["format"], "recording");
  EXPECT_NEAR(figures["overlaps"]["deepest"].get<double>(), 0.1, 1e-12);  // 0.5 + 0.13 - 0.53
  EXPECT_EQ(figures["overlaps"]["pairs"], 3);
  EXPECT_NEAR(figures["areas"][0]["voronoi_density"]["mean"].get<double>(), 0.03, 1e-12);
  EXPECT_NE(warnings_.find("1 people come from sources and have no known radius"), std::string::npos) << warnings_;
  options.frame_rate = 5.0;
  test::expect_error(ErrorCode::invalid_argument, "a recording has a frame rate",
                     [&] { (void)measure_trajectory(options); });
}

TEST_F(CliMeasure, NothingIsWrittenOverWhatIsRead) {
  std::filesystem::create_directory(file("series"));
  for (const char* table : {"people", "frames", "line_1", "passages_1", "area_2", "fundamental_diagram_1", "map"}) {
    MeasureOptions options;
    options.file = file("series/") + table + ".csv";
    std::filesystem::copy_file(paths(), options.file);
    const std::string before = test::slurp(options.file);
    options.lines = {"1,0,1,2"};
    options.areas = {"0,0,2,2", "0,0,1,1"};
    options.grid = 1.0;
    options.csv = file("other/../series");
    test::expect_error(ErrorCode::invalid_argument, "is both what is measured and a table of --csv",
                       [&] { (void)measure_trajectory(options); });
    options.csv.reset();
    options.json = file("link.json");
    std::filesystem::remove(*options.json);
    std::filesystem::create_symlink(options.file, *options.json);
    test::expect_error(ErrorCode::invalid_argument, "is both what is measured and --json",
                       [&] { (void)measure_trajectory(options); });
    EXPECT_EQ(test::slurp(options.file), before);
    std::filesystem::remove(options.file);
  }
  const std::string place = "POLYGON ((-5 0, 9 0, 9 2, -5 2, -5 0))";
  test::spill(file("place.wkt"), place);
  MeasureOptions options;
  options.file = paths();
  options.geometry = options.json = file("place.wkt");
  test::expect_error(ErrorCode::invalid_argument, "is both --geometry and --json",
                     [&] { (void)measure_trajectory(options); });
  EXPECT_EQ(test::slurp(file("place.wkt")), place);
  options.json.reset();
  options.csv = options.geometry;
  test::expect_error(ErrorCode::input_output, "it is not a folder", [&] { (void)measure_trajectory(options); });
}

TEST_F(CliMeasure, RecordingsOfNoSense) {
  const auto refuse = [&](Vec2d place, double second_time, const std::string& part) {
    RecordingInfo info;
    info.fps = 10.0;
    std::filesystem::remove(file("run.h5"));
    RecordingWriter writer(file("run.h5"), info);
    Snapshot frame;
    for (const double time : {1.0, second_time}) {
      frame.step = static_cast<std::uint64_t>(10.0 * time);
      frame.time = time;
      frame.id = {7};
      frame.position = {place};
      frame.velocity = {{0, 0}};
      frame.heading = {{1, 0}};
      frame.profile = {0};
      writer.append(frame);
    }
    writer.close();
    MeasureOptions options;
    options.file = file("run.h5");
    options.grid = 1.0;
    options.cut_off = 1.0;
    options.quiet = true;
    test::expect_error(ErrorCode::corrupt_file, part, [&] { (void)measure_trajectory(options); });
  };
  refuse({0.0, 1e300}, 1.1, "frame 0 has a place at (0, 1e+300)");
  refuse({-1e10, 0.0}, 1.1, "frame 0 has a place at (-1e+10, 0)");
  refuse({0.0, std::nan("")}, 1.1, "frame 0 has a place at (0, nan)");
  refuse({0.0, 0.0}, 0.9, "frame 1 of 2");
}

TEST_F(CliMeasure, APipeIsRefusedAsOne) {
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  std::thread writer([&] { test::spill(file("pipe"), "# framerate: 10\n1 0 0 0\n"); });
  MeasureOptions options;
  options.file = file("pipe");
  test::expect_error(ErrorCode::input_output, "wanted a file, which is read twice",
                     [&] { (void)measure_trajectory(options); });
  writer.join();
}

TEST_F(CliMeasure, BadOptionsAreRefused) {
  const auto refuse = [&](ErrorCode code, const std::string& part, const std::function<void(MeasureOptions&)>& change) {
    MeasureOptions options;
    options.file = paths();
    options.quiet = true;
    change(options);
    test::expect_error(code, part, [&] { (void)measure_trajectory(options); });
  };
  using enum ErrorCode;
  refuse(invalid_argument, "--line: found '1,2,3'", [](auto& o) { o.lines = {"1,2,3"}; });
  refuse(invalid_argument, "--line: found '1,2,3,4,5'", [](auto& o) { o.lines = {"1,2,3,4,5"}; });
  refuse(invalid_argument, "--line: found '1,2,3,x'", [](auto& o) { o.lines = {"1,2,3,x"}; });
  refuse(invalid_argument, "line 1", [](auto& o) { o.lines = {"1,2,3,nan"}; });
  refuse(invalid_argument, "without an area", [](auto& o) { o.areas = {"1,2,1,4"}; });
  refuse(invalid_argument, "one polygon without holes", [](auto& o) { o.areas = {"POLYGON EMPTY"}; });
  refuse(bad_scene, "--area", [](auto& o) { o.areas = {"POLYGON ((0 0"}; });
  refuse(input_output, "no-such.wkt", [](auto& o) { o.geometry = "no-such.wkt"; });
  refuse(bad_scene, "place.wkt", [&](auto& o) {
    test::spill(file("place.wkt"), "POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))");
    o.geometry = file("place.wkt");
  });
}

}  // namespace
}  // namespace throng::cli::cli_measure_tests
