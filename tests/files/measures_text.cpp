// Text of the pedestrian dynamics data archive: what is read, what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <string>

#include "host/measures/text_trajectory.hpp"
#include "host/measures/trajectory.hpp"
#include "tests/files/io_testing.hpp"

namespace throng::measures::measures_text_tests {
namespace {

class MeasuresText : public test::InFolder {
 protected:
  std::unique_ptr<Trajectory> open(const std::string& text, const TextDefaults& defaults = {}) const {
    test::spill(file("paths.txt"), text);
    return open_trajectory(file("paths.txt"), defaults);
  }
  void expect_refused(const std::string& text, const std::string& part, const TextDefaults& defaults = {}) const {
    test::expect_error(ErrorCode::bad_scene, part, [&] {
      const std::unique_ptr<Trajectory> opened = open(text, defaults);
      TrajectoryFrame frame;
      for (std::uint64_t k = 0; k < opened->info().frames; ++k) opened->read(k, frame);
    });
  }
};

const std::string head = "# framerate: 25 fps\n# id frame x/m y/m z/m\n";

TEST_F(MeasuresText, PeopleByFrameOfAFileByPeople) {
  const auto opened = open(head + "7\t3\t1.5\t-2e-1\t1.76\n7\t4\t1.6\t0.5\t1.76\n2 3 -4 +5\n2 6 -4.25 5 0 # gone\n");
  EXPECT_EQ(opened->info().frame_rate, 25.0);
  ASSERT_EQ(opened->info().frames, 4u);
  EXPECT_TRUE(opened->info().notes.empty());
  TrajectoryFrame frame;
  opened->read(0, frame);
  EXPECT_EQ(frame.number, 3);
  EXPECT_EQ(frame.time, 0.12);
  EXPECT_EQ(frame.id, (std::vector<AgentId>{2, 7}));
  EXPECT_EQ(frame.position, (std::vector<Vec2d>{{-4, 5}, {1.5, -0.2}}));
  opened->read(2, frame);
  EXPECT_EQ(frame.number, 5);
  EXPECT_TRUE(frame.id.empty());
  opened->read(3, frame);
  EXPECT_EQ(frame.id, (std::vector<AgentId>{2}));
}

TEST_F(MeasuresText, FileInTheOrderOfItsFramesIsReadTheSame) {
  const auto by_frame = open(head + "5 0 1 2\n9 0 3 4\n9 1 5 6\n5 1 7 8\n");
  TrajectoryFrame frame;
  by_frame->read(1, frame);  // past the first one
  EXPECT_EQ(frame.id, (std::vector<AgentId>{5, 9}));
  EXPECT_EQ(frame.position, (std::vector<Vec2d>{{7, 8}, {5, 6}}));
}

TEST_F(MeasuresText, Centimeters) {
  TrajectoryFrame frame;
  open("# framerate: 16.00\n# id frame x/cm y/cm z/cm\n1 0 150 -20 176\n")->read(0, frame);
  EXPECT_EQ(frame.position, (std::vector<Vec2d>{{1.5, -0.2}}));
  open("#framerate: 16\n1 0 150 -20 176\n", {{}, 0.01})->read(0, frame);
  EXPECT_EQ(frame.position, (std::vector<Vec2d>{{1.5, -0.2}}));
}

TEST_F(MeasuresText, MarksLineEndsAndAMissingUnit) {
  const auto opened =
      open("\xEF\xBB\xBF# description: in movement\r\n# framerate: 8\r\n\r\n# x/cm too late\r\n1 0 2 3 0\r\n1 1 2 3 0");
  EXPECT_EQ(opened->info().frame_rate, 8.0);
  EXPECT_EQ(opened->info().frames, 2u);
  ASSERT_EQ(opened->info().notes.size(), 1u);
  EXPECT_NE(opened->info().notes[0].find("meters"), std::string::npos);
  TrajectoryFrame frame;
  opened->read(0, frame);
  EXPECT_EQ(frame.position, (std::vector<Vec2d>{{2, 3}}));
}

TEST_F(MeasuresText, WaysToWriteAFrameRate) {
  for (const std::string comment : {"framerate: 16.00", " framerate:16", " Framerate = 16 fps", "framerate=16",
                                    "\tFRAMERATE 16", "framerate: 16fps", " framerate 16 Hz", "framerate: 16Hz;"}) {
    EXPECT_EQ(open("#" + comment + "\n1 0 2 3\n")->info().frame_rate, 16.0) << comment;
  }
}

TEST_F(MeasuresText, UnitsInManyWords) {
  const auto x_of = [this](const std::string& comment) {
    TrajectoryFrame frame;
    const auto opened = open("# framerate: 25\n#" + comment + "\n1 0 150 3\n");
    EXPECT_TRUE(opened->info().notes.empty()) << comment;
    opened->read(0, frame);
    return frame.position[0].x;
  };
  for (const std::string comment : {"id frame x/m y/m", "x [m]", "X(m)", "all in meters.", "in metres", "in m"}) {
    EXPECT_EQ(x_of(comment), 150.0) << comment;
  }
  for (const std::string comment : {" id frame x/cm y/cm", "x[cm] y[cm]", "x (cm)", "in Centimeters", "in  cm,"}) {
    EXPECT_EQ(x_of(comment), 1.5) << comment;
  }
  // Neither is a length of places.
  for (const std::string comment : {"speeds in cm/s", "recorded in march", "in motion", "max/cm", "x/y"}) {
    EXPECT_EQ(open("# framerate: 25\n#" + comment + "\n1 0 2 3\n")->info().notes.size(), 1u) << comment;
  }
}

TEST_F(MeasuresText, OtherUnitsAreNotTakenForMeters) {
  for (const std::string unit : {"mm", "km", "ft", "px"}) {
    const std::string wanted = "its unit is " + unit + ", wanted m or cm";
    expect_refused("# framerate: 25\n# id frame x/" + unit + " y/" + unit + "\n1 0 2 3\n", wanted);
    expect_refused("# framerate: 25\n# places in " + unit + "\n1 0 2 3\n", wanted, {{}, 1.0});
  }
}

TEST_F(MeasuresText, FrameRateFromOutside) {
  EXPECT_EQ(open("# x/m\n1 0 2 3\n", {30.0, {}})->info().frame_rate, 30.0);
  EXPECT_EQ(open(head + "1 0 2 3\n", {25.0, 1.0})->info().frame_rate, 25.0);
}

TEST_F(MeasuresText, WhatIsWrongIsNamed) {
  expect_refused("# x/m\n1 0 2 3\n", "no frame rate");
  expect_refused("# framerate: -2\n1 0 2 3\n", "frame rate is -2");
  expect_refused("# framerate: nan\n1 0 2 3\n", "frame rate is nan");
  expect_refused(head + "1 0 2 3\n", "frame rate is 25, and 30 was given", {30.0, {}});
  expect_refused(head + "1 0 2 3\n", "unit is m, and cm was given", {{}, 0.01});
  expect_refused(head, "nobody");
  expect_refused("", "nobody");
  expect_refused(head + "1 0 2 3\n1 1 2\n", "line 4: found fewer than four values");
  expect_refused(head + "1 0 2 3\n1 1\n", "line 4: found fewer than four values");
  expect_refused(head + "1 0 2 3\n1 1 nan 3\n", "line 4: x is `nan`");
  expect_refused(head + "1 0 2 3\n1 1 2 inf\n", "line 4: y is `inf`");
  expect_refused(head + "1 0 2e10 3\n", "x is `2e10`");
  expect_refused(head + "1.5 0 2 3\n", "id is `1.5`");
  expect_refused(head + "1 a 2 3\n", "frame is `a`");
  expect_refused(head + "1 99999999999999999 2 3\n", "frame is");
  expect_refused(head + "1 0 2 3\n1 2000000000 2 3\n", "frames go from 0 to 2000000000");
  expect_refused(head + "1 0 2 3\n1 10000000 2 3\n", "frames go from 0 to 10000000, wanted at most 10000000");
  expect_refused(head + "4 0 2 3\n4 1 2 3\n4 0 5 6\n", "person 4 is twice in frame 0");
  expect_refused(head + "4 0 2 3\n4 0 5 6\n", "person 4 is twice in frame 0");
  expect_refused(head + std::string(200'000, '7'), "line 3 is longer");
}

TEST(MeasuresGarbage, IsReadOrRefused) {
  const std::string seeds[] = {
      head + "1 0 0.5 -1 1.7\n1 1 0.5 1 1.7\n2\t1\t1e0\t.5\n",
      "\xEF\xBB\xBF# framerate: 10 fps\r\n# x/cm\r\n\r\n3 2 10 20 0 # end\r\n1 -1 -30 0.5\r\n"};
  const std::string bytes = "0123456789.-+eE#\n\r\t naif\0\xff";
  std::mt19937 random(7);
  std::size_t read = 0, refused = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text = seeds[round % 2];
    for (unsigned changes = 1 + random() % 6; changes > 0; --changes) {
      const std::size_t at = random() % (text.size() + 1);
      switch (random() % 3) {
        case 0:
          text.insert(at, 1, bytes[random() % bytes.size()]);
          break;
        case 1:
          text.erase(at, random() % 4);
          break;
        default:
          if (at < text.size()) text[at] = bytes[random() % bytes.size()];
      }
    }
    if (text.empty()) continue;
    std::FILE* const file = fmemopen(text.data(), text.size(), "rb");
    ASSERT_NE(file, nullptr);
    try {
      const std::unique_ptr<Trajectory> opened = open_text_trajectory(file, "garbage", {});
      TrajectoryFrame frame;
      for (std::uint64_t k = 0; k < std::min<std::uint64_t>(opened->info().frames, 1000); ++k) {
        opened->read(k, frame);
        for (const Vec2d p : frame.position) ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
      }
      ++read;
    } catch (const Error& error) {
      ASSERT_EQ(std::string(error.what()).substr(0, 7), "garbage");
      ++refused;
    }
  }
  EXPECT_GT(read, 500u);
  EXPECT_GT(refused, 500u);
}

TEST_F(MeasuresText, NoFileOrAFolder) {
  test::expect_error(ErrorCode::input_output, "no-such", [&] { (void)open_trajectory(file("no-such")); });
  test::expect_error(ErrorCode::input_output, "folder", [&] { (void)open_trajectory(folder_.string()); });
}

}  // namespace
}  // namespace throng::measures::measures_text_tests
