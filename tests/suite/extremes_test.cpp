// Parameters and crowds at the ends of their ranges.
#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::extremes_tests {
namespace {

class Extremes : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(Extremes);

TEST_P(Extremes, EmptyWorldSteps) {
  World world(options());
  world.step(3);
  EXPECT_EQ(world.agent_count(), 0u);
  EXPECT_EQ(world.statistics().steps, 3u);
  EXPECT_TRUE(world.positions().empty());
  EXPECT_EQ(world.measure().contacts, 0u);
}

TEST_P(Extremes, AWorldThatACrowdOnOnePointHasLeftSteps) {
  World world(options());
  Profile p;
  p.on_arrival = OnArrival::remove;
  const ProfileIndex profile = world.add_profile(p);
  for (int k = 0; k < 80; ++k) world.add_agent(agent_to({1.0, 1.0}, {1.0, 1.0}, profile));
  world.step();
  EXPECT_EQ(world.agent_count(), 0u);
  world.step();
  EXPECT_EQ(world.statistics().steps, 2u);
}

TEST_P(Extremes, OneAgentWalksStraight) {
  World world(options());
  world.add_agent(agent_to({1.0, 1.0}, {101.0, 1.0}, world.add_profile({})));
  world.step(100);
  EXPECT_NEAR(world.positions()[0].x, 1.0 + 100 * 0.1 * 1.34, 1.0e-4);
  EXPECT_EQ(world.positions()[0].y, 1.0);
}

TEST_P(Extremes, AgentsInOneLineMeetAndPass) {
  // One row of cells: fewer than three in a direction.
  for (const bool upright : {false, true}) {
    World world(options());
    const ProfileIndex profile = world.add_profile({});
    const auto turned = [upright](double along) { return upright ? Vec2d{0.0, along} : Vec2d{along, 0.0}; };
    for (int k = 0; k < 10; ++k) {
      world.add_agent(agent_to(turned(-3.0 - k), turned(10.0 - k), profile));
      world.add_agent(agent_to(turned(3.0 + k), turned(-10.0 + k), profile));
    }
    // Two rows that meet head-on need a while to untangle.
    const std::uint64_t steps = steps_until_all_arrive(world, 900);
    EXPECT_LE(steps, 900u) << world.statistics().arrived << " of 20 arrived";
    EXPECT_LE(world.measure().deepest_overlap, 0.02);
  }
}

TEST_P(Extremes, StepLongerThanTheTimeHorizon) {
  World world(options(1.0));
  Profile p;
  p.time_horizon = 0.2;
  p.time_horizon_obstacle = 0.2;
  const ProfileIndex profile = world.add_profile(p);
  Random random(43);
  for (int k = 0; k < 30; ++k) {
    const Vec2d at = random.in_box(6.0);
    world.add_agent(agent_to(at, times(-1.0, at), profile));
  }
  world.add_polygon(box(20.0, 20.0, 21.0, 21.0));
  for (int s = 0; s < 60; ++s) {
    world.step();
    ASSERT_TRUE(all_finite(world));
    ASSERT_LE(top_speed(world), 1.8 * (1.0 + 1.0e-6));
  }
}

TEST_P(Extremes, MaximumSpeedZeroNeverMoves) {
  World world(options());
  Profile still;
  still.max_speed = 0.0;
  const ProfileIndex stone = world.add_profile(still), walker = world.add_profile({});
  world.add_polygon(box(-0.5, -3.0, 0.5, -2.0));
  world.add_agent(agent_to({0.0, 0.0}, {9.0, 0.0}, stone));
  world.add_agent(agent_to({0.1, 0.0}, {9.0, 0.0}, stone));  // overlapping: still no motion
  world.add_agent(agent_to({-5.0, 0.0}, {5.0, 0.0}, walker));
  world.step(120);
  EXPECT_EQ(world.positions()[0], (Vec2d{0.0, 0.0}));
  EXPECT_NEAR(world.positions()[1].x, 0.1, 1.0e-6);
  EXPECT_EQ(world.velocities()[1], (Vec2d{0.0, 0.0}));
  EXPECT_NEAR(world.positions()[2].x, 5.0, 0.21);  // went around them
}

TEST_P(Extremes, RadiusZeroPointsPass) {
  World world(options());
  Profile p;
  p.radius = 0.0;
  p.arrival_tolerance = 0.1;
  const ProfileIndex profile = world.add_profile(p);
  world.add_polyline(std::vector<Vec2d>{{3.0, -1.0}, {3.0, 1.0}});
  world.add_agent(agent_to({-4.0, 0.0}, {2.0, 0.0}, profile));
  world.add_agent(agent_to({2.0, 0.0}, {-4.0, 0.0}, profile));
  world.add_agent(agent_to({-4.0, 0.5}, {6.0, 0.5}, profile));  // the wall holds points too
  for (int s = 0; s < 150; ++s) {
    world.step();
    ASSERT_TRUE(all_finite(world));
  }
  EXPECT_EQ(world.statistics().arrived, 2u);
  EXPECT_LE(world.positions()[2].x, 3.0);
  EXPECT_EQ(world.statistics().wall_crossings, 0u);
}

TEST_P(Extremes, NeighborDistanceZeroSeesNobody) {
  World world(options());
  Profile p;
  p.neighbor_distance = 0.0;
  const ProfileIndex profile = world.add_profile(p);
  world.add_agent(agent_moving({-3.0, 0.0}, {1.25, 0.0}, profile));
  world.add_agent(agent_moving({3.0, 0.0}, {-1.25, 0.0}, profile));
  world.add_agent(agent_moving({3.0, 0.0}, {-1.25, 0.0}, profile));  // in one spot: distance 0 is not below 0
  for (const AgentHandle agent : world.handles()) EXPECT_TRUE(world.neighbors(agent).empty());
  world.step(40);
  EXPECT_EQ(world.velocities()[0], (Vec2d{1.25, 0.0}));
  EXPECT_EQ(world.velocities()[1], (Vec2d{-1.25, 0.0}));
}

TEST_P(Extremes, MaxNeighborsZeroAvoidsNobody) {
  World world(options());
  Profile p;
  p.max_neighbors = 0;
  const ProfileIndex blind = world.add_profile(p);
  world.add_agent(agent_moving({-3.0, 0.0}, {1.25, 0.0}, blind));
  world.add_agent(agent_moving({3.0, 0.0}, {-1.25, 0.0}, blind));
  world.step(40);
  EXPECT_EQ(world.velocities()[0], (Vec2d{1.25, 0.0}));
}

TEST_P(Extremes, VeryDifferentSizesMeet) {
  World world(options());
  Profile bus, fly;
  bus.radius = 8.0;
  bus.neighbor_distance = 60.0;
  bus.arrival_tolerance = 1.0;
  fly.radius = 0.01;
  fly.neighbor_distance = 60.0;
  fly.max_neighbors = 20;
  fly.arrival_tolerance = 0.1;
  const ProfileIndex large = world.add_profile(bus), small = world.add_profile(fly);
  world.add_agent(agent_to({-40.0, 0.0}, {40.0, 0.0}, large));
  for (int k = 0; k < 15; ++k) world.add_agent(agent_to({20.0, -7.0 + k}, {-40.0, -7.0 + k}, small));
  double least = 1.0;
  for (int s = 0; s < 2000 && world.statistics().arrived < 16; ++s) {
    world.step();
    least = std::min(least, least_clearance(world));
  }
  EXPECT_GE(least, -5.0e-3);
  EXPECT_EQ(world.statistics().arrived, 16u);
}

/// Coordinates in the millions, as of maps: the same course as at the origin.
TEST_P(Extremes, FarFromTheOriginOfTheMapNothingChanges) {
  std::vector<Vec2d> ends[2];
  for (int variant = 0; variant < 2; ++variant) {
    const Vec2d shift = variant == 0 ? Vec2d{0.0, 0.0} : Vec2d{4194304.0, 524288.0};
    World world(options());
    const ProfileIndex profile = world.add_profile({});
    world.add_agent(agent_to(plus(shift, {-5.0, 0.25}), plus(shift, {5.0, 0.25}), profile));
    world.add_agent(agent_to(plus(shift, {5.0, 0.0}), plus(shift, {-5.0, 0.0}), profile));
    world.step(60);
    for (const Vec2d& p : world.positions()) ends[variant].push_back(minus(p, shift));
  }
  for (std::size_t k = 0; k < 2; ++k) EXPECT_LE(max_difference(ends[0][k], ends[1][k]), 1.0e-6);
}

/// Nine others on the spot, one short of what is looked for, within a distance whose square float hardly knows.
TEST_P(Extremes, ASearchWithinNextToNothingEnds) {
  for (const double distance : {1.0e-22, 1.0e-21, 3.9e-21, 4.2e-21, 1.0e-20, 1.0e-18}) {
    World world(options());
    Profile p;
    p.neighbor_distance = distance;
    const ProfileIndex profile = world.add_profile(p);
    for (int k = 0; k < 10; ++k) world.add_agent(agent_at({0.0, 0.0}, profile));
    world.step();
    EXPECT_TRUE(all_finite(world));
  }
}

/// A wall through all the extent, whose end float knows to a meter only: what a step does is what constraints() shows.
TEST_P(Extremes, AnEdgeThatRoundingBringsNearIsTheSameToAll) {
  World world(options());
  Profile p;
  p.max_speed = 0.1;
  p.time_horizon_obstacle = 1.0;
  p.neighbor_distance = 1.0;
  const ProfileIndex profile = world.add_profile(p);
  world.add_polyline(std::vector<Vec2d>{{0.0, 1.0e7}, {0.0, -0.625}});
  world.add_agent(agent_to({5.0, -1.0e7}, {5.0, -1.0e7}, profile));  // the origin is in the middle
  AgentDescription walker = agent_at({-0.03125, -1.125}, profile);
  walker.preferred_velocity = Vec2d{0.07, 0.05};
  const AgentHandle agent = world.add_agent(walker);
  const std::vector<Constraint> constraints = world.constraints(agent);
  world.step();
  EXPECT_LE(violation(constraints, world.state(agent).velocity), 1.0e-6);
}

}  // namespace
}  // namespace throng::test::extremes_tests
