// Steps that find too little room: they are repeated with more, and nothing of it shows.
#include "host/world_impl.hpp"
#include "tests/cuda/cuda_worlds.hpp"

namespace throng::cuda_capacity_tests {
namespace {

using namespace test;

class CudaCapacity : public OnDevice {
 protected:
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
    expect_same_state(there, here);
  }
};

/// Hundreds of edges in the reach of each agent: more than the first pass holds, and more than the last one begins
/// with.
TEST_F(CudaCapacity, ManyEdges) {
  expect_same(options(), [](World& world) {
    Profile p;
    p.time_horizon_obstacle = 4.0;
    const ProfileIndex profile = world.add_profile(p);
    Random random(3);
    for (int k = 0; k < 220; ++k) {
      const Vec2d at = random.in_box(4.0);
      world.add_polyline(std::vector<Vec2d>{at, plus(at, random.in_disc(0.2))});
    }
    world.add_agents(walkers(60, 2.0, 4, profile));
    world.step(12);
  });
}

TEST_F(CudaCapacity, EveryAgentInfeasible) {
  expect_same(options(), [](World& world) {
    const ProfileIndex profile = world.add_profile({});
    world.add_agents(walkers(2000, 20.0, 5, profile));
    world.step(6);
    EXPECT_GT(world.statistics().infeasible, 8000u);
  });
}

/// A crowd that is dense in one corner of a large world, so that a table of all cells would be enormous.
TEST_F(CudaCapacity, SparseCells) {
  expect_same(options(), [](World& world) {
    Profile p;
    p.neighbor_distance = 5.0;
    const ProfileIndex profile = world.add_profile(p);
    std::vector<AgentDescription> agents = walkers(600, 2.0, 6, profile);
    for (std::size_t i = 0; i < 300; ++i) agents[i].position = plus(agents[i].position, {9.0e5, -3.0e5});
    agents.push_back(agent_to({-9.9e6, 9.9e6}, {0.0, 0.0}, profile));
    world.add_agents(agents);
    world.step(20);
    if (world.executor() == ExecutorKind::cuda) {
      EXPECT_LT(world.bytes_per_agent(), 20000u);
    }
  });
}

/// The far ones leave: back to the table of all cells, on the way through both.
TEST_F(CudaCapacity, SparseAndBack) {
  expect_same(options(), [](World& world) {
    const ProfileIndex profile = world.add_profile({});
    const std::vector<AgentHandle> near = world.add_agents(walkers(500, 2.0, 7, profile));
    world.step(5);
    const std::vector<AgentHandle> far = world.add_agents(
        std::vector<AgentDescription>{agent_at({8.0e6, 8.0e6}, profile), agent_at({-8.0e6, 3.0}, profile)});
    world.step(5);
    world.remove_agents(far);
    for (int k = 0; k < 5; ++k) {
      world.step();
      EXPECT_EQ(world.agent_count(), near.size());
    }
  });
}

TEST_F(CudaCapacity, CellsThatSpreadOut) {
  expect_same(options(), [](World& world) {
    Profile p;
    p.max_speed = 40.0;
    p.preferred_speed = 40.0;
    const ProfileIndex profile = world.add_profile(p);
    Random random(8);
    std::vector<AgentDescription> agents;
    for (int i = 0; i < 400; ++i) {
      const Vec2d at = random.in_disc(5.0);
      agents.push_back(agent_to(at, times(100.0, at), profile));
    }
    world.add_agents(agents);
    world.step(60);
  });
}

/// Agents leave in the middle of many steps that the host has asked for at once.
TEST_F(CudaCapacity, LeaversOfStepsRunAhead) {
  expect_same(options(), [](World& world) {
    Profile p;
    p.on_arrival = OnArrival::remove;
    p.arrival_tolerance = 1.0;
    const ProfileIndex profile = world.add_profile(p);
    const GoalIndex area = world.add_goal_polygon(box(-3.0, -3.0, 3.0, 3.0));
    std::vector<AgentDescription> agents = walkers(700, 2.0, 9, profile);
    for (std::size_t i = 0; i < agents.size(); i += 2) {
      agents[i].goal.reset();
      agents[i].goal_region = area;
    }
    world.add_agents(agents);
    world.step(150);
    EXPECT_LT(world.agent_count(), 300u);
    // Slots of those who left are used again, in the same order on each executor.
    world.add_agents(walkers(500, 2.0, 10, profile));
    world.step(30);
  });
}

TEST_F(CudaCapacity, GrowsByAddingOneByOne) {
  expect_same(options(), [](World& world) {
    const ProfileIndex profile = world.add_profile({});
    Random random(11);
    world.add_agent(agent_to({0.0, 0.0}, {5.0, 5.0}, profile));
    for (int i = 0; i < 200; ++i) {
      world.step();
      for (int k = 0; k < 3; ++k) world.add_agent(agent_to(random.in_box(12.0), random.in_box(12.0), profile));
    }
  });
}

TEST_F(CudaCapacity, AllGoneAndBackAgain) {
  expect_same(options(), [](World& world) {
    const ProfileIndex profile = world.add_profile({});
    world.step(2);
    std::vector<AgentHandle> handles = world.add_agents(walkers(100, 1.0, 12, profile));
    world.step(2);
    world.remove_agents(handles);
    world.step(2);
    EXPECT_EQ(world.agent_count(), 0u);
    EXPECT_EQ(world.measure().contacts, 0u);
    world.add_agents(walkers(300, 1.0, 13, profile));
    world.step(2);
  });
}

/// All neighbors in range, up to the cap: the pass of long lists does all the work.
TEST_F(CudaCapacity, RangeQueries) {
  WorldOptions o = options();
  o.neighbor_query = NeighborQuery::range;
  expect_same(o, [](World& world) {
    Profile p;
    p.neighbor_distance = 3.0;
    const ProfileIndex profile = world.add_profile(p);
    world.add_agents(walkers(500, 12.0, 14, profile));
    world.step(4);
    EXPECT_GT(world.statistics().neighbor_cap_hits, 100u);
  });
}

TEST_F(CudaCapacity, MoreNeighborsThanTheFirstPassHolds) {
  expect_same(options(), [](World& world) {
    Profile many, few;
    many.max_neighbors = 60;
    few.max_neighbors = 0;
    const ProfileIndex a = world.add_profile(many), b = world.add_profile(few), c = world.add_profile({});
    std::vector<AgentDescription> agents = walkers(600, 3.0, 15);
    for (std::size_t i = 0; i < agents.size(); ++i) agents[i].profile = i % 3 == 0 ? a : i % 3 == 1 ? b : c;
    world.add_agents(agents);
    world.step(8);
  });
}

/// A refusal for want of memory leaves the world as it was.
TEST_F(CudaCapacity, OutOfDeviceMemorySaysHowManyFit) {
  World world(options());
  const ProfileIndex profile = world.add_profile({});
  world.add_agents(walkers(50, 1.0, 16, profile));
  world.step();
  const std::uint64_t hash = world.state_hash();
  WorldOptions bare = options();
  const std::unique_ptr<Executor> executor = make_executor(bare);
  try {
    executor->reserve(limits::max_agents, limits::max_agents);
    FAIL() << "room for " << limits::max_agents << " agents";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
    for (const char* word : {"bytes asked for", "agents fit", "1073741824"}) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    }
  }
  world.step();
  EXPECT_NE(world.state_hash(), hash);
}

}  // namespace
}  // namespace throng::cuda_capacity_tests
