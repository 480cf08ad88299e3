// Too little memory, in the middle of a call: an error, the world as before, and everything goes on when there is room.
#include <cuda_runtime_api.h>

#include "tests/cuda/cuda_worlds.hpp"

namespace throng::cuda_shortage_tests {
namespace {

using namespace test;

/// Takes all but `left` bytes of the device's memory away, until it is destroyed.
class Shortage {
 public:
  explicit Shortage(std::size_t left) {
    std::size_t free = 0, total = 0;
    EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
    if (free > left) {
      EXPECT_EQ(cudaMalloc(&taken_, free - left), cudaSuccess);
    }
  }
  ~Shortage() { static_cast<void>(cudaFree(taken_)); }
  Shortage(const Shortage&) = delete;
  Shortage& operator=(const Shortage&) = delete;

 private:
  void* taken_ = nullptr;
};

class CudaShortage : public OnDevice {
 protected:
  static World make(ExecutorKind executor, std::size_t count) {
    World world(options(executor));
    world.add_profile({});
    world.add_agents(walkers(count, 1.0, 81));
    world.step(2);
    static_cast<void>(world.state_hash());
    static_cast<void>(world.positions());
    return world;
  }
  template <class Call>
  static void expect_no_room(Call&& call) {
    try {
      call();
      ADD_FAILURE() << "there was room";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
    }
  }
};

/// Whatever of the many arrays is the one that finds no room.
TEST_F(CudaShortage, AddingLeavesTheWorldAsItWas) {
  for (std::size_t left = 0; left < 2'000'000; left += 250'000) {
    SCOPED_TRACE(left);
    World there = make(ExecutorKind::cuda, 300), here = make(ExecutorKind::cpu, 300);
    const std::vector<AgentDescription> more = walkers(3000, 1.0, 82);
    {
      const Shortage shortage(left);
      try {
        there.add_agents(more);
        here.add_agents(more);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
      }
      ASSERT_EQ(there.agent_count(), here.agent_count());
    }
    ASSERT_EQ(there.state(there.handles()[7]).position, here.state(here.handles()[7]).position);
    ASSERT_EQ(there.positions(), here.positions());
    there.step(2);
    here.step(2);
    expect_same_state(there, here);
  }
}

TEST_F(CudaShortage, SnapshotsGoOnAfterwards) {
  World there = make(ExecutorKind::cuda, 100);
  Snapshot snapshot;
  for (int k = 0; k < 2; ++k) {
    there.request_snapshot();
    there.take_snapshot(snapshot);
  }
  there.add_agents(walkers(2000, 1.0, 83));
  there.step(1);
  static_cast<void>(there.state_hash());
  {
    const Shortage shortage(0);
    expect_no_room([&] { there.request_snapshot(); });
    expect_no_room([&] { static_cast<void>(there.positions()); });
  }
  for (int k = 0; k < 2; ++k) {
    there.request_snapshot();
    there.take_snapshot(snapshot);
    EXPECT_EQ(snapshot.position, there.positions());
  }
}

TEST_F(CudaShortage, WhatIsSentGoesOnAfterwards) {
  World there = make(ExecutorKind::cuda, 3000), here = make(ExecutorKind::cpu, 3000);
  const std::vector<Vec2d> velocities(3000, Vec2d{1.0, 0.0});
  {
    const Shortage shortage(30'000);
    for (int k = 0; k < 2; ++k) expect_no_room([&] { there.set_preferred_velocities(velocities); });
  }
  there.set_preferred_velocities(velocities);
  here.set_preferred_velocities(velocities);
  there.step(2);
  here.step(2);
  expect_same_state(there, here);
}

/// Agents under a polygon that was dropped on them know it, also when the first step after it found no room.
TEST_F(CudaShortage, SolidDroppedOnAgents) {
  World there = make(ExecutorKind::cuda, 300), here = make(ExecutorKind::cpu, 300);
  for (World* world : {&there, &here}) world->add_polygon(box(-5.0, -5.0, 5.0, 5.0));
  {
    const Shortage shortage(0);
    expect_no_room([&] { there.step(1); });
  }
  there.step(4);
  here.step(4);
  expect_same_state(there, here);
}

/// The first behaviors find no room for their tables.
TEST_F(CudaShortage, BehaviorsGoOnAfterwards) {
  World there = make(ExecutorKind::cuda, 3000), here = make(ExecutorKind::cpu, 3000);
  for (World* world : {&there, &here}) {
    const std::vector<AgentHandle> all = world->handles();
    const BehaviorIndex pursue = world->add_behavior(Pursue{});
    for (std::size_t k = 1; k < all.size(); ++k) world->set_steering(all[k], {pursue, {all[k - 1], {}}});
  }
  {
    const Shortage shortage(0);
    for (int k = 0; k < 2; ++k) expect_no_room([&] { there.step(1); });
  }
  there.step(3);
  here.step(3);
  expect_same_state(there, here);
  EXPECT_EQ(there.aim_points(), here.aim_points());
}

/// The first footprints do.
TEST_F(CudaShortage, FootprintsGoOnAfterwards) {
  World there = make(ExecutorKind::cuda, 3000), here = make(ExecutorKind::cpu, 3000);
  for (World* world : {&there, &here}) {
    Profile cart;
    cart.footprint = world->add_footprint(box(-0.5, -0.3, 0.5, 0.3));
    const ProfileIndex carts = world->add_profile(cart);
    const std::vector<AgentHandle> all = world->handles();
    for (std::size_t k = 0; k < all.size(); k += 10) world->set_profile(all[k], carts);
  }
  {
    const Shortage shortage(0);
    for (int k = 0; k < 2; ++k) expect_no_room([&] { there.step(1); });
  }
  there.step(3);
  here.step(3);
  expect_same_state(there, here);
}

class CudaShortageInSteps : public CudaShortage {
 protected:
  static World crowd(ExecutorKind executor) {
    World world(options(executor));
    Profile profile;
    profile.time_horizon_obstacle = 3.0;
    world.add_profile(profile);
    world.add_agents(walkers(600, 1.5, 84));
    world.step(2);
    static_cast<void>(world.state_hash());
    // More edges in reach than lists hold at first.
    for (int k = 0; k < 200; ++k) {
      world.add_polyline(std::vector<Vec2d>{{0.001 * k, 0.01 * k}, {0.3 + 0.001 * k, 0.2 + 0.01 * k}});
    }
    static_cast<void>(world.measure());
    return world;
  }
};

/// The steps that were not done must not pass for done: something after them has to say so.
TEST_F(CudaShortageInSteps, AreNotDroppedInSilence) {
  World there = crowd(ExecutorKind::cuda);
  const AgentHandle any = there.handles().front();
  const Shortage shortage(200'000);
  there.step(5);
  static_cast<void>(there.contains(any));  // can't throw
  expect_no_room([&] { static_cast<void>(there.statistics()); });
}

TEST_F(CudaShortageInSteps, CrowdCanBeReadAndMadeSmaller) {
  World there = crowd(ExecutorKind::cuda);
  const Shortage shortage(400'000);
  there.step(5);
  expect_no_room([&] { static_cast<void>(there.statistics()); });
  const std::vector<AgentHandle> agents = there.handles();
  EXPECT_EQ(there.positions().size(), 600u);
  there.remove_agents(std::vector<AgentHandle>(agents.begin(), agents.begin() + 300));
  EXPECT_EQ(there.agent_count(), 300u);
}

}  // namespace
}  // namespace throng::cuda_shortage_tests
