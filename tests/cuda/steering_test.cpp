// Behaviors on the device: steps that are repeated, targets that leave while steps run ahead, lists of any length, all
// ways to do a step. Whole crowds of them are in tests/parity.
#include <algorithm>
#include <cstdio>

#include "kernels/cuda/counters.hpp"
#include "kernels/cuda/variants.hpp"
#include "tests/cuda/cuda_worlds.hpp"

namespace throng::cuda_steering_tests {
namespace {

using namespace test;

void expect_same_steering(const World& there, const World& here) {
  expect_same_state(there, here);
  EXPECT_EQ(there.aim_points(), here.aim_points());
  const std::vector<AgentHandle> others = there.handles(), handles = here.handles();
  for (std::size_t k = 0; k < handles.size(); ++k) {
    const SteeringState a = here.steering(handles[k]), b = there.steering(others[k]);
    EXPECT_EQ(b.active, a.active) << k;
    EXPECT_EQ(b.time_to_intercept, a.time_to_intercept) << k;
    EXPECT_EQ(b.reachable, a.reachable) << k;
    EXPECT_EQ(b.target_lost, a.target_lost) << k;
  }
}

class CudaSteering : public OnDevice {
 protected:
  void TearDown() override { cuda::variants() = {}; }
  /// The same on both; calls `run` with each.
  template <class Run>
  static void expect_same(const WorldOptions& base, Run&& run) {
    WorldOptions o = base;
    o.executor = ExecutorKind::cuda;
    World there(o);
    o.executor = ExecutorKind::cpu;
    World here(o);
    run(there);
    run(here);
    expect_same_steering(there, here);
  }
  static void pursue_in_a_ring(World& world, BehaviorIndex behavior) {
    const std::vector<AgentHandle> all = world.handles();
    for (std::size_t k = 0; k < all.size(); ++k) {
      world.set_steering(all[k], {behavior, {all[(k + 1) % all.size()], {}}});
    }
  }
};

/// Walls that each agent has more of in its reach than lists hold at first: the next step stops behind steering.
void drop_walls(World& world) {
  Random random(5);
  for (int k = 0; k < 220; ++k) {
    const Vec2d at = random.in_box(4.0);
    world.add_polyline(std::vector<Vec2d>{at, plus(at, random.in_disc(0.2))});
  }
}

/// Far ahead of its place on the path, an agent gains the whole look ahead in each step: twice, if a step that is done
/// again did not begin where it began before.
TEST_F(CudaSteering, PlacesOnPathsInRepeatedSteps) {
  const auto run = [](World& world) {
    Profile p;
    p.time_horizon_obstacle = 4.0;
    const ProfileIndex profile = world.add_profile(p);
    const PathIndex path = world.add_path(std::vector<Vec2d>{{-100.0, 0.0}, {100.0, 0.0}});
    const BehaviorIndex follow = world.add_behavior(FollowPath{.path = path, .look_ahead = 1.5});
    const AgentHandle far = world.add_agent(agent_at({-90.0, 0.5}, profile));
    world.add_agents(walkers(60, 2.0, 4, profile));
    world.set_steering(far, {follow, {}});
    world.step();
    EXPECT_NEAR(world.steering(far).aim_point.x, -88.5, 1e-4);
    world.set_position(far, {60.0, 0.5});
    drop_walls(world);
    const std::uint64_t before = cuda::runtime_counters().launches;
    world.step();
    EXPECT_EQ(world.statistics().steps, 2u);
    if (world.executor() == ExecutorKind::cuda) {
      EXPECT_GT(cuda::runtime_counters().launches, before + 1);
    }
    EXPECT_NEAR(world.steering(far).aim_point.x, -87.0, 1e-4);
    world.step(4);
    EXPECT_NEAR(world.steering(far).aim_point.x, -81.0, 1e-4);
  };
  expect_same(options(), run);
}

/// An attempt that found no room is no step: what is read after it is what was before.
TEST_F(CudaSteering, CellsThatSpreadOutInSteps) {
  expect_same(options(), [](World& world) {
    Profile p;
    p.max_speed = p.preferred_speed = 40.0;
    const ProfileIndex profile = world.add_profile(p);
    world.add_agents(walkers(300, 4.0, 8, profile));
    const BehaviorIndex flee = world.add_behavior(Flee{});
    const PathIndex path = world.add_path(std::vector<Vec2d>{{0.0, 0.0}, {400.0, 0.0}, {0.0, 1.0}, {400.0, 2.0}});
    const BehaviorIndex follow = world.add_behavior(FollowPath{.path = path, .look_ahead = 6.0});
    for (const AgentHandle agent : world.handles()) {
      world.set_steering(agent, {agent.slot % 3 == 0 ? follow : flee, {Vec2d{0.25, 0.125}, {}}});
    }
    world.step(60);
  });
}

/// Targets leave in the middle of steps that the host has asked for at once; others get their slots.
TEST_F(CudaSteering, TargetsThatLeaveInStepsRunAhead) {
  expect_same(options(), [](World& world) {
    Profile p;
    p.on_arrival = OnArrival::remove;
    p.arrival_tolerance = 1.0;
    const ProfileIndex profile = world.add_profile(p);
    const std::vector<AgentHandle> prey = world.add_agents(walkers(300, 1.0, 9, profile));
    const BehaviorIndex pursue = world.add_behavior(Pursue{}), intercept = world.add_behavior(Intercept{});
    const std::vector<AgentHandle> hunters = world.add_agents([&] {
      std::vector<AgentDescription> agents = walkers(200, 1.0, 10, profile);
      for (AgentDescription& agent : agents) agent.goal.reset();
      return agents;
    }());
    for (std::size_t k = 0; k < hunters.size(); ++k) {
      world.set_steering(hunters[k], {k % 2 == 0 ? pursue : intercept, {prey[k], {}}});
    }
    world.step(150);
    EXPECT_LT(world.agent_count(), 400u);
    const auto lost = [&] {
      return std::count_if(hunters.begin(), hunters.end(),
                           [&](AgentHandle h) { return world.steering(h).target_lost; });
    };
    EXPECT_GT(lost(), 50);
    world.add_agents(walkers(250, 1.0, 11, profile));  // in the slots of those who have left
    const auto before = lost();
    world.step(20);
    EXPECT_GE(lost(), before);
  });
}

/// Members of groups leave and come, too.
TEST_F(CudaSteering, GroupsWalkTogether) {
  expect_same(options(), [](World& world) {
    Profile p;
    p.on_arrival = OnArrival::remove;
    const ProfileIndex profile = world.add_profile(p);
    std::vector<AgentDescription> agents = walkers(300, 0.5, 21, profile);
    for (std::size_t k = 0; k < agents.size(); ++k) agents[k].group = static_cast<std::int32_t>(k / 3);
    const std::vector<AgentHandle> walking = world.add_agents(agents);
    const BehaviorIndex together = world.add_behavior(WalkTogether{});
    for (std::size_t k = 0; k < walking.size(); ++k) {
      if (k % 10 != 0) world.set_steering(walking[k], {together, {}});
    }
    world.step(100);
    EXPECT_LT(world.agent_count(), 280u);
    agents = walkers(40, 0.5, 22, profile);
    for (std::size_t k = 0; k < agents.size(); ++k) agents[k].group = static_cast<std::int32_t>(k);
    for (const AgentHandle agent : world.add_agents(agents)) world.set_steering(agent, {together, {}});
    world.step(50);
  });
}

/// Also by name, and one whose slot is the last: after loading, nobody of that slot has ever been on the device.
TEST_F(CudaSteering, TargetsThatAreRemovedAndLoaded) {
  for (const ExecutorKind kind : {ExecutorKind::cuda, ExecutorKind::cpu}) {
    World world(options(kind));
    world.add_profile({});
    world.add_agents(walkers(400, 1.0, 12));
    const AgentHandle hunter = world.handles()[3], prey = world.handles().back();
    world.set_steering(hunter, {world.add_behavior(Seek{}), {prey, {}}});
    world.step(2);
    EXPECT_FALSE(world.steering(hunter).target_lost);
    world.remove_agent(prey);
    std::vector<AgentHandle> others = world.handles();
    world.remove_agents(std::vector<AgentHandle>(others.begin() + 10, others.end()));
    const std::string path = testing::TempDir() + "throng_cuda_steering_" + executor_label(kind) + ".h5";
    world.save(path);
    World loaded = World::load(path, kind);
    std::remove(path.c_str());
    world.step();
    loaded.step();
    for (World* w : {&world, &loaded}) {
      EXPECT_TRUE(w->steering(w->handles()[3]).target_lost);
      EXPECT_EQ(w->state(w->handles()[3]).preferred_velocity, (Vec2d{}));
    }
    EXPECT_EQ(loaded.state_hash(), world.state_hash());
  }
}

/// Flocks with more neighbors than a thread has room for, beside others; and all in range, up to the cap.
TEST_F(CudaSteering, FlocksWithLongLists) {
  for (const NeighborQuery query : {NeighborQuery::nearest, NeighborQuery::range}) {
    WorldOptions o = options();
    o.neighbor_query = query;
    expect_same(o, [&](World& world) {
      Profile many, none;
      many.max_neighbors = 60;
      many.neighbor_distance = 3.0;
      none.max_neighbors = 0;
      const ProfileIndex profiles[] = {world.add_profile(many), world.add_profile({}), world.add_profile(none)};
      std::vector<AgentDescription> agents = walkers(400, 8.0, 14);
      for (std::size_t k = 0; k < agents.size(); ++k) {
        agents[k].profile = profiles[k % 3];
        agents[k].group = static_cast<std::int32_t>(k % 2);
      }
      world.add_agents(agents);
      const BehaviorIndex flock = world.add_behavior(Flock{});
      const BehaviorIndex blend =
          world.add_behavior(Blend{Blend::Rule::weighted, {{flock, 1.0}, {world.add_behavior(HeadForGoal{}), 0.5}}});
      for (const AgentHandle agent : world.handles()) {
        if (agent.slot % 5 != 0) world.set_steering(agent, {agent.slot % 2 == 0 ? flock : blend, {}});
      }
      world.step(6);
    });
  }
}

TEST_F(CudaSteering, SameBitsOfAllVariants) {
  const auto crowd = [](ExecutorKind executor) {
    World world(options(executor));
    Profile p;
    p.on_arrival = OnArrival::remove;
    world.add_profile(p);
    world.add_agents(walkers(700, 4.0, 15));
    const BehaviorIndex pursue = world.add_behavior(Pursue{}), flock = world.add_behavior(Flock{});
    const std::vector<AgentHandle> all = world.handles();
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k % 4 != 0) world.set_steering(all[k], {k % 4 == 1 ? flock : pursue, {all[(k + 9) % all.size()], {}}});
    }
    world.step(8);
    return world;
  };
  const World here = crowd(ExecutorKind::cpu);
  EXPECT_GT(here.statistics().infeasible, 50u);
  std::vector<cuda::Variants> kinds = cuda::single_variants();
  kinds.push_back(cuda::parse_variants("infeasible=apart,search=warp,sort=radix,threads=128,lots=many"));
  for (const cuda::Variants& kind : kinds) {
    SCOPED_TRACE(to_text(kind));
    cuda::variants() = kind;
    expect_same_steering(crowd(ExecutorKind::cuda), here);
  }
}

/// What is said of an agent several times before a step: the last holds, of each agent for itself.
TEST_F(CudaSteering, LastOfSeveralHolds) {
  expect_same(options(), [](World& world) {
    world.add_profile({});
    const std::vector<AgentHandle> all = world.add_agents(walkers(200, 1.0, 16));
    const BehaviorIndex seek = world.add_behavior(Seek{}), wander = world.add_behavior(Wander{});
    pursue_in_a_ring(world, seek);
    world.step();
    for (std::size_t k = 0; k < all.size(); ++k) {
      world.set_steering(all[k], {wander, {}});
      world.set_steering(all[k], {seek, {all[(k + 3) % all.size()], {}}});
      if (k % 3 == 1) world.clear_steering(all[k]);
      if (k % 6 == 1) world.set_steering(all[k], {wander, {}});
      if (k % 5 == 2) world.set_preferred_velocity(all[k], {0.5, -0.25});
      if (k % 10 == 2) world.set_steering(all[k], {seek, {Vec2d{1.0, 2.0}, {}}});
    }
    world.change_behavior(seek, Seek{.speed = 0.75});
    world.step(5);
    world.set_preferred_velocity(all[0], {1.0, 0.0});
    EXPECT_FALSE(world.steering(all[0]).active);
    world.step(5);
    EXPECT_EQ(world.state(all[0]).preferred_velocity, (Vec2d{1.0, 0.0}));
  });
}

/// A pursuer does not keep clear of its target, and does when the behavior says so; queries between steps know it too.
TEST_F(CudaSteering, DisregardedTargetsInQueries) {
  const auto neighbors = [](ExecutorKind executor, bool avoids) {
    World world(options(executor));
    world.add_profile({});
    const AgentHandle hunter = world.add_agent(agent_at({0.0, 0.0})), prey = world.add_agent(agent_at({1.0, 0.0}));
    world.add_agent(agent_at({0.0, 1.0}));
    EXPECT_EQ(world.neighbors(hunter).size(), 2u);
    world.set_steering(hunter, {world.add_behavior(Pursue{.avoids_target = avoids}), {prey, {}}});
    EXPECT_EQ(world.neighbors(prey).size(), 2u);
    return world.neighbors(hunter).size();
  };
  for (const ExecutorKind executor : {ExecutorKind::cuda, ExecutorKind::cpu}) {
    EXPECT_EQ(neighbors(executor, false), 1u);
    EXPECT_EQ(neighbors(executor, true), 2u);
  }
}

/// Slots grow in many calls, before and after the first behavior.
TEST_F(CudaSteering, GrowsByAddingOneByOne) {
  expect_same(options(), [](World& world) {
    world.add_profile({});
    const BehaviorIndex follow_last = world.add_behavior(OffsetPursue{.offset = {-1.0, 0.0}});
    Random random(17);
    AgentHandle last = world.add_agent(agent_to({0.0, 0.0}, {20.0, 5.0}));
    for (int k = 0; k < 600; ++k) {
      const AgentHandle next = world.add_agent(agent_at(random.in_box(15.0)));
      if (k > 150) world.set_steering(next, {follow_last, {last, {}}});
      last = next;
      if (k % 4 == 0) world.step();
    }
  });
}

/// Only who steers pays for it: with memory, and with kernels that would otherwise be one.
TEST_F(CudaSteering, CostsNothingUntilAnAgentSteers) {
  World world = some_world(options(), 1000, 18);
  const std::size_t before = world.bytes_per_agent();
  const BehaviorIndex seek = world.add_behavior(Seek{});
  world.step();
  EXPECT_EQ(world.bytes_per_agent(), before);
  world.set_steering(world.handles()[0], {seek, {Vec2d{1.0, 1.0}, {}}});
  world.step();
  EXPECT_GT(world.bytes_per_agent(), before + 60);
  EXPECT_LT(world.bytes_per_agent(), before + 300);
}

TEST_F(CudaSteering, NoWaitNoAllocationNoCaptureInsideSteps) {
  World world = some_world(options(), 600, 19);
  pursue_in_a_ring(world, world.add_behavior(Pursue{}));
  world.step(5);
  EXPECT_EQ(world.statistics().steps, 7u);
  const cuda::RuntimeCounters& now = cuda::runtime_counters();
  const std::uint64_t waits = now.waits, captures = now.captures, allocations = now.allocations;
  world.step(30);
  EXPECT_EQ(now.waits, waits);
  EXPECT_EQ(now.captures, captures);
  EXPECT_EQ(now.allocations, allocations);
  // Another target needs no other graph.
  const std::vector<AgentHandle> all = world.handles();
  world.set_steering(all[1], {BehaviorIndex{0}, {all[5], {}}});
  world.step(3);
  EXPECT_EQ(world.statistics().steps, 40u);
  EXPECT_EQ(now.captures, captures);
}

TEST_F(CudaSteering, TimeOfSteeringCountsToNavigation) {
  const auto times = [](const Behavior& behavior) {
    World world(options());
    Profile many;
    many.max_neighbors = 60;
    many.neighbor_distance = 5.0;
    world.add_profile(many);
    world.add_agents(walkers(600, 4.0, 20));
    pursue_in_a_ring(world, world.add_behavior(behavior));
    world.step(3);
    return world.last_phase_times();
  };
  // The search of neighbors, which a flock needs in addition.
  EXPECT_GT(times(Flock{}).navigate, 2.0 * times(std::monostate{}).navigate);
}

}  // namespace
}  // namespace throng::cuda_steering_tests
