// Social groups: members keep together, walk abreast where there is room, and wait for each other.
#include <cmath>
#include <functional>

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
    const ProfileIndex walker = t.world.add_profile({});
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
  world.add_profile({});
  const BehaviorIndex together = world.add_behavior(WalkTogether{});
  const BehaviorIndex alone = world.add_behavior(HeadForGoal{});
  std::vector<AgentHandle> agents;
  for (int k = 0; k < 65; ++k) {
    AgentDescription agent = agent_to({1.0 * k, 0.0}, {0.0, 50.0});
    agent.group = 3;
    agents.push_back(world.add_agent(agent));
  }
  const auto expect_refused = [&](const std::function<void()>& call) {
    try {
      call();
      ADD_FAILURE() << "65 walk together";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_NE(std::string(error.what()).find("more than 64 agents of group 3"), std::string::npos) << error.what();
    }
    EXPECT_FALSE(world.steering(agents[64]).active && world.steering(agents[64]).steering.behavior == together);
    world.step();
  };
  const std::vector<Steering> all(65, Steering{together, {}});
  expect_refused([&] { world.set_steering(agents, all); });
  EXPECT_FALSE(world.steering(agents[0]).active);
  world.set_steering(std::span(agents).first(64), std::span(all).first(64));
  expect_refused([&] { world.set_steering(agents[64], {together, {}}); });
  world.set_steering(agents[64], {alone, {}});
  expect_refused([&] { world.change_behavior(alone, WalkTogether{}); });
  EXPECT_TRUE(std::holds_alternative<HeadForGoal>(world.behavior(alone)));
  world.clear_steering(agents[0]);
  world.change_behavior(alone, WalkTogether{});
  world.step();
}

TEST_P(Groups, AreLeftByWhoIsTakenElsewhere) {
  Three t = three(4), cleared = three(4);
  t.world.step(20);
  cleared.world.step(20);
  t.world.set_preferred_velocity(t.agents[1], {0.0, 1.0});
  cleared.world.clear_steering(cleared.agents[1]);
  cleared.world.set_preferred_velocity(cleared.agents[1], {0.0, 1.0});
  t.world.step(100);
  cleared.world.step(100);
  EXPECT_EQ(t.world.state_hash(), cleared.world.state_hash());
  EXPECT_NEAR(std::abs(t.world.positions()[0].y - t.world.positions()[2].y), 0.75, 0.15);
}

}  // namespace
}  // namespace throng::test::groups_tests
