// Measures of paths made by hand, with answers worked out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "host/measures/measure.hpp"
#include "host/measures/shortest_ways.hpp"
#include "tests/files/io_testing.hpp"
#include "tests/files/measures_testing.hpp"

namespace throng::measures::measures_known_tests {
namespace {

const char* const room = "POLYGON ((0 0, 10 0, 10 4, 0 4, 0 0))";

/// Ten frames a second, 0.1 m a frame along x: 1 m/s.
MadeTrajectory walkers() {
  return MadeTrajectory({{1, {0, straight({0.95, 1.0}, {0.1, 0.0}, 60)}},
                         {2, {10, straight({1.95, 2.0}, {0.1, 0.0}, 40)}},
                         {3, {5, straight({4.05, 3.0}, {-0.1, 0.0}, 20)}}},
                        10.0);
}

TEST(MeasuresKnown, FlowThroughALine) {
  MadeTrajectory paths = walkers();
  MeasureSettings settings;
  settings.lines = {{{3.0, 0.0}, {3.0, 4.0}}};
  const MeasureReport report = measure(paths, nullptr, settings);
  const LineMeasures& line = report.lines.at(0);
  ASSERT_EQ(line.flow.passages.size(), 3u);
  // 3: 4.05 - 0.1 (k - 5) < 3 at k = 16; 1: 0.95 + 0.1 k > 3 at k = 21; 2: 1.95 + 0.1 (k - 10) > 3 at k = 21.
  EXPECT_EQ(line.flow.passages[0].id, 3);
  EXPECT_EQ(line.flow.passages[0].frame, 16);
  EXPECT_TRUE(line.flow.passages[0].forward);  // to the left of the way up
  EXPECT_EQ(line.flow.passages[1].id, 1);
  EXPECT_EQ(line.flow.passages[1].frame, 21);
  EXPECT_FALSE(line.flow.passages[1].forward);
  EXPECT_EQ(line.flow.passages[2].frame, 21);
  EXPECT_DOUBLE_EQ(*line.flow.flow, 2.0 / 0.5);
  EXPECT_DOUBLE_EQ(*line.specific_flow, 1.0);
}

TEST(MeasuresKnown, WhoEndsOnTheLineHasNotPassedYetAndPassesOnce) {
  MadeTrajectory paths({{1, {0, {{0, 0}, {1, 0}, {1, 0}, {2, 0}, {0, 0}, {2, 0}}}},  // stops on it, then comes back
                        {2, {0, {{0, 5}, {2, 5}}}},                                  // beyond its end
                        {3, {0, {{0, 1}, {2, 1}, {3, 1}}}}},                         // through its very end
                       1.0);
  MeasureSettings settings;
  settings.lines = {{{1.0, -1.0}, {1.0, 1.0}}};
  const MeasureReport report = measure(paths, nullptr, settings);
  const auto& passages = report.lines.at(0).flow.passages;
  ASSERT_EQ(passages.size(), 2u);
  EXPECT_EQ(passages[0].id, 3);
  EXPECT_EQ(passages[0].frame, 1);
  EXPECT_EQ(passages[1].id, 1);
  EXPECT_EQ(passages[1].frame, 3);
}

TEST(MeasuresKnown, WhoStopsJustBeyondTheLinePasses) {
  MadeTrajectory paths({{1, {0, {{0, 0}, {1.000005, 0}, {2, 0}}}}}, 1.0);
  MeasureSettings settings;
  settings.lines = {{{1.0, -1.0}, {1.0, 1.0}}};
  const MeasureReport report = measure(paths, nullptr, settings);
  ASSERT_EQ(report.lines.at(0).flow.passages.size(), 1u);
  EXPECT_EQ(report.lines[0].flow.passages[0].frame, 2);
}

TEST(MeasuresKnown, TimesCutOffWhatLiesOutside) {
  MadeTrajectory paths = walkers();
  MeasureSettings settings;
  settings.lines = {{{3.0, 0.0}, {3.0, 4.0}}};
  settings.from = 2.1;  // the frame of the passages itself: the step into it counts
  settings.to = 2.5;
  const MeasureReport report = measure(paths, nullptr, settings);
  EXPECT_EQ(report.frames.size(), 5u);
  EXPECT_EQ(report.lines[0].flow.passages.size(), 2u);
  EXPECT_FALSE(report.lines[0].flow.flow);  // both in one frame
  settings.from = 2.2;
  EXPECT_TRUE(measure(paths, nullptr, settings).lines[0].flow.passages.empty());
}

TEST(MeasuresKnown, SpeedsOverAWindow) {
  // 1, 2, 3, 4 m a frame: places 0, 1, 3, 6, 10.
  MadeTrajectory paths({{1, {0, {{0, 0}, {1, 0}, {3, 0}, {6, 0}, {10, 0}}}}, {2, {2, {{5, 5}}}}}, 2.0);
  FrameWindow window(paths, 0, 4, 2);
  FrameView frame;
  std::vector<double> speeds;
  while (window.next(frame)) {
    speeds.push_back(frame.speed[0]);
    if (frame.number == 2) {
      EXPECT_TRUE(std::isnan(frame.speed[1]));
    }
  }
  // Forward, forward, both ways, back, back: over 2 frames of 0.5 s, 4 in the middle.
  EXPECT_EQ(speeds, (std::vector<double>{3.0, 5.0, 5.0, 5.0, 7.0}));
}

TEST(MeasuresKnown, SpeedOfAShortPathIsOverAllOfIt) {
  MadeTrajectory paths({{1, {0, {{0, 0}, {1, 0}, {3, 0}}}}}, 2.0);
  FrameWindow window(paths, 0, 2, 5);
  FrameView frame;
  std::vector<double> speeds;
  while (window.next(frame)) speeds.push_back(frame.speed[0]);
  EXPECT_EQ(speeds, (std::vector<double>{3.0, 3.0, 3.0}));
}

TEST(MeasuresKnown, VoronoiCellsInARoom) {
  // Two at (2, 2) and (5, 2): the bisector is x = 3.5, the cells have 14 and 26 m^2.
  MadeTrajectory paths({{1, {0, {{2, 2}}}}, {2, {0, {{5, 2}}}}}, 1.0);
  const WalkableSpace space(room, "room");
  MeasureSettings settings;
  settings.areas = {{{3, 1}, {5, 1}, {5, 3}, {3, 3}}};  // 1 m^2 of the first cell, 3 m^2 of the second
  settings.grid = 1.0;
  const MeasureReport report = measure(paths, &space, settings);
  const AreaMoment& moment = report.areas.at(0).moments.at(0);
  EXPECT_EQ(moment.count, 0u);  // the second one stands on its edge
  EXPECT_EQ(moment.density, 0.0);
  EXPECT_NEAR(*moment.voronoi_density, (1.0 / 14 + 3.0 / 26) / 4.0, 1e-14);
  EXPECT_EQ((*report.map->person_seconds)[0], 2.0);  // level A
}

TEST(MeasuresKnown, CutOffIsARegularPolygonOfTwelveCorners) {
  MadeTrajectory paths({{1, {0, {{5, 2}}}}}, 1.0);
  const WalkableSpace space(room, "room");
  for (const WalkableSpace* walls : {&space, static_cast<const WalkableSpace*>(nullptr)}) {
    MeasureSettings settings;
    settings.areas = {{{0, 0}, {10, 0}, {10, 4}, {0, 4}}};
    settings.cut_off = 1.0;
    settings.grid = 5.0;
    const MeasureReport report = measure(paths, walls, settings);
    EXPECT_NEAR(*report.areas[0].moments[0].voronoi_density, 1.0 / 40, 1e-14);  // all of it is in the area
    ASSERT_EQ(report.map->cells.size(), 1u);
    EXPECT_NEAR(*report.map->cells[0].felt_density, 1.0 / 3.0, 1e-14);  // 12 triangles of 1/2 sin 30 degrees
    EXPECT_EQ(report.map->cells[0].level, 1u);                          // B: 3 m^2
  }
}

TEST(MeasuresKnown, CellsDoNotReachThroughWalls) {
  // A U: the arms are 1 m wide, the wall between them is 1 m thick. Alone, one has the whole of it; with the cut-off
  // the piece in the own arm.
  const WalkableSpace space("POLYGON ((0 0, 3 0, 3 9, 2 9, 2 1, 1 1, 1 9, 0 9, 0 0))", "U");
  MadeTrajectory paths({{1, {0, {{0.5, 6}}}}}, 1.0);
  MeasureSettings settings;
  settings.areas = {{{2, 5}, {3, 5}, {3, 7}, {2, 7}}, {{0, 5}, {1, 5}, {1, 7}, {0, 7}}};
  const MeasureReport whole = measure(paths, &space, settings);
  EXPECT_NEAR(*whole.areas[0].moments[0].voronoi_density, 1.0 / 19, 1e-12);
  settings.cut_off = 2.0;
  const MeasureReport near = measure(paths, &space, settings);
  EXPECT_EQ(*near.areas[0].moments[0].voronoi_density, 0.0);
  EXPECT_GT(*near.areas[1].moments[0].voronoi_density, 0.25);
}

TEST(MeasuresKnown, FundamentalDiagramIsBinned) {
  std::vector<AreaMoment> moments;
  const auto add = [&](double density, double speed) {
    AreaMoment moment;
    moment.voronoi_density = density;
    moment.speed = speed;
    moments.push_back(moment);
  };
  add(0.6, 1.0);
  add(0.8, 2.0);
  add(1.0, 0.5);
  moments.push_back({});  // nobody
  const std::vector<DensityBin> bins = fundamental_diagram(moments, 0.5);
  ASSERT_EQ(bins.size(), 2u);
  EXPECT_EQ(bins[0].frames, 2u);
  EXPECT_EQ(bins[0].low, 0.5);
  EXPECT_DOUBLE_EQ(bins[0].density, 0.7);
  EXPECT_DOUBLE_EQ(bins[0].speed, 1.5);
  EXPECT_DOUBLE_EQ(bins[0].speed_deviation, 0.5);
  EXPECT_DOUBLE_EQ(bins[0].flow, (0.6 + 1.6) / 2);
  EXPECT_EQ(bins[1].low, 1.0);
  EXPECT_NEAR(weidmann_speed(1.0), 1.0579, 5e-4);
  EXPECT_NEAR(weidmann_speed(2.0), 0.6058, 5e-4);
  EXPECT_EQ(weidmann_speed(5.4), 0.0);
  EXPECT_EQ(weidmann_speed(7.0), 0.0);
}

TEST(MeasuresKnown, Overlaps) {
  MadeTrajectory paths({{1, {0, {{0, 0}, {0, 0}}}}, {2, {0, {{0.5, 0}, {0.3, 0}}}}, {3, {0, {{9, 9}, {0.7, 0}}}}}, 1.0);
  MeasureSettings settings;
  settings.radius = 0.25;
  const MeasureReport report = measure(paths, nullptr, settings);
  EXPECT_EQ(report.frames[0].overlap->pairs, 0u);  // they touch
  EXPECT_EQ(report.frames[1].overlap->pairs, 2u);
  EXPECT_NEAR(report.deepest_overlap->depth, 0.2, 1e-15);
  EXPECT_EQ(report.deepest_overlap->a, 1);
  EXPECT_EQ(report.deepest_overlap->b, 2);
  EXPECT_EQ(report.deepest_overlap->time, 1.0);
}

TEST(MeasuresKnown, OutsideAndThroughWalls) {
  const WalkableSpace space("POLYGON ((0 0, 4 0, 4 2, 6 2, 6 0, 10 0, 10 4, 0 4, 0 0))", "room with a bay");
  MadeTrajectory paths({{1, {0, {{1, 3}, {9, 3}}}},                    // past the block
                        {2, {0, {{1, 1}, {9, 1}}}},                    // through it
                        {3, {0, {{5, 3}, {5, 1.5}, {5, 3}}}},          // into it and back
                        {4, {0, {{1, 2}, {1, -2}, {1, -3}, {1, 2}}}},  // out of the room
                        {5, {0, {{2, 3}, {2, 4}, {3, 4}, {3, 3}}}}},   // along the wall
                       1.0);
  const MeasureReport report = measure(paths, &space, {});
  const auto crossings = [&](std::size_t k) { return report.people.at(k).wall_crossings; };
  EXPECT_EQ(crossings(0), 0u);
  EXPECT_EQ(crossings(1), 1u);
  EXPECT_EQ(crossings(2), 2u);
  EXPECT_EQ(crossings(3), 2u);
  EXPECT_EQ(crossings(4), 0u);
  EXPECT_EQ(report.people[1].frames_outside, 0u);
  EXPECT_EQ(report.people[2].frames_outside, 1u);
  EXPECT_NEAR(report.people[2].farthest_outside, 0.5, 1e-15);
  EXPECT_EQ(report.people[3].frames_outside, 2u);
  EXPECT_NEAR(report.people[3].farthest_outside, 3.0, 1e-15);
  EXPECT_EQ(report.people[4].frames_outside, 0u);
  EXPECT_EQ(*report.frames[1].outside, 2u);
}

TEST(MeasuresKnown, AWayThroughACornerIsAStepThroughAWall) {
  const WalkableSpace space("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))", "block");
  EXPECT_TRUE(space.crosses_wall({0.5, 0.5}, {2.5, 2.5}));   // along its diagonal
  EXPECT_FALSE(space.crosses_wall({0.5, 1.5}, {1.5, 0.5}));  // touches its corner
  EXPECT_FALSE(space.crosses_wall({0.5, 1.0}, {2.5, 1.0}));  // along its edge
}

TEST(MeasuresKnown, ShortestWays) {
  const WalkableSpace space("POLYGON ((0 0, 10 0, 10 4, 0 4, 0 0), (4 1, 6 1, 6 3, 4 3, 4 1))", "room with a block");
  const ShortestWays ways(space);
  EXPECT_EQ(ways.corners(), 4u);
  EXPECT_DOUBLE_EQ(*ways.between({1, 2}, {3, 2}), 2.0);
  EXPECT_NEAR(*ways.between({3, 2}, {7, 2}), 2.0 + 2.0 * std::sqrt(2.0), 1e-14);  // over two corners
  EXPECT_FALSE(ways.between({3, 2}, {5, 2}));                                     // into the block
  const WalkableSpace bend("POLYGON ((0 0, 5 0, 5 1, 1 1, 1 5, 0 5, 0 0))", "L");
  EXPECT_NEAR(*ShortestWays(bend).between({0.5, 5}, {5, 0.5}), 2.0 * std::hypot(0.5, 4.0), 1e-14);
  const WalkableSpace apart("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((3 0, 4 0, 4 1, 3 1, 3 0)))", "two rooms");
  EXPECT_FALSE(ShortestWays(apart).between({0.5, 0.5}, {3.5, 0.5}));
}

TEST(MeasuresKnown, TimesAndPaths) {
  MadeTrajectory paths = walkers();
  MeasureSettings settings;
  settings.shortest_ways = true;
  const MeasureReport report = measure(paths, nullptr, settings);
  ASSERT_EQ(report.people.size(), 3u);
  EXPECT_EQ(report.people[0].id, 1);
  EXPECT_NEAR(report.people[0].last_time - report.people[0].first_time, 5.9, 1e-12);
  EXPECT_NEAR(report.people[0].length, 5.9, 1e-12);
  EXPECT_NEAR(*report.people[0].shortest_way, 5.9, 1e-12);
  EXPECT_EQ(report.frames.back().people, 1u);
}

TEST(MeasuresKnown, LevelsOfService) {
  EXPECT_EQ(service_level(4.0), 0u);
  EXPECT_EQ(service_level(3.0), 1u);
  EXPECT_EQ(service_level(2.0), 2u);
  EXPECT_EQ(service_level(1.0), 3u);
  EXPECT_EQ(service_level(0.5), 4u);
  EXPECT_EQ(service_level(0.4), 5u);
  EXPECT_EQ(service_level(least_room[0]), 0u);
}

TEST(MeasuresKnown, ThreadsDoNotChangeAFigure) {
  std::map<AgentId, MadeTrajectory::Path> paths;
  for (AgentId id = 0; id < 900; ++id) {
    const auto n = static_cast<double>(id);
    paths[id] = {static_cast<std::uint64_t>(id % 7),
                 straight({0.4 + 0.31 * std::fmod(n, 30.0), 0.1 + 0.004 * n}, {0.002, 0.001}, 12)};
  }
  const WalkableSpace space(room, "room");
  MeasureSettings settings;
  settings.areas = {{{2, 1}, {8, 1}, {8, 3}, {2, 3}}};
  settings.grid = 0.5;
  settings.radius = 0.2;
  std::vector<MeasureReport> reports;
  for (const int threads : {1, 3}) {
    settings.threads = threads;
    MadeTrajectory made(paths, 10.0);
    reports.push_back(measure(made, &space, settings));
  }
  for (std::size_t k = 0; k < reports[0].frames.size(); ++k) {
    EXPECT_EQ(reports[0].areas[0].moments[k].voronoi_density, reports[1].areas[0].moments[k].voronoi_density);
    EXPECT_EQ(reports[0].frames[k].overlap->pairs, reports[1].frames[k].overlap->pairs);
    EXPECT_EQ(reports[0].frames[k].overlap->deepest, reports[1].frames[k].overlap->deepest);
  }
  EXPECT_EQ(reports[0].deepest_overlap->a, reports[1].deepest_overlap->a);
  EXPECT_EQ(reports[0].map->person_seconds, reports[1].map->person_seconds);
}

TEST(MeasuresKnown, WhatIsWrongIsNamed) {
  const WalkableSpace space(room, "room");
  const auto refuse = [&](const std::string& part, const std::function<void(MeasureSettings&)>& change) {
    MadeTrajectory paths = walkers();
    MeasureSettings settings;
    change(settings);
    test::expect_error(ErrorCode::invalid_argument, part, [&] { (void)measure(paths, &space, settings); });
  };
  refuse("wanted a line with a length", [](auto& s) { s.lines = {{{1, 1}, {1, 1}}}; });
  refuse("line 2", [](auto& s) { s.lines = {{{1, 1}, {1, 2}}, {{11, 1}, {12, 1}}}; });
  refuse("outside of the walkable area", [](auto& s) { s.areas = {{{20, 0}, {21, 0}, {21, 1}}}; });
  refuse("not convex", [](auto& s) { s.areas = {{{0, 0}, {4, 0}, {1, 1}, {0, 4}}}; });
  refuse("area 1", [](auto& s) { s.areas = {{{0, 0}, {1, 0}, {2, 0}}}; });
  refuse("no frame lies", [](auto& s) { s.from = 100.0; });
  refuse("no frame lies", [](auto& s) { s.to = -1.0; });
  refuse("frame step is 0", [](auto& s) { s.frame_step = 0; });
  refuse("cut-off", [](auto& s) { s.cut_off = 0.0; });
  refuse("grid", [](auto& s) { s.grid = 0.001; });
  refuse("radius", [](auto& s) { s.radius = -1.0; });
  refuse("density bin", [](auto& s) { s.density_bin = std::numeric_limits<double>::quiet_NaN(); });
}

}  // namespace
}  // namespace throng::measures::measures_known_tests
