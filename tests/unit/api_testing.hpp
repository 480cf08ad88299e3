// What tests of wrong arguments share: a small world, a call that has to fail, and that nothing has changed after it.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/worlds.hpp"
#include "throng/throng.hpp"

namespace throng::test {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinite = std::numeric_limits<double>::infinity();
inline constexpr double largest = std::numeric_limits<double>::max();

using Words = std::vector<std::string_view>;

inline void expect_throws(ErrorCode code, const Words& words, const std::function<void()>& call) {
  try {
    call();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.code(), code) << message;
    for (const std::string_view word : words) EXPECT_NE(message.find(word), std::string::npos) << message;
  }
}

inline AgentDescription agent_towards(Vec2d position, GoalIndex region) {
  AgentDescription agent = agent_at(position);
  agent.goal_region = region;
  return agent;
}
inline AgentDescription agent_called(AgentId id) {
  AgentDescription agent;
  agent.id = id;
  return agent;
}

/// A few agents, obstacles and goals, and handles to things that were removed.
struct SmallWorld {
  explicit SmallWorld(ExecutorKind executor, std::uint64_t steps)
      : world({.executor = executor, .threads = executor == ExecutorKind::cpu ? 2 : 0}) {
    const ProfileIndex walker = world.add_profile({});
    const std::vector<Vec2d> triangle{{8, 8}, {10, 8}, {9, 10}}, wall{{-5, 6}, {5, 6}};
    square = world.add_polygon(triangle);
    removed_obstacle = world.add_polyline(wall);
    world.remove_obstacle(removed_obstacle);
    world.add_polyline(wall);
    region = world.add_goal_line(std::vector<Vec2d>{{20, -5}, {20, 5}});
    for (int i = 0; i < 6; ++i) {
      AgentDescription agent;
      agent.profile = walker;
      agent.position = {1.0 * i, 0.5 * (i % 2)};
      if (i % 2 == 0) {
        agent.goal_region = region;
      } else {
        agent.goal = Vec2d{-20.0, 0.0};
      }
      agents.push_back(world.add_agent(agent));
    }
    removed_agent = agents.back();
    agents.pop_back();
    world.remove_agent(removed_agent);
    world.step(steps);
  }

  World world;
  std::vector<AgentHandle> agents;
  AgentHandle removed_agent;
  ObstacleHandle square, removed_obstacle;
  GoalIndex region;
};

/// Both sides of the first step, before which agents are kept otherwise, on both executors.
class WrongArgument : public ::testing::TestWithParam<std::pair<ExecutorKind, std::uint64_t>> {
 protected:
  SmallWorld small{GetParam().first, GetParam().second};
  World& world = small.world;

  /// The call fails with the code, with all the words in its message, and changes nothing.
  void refuses(ErrorCode code, const Words& words, const std::function<void()>& call) {
    const std::uint64_t hash = world.state_hash(), steps = world.statistics().steps;
    const std::vector<AgentHandle> handles = world.handles();
    const std::vector<AgentId> ids = world.ids();
    const std::vector<Vec2d> positions = world.positions();
    const std::size_t obstacles = world.obstacle_count();
    expect_throws(code, words, call);
    EXPECT_EQ(world.state_hash(), hash);
    EXPECT_EQ(world.statistics().steps, steps);
    EXPECT_EQ(world.handles(), handles);
    EXPECT_EQ(world.ids(), ids);
    EXPECT_EQ(world.positions(), positions);
    EXPECT_EQ(world.obstacle_count(), obstacles);
  }
  void refuses_argument(const Words& words, const std::function<void()>& call) {
    refuses(ErrorCode::invalid_argument, words, call);
  }
  void refuses_handle(const Words& words, const std::function<void()>& call) {
    refuses(ErrorCode::stale_handle, words, call);
  }

  /// All that was refused has left no trace: the world goes on as one that was never asked.
  void TearDown() override {
    SmallWorld untouched(GetParam().first, GetParam().second);
    AgentDescription late;
    late.position = {3.0, -4.0};
    late.goal = Vec2d{3.0, 20.0};
    for (World* w : {&world, &untouched.world}) {
      w->add_agent(late);
      w->step(5);
    }
    EXPECT_EQ(world.ids(), untouched.world.ids());
    EXPECT_EQ(world.state_hash(), untouched.world.state_hash());
    EXPECT_EQ(world.statistics().arrived, untouched.world.statistics().arrived);
  }
};

inline std::string phase_name(const ::testing::TestParamInfo<std::pair<ExecutorKind, std::uint64_t>>& info) {
  return std::string(info.param.first == ExecutorKind::cpu ? "cpu" : "reference") +
         (info.param.second == 0 ? "_before_first_step" : "_after_steps");
}

#define THRONG_INSTANTIATE_WRONG_ARGUMENT(Suite)                                                    \
  INSTANTIATE_TEST_SUITE_P(Everywhere, Suite,                                                       \
                           ::testing::Values(std::pair{ExecutorKind::cpu, std::uint64_t{0}},        \
                                             std::pair{ExecutorKind::cpu, std::uint64_t{3}},        \
                                             std::pair{ExecutorKind::reference, std::uint64_t{0}},  \
                                             std::pair{ExecutorKind::reference, std::uint64_t{3}}), \
                           ::throng::test::phase_name)

}  // namespace throng::test
