// Agents with a footprint, and brakes, on the device: the bits of the CPU, whoever has a footprint and however that
// changes.
#include <cmath>
#include <cstdio>
#include <functional>

#include "kernels/cuda/counters.hpp"
#include "kernels/cuda/variants.hpp"
#include "tests/cuda/cuda_worlds.hpp"

namespace throng::cuda_footprints_tests {
namespace {

using namespace test;

struct Case {
  bool contact = false, walls = false;
  NeighborQuery query = NeighborQuery::nearest;
  double cell_size = 0.0;
};

class CudaFootprints : public OnDevice {
 protected:
  static World make(ExecutorKind executor, const Case& kind) {
    WorldOptions o = options(executor);
    if (kind.contact) o.contact = ContactPass{4};
    o.neighbor_query = kind.query;
    o.cell_size = kind.cell_size;
    World world(o);
    if (!kind.walls) return world;
    world.add_polygon(box(-2.0, 3.0, 2.0, 4.0));
    world.add_polyline(std::vector<Vec2d>{{-9.0, -4.0}, {-1.0, -4.5}, {0.0, -3.0}});
    return world;
  }
  /// The same on both; calls `run` with each.
  static void expect_same(const Case& kind, const std::function<void(World&)>& run) {
    World there = make(ExecutorKind::cuda, kind), here = make(ExecutorKind::cpu, kind);
    run(there);
    run(here);
    expect_same_state(there, here);
    expect_same_answers(there, here);
  }
  static void expect_same_answers(const World& there, const World& here) {
    const Measures a = here.measure(), b = there.measure();
    EXPECT_EQ(b.contacts, a.contacts);
    EXPECT_EQ(b.deepest_overlap, a.deepest_overlap);
    EXPECT_EQ(b.inside_obstacles, a.inside_obstacles);
    for (const AgentHandle agent : here.handles()) {
      const AgentHandle other = *there.find(here.state(agent).id);
      ASSERT_EQ(there.state(other).heading, here.state(agent).heading);
    }
    const std::vector<AgentHandle> handles = here.handles(), others = there.handles();
    for (std::size_t k = 0; k < handles.size(); k += 17) {
      const std::vector<Constraint> lines = here.constraints(handles[k]), same = there.constraints(others[k]);
      ASSERT_EQ(same.size(), lines.size()) << k;
      for (std::size_t l = 0; l < lines.size(); ++l) {
        ASSERT_EQ(same[l].point, lines[l].point) << k;
        ASSERT_EQ(same[l].direction, lines[l].direction) << k;
        ASSERT_EQ(same[l].obstacle, lines[l].obstacle) << k;
      }
      ASSERT_EQ(there.neighbors(others[k]).size(), here.neighbors(handles[k]).size());
    }
  }
  static Profile with_footprint(World& world, const std::vector<Vec2d>& vertices) {
    Profile profile;
    profile.footprint = world.add_footprint(vertices);
    profile.radius = 0.8 * world.footprint_radius(*profile.footprint);
    return profile;
  }
  static ProfileIndex cart(World& world, bool brakes = false) {
    Profile profile = with_footprint(world, box(-0.6, -0.4, 0.6, 0.4));
    profile.brakes_when_blocked = brakes;
    if (brakes) profile.max_acceleration = 2.0;
    return world.add_profile(profile);
  }
  /// 16 vertices.
  static std::vector<Vec2d> round_shape(double radius) {
    std::vector<Vec2d> vertices;
    for (int k = 0; k < 16; ++k) {
      const double angle = 0.125 * 3.14159265358979 * k;
      vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return vertices;
  }
  /// Every `step`-th of the agents takes the profile.
  static std::vector<AgentDescription> mixed(std::size_t count, double density, std::uint64_t seed, std::size_t step,
                                             ProfileIndex profile, ProfileIndex others) {
    std::vector<AgentDescription> agents = walkers(count, density, seed, others);
    for (std::size_t i = 0; i < agents.size(); i += step) agents[i].profile = profile;
    return agents;
  }
};

TEST_F(CudaFootprints, ABusThroughACrowd) {
  for (const bool contact : {false, true}) {
    for (const bool brakes : {false, true}) {
      SCOPED_TRACE(std::string(contact ? "contact " : "") + (brakes ? "brakes" : ""));
      expect_same({.contact = contact}, [&](World& world) {
        Profile bus = with_footprint(world, box(-6.0, -1.25, 6.0, 1.25));
        bus.max_speed = 6.0;
        bus.brakes_when_blocked = brakes;
        if (brakes) bus.max_acceleration = 2.0;
        AgentDescription driver = agent_moving({-18.0, 0.1}, {3.0, 0.0}, world.add_profile(bus));
        driver.avoids = false;
        const ProfileIndex people = world.add_profile({});
        const AgentHandle handle = world.add_agent(driver);
        world.add_agents(walkers(300, 1.0, 5, people));
        world.step(30);
        world.set_heading(handle, {0.6, 0.8});
        world.set_preferred_velocity(handle, {1.8, 2.4});
        world.step(30);
      });
    }
  }
}

TEST_F(CudaFootprints, CartsAmongWalkersAndWalls) {
  for (const NeighborQuery query : {NeighborQuery::nearest, NeighborQuery::range}) {
    for (const bool contact : {false, true}) {
      for (const bool walls : {false, true}) {
        SCOPED_TRACE(std::string(contact ? "contact " : "") + (walls ? "walls" : ""));
        expect_same({contact, walls, query, contact ? 0.7 : 0.0}, [&](World& world) {
          const ProfileIndex carts = cart(world, walls);
          world.add_agents(mixed(250, 1.0, 6, 3, carts, world.add_profile({})));
          world.step(25);
          EXPECT_GT(world.statistics().infeasible, 20u);
        });
      }
    }
  }
}

TEST_F(CudaFootprints, AllHaveOne) {
  for (const bool contact : {false, true}) {
    expect_same({.contact = contact, .walls = true}, [&](World& world) {
      const ProfileIndex carts = cart(world);
      world.add_agents(walkers(200, 0.3, 7, carts));
      world.step(25);
    });
  }
}

/// More rows than a thread has room for: 16 vertices on all sides; footprints upon each other.
TEST_F(CudaFootprints, ManyEdgesOnAllSides) {
  for (const bool contact : {false, true}) {
    expect_same({.contact = contact}, [&](World& world) {
      const ProfileIndex stones = world.add_profile(with_footprint(world, round_shape(0.3)));
      world.add_agents(mixed(300, 4.0, 8, 2, stones, world.add_profile({})));
      world.step(10);
    });
  }
}

TEST_F(CudaFootprints, LongListsOfNeighbors) {
  expect_same({.contact = true, .walls = true}, [&](World& world) {
    Profile far;
    far.max_neighbors = 40;
    const ProfileIndex carts = cart(world);
    world.add_agents(mixed(300, 1.5, 9, 4, carts, world.add_profile(far)));
    world.step(12);
  });
}

TEST_F(CudaFootprints, AllWaysIntoCells) {
  for (const char* kind : {"sort=radix", "half_planes=local"}) {
    cuda::variants() = cuda::parse_variants(kind);
    expect_same({.contact = true}, [&](World& world) {
      const ProfileIndex carts = cart(world, true);
      world.add_agents(mixed(200, 1.0, 19, 3, carts, world.add_profile({})));
      world.step(15);
    });
  }
  cuda::variants() = {};
}

/// Brakes need no footprint.
TEST_F(CudaFootprints, BrakesOfDiscs) {
  for (const bool walls : {false, true}) {
    expect_same({.contact = walls, .walls = walls}, [&](World& world) {
      Profile careful;
      careful.brakes_when_blocked = true;
      careful.max_acceleration = 3.0;
      world.add_agents(mixed(300, 0.5, 10, 3, world.add_profile(careful), world.add_profile({})));
      world.step(30);
    });
  }
}

/// The first ones come late, more come than there was room for, profiles change, all of them go, and come again.
TEST_F(CudaFootprints, ComeAndGo) {
  for (const bool contact : {false, true}) {
    SCOPED_TRACE(contact);
    expect_same({.contact = contact}, [&](World& world) {
      const ProfileIndex people = world.add_profile({});
      world.add_agents(walkers(200, 1.0, 11, people));
      world.step(5);
      const ProfileIndex carts = cart(world);
      world.step(2);
      std::vector<AgentHandle> some = world.add_agents(walkers(20, 0.1, 12, carts));
      world.step(5);
      const std::vector<AgentHandle> more = world.add_agents(walkers(180, 0.5, 13, carts));
      some.insert(some.end(), more.begin(), more.end());
      world.step(5);
      const ProfileIndex vans = world.add_profile(with_footprint(world, {{1.2, 0.0}, {-0.8, 0.7}, {-0.8, -0.7}}));
      for (std::size_t k = 0; k < some.size(); k += 3) world.set_profile(some[k], vans);
      for (std::size_t k = 1; k < some.size(); k += 3) world.set_heading(some[k], {0.0, -1.0});
      world.step(5);
      static_cast<void>(world.measure());
      for (std::size_t k = 1; k < some.size(); k += 3) world.set_profile(some[k], people);
      world.step(5);
      world.remove_agents(some);
      world.step(5);
      EXPECT_EQ(world.agent_count(), 200u);
      world.add_agents(walkers(60, 0.2, 14, vans));
      world.step(5);
    });
  }
}

/// Two groups of them far from each other and from the crowd, some upon each other.
TEST_F(CudaFootprints, FarApart) {
  expect_same({.contact = true}, [&](World& world) {
    const ProfileIndex carts = cart(world), people = world.add_profile({});
    std::vector<AgentDescription> agents = mixed(120, 1.0, 15, 3, carts, people);
    for (std::size_t i = 0; i < 40; ++i) agents[i].position = plus(agents[i].position, {9.0e5, -3.0e5});
    for (std::size_t i = 40; i < 45; ++i) agents[i].position = {-8.0e6, 3.0e6};
    world.add_agents(agents);
    world.step(12);
  });
}

/// Those who arrive leave, footprints among them.
TEST_F(CudaFootprints, LeaveOnArrival) {
  for (const bool contact : {false, true}) {
    expect_same({.contact = contact}, [&](World& world) {
      Profile goes = with_footprint(world, box(-0.4, -0.3, 0.4, 0.3));
      goes.on_arrival = OnArrival::remove;
      goes.arrival_tolerance = 1.0;
      goes.max_turning_rate = 2.0;
      const ProfileIndex people = world.add_profile({});
      world.add_agents(mixed(200, 0.7, 16, 2, world.add_profile(goes), people));
      world.step(100);
      EXPECT_LT(world.agent_count(), 180u);
    });
  }
}

TEST_F(CudaFootprints, StatesGoFromOneToTheOther) {
  const std::string path = testing::TempDir() + "throng_cuda_footprints.h5";
  const auto crowd = [](ExecutorKind executor) {
    World world = make(executor, {.contact = true});
    const ProfileIndex carts = cart(world, true);
    world.add_agents(mixed(150, 1.0, 17, 3, carts, world.add_profile({})));
    return world;
  };
  World plain = crowd(ExecutorKind::cpu);
  plain.step(20);
  for (const bool first_on_device : {true, false}) {
    World first = crowd(first_on_device ? ExecutorKind::cuda : ExecutorKind::cpu);
    first.step(8);
    first.save(path);
    World second = World::load(path, first_on_device ? ExecutorKind::cpu : ExecutorKind::cuda);
    std::remove(path.c_str());
    second.step(12);
    EXPECT_EQ(second.state_hash(), plain.state_hash());
  }
}

/// The host neither waits nor allocates inside of steps.
TEST_F(CudaFootprints, NoWaitNoAllocationNoCaptureInsideSteps) {
  World world = make(ExecutorKind::cuda, {.contact = true});
  const ProfileIndex carts = cart(world, true);
  world.add_agents(mixed(300, 0.6, 18, 2, carts, world.add_profile({})));
  world.step(10);
  EXPECT_EQ(world.statistics().steps, 10u);
  const cuda::RuntimeCounters& counters = cuda::runtime_counters();
  const std::uint64_t waits = counters.waits, captures = counters.captures, allocations = counters.allocations;
  world.step(10);
  EXPECT_EQ(counters.waits, waits);
  EXPECT_EQ(counters.captures, captures);
  EXPECT_EQ(counters.allocations, allocations);
  EXPECT_EQ(world.statistics().steps, 20u);
}

}  // namespace
}  // namespace throng::cuda_footprints_tests
