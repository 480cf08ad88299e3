// Who gives way: policies, layers and masks, agents that do not avoid.
#include <limits>

#include "tests/support/executors.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::responsibility_tests {
namespace {

class GivingWay : public OnEveryExecutor {
 protected:
  [[nodiscard]] WorldOptions with(Responsibility policy) const {
    WorldOptions settings = options();
    settings.responsibility = policy;
    return settings;
  }
};
THRONG_ON_EVERY_EXECUTOR(GivingWay);

struct Encounter {
  double clearance;
  Vec2d deviation_a, deviation_b;  ///< m, greatest sideways, of each from its straight course
};

/// Two walkers towards each other, not quite head-on.
Encounter meet(World& world, AgentDescription a, AgentDescription b) {
  const ProfileIndex profile = world.add_profile({});
  a.profile = b.profile = profile;
  a.position = {-5.0, 0.0625};
  b.position = {5.0, -0.0625};
  a.velocity = Vec2d{1.25, 0.0};
  b.velocity = Vec2d{-1.25, 0.0};
  a.preferred_velocity = a.velocity;
  b.preferred_velocity = b.velocity;
  world.add_agent(a);
  world.add_agent(b);
  Encounter result{1.0e9, {}, {}};
  for (int s = 0; s < 80; ++s) {
    world.step();
    const auto at = world.positions();
    result.clearance = std::min(result.clearance, least_clearance(world));
    result.deviation_a.y = std::max(result.deviation_a.y, std::abs(at[0].y - a.position.y));
    result.deviation_b.y = std::max(result.deviation_b.y, std::abs(at[1].y - b.position.y));
  }
  return result;
}

TEST_P(GivingWay, EqualSharesAreEqual) {
  World world(with(Responsibility::equal));
  const Encounter e = meet(world, {}, {});
  EXPECT_GE(e.clearance, -1.0e-3);
  EXPECT_NEAR(e.deviation_a.y, e.deviation_b.y, 1.0e-3);
  EXPECT_GT(e.deviation_a.y, 0.1);
}

TEST_P(GivingWay, InfinitePriorityKeepsItsCourseToTheBit) {
  World world(with(Responsibility::priority));
  AgentDescription tram;
  tram.priority = std::numeric_limits<double>::infinity();
  const Encounter e = meet(world, tram, {});
  EXPECT_GE(e.clearance, -1.0e-3);
  EXPECT_EQ(e.deviation_a.y, 0.0);
  EXPECT_GT(e.deviation_b.y, 0.25);
  EXPECT_EQ(world.velocities()[0], (Vec2d{1.25, 0.0}));
}

TEST_P(GivingWay, HigherPriorityGivesWayLess) {
  World world(with(Responsibility::priority));
  AgentDescription heavy;
  heavy.priority = 9.0;
  const Encounter e = meet(world, heavy, {});
  EXPECT_GE(e.clearance, -1.0e-3);
  EXPECT_LT(e.deviation_a.y, 0.5 * e.deviation_b.y);
}

TEST_P(GivingWay, SideLeavesAllToOne) {
  // a walks towards +x; the crossing b comes from below, its right, and so has a come from its left.
  World world(with(Responsibility::side));
  const ProfileIndex profile = world.add_profile({});
  const AgentHandle a = world.add_agent(agent_moving({-2.0, 0.0}, {1.25, 0.0}, profile));
  const AgentHandle b = world.add_agent(agent_moving({0.0, -2.0}, {0.0, 1.25}, profile));
  EXPECT_EQ(world.constraints(a).size(), 0u);
  EXPECT_EQ(world.constraints(b).size(), 1u);
  world.step();
  EXPECT_EQ(world.velocities()[0], (Vec2d{1.25, 0.0}));
  EXPECT_NE(world.velocities()[1], (Vec2d{0.0, 1.25}));
  world.step(50);
  EXPECT_GE(least_clearance(world), -1.0e-3);
}

TEST_P(GivingWay, SpeedGivesTheLargerShareToTheFaster) {
  World world(with(Responsibility::speed));
  const ProfileIndex profile = world.add_profile({});
  const AgentHandle slow = world.add_agent(agent_moving({-2.0, 0.0}, {0.5, 0.0}, profile));
  const AgentHandle fast = world.add_agent(agent_moving({0.0, 0.1}, {-1.5, 0.0}, profile));
  const double change_slow = distance(world.constraints(slow).at(0).point, {0.5, 0.0});
  const double change_fast = distance(world.constraints(fast).at(0).point, {-1.5, 0.0});
  EXPECT_NEAR(change_fast / (change_fast + change_slow), 0.7, 1.0e-4);
}

TEST_P(GivingWay, OneThatDoesNotAvoidKeepsItsCourseToTheBit) {
  for (const Responsibility policy :
       {Responsibility::equal, Responsibility::priority, Responsibility::side, Responsibility::speed}) {
    World world(with(policy));
    AgentDescription scripted;
    scripted.avoids = false;
    const Encounter e = meet(world, scripted, {});
    EXPECT_EQ(e.deviation_a.y, 0.0);
    EXPECT_EQ(world.velocities()[0], (Vec2d{1.25, 0.0}));
    EXPECT_GE(e.clearance, -1.0e-3);  // the other took all of it
    EXPECT_GT(e.deviation_b.y, 0.25);
  }
}

TEST_P(GivingWay, MasksDecideWhoSeesWhom) {
  {
    World world(options());
    AgentDescription above, below;
    above.layer = above.mask = 2;
    below.layer = below.mask = 1;
    const Encounter e = meet(world, above, below);
    EXPECT_EQ(e.deviation_a.y, 0.0);
    EXPECT_EQ(e.deviation_b.y, 0.0);
    EXPECT_LT(e.clearance, -0.2);  // through each other, on two floors
  }
  {
    World world(options());
    AgentDescription blind;
    blind.mask = 2;  // does not see layer 1, where the other is; the other sees it
    const Encounter e = meet(world, blind, {});
    EXPECT_EQ(e.deviation_a.y, 0.0);
    EXPECT_GE(e.clearance, -1.0e-3);
    EXPECT_GT(e.deviation_b.y, 0.25);
  }
}

}  // namespace
}  // namespace throng::test::responsibility_tests
