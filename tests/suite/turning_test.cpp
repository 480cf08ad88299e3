// Limits of turning and of headings at low speed, over runs of whole worlds.
#include <numbers>

#include "tests/support/executors.hpp"
#include "tests/support/random_crowd.hpp"

namespace throng::test::turning_tests {
namespace {

class Turning : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(Turning);

class TurningAgreement : public OnExecutor {};
THRONG_ON_FAST_EXECUTORS(TurningAgreement);

constexpr double pi = std::numbers::pi;

std::vector<Vec2d> headings_of(const World& world) {
  std::vector<Vec2d> headings;
  for (const AgentHandle agent : world.handles()) headings.push_back(world.state(agent).heading);
  return headings;
}

double angle_between(Vec2d a, Vec2d b) { return std::abs(std::atan2(det(a, b), dot(a, b))); }

/// Two crowds that walk through each other in a corridor, every other agent with the second profile.
void add_counterflow(World& world, const Profile& first, const Profile& second, int agents) {
  const ProfileIndex profiles[2] = {world.add_profile(first), world.add_profile(second)};
  world.add_polyline(std::vector<Vec2d>{{-12.0, -3.0}, {12.0, -3.0}});
  world.add_polyline(std::vector<Vec2d>{{-12.0, 3.0}, {12.0, 3.0}});
  Random random(31);
  for (int k = 0; k < agents; ++k) {
    const double side = k % 2 == 0 ? -1.0 : 1.0;
    const Vec2d at{side * random.between(0.5, 8.0), random.between(-2.7, 2.7)};
    AgentDescription agent = agent_to(at, {-10.0 * side, at.y}, profiles[k / 2 % 2]);
    agent.id = k;
    world.add_agent(agent);
  }
}

TEST_P(Turning, NeverFasterThanTheProfileAllowsInADenseCounterflow) {
  const double time_step = 0.1;
  Profile slow, quick;
  slow.max_turning_rate = 1.0;
  quick.max_turning_rate = 6.0;
  quick.max_acceleration = 6.0;
  World world(options(time_step));
  add_counterflow(world, slow, quick, 120);
  std::vector<Vec2d> before = headings_of(world);
  double greatest[2] = {0.0, 0.0};
  for (int s = 0; s < (GetParam() == ExecutorKind::cuda ? 60 : 200); ++s) {
    world.step();
    const std::vector<Vec2d> now = headings_of(world);
    for (std::size_t k = 0; k < now.size(); ++k) {
      EXPECT_NEAR(norm(now[k]), 1.0, 1.0e-6);
      double& most = greatest[k / 2 % 2];
      most = std::max(most, angle_between(before[k], now[k]));
    }
    before = now;
  }
  EXPECT_LE(greatest[0], 0.1 + 1.0e-6);
  EXPECT_LE(greatest[1], 0.6 + 1.0e-6);
  // They do turn as fast as they may.
  EXPECT_GE(greatest[0], 0.1 - 1.0e-6);
  EXPECT_GE(greatest[1], 0.6 - 1.0e-6);
  EXPECT_EQ(world.statistics().wall_crossings, 0u);
}

TEST_P(Turning, OneSentBackTurnsAroundOnTheSpotAndWalksBack) {
  const double time_step = 0.1;
  for (const double rate : {0.5, 2.0, 7.0}) {
    Profile p;
    p.max_turning_rate = rate;
    World world(options(time_step));
    const AgentHandle agent = world.add_agent(agent_moving({0.0, 0.0}, {1.3, 0.0}, world.add_profile(p)));
    world.step(10);
    const Vec2d turned_at = world.state(agent).position;
    EXPECT_NEAR(turned_at.x, 1.3, 1.0e-4);
    world.set_preferred_velocity(agent, {-1.3, 0.0});
    int steps = 0;
    double heading = 0.0;
    while (heading < pi - 1.0e-5) {
      world.step();
      ++steps;
      ASSERT_LT(steps, 200);
      const AgentState state = world.state(agent);
      heading = std::abs(std::atan2(state.heading.y, state.heading.x));
      EXPECT_NEAR(heading, std::min(pi, rate * time_step * steps), 1.0e-4);
      EXPECT_GE(std::atan2(state.heading.y, state.heading.x), -1.0e-6 - pi * (heading > 3.0)) << "to the left";
      // Nothing of the wanted velocity lies ahead while it looks the other way.
      if (heading < 0.5 * pi - 1.0e-5) {
        EXPECT_EQ(norm(state.velocity), 0.0);
      }
      EXPECT_NEAR(norm(state.velocity), std::max(0.0, -1.3 * std::cos(heading)), 1.0e-4);
    }
    EXPECT_NEAR(steps * time_step, pi / rate, time_step);
    world.step(10);
    EXPECT_NEAR(world.state(agent).velocity.x, -1.3, 1.0e-6);
    EXPECT_LT(world.state(agent).position.x, turned_at.x);
  }
}

TEST_P(Turning, OneThatFacesAwayFromItsGoalGetsThere) {
  for (const double rate : {0.3, 3.0}) {
    Profile p;
    p.max_turning_rate = rate;
    World world(options());
    AgentDescription agent = agent_to({0.0, 0.0}, {4.0, 0.0}, world.add_profile(p));
    agent.heading = Vec2d{-1.0, 0.0};
    world.add_agent(agent);
    // It nears the goal on a spiral, turning as fast as it can: of the distance d, d' = -rate^2 d^2 / speed, for small
    // steps.
    const double spiral = 1.34 / (rate * rate) * (1.0 / Profile::disc_radius - 1.0 / 4.0);
    world.step(static_cast<std::uint64_t>(10.0 * (pi / rate + 4.0 / 1.34 + 1.5 * spiral + 1.0)));
    EXPECT_EQ(world.statistics().arrived, 1u) << rate;
  }
}

/// Packed between walls, all pushing toward the same end: velocities are small and come from all sides.
void add_standing_crowd(World& world, const Profile& profile) {
  world.add_profile(profile);
  world.add_polyline(std::vector<Vec2d>{{-6.0, -2.0}, {6.0, -2.0}, {6.0, 2.0}, {-6.0, 2.0}, {-6.0, -2.0}});
  Random random(37);
  for (int k = 0; k < 60; ++k) {
    world.add_agent(agent_to({0.38 * (k % 12) + random.between(-0.01, 0.01), 0.6 * (k / 12) - 1.2}, {20.0, 0.0}));
  }
}

struct HeadingChanges {
  std::size_t turned = 0, turned_back = 0;
};

/// Over 60 steps of a crowd that has stood for a while.
HeadingChanges changes_while_standing(World world) {
  world.step(150);
  HeadingChanges changes;
  std::vector<Vec2d> before = headings_of(world);
  for (int s = 0; s < 60; ++s) {
    world.step();
    const std::vector<Vec2d> now = headings_of(world);
    for (std::size_t k = 0; k < now.size(); ++k) {
      const double angle = angle_between(before[k], now[k]);
      changes.turned += angle > 1.0e-6;
      changes.turned_back += angle > 0.5 * pi;
    }
    before = now;
  }
  return changes;
}

TEST_P(Turning, HeadingsOfAStandingCrowdDoNotFlip) {
  const auto changes = [&](const Profile& profile) {
    WorldOptions o = options();
    o.preferred_velocity_noise = 0.3;
    World world(o);
    add_standing_crowd(world, profile);
    return changes_while_standing(std::move(world));
  };
  Profile profile;
  profile.min_heading_speed = 0.0;
  const HeadingChanges restless = changes(profile);
  EXPECT_GT(restless.turned_back, 0u) << "else this crowd shows nothing";
  profile.min_heading_speed = 0.7;
  EXPECT_EQ(changes(profile).turned, 0u);
  profile.min_heading_speed = 0.05;
  profile.max_turning_rate = 3.0;
  EXPECT_EQ(changes(profile).turned_back, 0u);
}

TEST_P(Turning, HalfATurnPerStepIsNoLimit) {
  const auto run = [&](std::optional<double> rate) {
    Profile p;
    p.max_turning_rate = rate;
    World world(options());
    add_counterflow(world, p, p, 60);
    world.step(40);
    return std::pair(world.state_hash(), headings_of(world));
  };
  const auto without = run(std::nullopt);
  EXPECT_EQ(run(31.416), without);
  EXPECT_NE(run(5.0), without);
}

/// Where the programs' results agree closely, turned velocities and headings do too.
TEST_P(TurningAgreement, SingleStepsAgreeWithTheOracle) {
  std::size_t compared = 0, turned = 0, off = 0;
  for (std::uint64_t seed = 5000; seed < 5200; ++seed) {
    RandomCrowd crowd = random_crowd(seed);
    const auto after_step = [&](ExecutorKind executor) {
      World world = crowd.make(executor);
      world.step();
      return std::pair(world.velocities(), headings_of(world));
    };
    const auto plain = after_step(ExecutorKind::reference), plain_here = after_step(GetParam());
    Random random(seed);
    for (Profile& p : crowd.profiles) {
      if (random.chance(0.8)) p.max_turning_rate = random.between(0.2, 3.1) / crowd.options.time_step;
      p.min_heading_speed = random.between(0.0, 0.3);
      if (random.chance(0.2)) p.velocity_blend = random.between(0.3, 1.0);
    }
    const auto wanted = after_step(ExecutorKind::reference), got = after_step(GetParam());
    for (std::size_t k = 0; k < wanted.first.size(); ++k) {
      if (max_difference(plain.first[k], plain_here.first[k]) > 1.0e-5) continue;
      ++compared;
      turned += max_difference(wanted.first[k], plain.first[k]) > 1.0e-3;
      off += max_difference(wanted.first[k], got.first[k]) > 1.0e-4 ||
             max_difference(wanted.second[k], got.second[k]) > 1.0e-4;
    }
  }
  EXPECT_GT(compared, 3000u);
  EXPECT_GT(turned, 1000u);
  EXPECT_EQ(off, 0u);
}

}  // namespace
}  // namespace throng::test::turning_tests
