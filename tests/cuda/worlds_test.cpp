// Several worlds in one process: each has a stream of its own, none waits for another.
#include <thread>

#include "tests/cuda/cuda_worlds.hpp"

namespace throng::cuda_worlds_tests {
namespace {

using namespace test;

class CudaWorlds : public OnDevice {
 protected:
  static World make(ExecutorKind executor, std::uint64_t seed) {
    World world(options(executor));
    world.add_profile({});
    world.add_polygon(box(-1.0, -1.0, 1.0, 1.0));
    world.add_agents(walkers(200 + 10 * seed, 1.5, 60 + seed));
    return world;
  }
};

TEST_F(CudaWorlds, StepInTurns) {
  std::vector<World> there, here;
  for (std::uint64_t w = 0; w < 3; ++w) {
    there.push_back(make(ExecutorKind::cuda, w));
    here.push_back(make(ExecutorKind::cpu, w));
  }
  for (int s = 0; s < 10; ++s) {
    for (std::size_t w = 0; w < there.size(); ++w) there[w].step(w + 1);
  }
  for (std::size_t w = 0; w < there.size(); ++w) {
    here[w].step(10 * (w + 1));
    expect_same_state(there[w], here[w]);
  }
}

TEST_F(CudaWorlds, EachOnAThreadOfItsOwn) {
  constexpr std::uint64_t worlds = 4;
  std::vector<std::uint64_t> hashes(worlds);
  std::vector<std::thread> threads;
  for (std::uint64_t w = 0; w < worlds; ++w) {
    threads.emplace_back([&hashes, w] {
      World world = make(ExecutorKind::cuda, w);
      for (int s = 0; s < 5; ++s) {
        world.step(3);
        static_cast<void>(world.measure());
        static_cast<void>(world.positions());
      }
      hashes[w] = world.state_hash();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::uint64_t w = 0; w < worlds; ++w) {
    World here = make(ExecutorKind::cpu, w);
    here.step(15);
    EXPECT_EQ(hashes[w], here.state_hash()) << w;
  }
}

/// A world may be handed to another thread, whose current device is another matter.
TEST_F(CudaWorlds, MovesBetweenThreads) {
  World world = make(ExecutorKind::cuda, 0), here = make(ExecutorKind::cpu, 0);
  for (int s = 0; s < 4; ++s) {
    std::thread([&] { world.step(2); }).join();
    here.step(2);
  }
  expect_same_state(world, here);
}

TEST_F(CudaWorlds, MissingDeviceIsNamed) {
  WorldOptions o = options();
  o.device = 1000;
  try {
    const World world(o);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unavailable);
    EXPECT_NE(std::string(error.what()).find("device 1000 does not exist"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace throng::cuda_worlds_tests
