// Crowds whose symmetry stops others: head-on pairs, circles, coincident agents; and groups that have to come to rest.
#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::symmetry_tests {
namespace {

class Symmetry : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(Symmetry);

TEST_P(Symmetry, HeadOnPairPasses) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  world.add_agent(agent_to({-5.0, 0.0}, {5.0, 0.0}, profile));
  world.add_agent(agent_to({5.0, 0.0}, {-5.0, 0.0}, profile));
  double least = 1.0;
  while (world.statistics().arrived < 2 && world.time() < 12.0) {
    world.step();
    least = std::min(least, least_clearance(world));
  }
  EXPECT_EQ(world.statistics().arrived, 2u);
  EXPECT_GE(least, -1.0e-4);
}

/// Of two that meet, the one that walks towards +x passes below.
TEST_P(Symmetry, HeadOnPairPassesEachOnItsRight) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  world.add_agent(agent_to({-5.0, 0.0}, {5.0, 0.0}, profile));
  world.add_agent(agent_to({5.0, 0.0}, {-5.0, 0.0}, profile));
  while (world.positions()[0].x < 0.0 && world.time() < 12.0) world.step();
  EXPECT_LT(world.positions()[0].y, -0.1);
  EXPECT_GT(world.positions()[1].y, 0.1);
}

/// Equal agents on a circle, each to the opposite point; the clearance on the way is at least `-allowed_overlap`.
void expect_circle_arrives(World& world, int count, double radius, double seconds, double allowed_overlap) {
  const ProfileIndex profile = world.add_profile({});
  for (int k = 0; k < count; ++k) {
    const Vec2d start = on_circle(radius, 6.283185307179586 * k / count);
    world.add_agent(agent_to(start, times(-1.0, start), profile));
  }
  double least = 1.0;
  const double steps = seconds / world.options().time_step;
  for (int s = 0; s < static_cast<int>(steps) && world.statistics().arrived < world.agent_count(); ++s) {
    world.step();
    least = std::min(least, least_clearance(world));
  }
  EXPECT_EQ(world.statistics().arrived, world.agent_count()) << count << " agents after " << world.time() << " s";
  EXPECT_GE(least, -allowed_overlap) << count << " agents";
}

TEST_P(Symmetry, ThreeFourAndEightCrossACircle) {
  for (const int count : {3, 4, 8}) {
    World world(options());
    expect_circle_arrives(world, count, 5.0, 30.0, 1.0e-3);
  }
}

TEST_P(Symmetry, TwentyCrossACircle) {
  World world(options());
  expect_circle_arrives(world, 20, 5.0, 120.0, 0.05);
}

TEST_P(Symmetry, CoincidentAgentsPart) {
  for (const int count : {2, 3, 10}) {
    for (const Vec2d velocity : {Vec2d{0.0, 0.0}, Vec2d{0.7, -0.4}}) {
      for (const bool break_symmetry : {true, false}) {
        WorldOptions settings = options();
        settings.break_symmetry = break_symmetry;
        World world(settings);
        const ProfileIndex profile = world.add_profile({});
        for (int k = 0; k < count; ++k) world.add_agent(agent_moving({1.0, 2.0}, velocity, profile));
        for (int s = 0; s < 60; ++s) {
          world.step();
          ASSERT_TRUE(all_finite(world));
          ASSERT_LE(top_speed(world), 1.8 * (1.0 + 1.0e-6));
        }
        EXPECT_GE(least_clearance(world), -1.0e-3) << count << " agents at " << velocity.x;
      }
    }
  }
}

/// Directions to part in that cancel out would leave all of a large stack where they are, to the bit and for ever.
TEST_P(Symmetry, LargeStacksPart) {
  for (const std::size_t count : {9u, 10u, 20u, 50u}) {
    for (const double time_step : {0.01, 0.0625, 0.25}) {
      for (const double radius : {0.15, 0.2, 0.3}) {
        WorldOptions settings = options();
        settings.time_step = time_step;
        World world(settings);
        Profile profile;
        profile.radius = radius;
        const ProfileIndex walker = world.add_profile(profile);
        const std::vector<AgentDescription> stack(count, agent_at({0.0, 0.0}, walker));
        world.add_agents(stack);
        world.step(static_cast<std::uint64_t>(15.0 / time_step));
        EXPECT_GE(least_clearance(world), -1.0e-3) << count << " agents of " << radius << " m, steps of " << time_step;
      }
    }
  }
}

void expect_rest(World& world) {
  EXPECT_LT(top_speed(world), 1.0e-3);
  const std::vector<Vec2d> before = world.positions();
  world.step(100);
  EXPECT_LT(top_speed(world), 1.0e-3);
  const std::vector<Vec2d> after = world.positions();
  for (std::size_t k = 0; k < before.size(); ++k) EXPECT_LT(distance(before[k], after[k]), 1.0e-4) << k;
}

TEST_P(Symmetry, SettledGroupComesToRest) {
  for (const double tolerance : {0.0, 0.2}) {
    World world(options());
    Profile p;
    p.arrival_tolerance = tolerance;
    const ProfileIndex profile = world.add_profile(p);
    Random random(23);
    // Packed: goals 0.42 m apart for discs of 0.4 m, each agent a little off its goal, many of them overlapping.
    for (int k = 0; k < 49; ++k) {
      const Vec2d goal{0.42 * (k % 7), 0.42 * (k / 7)};
      world.add_agent(agent_to(plus(goal, random.in_disc(0.1)), goal, profile));
    }
    EXPECT_GT(world.measure().contacts, 10u);
    world.step(600);
    expect_rest(world);
    EXPECT_LE(world.measure().deepest_overlap, 1.0e-3);
  }
}

TEST_P(Symmetry, GroupThatWalksToItsPlacesComesToRest) {
  World world(options());
  Profile p;
  p.arrival_tolerance = 0.05;
  const ProfileIndex profile = world.add_profile(p);
  Random random(23);
  for (int k = 0; k < 49; ++k) {
    const Vec2d goal{0.6 * (k % 7), 0.6 * (k / 7)};
    world.add_agent(agent_to(plus(times(3.0, goal), random.in_disc(0.15)), goal, profile));
  }
  world.step(900);
  EXPECT_EQ(world.statistics().arrived, 49u);
  expect_rest(world);
}

/// More want the spot than find room there. They go on pressing, as the model has it, but stay whole and together.
TEST_P(Symmetry, GroupThatWantsOneSpotGathersThereWithoutOverlap) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  Random random(29);
  for (int k = 0; k < 20; ++k) world.add_agent(agent_to(random.in_box(4.0), {0.0, 0.0}, profile));
  world.step(600);
  for (int s = 0; s < 100; ++s) {
    world.step();
    EXPECT_LE(world.measure().deepest_overlap, 0.02);
    for (const Vec2d& p : world.positions()) EXPECT_LE(norm(p), 2.5);
  }
}

}  // namespace
}  // namespace throng::test::symmetry_tests
