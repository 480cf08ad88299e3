// All ways to do a step on the device give the same bits.
#include "kernels/cuda/variants.hpp"

#include <optional>

#include "tests/cuda/cuda_worlds.hpp"

namespace throng::cuda_variants_tests {
namespace {

using namespace test;

class CudaVariants : public OnDevice {
 protected:
  void TearDown() override { cuda::variants() = {}; }

  /// The default, what differs from it in one respect, and in all.
  static std::vector<cuda::Variants> kinds() {
    std::vector<cuda::Variants> all = cuda::single_variants();
    all.push_back(cuda::parse_variants("infeasible=apart,search=warp,sort=radix,threads=128,lots=many"));
    all.push_back(cuda::parse_variants("threads=128,lots=many"));
    all.push_back(cuda::parse_variants("half_planes=local,sort=radix"));
    return all;
  }

  /// A crowd that sees `neighbors` at most, so dense that many are infeasible. Some leave.
  static World crowd(ExecutorKind executor, std::int32_t neighbors, bool on_lattice,
                     std::optional<double> turning_rate = std::nullopt) {
    World world(options(executor));
    Profile profile;
    profile.max_neighbors = neighbors;
    profile.on_arrival = OnArrival::remove;
    profile.max_turning_rate = turning_rate;
    const ProfileIndex of = world.add_profile(profile);
    std::vector<AgentDescription> agents;
    if (on_lattice) {
      for (int i = 0; i < 600; ++i) {
        const Vec2d at{0.5 * (i % 25), 0.5 * static_cast<double>(i / 25)};
        agents.push_back(agent_to(at, {12.0 - at.x, 12.0 - at.y}, of));
      }
    } else {
      agents = walkers(1500, 4.0, 70, of);
    }
    world.add_agents(agents);
    return world;
  }
};

TEST_F(CudaVariants, SameBits) {
  for (const std::int32_t neighbors : {10, 16, 30}) {
    for (const bool on_lattice : {false, true}) {
      World here = crowd(ExecutorKind::cpu, neighbors, on_lattice);
      here.step(8);
      EXPECT_GT(here.statistics().infeasible, 50u);
      for (const cuda::Variants& kind : kinds()) {
        SCOPED_TRACE(to_text(kind) + (on_lattice ? ", on a lattice, " : ", ") + std::to_string(neighbors));
        cuda::variants() = kind;
        World there = crowd(ExecutorKind::cuda, neighbors, on_lattice);
        there.step(8);
        expect_same_state(there, here);
      }
    }
  }
}

TEST_F(CudaVariants, SameBitsWhereTurningIsLimited) {
  World here = crowd(ExecutorKind::cpu, 10, true, 4.0);
  here.step(8);
  EXPECT_GT(here.statistics().infeasible, 50u);
  for (const cuda::Variants& kind : kinds()) {
    SCOPED_TRACE(to_text(kind));
    cuda::variants() = kind;
    World there = crowd(ExecutorKind::cuda, 10, true, 4.0);
    there.step(8);
    expect_same_state(there, here);
    for (const AgentHandle agent : here.handles()) {
      EXPECT_EQ(there.state(*there.find(here.state(agent).id)).heading, here.state(agent).heading);
    }
  }
}

/// Agents and obstacles that come and go between steps: what a step has prepared for the next one no longer holds.
TEST_F(CudaVariants, SameBitsWhenTheWorldChanges) {
  const auto change = [](World& world) {
    world.step(5);
    world.add_agents(walkers(200, 1.0, 71));
    world.step(3);
    world.remove_agent(world.handles()[17]);
    world.step(2);
    static_cast<void>(world.measure());
    world.step(2);
    const ObstacleHandle block = world.add_polygon(box(-2.0, -2.0, 2.0, 2.0));
    world.step(4);
    world.remove_obstacle(block);
    world.step(4);
  };
  World here = crowd(ExecutorKind::cpu, 10, false);
  change(here);
  for (const cuda::Variants& kind : kinds()) {
    SCOPED_TRACE(to_text(kind));
    cuda::variants() = kind;
    World there = crowd(ExecutorKind::cuda, 10, false);
    change(there);
    expect_same_state(there, here);
  }
}

/// Short lists beside long ones, which have a kernel of their own; a crowd that leaves its first box far behind, in
/// cells of a fixed height and in others; all leave at once or one after the other, and others come into the empty
/// world.
TEST_F(CudaVariants, SameBitsWithListsOfAllLengthsUntilNobodyIsLeft) {
  const auto run = [](ExecutorKind executor, NeighborQuery query, double cell_size) {
    WorldOptions o = options(executor);
    o.neighbor_query = query;
    o.cell_size = cell_size;
    World world(o);
    std::vector<ProfileIndex> of;
    for (const std::int32_t neighbors : {0, 5, 30}) {
      Profile profile;
      profile.max_neighbors = neighbors;
      profile.on_arrival = OnArrival::remove;
      profile.arrival_tolerance = 1.0;
      of.push_back(world.add_profile(profile));
    }
    const auto come = [&](int count) {
      std::vector<AgentDescription> agents;
      for (int i = 0; i < count; ++i) {
        const Vec2d at{0.4 * (i % 10), 0.4 * static_cast<double>(i / 10)};
        agents.push_back(agent_to(at, {i % 2 == 0 ? 6.0 : -3.0, at.y}, of[static_cast<std::size_t>(i) % of.size()]));
      }
      world.add_agents(agents);
    };
    come(100);
    world.step(4);
    static_cast<void>(world.measure());
    world.step(4);
    for (int steps = 0; steps < 400 && world.agent_count() > 0; steps += 20) world.step(20);
    world.step(2);
    come(60);
    world.step(6);
    return world;
  };
  for (const NeighborQuery query : {NeighborQuery::nearest, NeighborQuery::range}) {
    for (const double cell_size : {0.0, 1.5}) {
      const World here = run(ExecutorKind::cpu, query, cell_size);
      EXPECT_EQ(here.statistics().arrived, 100u);
      for (const char* kind : {"default", "search=warp", "threads=128,lots=many"}) {
        SCOPED_TRACE(std::string(kind) + ", cells of " + std::to_string(cell_size));
        cuda::variants() = cuda::parse_variants(kind);
        expect_same_state(run(ExecutorKind::cuda, query, cell_size), here);
      }
    }
  }
}

TEST(CudaVariantsText, IsReadAndWritten) {
  EXPECT_EQ(to_text(cuda::Variants{}), "default");
  for (const cuda::Variants& kind : cuda::single_variants()) {
    EXPECT_EQ(cuda::parse_variants(to_text(kind)), kind) << to_text(kind);
  }
  EXPECT_EQ(to_text(cuda::parse_variants("sort=radix,threads=128")), "sort=radix,threads=128");
  EXPECT_EQ(cuda::parse_variants("threads=192,sort=counting"), cuda::Variants{});
  for (const char* bad : {"", "threads=100", "sort=radix,", "half_planes=local,search=warp"}) {
    try {
      static_cast<void>(cuda::parse_variants(bad));
      ADD_FAILURE() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
    }
  }
}

}  // namespace
}  // namespace throng::cuda_variants_tests
