// What the public face takes for a footprint, and what it says of bad ones.
#include <gtest/gtest.h>

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
            "footprint is not a convex polygon: reflex_vertex, at vertex 2 (0, -0.5)");
  EXPECT_EQ(refusal({{-1.0, 0.0}, {0.0, 0.0}, {1.0, 0.0}}), "footprint is not a convex polygon: zero_area");
  EXPECT_EQ(refusal({{1.0, 1.0}, {1.0, 1.0}, {0.0, 0.0}}), "footprint is not a convex polygon: too_few_vertices");
  const Points five = regular(5);
  EXPECT_EQ(refusal({five[0], five[2], five[4], five[1], five[3]}), "footprint is not a convex polygon: winds_twice");
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
