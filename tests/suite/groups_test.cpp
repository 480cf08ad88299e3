// Social groups: members keep together, walk abreast where there is room, and wait for each other.
#include <cmath>

#include "tests/support/executors.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::groups_tests {
namespace {

class Groups : public OnEveryExecutor {
 protected:
  /// Three who stand behind each other and have the same way; the last of them can be slow.
  struct Three {
    World world;
    std::vector<AgentHandle> agents;
  };
  [[nodiscard]] Three three(std::int32_t label, double speed_of_last = 1.8, double goal = 40.0) const {
    Three t{World(options()), {}};
    const ProfileIndex walker = t.world.add_profile(Profile::walker());
    const BehaviorIndex together = t.world.add_behavior(WalkTogether{});
    for (int k = 0; k < 3; ++k) {
      AgentDescription agent = agent_to({-1.0 * k, 0.05 * k}, {goal, 0.0}, walker);
      agent.group = label;
      if (k == 2) agent.max_speed = speed_of_last;
      t.agents.push_back(t.world.add_agent(agent));
      t.world.set_steering(t.agents.back(), {together, {}});
    }
    return t;
  }
  static double spread(const Three& t, double Vec2d::*axis) {
    const std::vector<Vec2d> at = t.world.positions();
    double least = INFINITY, most = -INFINITY;
    for (const Vec2d& p : at) {
      least = std::min(least, p.*axis);
      most = std::max(most, p.*axis);
    }
    return most - least;
  }
};
THRONG_ON_EVERY_EXECUTOR(Groups);

TEST_P(Groups, WalkAbreast) {
  Three t = three(4);
  t.world.step(150);
  EXPECT_LT(spread(t, &Vec2d::x), 0.2);
  EXPECT_NEAR(spread(t, &Vec2d::y), 1.5, 0.2);  // two spacings
  EXPECT_GT(t.world.positions()[0].x, 15.0);
}

TEST_P(Groups, WithoutALabelEachGoesAlone) {
  Three t = three(-1);
  t.world.step(150);
  EXPECT_GT(spread(t, &Vec2d::x), 1.5);
  EXPECT_LT(spread(t, &Vec2d::y), 0.3);
}

TEST_P(Groups, WaitForTheSlowOne) {
  Three t = three(4, 0.5), alone = three(-1, 0.5);
  double farthest = 0.0;
  for (int s = 0; s < 300; ++s) {
    t.world.step();
    alone.world.step();
    farthest = std::max(farthest, spread(t, &Vec2d::x));
  }
  EXPECT_GT(spread(alone, &Vec2d::x), 20.0);
  EXPECT_LT(farthest, 2.5);
  EXPECT_GT(t.world.positions()[0].x, 8.0);  // and go on, with half a meter per second
}

TEST_P(Groups, GoThroughADoorOneAfterTheOther) {
  Three t = three(4, 1.8, 12.0);
  t.world.add_polygon(box(6.0, -20.0, 6.4, -0.35));
  t.world.add_polygon(box(6.0, 0.35, 6.4, 20.0));
  double farthest = 0.0;
  for (int s = 0; s < 300; ++s) {
    t.world.step();
    farthest = std::max(farthest, spread(t, &Vec2d::x));
  }
  for (const Vec2d& p : t.world.positions()) EXPECT_GT(p.x, 7.0);
  EXPECT_LT(farthest, 5.0);
  EXPECT_EQ(t.world.statistics().wall_crossings, 0u);
}

TEST_P(Groups, GoOnWhenOneLeaves) {
  Three t = three(4);
  t.world.step(20);
  t.world.remove_agent(t.agents[1]);
  t.world.step(100);
  EXPECT_NEAR(spread(t, &Vec2d::y), 0.75, 0.15);
}

TEST_P(Groups, HaveALimit) {
  World world(options());
  world.add_profile(Profile::walker());
  const BehaviorIndex together = world.add_behavior(WalkTogether{});
  for (int k = 0; k < 65; ++k) {
    AgentDescription agent = agent_to({1.0 * k, 0.0}, {0.0, 50.0});
    agent.group = 3;
    world.set_steering(world.add_agent(agent), {together, {}});
  }
  try {
    world.step();
    FAIL() << "65 walked together";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_NE(std::string(error.what()).find("more than 64 agents of group 3"), std::string::npos) << error.what();
  }
  EXPECT_EQ(world.statistics().steps, 0u);
  world.clear_steering(world.handles().front());
  world.step();
  EXPECT_EQ(world.statistics().steps, 1u);
}

}  // namespace
}  // namespace throng::test::groups_tests
