#include "host/io/picture.hpp"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

#include <array>
#include <cstdlib>
#include <limits>
#include <memory>

#include "host/io/canvas.hpp"
#include "host/io/picture_legend.hpp"
#include "tests/files/io_testing.hpp"

namespace throng::io_picture_tests {
namespace {

using test::expect_error;
using Pixel = std::array<int, 3>;

struct Image {
  int width = 0, height = 0;
  std::vector<unsigned char> bytes;
  [[nodiscard]] Pixel at(int x, int y) const {
    const std::size_t i =
        3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    return {bytes[i], bytes[i + 1], bytes[i + 2]};
  }
};

Image decode(const std::string& png) {
  Image image;
  int channels = 0;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> data(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()), static_cast<int>(png.size()), &image.width,
                            &image.height, &channels, 3),
      stbi_image_free);
  EXPECT_TRUE(data != nullptr);
  if (data) image.bytes.assign(data.get(), data.get() + 3 * image.width * image.height);
  return image;
}

/// 100 m x 50 m in 1032 px: 10 px/m, the lower left corner at (16, height - 16).
PictureOptions some_options() {
  PictureOptions options;
  options.lower = {350000, 5600000};
  options.upper = {350100, 5600050};
  options.width = 1032;
  options.max_speed = 2.0;
  return options;
}

Snapshot frame_at(double time, std::vector<std::pair<AgentId, Vec2d>> agents) {
  Snapshot frame;
  frame.time = time;
  for (const auto& [id, position] : agents) {
    frame.id.push_back(id);
    frame.position.push_back({350000 + position.x, 5600000 + position.y});
  }
  return frame;
}

constexpr Pixel ground{250, 250, 248};
int scene_height(const Image& image) { return image.height - legend_height; }
Pixel at(const Image& image, double x, double y) {
  return image.at(static_cast<int>(16 + 10 * x), scene_height(image) - static_cast<int>(16 + 10 * y));
}

using PictureTest = test::InFolder;

TEST_F(PictureTest, DrawsTheWayOfTheSameAgent) {
  PathPicture picture(some_options());
  picture.add(frame_at(0, {{1, {10, 10}}, {4, {10, 40}}}));
  picture.add(frame_at(10, {{0, {80, 10}}, {4, {30, 40}}}));  // 1 has left, 0 is new: no way from one to the other
  const Image image = decode(picture.encode());
  EXPECT_EQ(image.width, 1032);
  EXPECT_EQ(scene_height(image), 532);
  EXPECT_NE(at(image, 20, 40), ground);
  EXPECT_EQ(at(image, 35, 40), ground);
  EXPECT_EQ(at(image, 5, 40), ground);
  EXPECT_EQ(at(image, 45, 10), ground);
  EXPECT_EQ(at(image, 20, 10), ground);
}

TEST_F(PictureTest, ColorsTellTheSpeed) {
  PathPicture picture(some_options());
  picture.add(frame_at(0, {{1, {10, 10}}, {2, {10, 40}}}));
  picture.add(frame_at(20, {{1, {12, 10}}, {2, {50, 40}}}));  // 0.1 m/s and 2 m/s
  const Image image = decode(picture.encode());
  const Pixel slow = at(image, 11, 10), fast = at(image, 30, 40);
  EXPECT_LT(slow[1], slow[2]) << "violet";
  EXPECT_GT(fast[1], fast[2]) << "green";
}

TEST_F(PictureTest, MoreWaysMakeAStrongerMark) {
  PathPicture picture(some_options());
  std::vector<std::pair<AgentId, Vec2d>> begin, end;
  for (AgentId id = 0; id < 50; ++id) {
    begin.push_back({id, {10, id == 0 ? 10.0 : 40.0}});
    end.push_back({id, {30, id == 0 ? 10.0 : 40.0}});
  }
  picture.add(frame_at(0, begin));
  picture.add(frame_at(20, end));
  const Image image = decode(picture.encode());
  EXPECT_LT(at(image, 20, 40)[0] + 20, at(image, 20, 10)[0]);
  EXPECT_LT(at(image, 20, 10)[0] + 20, ground[0]) << "one path is to be seen beside many";
}

TEST_F(PictureTest, LeavesOutWhoWasPutElsewhere) {
  PathPicture picture(some_options());
  picture.add(frame_at(0, {{1, {10, 10}}}));
  picture.add(frame_at(1, {{1, {90, 10}}}));
  EXPECT_EQ(at(decode(picture.encode()), 50, 10), ground);
}

TEST_F(PictureTest, SolidsAreFilledAndRoomsAreNot) {
  PictureOptions options = some_options();
  const auto square = [](double x, double y, bool solid) {
    PictureShape shape{true, {}};
    for (const auto& [dx, dy] : {std::pair{0, 0}, {10, 0}, {10, 10}, {0, 10}}) {
      shape.vertices.push_back({350000.0 + x + dx, 5600000.0 + y + dy});
    }
    if (!solid) std::reverse(shape.vertices.begin(), shape.vertices.end());
    return shape;
  };
  options.obstacles = {square(10, 10, true), square(40, 10, false)};
  const Image image = decode(PathPicture(options).encode());
  EXPECT_LT(at(image, 15, 15)[0], 220);
  EXPECT_EQ(at(image, 45, 15), ground);
  EXPECT_LT(at(image, 40, 15)[0], 150) << "its wall";
  EXPECT_EQ(at(image, 30, 15), ground);
}

// A box of 10 m x 4 m from 2 m behind the agent to 8 m before it.
PictureOptions options_with_a_footprint() {
  PictureOptions options = some_options();
  options.footprints = {{}, {{-2, -2}, {8, -2}, {8, 2}, {-2, 2}}};
  return options;
}

Snapshot posed(double time, std::vector<std::pair<AgentId, Vec2d>> agents, Vec2d heading, double speed) {
  Snapshot frame = frame_at(time, std::move(agents));
  frame.heading.assign(frame.id.size(), heading);
  frame.velocity.assign(frame.id.size(), {speed * heading.x, speed * heading.y});
  for (const AgentId id : frame.id) frame.profile.push_back(id == 0 ? 0u : 1u);
  return frame;
}

TEST_F(PictureTest, FootprintsStandInTheirLastHeadingColoredBySpeed) {
  PathPicture picture(options_with_a_footprint());
  picture.add(posed(0, {{0, {80, 40}}, {1, {20, 10}}}, {1, 0}, 0));
  picture.add(posed(20, {{0, {80, 40}}, {1, {20, 30}}}, {0, 1}, 2));
  const Image image = decode(picture.encode());
  const Pixel ahead = at(image, 21, 37);
  EXPECT_GT(ahead[1], ahead[2] + 50) << "as fast as the scale goes: green";
  EXPECT_EQ(at(image, 19, 29), ahead);
  EXPECT_EQ(at(image, 24, 30), ground) << "turned: 4 m wide now";
  EXPECT_EQ(at(image, 21, 40), ground);
  // At the start an outline: its edge is drawn, its middle is not filled.
  EXPECT_LT(at(image, 28, 9)[0], 200);
  EXPECT_EQ(at(image, 26, 9), ground);
  EXPECT_EQ(at(image, 80, 40), ground) << "a disc that stands has no way";
}

TEST_F(PictureTest, FootprintsOfThoseWhoHaveLeftAreDrawnAtTheirStartOnly) {
  PathPicture picture(options_with_a_footprint());
  picture.add(posed(0, {{1, {20, 10}}}, {1, 0}, 0));
  picture.add(posed(10, {{2, {60, 10}}}, {1, 0}, 0));
  picture.add(posed(20, {{2, {60, 30}}}, {1, 0}, 0));
  const Image image = decode(picture.encode());
  EXPECT_LT(at(image, 28, 9)[0], 200);
  EXPECT_EQ(at(image, 22, 9), ground);
  EXPECT_LT(at(image, 68, 9)[0], 200);
  EXPECT_NE(at(image, 62, 29), ground);
}

TEST_F(PictureTest, TheLegendExplainsFootprintsWhereThereAreSome) {
  const auto legend = [](const Image& image) {
    return std::vector<unsigned char>(image.bytes.end() - 3 * image.width * legend_height, image.bytes.end());
  };
  PathPicture discs(some_options()), none(options_with_a_footprint()), some(options_with_a_footprint());
  discs.add(frame_at(0, {{0, {20, 10}}}));
  none.add(posed(0, {{0, {20, 10}}}, {1, 0}, 0));
  some.add(posed(0, {{1, {20, 10}}}, {1, 0}, 0));
  EXPECT_EQ(legend(decode(discs.encode())), legend(decode(none.encode())));
  EXPECT_NE(legend(decode(discs.encode())), legend(decode(some.encode())));
}

TEST_F(PictureTest, FootprintsNeedHeadings) {
  PathPicture picture(options_with_a_footprint());
  expect_error(ErrorCode::invalid_argument, "0 headings, 0 velocities and 0 profiles for 1 agents", [&] {
    picture.add(frame_at(0, {{1, {20, 10}}}));
  });
}

TEST_F(PictureTest, TakesWaysThatLeaveThePicture) {
  PathPicture picture(some_options());
  picture.add(frame_at(0, {{1, {50, 25}}, {2, {-1e6, -1e6}}, {3, {50, 1e7}}}));
  picture.add(frame_at(1e7, {{1, {1e6, 25}}, {2, {1e6, 1e6}}, {3, {50, 2e7}}}));
  const Image image = decode(picture.encode());
  EXPECT_NE(at(image, 90, 25), ground);
  EXPECT_EQ(at(image, 10, 45), ground);
}

TEST_F(PictureTest, KeepsItsShapeForThinScenes) {
  PictureOptions options = some_options();
  options.upper = options.lower;
  EXPECT_GT(decode(PathPicture(options).encode()).height, 64);
  options.upper.y += 1e6;
  const Image tall = decode(PathPicture(options).encode());
  EXPECT_LE(scene_height(tall), 4 * 1032);
}

TEST_F(PictureTest, RefusesBadNumbers) {
  const auto refuse = [](const char* part, auto change) {
    PictureOptions options = some_options();
    change(options);
    expect_error(ErrorCode::invalid_argument, part, [&] { PathPicture picture(options); });
  };
  refuse("bounds", [](PictureOptions& o) { o.upper.x = o.lower.x - 1; });
  refuse("bounds", [](PictureOptions& o) { o.upper.y = std::numeric_limits<double>::infinity(); });
  refuse("width = 100", [](PictureOptions& o) { o.width = 100; });
  refuse("max_speed = 0", [](PictureOptions& o) { o.max_speed = 0; });
}

TEST_F(PictureTest, AppearsWhole) {
  const PathPicture picture(some_options());
  picture.write(file("a.png"));
  EXPECT_EQ(test::slurp(file("a.png")), picture.encode());
  expect_error(ErrorCode::input_output, "already exists", [&] { picture.write(file("a.png"), Existing::refuse); });
  expect_error(ErrorCode::input_output, "no folder", [&] { picture.write(file("missing/a.png")); });
  EXPECT_EQ(files_in_folder(), 1u);
}

TEST(PictureLegend, RoundsLengthsDown) {
  EXPECT_DOUBLE_EQ(round_length(1.0), 1.0);
  EXPECT_DOUBLE_EQ(round_length(0.99), 0.5);
  EXPECT_DOUBLE_EQ(round_length(23.0), 20.0);
  EXPECT_DOUBLE_EQ(round_length(51.0), 50.0);
  EXPECT_DOUBLE_EQ(round_length(1000.0), 1000.0);
}

TEST(Canvas, PolygonCoverageIsExactForHalfPixels) {
  Canvas canvas(4, 4, {0, 0, 0});
  const Vec2d square[] = {{0.5, 1}, {2, 1}, {2, 3}, {0.5, 3}};
  canvas.fill_polygon(square, {200, 200, 200});
  const Image image = decode(canvas.encode_png());
  EXPECT_EQ(image.at(0, 1), (Pixel{100, 100, 100}));
  EXPECT_EQ(image.at(1, 2), (Pixel{200, 200, 200}));
  EXPECT_EQ(image.at(2, 1), (Pixel{0, 0, 0}));
  EXPECT_EQ(image.at(1, 0), (Pixel{0, 0, 0}));
}

}  // namespace
}  // namespace throng::io_picture_tests
