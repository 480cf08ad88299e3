// A step of a crowd that neither grows nor changes takes no memory.
#include <gtest/gtest.h>

#include <vector>

#include "tests/allocation/counting_new.hpp"
#include "throng/world.hpp"

namespace throng {
namespace {

/// 6000 agents (several tasks per loop) mill about in a room with pillars.
World make_room(const WorldOptions& options) {
  World world(options);
  Profile walker, limited;
  limited.velocity_blend = 0.75;
  limited.max_turning_rate = 2.0;
  if (options.neighbor_query == NeighborQuery::range) {
    walker.neighbor_distance = limited.neighbor_distance = 2.0;
  }
  world.add_profile(walker);
  world.add_profile(limited);
  const double half = 42.0;
  world.add_polygon(std::vector<Vec2d>{{-half, -half}, {-half, half}, {half, half}, {half, -half}});
  for (int k = 0; k < 25; ++k) {
    const double x = -32.0 + 16.0 * (k % 5), y = -32.0 + 16.0 * (k / 5);
    world.add_polygon(std::vector<Vec2d>{{x, y}, {x + 1.0, y}, {x + 1.0, y + 1.0}, {x, y + 1.0}});
  }
  std::vector<AgentDescription> agents;
  for (int i = 0; i < 6000; ++i) {
    AgentDescription agent;
    agent.profile = {static_cast<std::uint32_t>(i % 2)};
    agent.position = {-40.0 + 80.0 / 77.0 * (i % 78), -40.0 + 80.0 / 77.0 * (i / 78)};
    agent.preferred_velocity = Vec2d{i % 3 - 1.0, i % 5 - 2.0};
    if (i % 4 == 0) {
      agent.preferred_velocity.reset();
      agent.goal = Vec2d{-agent.position.x, 0.5 * agent.position.y};
    }
    agents.push_back(agent);
  }
  world.add_agents(agents);
  return world;
}

std::uint64_t allocations_of_20_steps(const WorldOptions& options) {
  World world = make_room(options);
  world.step(60);  // buffers find their size
  const std::uint64_t infeasible_before = world.statistics().infeasible;
  const std::uint64_t before = test::allocation_count();
  world.step(20);
  const std::uint64_t allocations = test::allocation_count() - before;
  EXPECT_GT(world.statistics().infeasible, infeasible_before);  // the 3-D program ran too
  return allocations;
}

WorldOptions options(int threads, NeighborQuery query) {
  WorldOptions o;
  o.executor = ExecutorKind::cpu;
  o.threads = threads;
  o.neighbor_query = query;
  return o;
}

TEST(Allocation, IsCounted) {
  const std::uint64_t before = test::allocation_count();
  World world = make_room(options(1, NeighborQuery::nearest));
  EXPECT_GT(test::allocation_count(), before + 100);
}

TEST(Allocation, NoneInASteadyStep) {
  EXPECT_EQ(allocations_of_20_steps(options(1, NeighborQuery::nearest)), 0u);
  EXPECT_EQ(allocations_of_20_steps(options(1, NeighborQuery::range)), 0u);
}

/// What a running world holds for each agent (docs/performance.md has the list), of a crowd whose ids follow nothing.
TEST(Allocation, BytesPerAgent) {
  constexpr std::size_t count = 200000;
  std::vector<AgentDescription> agents(count);
  for (std::size_t i = 0; i < count; ++i) {
    agents[i].id = static_cast<AgentId>(i * 7919 % count);
    agents[i].position = {1.4 * static_cast<double>(i % 447), 1.4 * static_cast<double>(i / 447)};
    agents[i].goal = Vec2d{-agents[i].position.x, agents[i].position.y};
  }
  for (const int threads : {1, 2}) {
    const std::uint64_t before = test::live_bytes();
    World world(options(threads, NeighborQuery::nearest));
    world.add_profile({});
    world.step(2);
    const std::uint64_t empty = test::live_bytes();
    world.add_agents(agents);
    world.step(5);
    const double each = static_cast<double>(test::live_bytes() - empty) / count;
    EXPECT_LE(each, 192.0);
    EXPECT_LT(empty - before, 4000000u);
    // What the world says of itself is all of it, but for what doesn't grow with the crowd.
    EXPECT_NEAR(static_cast<double>(world.bytes_per_agent()), each, 4.0);
  }
}

/// oneTBB keeps its tasks in pools of its own, which do not come from operator new: what is counted is ours.
TEST(Allocation, NoneOfOursOnTwoThreads) { EXPECT_EQ(allocations_of_20_steps(options(2, NeighborQuery::nearest)), 0u); }

}  // namespace
}  // namespace throng
