// What the public face takes for a footprint, and what it says of bad ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "tests/support/executors.hpp"
#include "throng/throng.hpp"

namespace throng::footprint_api_tests {
namespace {

using Points = std::vector<Vec2d>;

const Points cart{{-0.6, -0.4}, {0.6, -0.4}, {0.6, 0.4}, {-0.6, 0.4}};

std::string refusal(const Points& vertices) {
  World world({.executor = ExecutorKind::cpu, .threads = 1});
  try {
    world.add_footprint(vertices);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "";
}

Points regular(int n) {
  Points points;
  for (int k = 0; k < n; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / n;
    points.push_back({std::cos(angle), std::sin(angle)});
  }
  return points;
}

TEST(FootprintApi, RowsCountUpAndKnowTheirCircle) {
  World world({.executor = ExecutorKind::cpu, .threads = 1});
  EXPECT_EQ(world.add_footprint(cart).row, 0u);
  EXPECT_EQ(world.add_footprint(regular(16)).row, 1u);
  EXPECT_NEAR(world.footprint_radius({0}), std::sqrt(0.36 + 0.16), 1e-12);
  EXPECT_THROW(static_cast<void>(world.footprint_radius({2})), Error);
}

TEST(FootprintApi, TakesEitherDirectionCollinearVerticesAndAnOriginOnTheBoundary) {
  EXPECT_EQ(refusal({cart.rbegin(), cart.rend()}), "");
  EXPECT_EQ(refusal({{-0.6, -0.4}, {0.0, -0.4}, {0.6, -0.4}, {0.6, 0.4}, {-0.6, 0.4}}), "");
  EXPECT_EQ(refusal({{0.0, -1.0}, {2.0, -1.0}, {2.0, 1.0}, {0.0, 1.0}}), "");
  EXPECT_EQ(refusal({{0.0, 0.0}, {2.0, -1.0}, {2.0, 1.0}}), "");
}

TEST(FootprintApi, SaysWhatIsWrong) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal({{0.0, 0.0}, {1.0, 0.0}}), "footprint has 2 vertices; it must have 3 to 16");
  EXPECT_EQ(refusal(regular(17)), "footprint has 17 vertices; it must have 3 to 16");
  EXPECT_EQ(refusal({{1.0, 0.0}, {0.0, nan}, {-1.0, 0.0}}),
            "footprint vertex 1 is (0, nan); coordinates must be finite and within 1000000 m of 0");
  EXPECT_NE(refusal({{1.0, 0.0}, {0.0, 1.0}, {-inf, 0.0}}).find("vertex 2 is (-inf, 0)"), std::string::npos);
  EXPECT_NE(refusal({{1.0, 0.0}, {0.0, 2.0e6}, {-1.0, 0.0}}).find("vertex 1"), std::string::npos);
  EXPECT_EQ(refusal({{-1.0, -1.0}, {1.0, -1.0}, {0.0, -0.5}, {0.0, 1.0}}),
            "footprint is not a convex polygon: it turns the other way at vertex 2 (0, -0.5)");
  EXPECT_EQ(refusal({{-1.0, 0.0}, {0.0, 0.0}, {1.0, 0.0}}),
            "footprint is not a convex polygon: all of its vertices are on a line");
  EXPECT_EQ(refusal({{1.0, 1.0}, {1.0, 1.0}, {0.0, 0.0}}),
            "footprint is not a convex polygon: fewer than 3 of its vertices are distinct");
  const Points five = regular(5);
  EXPECT_EQ(refusal({five[0], five[2], five[4], five[1], five[3]}),
            "footprint is not a convex polygon: it goes around more than once");
  EXPECT_NE(refusal({{0.1, -1.0}, {2.0, -1.0}, {2.0, 1.0}, {0.1, 1.0}}).find("does not contain (0, 0)"),
            std::string::npos);
}

TEST(FootprintApi, AProfileNamesAFootprintOfItsWorld) {
  World world({.executor = ExecutorKind::cpu, .threads = 1});
  Profile profile;
  profile.footprint = FootprintIndex{0};
  try {
    world.add_profile(profile);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "footprint 0 does not exist; the world has 0");
  }
  world.add_footprint(cart);
  EXPECT_NO_THROW(world.add_profile(profile));
}

TEST(FootprintApi, WithoutARadiusOfItsOwnAProfileHasThatOfTheCircle) {
  World world({.executor = ExecutorKind::cpu, .threads = 1});
  Profile profile;
  EXPECT_EQ(world.profile(world.add_profile(profile)).radius, 0.2);
  profile.footprint = world.add_footprint(cart);
  const ProfileIndex of_circle = world.add_profile(profile);
  EXPECT_EQ(world.profile(of_circle).radius, world.footprint_radius(*profile.footprint));
  profile.radius = world.footprint_radius(*profile.footprint);
  EXPECT_EQ(world.add_profile(profile), of_circle);
  profile.radius = 0.2;  // given, it counts, also where it is that of a disc
  const ProfileIndex narrow = world.add_profile(profile);
  EXPECT_EQ(world.profile(narrow).radius, 0.2);
  EXPECT_EQ(world.profile_count(), 3u);

  AgentDescription agent;
  agent.profile = of_circle;
  const AgentHandle handle = world.add_agent(agent);
  EXPECT_NEAR(world.state(handle).radius, std::sqrt(0.52), 1e-6);
  world.set_profile(handle, narrow);
  EXPECT_NEAR(world.state(handle).radius, 0.2, 1e-6);
}

TEST(FootprintApi, TheCircleOfAFootprintMustBeARadius) {
  World world({.executor = ExecutorKind::cpu, .threads = 1});
  Profile profile;
  profile.footprint = world.add_footprint(Points{{-1.0e6, -1.0e6}, {1.0e6, -1.0e6}, {0.0, 1.0e6}});
  try {
    world.add_profile(profile);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("radius is 1414213"), 0u) << error.what();
  }
  profile.radius = 1.0e6;
  EXPECT_NO_THROW(world.add_profile(profile));
}

TEST(FootprintApi, FootprintsAreReadAsTheyAreKept) {
  World world({.executor = ExecutorKind::cpu, .threads = 1});
  const FootprintIndex row =
      world.add_footprint(Points{{-1.0, 1.0}, {1.0, 1.0}, {1.0, 1.0}, {1.0, -1.0}, {0.0, -1.0}, {-1.0, -1.0}});
  const std::span<const Vec2d> kept = world.footprint(row);
  const Points wanted{{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
  ASSERT_EQ(kept.size(), 4u);
  for (const Vec2d& v : wanted) EXPECT_EQ(std::count(kept.begin(), kept.end(), v), 1);
  double area = 0.0;
  for (std::size_t k = 0; k < 4; ++k) area += kept[k].x * kept[(k + 1) % 4].y - kept[k].y * kept[(k + 1) % 4].x;
  EXPECT_EQ(area, 8.0);
  EXPECT_THROW(static_cast<void>(world.footprint({1})), Error);
}

TEST(FootprintApi, HeadingsAreSet) {
  for (const int steps : {0, 1}) {
    World world({.executor = ExecutorKind::cpu, .threads = 1});
    AgentDescription agent;
    agent.profile = world.add_profile({});
    const AgentHandle handle = world.add_agent(agent);
    world.step(static_cast<std::uint64_t>(steps));
    world.set_heading(handle, {0.0, -3.0});
    EXPECT_EQ(world.state(handle).heading.x, 0.0);
    EXPECT_EQ(world.state(handle).heading.y, -1.0);
    EXPECT_THROW(world.set_heading(handle, {0.0, 0.0}), Error);
    EXPECT_THROW(world.set_heading(handle, {std::numeric_limits<double>::quiet_NaN(), 0.0}), Error);
    EXPECT_EQ(world.state(handle).heading.y, -1.0);
  }
}

}  // namespace
}  // namespace throng::footprint_api_tests
