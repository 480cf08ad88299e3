// A step that finds no memory can be taken again, and comes to what it would have come to.
#include <gtest/gtest.h>

#include <new>
#include <vector>

#include "tests/allocation/counting_new.hpp"
#include "throng/world.hpp"

namespace throng {
namespace {

/// 600 agents, close together, each on its way along a path, a flock's neighbor, or to its goal.
World make_crowd() {
  WorldOptions options;
  options.executor = ExecutorKind::cpu;
  options.threads = 1;
  World world(options);
  world.add_profile({});
  const PathIndex path = world.add_path(std::vector<Vec2d>{{0, 0}, {12, 0}, {12, 1}, {0, 1}, {0, 2}, {12, 2}});
  const BehaviorIndex follow = world.add_behavior(FollowPath{.path = path, .look_ahead = 1.5});
  const BehaviorIndex flock = world.add_behavior(Flock{});
  world.add_polygon(std::vector<Vec2d>{{30, 0}, {31, 0}, {31, 1}});
  std::vector<AgentDescription> agents(600);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    agents[i].position = {0.6 * static_cast<double>(i % 25), 0.6 * static_cast<double>(i / 25)};
    agents[i].goal = Vec2d{-agents[i].position.x, 3.0};
  }
  const std::vector<AgentHandle> handles = world.add_agents(agents);
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (i % 3 != 2) world.set_steering(handles[i], {i % 3 == 0 ? follow : flock, {}});
  }
  return world;
}

TEST(Allocation, AStepThatFindsNoMemoryCanBeTakenAgain) {
  World unbroken = make_crowd();
  unbroken.step(2);
  const std::uint64_t wanted = unbroken.state_hash();
  const std::vector<Vec2d> aims = unbroken.aim_points();
  int failures = 0;
  for (std::uint64_t lasting = 0;; ++lasting) {
    World world = make_crowd();
    bool failed = false;
    test::fail_allocations_after(lasting);
    try {
      world.step();
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    test::fail_allocations_after(test::never);
    if (failed) world.step();
    world.step();
    ASSERT_EQ(world.state_hash(), wanted) << "after " << lasting << " allocations";
    ASSERT_EQ(world.aim_points(), aims) << "after " << lasting << " allocations";
    ASSERT_EQ(world.statistics().steps, 2u) << "after " << lasting << " allocations";
    ASSERT_EQ(world.statistics().infeasible, unbroken.statistics().infeasible) << "after " << lasting << " allocations";
    if (!failed) break;
    ++failures;
  }
  EXPECT_GT(failures, 20);
}

}  // namespace
}  // namespace throng
