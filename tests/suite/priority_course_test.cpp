// An agent with infinite priority among others: its course is the one it would have alone, to the bit.
#include <limits>

#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::priority_course_tests {
namespace {

class PriorityCourse : public OnEveryExecutor {
 protected:
  void SetUp() override {
    OnEveryExecutor::SetUp();
    tram.priority = std::numeric_limits<double>::infinity();
    tram.id = 1000;  // the last in every array
    tram.position = {-16.0, 0.125};
  }

  /// A tram and 300 walkers around its way, who stand, come towards it, or cross; half of them give way to others too.
  /// Alone, it and the walkers are on layers that do not see each other. (The walkers stay: they decide the local
  /// origin, and so the bits of a position.)
  [[nodiscard]] World crowd(bool alone) const {
    WorldOptions settings = options();
    settings.responsibility = Responsibility::priority;
    World world(settings);
    AgentDescription own = tram;
    own.profile = world.add_profile({});
    if (alone) own.layer = own.mask = 2;
    world.add_agent(own);
    Random random(3);
    for (int k = 0; k < 300; ++k) {
      AgentDescription walker;
      walker.id = k;
      walker.profile = own.profile;
      walker.position = {-12.0 + 1.5 * (k % 20), -9.0 + 1.25 * (k / 20)};
      walker.priority = k % 2 == 0 ? 1.0e9 * random.between(0.0, 1.0) : 4.0 * random.between(0.0, 1.0);
      if (k % 7 == 0) walker.priority = 0.0;
      if (k % 3 == 1) walker.preferred_velocity = Vec2d{-1.25, 0.0};
      if (k % 3 == 2) walker.preferred_velocity = Vec2d{0.0, k % 2 == 0 ? 1.0 : -1.0};
      world.add_agent(walker);
    }
    return world;
  }

  /// Runs both worlds side by side; returns how near the crowd's walkers came to the tram's edge, m.
  double expect_same_course(World& among, World& alone, int steps) {
    const AgentHandle in_crowd = *among.find(1000), by_itself = *alone.find(1000);
    double nearest = std::numeric_limits<double>::infinity();
    for (int s = 0; s < steps; ++s) {
      among.step();
      alone.step();
      const AgentState own = among.state(in_crowd), expected = alone.state(by_itself);
      EXPECT_EQ(own.velocity, own.preferred_velocity) << "step " << s;
      EXPECT_EQ(own.velocity, expected.velocity) << "step " << s;
      EXPECT_EQ(own.position, expected.position) << "step " << s;
      if (HasFailure()) return nearest;
      const std::vector<Vec2d> at = among.positions();
      for (std::size_t k = 0; k + 1 < at.size(); ++k) {
        nearest = std::min(nearest, distance(at[k], own.position) - own.radius - 0.2);
      }
    }
    return nearest;
  }

  AgentDescription tram;
};
THRONG_ON_EVERY_EXECUTOR(PriorityCourse);

TEST_P(PriorityCourse, IsKeptToTheBitThroughACrowd) {
  tram.velocity = Vec2d{1.3, 0.01};
  tram.preferred_velocity = tram.velocity;
  World among = crowd(false), alone = crowd(true);
  const double nearest = expect_same_course(among, alone, 300);
  EXPECT_GT(among.state(*among.find(1000)).position.x, 20.0);  // out at the other end
  EXPECT_LT(nearest, 0.05);                                    // there were some in its way
  EXPECT_GT(nearest, -0.01);                                   // and they made room
}

TEST_P(PriorityCourse, IsItsOwnFromRestInTheMiddleOfACrowd) {
  tram.position = {-4.75, 0.5};
  tram.velocity = Vec2d{0.0, 0.0};
  tram.preferred_velocity = Vec2d{1.3, 0.01};
  World among = crowd(false), alone = crowd(true);
  expect_same_course(among, alone, 200);
  EXPECT_GT(among.state(*among.find(1000)).position.x, 20.0);
}

TEST_P(PriorityCourse, IsItsOwnTowardAGoalThatMoves) {
  tram.goal = Vec2d{20.0, 0.5};
  World among = crowd(false), alone = crowd(true);
  expect_same_course(among, alone, 120);
  for (World* world : {&among, &alone}) world->set_goal(*world->find(1000), {-4.0, 12.0});
  expect_same_course(among, alone, 200);
  EXPECT_TRUE(among.state(*among.find(1000)).arrived);
}

/// An agent of priority 0 gives way alone too: who has more sets out towards it and is not held by it.
TEST_P(PriorityCourse, AShareOf0MakesNoConstraint) {
  WorldOptions settings = options();
  settings.responsibility = Responsibility::priority;
  World world(settings);
  const ProfileIndex profile = world.add_profile({});
  AgentDescription walker = agent_at({-1.0, 0.0}, profile), other = agent_at({0.0, 0.0}, profile);
  walker.preferred_velocity = Vec2d{1.25, 0.0};
  other.priority = 0.0;
  const AgentHandle first = world.add_agent(walker), second = world.add_agent(other);
  EXPECT_EQ(world.constraints(first).size(), 0u);
  EXPECT_EQ(world.constraints(second).size(), 1u);
  world.step(60);
  EXPECT_GT(world.positions()[0].x, 5.0);
  EXPECT_GE(least_clearance(world), 0.0);
}

}  // namespace
}  // namespace throng::test::priority_course_tests
