// What else a program does must not show in a world, nor the order in which a device runs threads.
#include <cuda_runtime_api.h>

#include "tests/cuda/cuda_worlds.hpp"

namespace throng::cuda_neighbors_in_process_tests {
namespace {

using namespace test;

class CudaInAProgram : public OnDevice {};

World some_world(const WorldOptions& options) { return test::some_world(options, 300, 91); }

/// An error of the program's own, which the runtime remembers until somebody asks for it.
TEST_F(CudaInAProgram, AnErrorOfTheCallerIsNotOurs) {
  World there = some_world(options()), here = some_world(options(ExecutorKind::cpu));
  static_cast<void>(there.state_hash());
  void* nothing = nullptr;
  ASSERT_NE(cudaMalloc(&nothing, std::size_t{1} << 60), cudaSuccess);
  there.step(3);
  here.step(3);
  expect_same_state(there, here);
  static_cast<void>(cudaGetLastError());
}

/// Which of its velocities counted would be left to the order of the device's threads.
TEST_F(CudaInAProgram, AgentNamedTwiceIsRefused) {
  World there = some_world(options()), here = some_world(options(ExecutorKind::cpu));
  for (World* world : {&there, &here}) {
    std::vector<AgentHandle> agents = world->handles();
    agents.push_back(agents[7]);
    const std::vector<Vec2d> velocities(agents.size(), Vec2d{1.0, 0.0});
    try {
      world->set_preferred_velocities(agents, velocities);
      ADD_FAILURE() << "took two velocities for one agent";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_NE(std::string(error.what()).find("named twice"), std::string::npos) << error.what();
    }
    world->step(1);
  }
  expect_same_state(there, here);
}

}  // namespace
}  // namespace throng::cuda_neighbors_in_process_tests
