// A step is captured once and launched again and again, and the host neither waits nor allocates inside of it.
#include "kernels/cuda/counters.hpp"
#include "tests/cuda/cuda_worlds.hpp"

namespace throng::cuda_graph_tests {
namespace {

using namespace test;
using cuda::runtime_counters;

struct Counts {
  std::uint64_t waits, captures, launches, allocations;
};
Counts counts_now() {
  const cuda::RuntimeCounters& c = runtime_counters();
  return {c.waits, c.captures, c.launches, c.allocations};
}

class CudaGraph : public OnDevice {
 protected:
  World world_with(std::size_t count, OnArrival on_arrival = OnArrival::stay) {
    World world(options());
    Profile p;
    p.on_arrival = on_arrival;
    p.arrival_tolerance = 0.5;
    world.add_profile(p);
    world.add_polygon(box(30.0, 30.0, 32.0, 32.0));
    world.add_agents(walkers(count, 1.0, 31));
    return world;
  }
};

TEST_F(CudaGraph, NoWaitNoAllocationNoCaptureInsideSteps) {
  World world = world_with(600);
  world.step(20);
  EXPECT_EQ(world.statistics().steps, 20u);  // waits
  const Counts before = counts_now();
  world.step(40);
  const Counts after = counts_now();
  EXPECT_EQ(after.waits, before.waits);
  EXPECT_EQ(after.captures, before.captures);
  EXPECT_EQ(after.allocations, before.allocations);
  EXPECT_EQ(after.launches, before.launches + 40);
  EXPECT_EQ(world.statistics().steps, 60u);
  EXPECT_GT(counts_now().waits, after.waits);
}

/// Counts that change stay on the device: agents that leave, come and are taken out need no new graph.
TEST_F(CudaGraph, AgentsComeAndGoWithoutCapture) {
  World world = world_with(700, OnArrival::remove);
  world.step(3);
  const std::size_t at_first = world.agent_count();
  const Counts before = counts_now();
  world.step(60);
  EXPECT_LT(world.agent_count(), at_first);
  std::vector<AgentHandle> some = world.handles();
  some.resize(20);
  world.remove_agents(some);
  world.step(3);
  world.add_agents(walkers(15, 0.05, 32));
  world.step(3);
  world.set_preferred_velocity(world.handles()[0], {1.0, 0.0});
  world.step(3);
  EXPECT_EQ(world.statistics().steps, 72u);
  EXPECT_EQ(counts_now().captures, before.captures);
  EXPECT_EQ(counts_now().launches, before.launches + 69);
}

TEST_F(CudaGraph, IsCapturedAnewWhenCapacityGrows) {
  World world = world_with(100);
  world.step(3);
  EXPECT_EQ(world.statistics().steps, 3u);
  const Counts before = counts_now();
  world.add_agents(walkers(2000, 1.0, 33));
  world.step(5);
  EXPECT_EQ(world.statistics().steps, 8u);
  EXPECT_GT(counts_now().captures, before.captures);
}

TEST_F(CudaGraph, TimesOfPhasesAreTheDevices) {
  World world = world_with(500);
  world.step(5);
  const PhaseTimes times = world.last_phase_times();
  for (const double seconds : {times.navigate, times.bin, times.solve, times.move}) {
    EXPECT_GE(seconds, 0.0);
    EXPECT_LT(seconds, 60.0);
  }
  EXPECT_GT(times.navigate + times.bin + times.solve + times.move, 0.0);
}

}  // namespace
}  // namespace throng::cuda_graph_tests
