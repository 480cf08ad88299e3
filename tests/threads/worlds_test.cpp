// Many threads at once, in one world and in many: the same bits as one after the other. What the thread sanitizer looks
// at.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/random_crowd.hpp"
#include "throng/error.hpp"

namespace throng::test::worlds_tests {
namespace {

constexpr std::uint64_t steps = 30;

/// A crowd of more than one chunk of work per thread, with walls, a goal region to leave by and agents that come and
/// go.
World busy_world(std::uint64_t seed, int threads) {
  Random random(seed);
  WorldOptions options;
  options.executor = ExecutorKind::cpu;
  options.threads = threads;
  World world(options);
  Profile leaving;
  leaving.on_arrival = OnArrival::remove;
  const ProfileIndex walker = world.add_profile({}), leaver = world.add_profile(leaving);
  for (int k = 0; k < 20; ++k) {
    const Vec2d corner = random.in_box(18.0);
    world.add_polygon(box(corner.x, corner.y, corner.x + 1.0, corner.y + 0.5));
  }
  const std::vector<Vec2d> exit = box(12.0, -20.0, 14.0, 20.0);
  const GoalIndex way_out = world.add_goal_polygon(exit);
  std::vector<AgentDescription> agents;
  for (std::size_t k = 0; k < 1500; ++k) {
    AgentDescription agent = agent_to(random.in_box(20.0), random.in_box(20.0), walker);
    if (random.chance(0.3)) {
      agent.profile = leaver;
      agent.goal.reset();
      agent.goal_region = way_out;
    }
    agents.push_back(agent);
  }
  world.add_agents(agents);
  return world;
}

std::uint64_t hash_after_run(World world) {
  for (std::uint64_t k = 0; k < steps; ++k) {
    world.step();
    if (k % 10 != 5) continue;
    const std::vector<AgentHandle> handles = world.handles();
    world.remove_agent(handles[handles.size() / 2]);
    world.set_goal(handles.front(), Vec2d{1.0, 2.0});
    world.add_agent(agent_to({-19.0, 0.1 * static_cast<double>(k)}, {19.0, 0.0}));
    world.add_polygon(box(-15.0, -15.0 + static_cast<double>(k) / 5.0, -14.5, -14.5 + static_cast<double>(k) / 5.0));
    EXPECT_TRUE(all_finite(world));
  }
  return world.state_hash();
}

TEST(Threads, ShareTheStepsOfOneWorld) {
  const std::uint64_t alone = hash_after_run(busy_world(1, 1));
  for (const int threads : {2, 3, 8}) {
    EXPECT_EQ(hash_after_run(busy_world(1, threads)), alone) << threads << " threads";
  }
}

TEST(Threads, EachStepsAWorldOfItsOwn) {
  constexpr std::size_t worlds = 4;
  std::vector<std::uint64_t> alone(worlds), together(worlds);
  for (std::size_t w = 0; w < worlds; ++w) alone[w] = hash_after_run(busy_world(w, 1));
  {
    std::vector<std::jthread> threads;
    for (std::size_t w = 0; w < worlds; ++w) {
      threads.emplace_back([&together, w] { together[w] = hash_after_run(busy_world(w, w % 2 == 0 ? 1 : 2)); });
    }
  }
  EXPECT_EQ(together, alone);
}

TEST(Threads, ErrorsStayWithTheWorldThatMadeThem) {
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      World world;
      for (int k = 0; k < 50; ++k) {
        const std::string name = std::to_string(-1 - t);
        try {
          AgentDescription agent = agent_at({0.0, 0.0});
          agent.radius = -1.0 - t;
          world.add_agent(agent);
          ADD_FAILURE() << "no error";
        } catch (const Error& error) {
          EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
        }
      }
    });
  }
}

}  // namespace
}  // namespace throng::test::worlds_tests
