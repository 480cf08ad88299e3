// Speeds that depend on density: the relation, who counts, and what walls cut off.
#include <cmath>
#include <memory>
#include <numbers>

#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::density_tests {
namespace {

class Density : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(Density);

/// Weidmann's relation, with the parameters of `rule`.
double factor_at(double density, const DensitySpeed& rule = {}) {
  return std::max(rule.least_factor, 1.0 - std::exp(-rule.gamma * (1.0 / density - 1.0 / rule.max_density)));
}

/// Nobody keeps clear of anybody: what is left of a preferred velocity is the velocity.
Profile free_profile(const DensitySpeed& rule = {}) {
  Profile profile;
  profile.max_neighbors = 0;
  profile.density_speed = rule;
  return profile;
}

/// A square lattice of side `2 n + 1` around (0, 0), turned a little; the agent at (0, 0) first.
std::vector<AgentDescription> lattice(int n, double density, ProfileIndex profile) {
  const double spacing = 1.0 / std::sqrt(density), c = 0.96 * spacing, s = 0.28 * spacing;
  std::vector<AgentDescription> agents{agent_moving({0.0, 0.0}, {1.25, 0.0}, profile)};
  for (int i = -n; i <= n; ++i) {
    for (int k = -n; k <= n; ++k) {
      if (i != 0 || k != 0) agents.push_back(agent_moving({c * i - s * k, s * i + c * k}, {1.25, 0.0}, profile));
    }
  }
  return agents;
}

double speed_of_first(World& world, const std::vector<AgentDescription>& agents) {
  const std::vector<AgentHandle> handles = world.add_agents(agents);
  world.step();
  return world.state(handles[0]).velocity.x;
}

TEST_P(Density, ALatticeHasTheSpeedOfItsDensity) {
  for (const double density : {0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0}) {
    World world(options());
    const double speed = speed_of_first(world, lattice(12, density, world.add_profile(free_profile())));
    // What a lattice's weights add up to is not quite the integral over the disc.
    EXPECT_NEAR(speed, 1.25 * factor_at(density), 0.03) << density;
  }
}

TEST_P(Density, SpeedFallsWithDensity) {
  DensitySpeed wide;
  wide.radius = 6.0;
  double before = 1.25;
  for (const double density : {0.5, 1.0, 2.0, 3.0, 4.0, 5.0}) {
    World world(options());
    const double speed = speed_of_first(world, lattice(18, density, world.add_profile(free_profile(wide))));
    EXPECT_NEAR(speed, 1.25 * factor_at(density), 0.006) << density;
    EXPECT_LT(speed, before);
    before = speed;
  }
}

TEST_P(Density, OneAloneWalksExactlyAsItLikes) {
  for (const DensitySpeed& rule : {DensitySpeed{}, DensitySpeed{1.913, 5.4, 0.25, 0.0, 0.05}}) {
    World world(options());
    const ProfileIndex profile = world.add_profile(free_profile(rule));
    const AgentHandle alone = world.add_agent(agent_moving({0.0, 0.0}, {1.25, 0.0}, profile));
    world.add_agent(agent_moving({20.0, 0.0}, {1.25, 0.0}, profile));
    world.step();
    EXPECT_EQ(world.state(alone).velocity, (Vec2d{1.25, 0.0}));
  }
}

TEST_P(Density, NobodyStopsForEver) {
  for (const double least : {0.0, 0.0625, 1.0}) {
    World world(options());
    DensitySpeed rule;
    rule.least_factor = least;
    const double speed = speed_of_first(world, lattice(12, 8.0, world.add_profile(free_profile(rule))));
    EXPECT_DOUBLE_EQ(speed, 1.25 * least);
  }
}

TEST_P(Density, WhoIsBehindCountsLess) {
  const auto speed = [&](double x) {
    World world(options());
    const ProfileIndex profile = world.add_profile(free_profile());
    std::vector<AgentDescription> agents{agent_moving({0.0, 0.0}, {1.25, 0.0}, profile)};
    for (int k = 0; k < 8; ++k) agents.push_back(agent_at({x, 0.1 * k}, profile));
    return speed_of_first(world, agents);
  };
  EXPECT_EQ(speed(-1.5), 1.25);  // outside of the disc
  EXPECT_LT(speed(-0.5), 1.24);
  EXPECT_LT(speed(1.0), speed(-0.5) - 0.1);
  EXPECT_EQ(speed(3.5), 1.25);
}

TEST_P(Density, OnlyThoseWhoAreSeenCount) {
  World world(options());
  const ProfileIndex profile = world.add_profile(free_profile());
  std::vector<AgentDescription> agents = lattice(12, 3.0, profile);
  for (std::size_t k = 1; k < agents.size(); ++k) agents[k].layer = 2;
  agents[0].mask = 1;
  EXPECT_EQ(speed_of_first(world, agents), 1.25);
  World other(options());
  other.add_profile(free_profile());
  for (std::size_t k = 1; k < agents.size(); k += 2) agents[k].layer = 1;
  EXPECT_NEAR(speed_of_first(other, agents), 1.25 * factor_at(1.5), 0.05);
}

TEST_P(Density, GoalsAndBehaviorsAlike) {
  std::vector<double> speeds;
  for (const int kind : {0, 1, 2}) {
    World world(options());
    Profile profile = free_profile();
    profile.preferred_speed = 1.25;
    std::vector<AgentDescription> agents = lattice(8, 2.0, world.add_profile(profile));
    if (kind == 1) {
      agents[0].preferred_velocity.reset();
      agents[0].goal = Vec2d{100.0, 0.0};
    }
    const std::vector<AgentHandle> handles = world.add_agents(agents);
    if (kind == 2) {
      Seek seek;
      seek.speed = 1.25;
      Steering steering;
      steering.behavior = world.add_behavior(seek);
      steering.targets[0] = Vec2d{100.0, 0.0};
      world.set_steering(handles[0], steering);
    }
    world.step(2);
    const AgentState state = world.state(handles[0]);
    speeds.push_back(state.velocity.x);
    EXPECT_NEAR(state.preferred_velocity.x, 1.25, 1e-6);  // nothing is kept of it
  }
  EXPECT_NEAR(speeds[0], speeds[1], 1e-6);
  EXPECT_NEAR(speeds[0], speeds[2], 1e-6);
}

/// In a corridor the same crowd is as dense to whoever walks in it as in the open.
TEST_P(Density, WallsCutOffWhatIsNotOpen) {
  DensitySpeed rule;
  rule.radius = 3.0;
  for (const double width : {1.8, 3.0, 8.0}) {
    // Close together, so that their weights add up to the integral over what is open.
    const double spacing = 0.2, density = 2.0;
    for (const double side : {0.0, 0.4 * width}) {
      World world(options());
      DensitySpeed scaled = rule;
      scaled.max_density *= 25.0 / density;
      scaled.gamma *= 25.0 / density;
      const ProfileIndex profile = world.add_profile(free_profile(scaled));
      const double y = 0.5 * width;
      world.add_polygon(box(-10.0, y, 10.0, y + 1.0));
      world.add_polygon(box(-10.0, -y - 1.0, 10.0, -y));
      std::vector<AgentDescription> agents{agent_moving({0.0, side}, {1.25, 0.0}, profile)};
      agents[0].radius = 0.1;
      const int rows = static_cast<int>(std::lround(width / spacing));
      for (int i = -30; i <= 30; ++i) {
        for (int k = 0; k < rows; ++k) {
          AgentDescription agent = agent_at({spacing * (i + 0.5), -y + spacing * (k + 0.5)}, profile);
          agent.radius = 0.05;
          agents.push_back(agent);
        }
      }
      EXPECT_NEAR(speed_of_first(world, agents), 1.25 * factor_at(density), 0.03) << width << ", " << side;
    }
  }
}

TEST_P(Density, NobodyLooksThroughAWall) {
  for (const bool wall : {false, true}) {
    World world(options());
    DensitySpeed rule;
    rule.radius = 1.0;
    rule.ahead = 2.0;
    Profile careless = free_profile(rule);
    careless.time_horizon_obstacle = 0.1;  // the wall itself slows nobody down yet
    const ProfileIndex profile = world.add_profile(careless);
    std::vector<AgentDescription> agents{agent_moving({0.0, 0.0}, {1.25, 0.0}, profile)};
    for (int k = 0; k < 8; ++k) agents.push_back(agent_at({2.0 + 0.1 * k, 0.0}, profile));
    const Vec2d line[] = {{0.9, -5.0}, {0.9, 5.0}};
    if (wall) world.add_polyline(line);
    const double speed = speed_of_first(world, agents);
    if (wall) {
      EXPECT_EQ(speed, 1.25);
    } else {
      EXPECT_LT(speed, 0.2);
    }
  }
}

TEST_P(Density, Extremes) {
  for (const DensitySpeed& rule :
       {DensitySpeed{1e3, 1e6, 1e-3, 0.0, 0.0}, DensitySpeed{1e-9, 10.0, 100.0, 100.0, 0.0},
        DensitySpeed{1e3, 1e-3, 100.0, 0.0, 1.0}, DensitySpeed{1.913, 1e-3, 1e-3, 100.0, 0.5}}) {
    World world(options());
    const ProfileIndex profile = world.add_profile(free_profile(rule));
    Random random(3);
    std::vector<AgentDescription> agents;
    for (int i = 0; i < 300; ++i) {
      const Vec2d at{random.between(-5.0, 5.0), random.between(-5.0, 5.0)};
      agents.push_back(agent_moving(i < 100 ? Vec2d{1.0, 1.0} : at, {1.25, 0.0}, profile));
    }
    agents[299].preferred_velocity = Vec2d{1e-30, 0.0};
    agents[298].preferred_velocity = Vec2d{1e5, -1e5};
    world.add_agents(agents);
    const std::vector<Vec2d> room = reversed(box(-6.0, -6.0, 7e3, 6.0));
    world.add_polygon(room);
    world.step(5);
    EXPECT_TRUE(all_finite(world));
    EXPECT_LE(top_speed(world), 1.8 + 1e-5);
  }
}

/// Thousands on one point cost what a crowd costs, and are counted.
TEST_P(Density, ThousandsOnOnePoint) {
  const int count = is_reference() ? 300 : GetParam() == ExecutorKind::cuda ? 1000 : 20000;
  World world(options());
  DensitySpeed rule;
  rule.radius = 1.0;
  rule.ahead = 0.0;
  Profile profile = free_profile(rule);
  const ProfileIndex index = world.add_profile(profile);
  std::vector<AgentDescription> agents{agent_moving({0.96, 0.0}, {1.25, 0.0}, index)};  // a weight of 0.08 each
  for (int i = 0; i < count; ++i) agents.push_back(agent_moving({0.0, 0.0}, {1.25, 0.0}, index));
  EXPECT_NEAR(speed_of_first(world, agents), 1.25 * rule.least_factor, 1e-6);
}

TEST_P(Density, ThoseSetAsideAreCounted) {
  // 100 on the edge of the disc, whose weights together are those of one or two.
  World world(options());
  DensitySpeed rule;
  rule.radius = 2.0;
  rule.ahead = 0.0;
  const ProfileIndex index = world.add_profile(free_profile(rule));
  std::vector<AgentDescription> agents{agent_moving({1.96, 0.0}, {1.25, 0.0}, index)};
  for (int i = 0; i < 100; ++i) agents.push_back(agent_moving({0.0, 0.0}, {1.25, 0.0}, index));
  const double weight = std::floor(4096.0 * (1.0 - 0.98 * 0.98) + 0.5) / 4096.0;
  const double density = (100.0 * weight + 1.0) / (2.0 * std::numbers::pi);
  EXPECT_NEAR(speed_of_first(world, agents), 1.25 * factor_at(density), 1e-5);
}

/// A pile that has begun to part, no two at one place, some of a crowd around it and one far away: cells are tiny, and
/// most rows of them empty.
TEST_P(Density, APileIsCountedUpToWhatMatters) {
  const int count = is_reference() || GetParam() == ExecutorKind::cuda ? 500 : 10000;
  World world(options());
  DensitySpeed rule;
  rule.radius = 1.0;
  rule.ahead = 0.8;
  const ProfileIndex profile = world.add_profile(free_profile(rule));
  std::vector<AgentDescription> agents{agent_moving({-0.8, 0.0}, {1.25, 0.0}, profile),   // looks at the pile
                                       agent_moving({-5.0, 0.0}, {1.25, 0.0}, profile),   // sees nobody
                                       agent_moving({2.0, 0.75}, {0.0, 1.25}, profile),   // sees the next one only
                                       agent_moving({2.0, 1.55}, {0.0, -1.25}, profile),  // looks at the one before
                                       agent_moving({200.0, 90.0}, {1.25, 0.0}, profile)};
  const double one = std::floor(4096.0 * (1.0 - 0.8 * 0.8) + 0.5) / 4096.0;  // of who is 0.8 m from the center
  Random random(8);
  for (int i = 0; i < count; ++i) {
    agents.push_back(agent_moving({random.between(0.0, 0.01), random.between(0.0, 0.01)}, {1.25, 0.0}, profile));
  }
  const std::vector<AgentHandle> handles = world.add_agents(agents);
  world.step();
  const auto speed = [&](std::size_t k) {
    const Vec2d velocity = world.state(handles[k]).velocity;
    return std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
  };
  EXPECT_NEAR(speed(0), 1.25 * rule.least_factor, 1e-6);
  EXPECT_EQ(speed(1), 1.25);
  const double two = (1.0 + one) / (0.5 * std::numbers::pi);
  EXPECT_NEAR(speed(2), 1.25 * factor_at(two, rule), 2e-5);
  EXPECT_NEAR(speed(3), 1.25 * factor_at(two, rule), 2e-5);
  EXPECT_EQ(speed(4), 1.25);
  // 0.36 of each of the pile: many times what the greatest density is.
  for (std::size_t k = 5; k < agents.size(); k += 7) ASSERT_NEAR(speed(k), 1.25 * rule.least_factor, 1e-6) << k;
}

/// The oracle's speeds, in crowds among walls.
TEST_P(Density, AgreesWithTheOracle) {
  if (is_reference()) GTEST_SKIP() << "with itself";
  int slowed = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    std::vector<AgentDescription> agents;
    for (int i = 0; i < 250; ++i) {
      AgentDescription agent = agent_moving({random.between(-6.0, 6.0), random.between(-5.0, 5.0)},
                                            {random.between(-1.0, 1.0), random.between(-1.0, 1.0)});
      agent.profile.row = static_cast<std::uint32_t>(i % 3);
      agents.push_back(agent);
    }
    std::vector<std::unique_ptr<World>> worlds;
    for (const ExecutorKind kind : {GetParam(), ExecutorKind::reference}) {
      WorldOptions with = options();
      with.executor = kind;
      worlds.push_back(std::make_unique<World>(with));
      World& world = *worlds.back();
      world.add_profile(free_profile());
      world.add_profile(free_profile(DensitySpeed{1.5, 6.0, 1.0, 0.0, 0.1}));
      world.add_profile(free_profile(DensitySpeed{2.0, 5.0, 4.0, 3.0, 0.1}));
      world.add_polygon(box(-1.5, -1.0, -0.5, 4.0));
      const Vec2d triangle[] = {{2.0, -3.0}, {4.0, -2.0}, {2.5, -1.0}};
      world.add_polygon(triangle);
      const Vec2d line[] = {{-6.0, -4.0}, {-3.0, -4.5}, {1.0, -4.0}};
      world.add_polyline(line);
      world.add_polygon(reversed(box(-7.0, -6.0, 7.0, 6.0)));
      world.add_agents(agents);
      world.step();
    }
    const std::vector<Vec2d> ours = worlds[0]->velocities(), theirs = worlds[1]->velocities();
    for (std::size_t i = 0; i < ours.size(); ++i) {
      // docs/model.md, "Density".
      EXPECT_NEAR(ours[i].x, theirs[i].x, 2e-4) << seed << ", agent " << i;
      EXPECT_NEAR(ours[i].y, theirs[i].y, 2e-4) << seed << ", agent " << i;
      slowed += norm(theirs[i]) < 0.9 * norm(*agents[i].preferred_velocity) ? 1 : 0;
    }
  }
  EXPECT_GT(slowed, 1500);
}

}  // namespace
}  // namespace throng::test::density_tests
