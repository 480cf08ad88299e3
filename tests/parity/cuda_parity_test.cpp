// The device against the CPU, over whole runs: the same bits, counts and handles.
#include <unistd.h>

#include <cstdio>

#include "tests/parity/parity_scene.hpp"
#include "tests/support/executors.hpp"

namespace throng::cuda_parity_tests {
namespace {

using test::Outcome;
using test::Scene;
using test::Variation;

constexpr Variation on_device{.executor = ExecutorKind::cuda};

class CudaParity : public ::testing::TestWithParam<Scene> {
 protected:
  void SetUp() override { test::need_executor(ExecutorKind::cuda); }
};

TEST_P(CudaParity, WholeRun) { EXPECT_EQ(test::run(GetParam(), on_device, 500), test::run(GetParam(), {}, 500)); }

TEST_P(CudaParity, CellsOrderAndPlace) {
  const Outcome plain = test::run(GetParam(), {}, 60);
  Variation v = on_device;
  for (const double size : {0.05, 0.5, 3.0, 50.0}) {
    v.cell_size = size;
    EXPECT_EQ(test::run(GetParam(), v, 60), plain) << "cells of " << size << " m";
  }
  v = on_device;
  v.adding_seed = 21;
  v.shift = {395131.0, 5268347.0};
  EXPECT_EQ(test::run(GetParam(), v, 60), plain) << "moved, and added in another order";
}

/// Handles, too: which slot the next agent gets is the same on each executor.
TEST_P(CudaParity, StatesGoFromOneToTheOther) {
  const std::string path =
      ::testing::TempDir() + "throng_cuda_parity_" + GetParam().name + "_" + std::to_string(getpid()) + ".h5";
  const Outcome plain = test::run(GetParam(), {}, 120);
  for (const bool first_on_device : {true, false}) {
    World first = test::make_world(GetParam(), first_on_device ? on_device : Variation{});
    test::run_to(first, GetParam(), {}, 70);
    first.save(path);
    World second = World::load(path, first_on_device ? ExecutorKind::cpu : ExecutorKind::cuda);
    std::remove(path.c_str());
    EXPECT_EQ(second.handles(), first.handles());
    test::run_to(second, GetParam(), {}, 120);
    EXPECT_EQ(test::outcome_of(second), plain) << (first_on_device ? "device first" : "cpu first");
  }
}

/// Handles of two worlds differ in their generations.
std::vector<std::uint32_t> slots_of(const std::vector<AgentHandle>& handles) {
  std::vector<std::uint32_t> slots;
  for (const AgentHandle& handle : handles) slots.push_back(handle.slot);
  return slots;
}

TEST_P(CudaParity, QueriesBetweenSteps) {
  World here = test::make_world(GetParam(), {}), there = test::make_world(GetParam(), on_device);
  for (std::uint64_t s = 10; s <= 60; s += 10) {
    test::run_to(here, GetParam(), {}, s);
    test::run_to(there, GetParam(), {}, s);
    const std::vector<AgentHandle> handles = here.handles(), others = there.handles();
    ASSERT_EQ(slots_of(others), slots_of(handles));
    EXPECT_EQ(there.positions(), here.positions());
    const Measures a = here.measure(), b = there.measure();
    EXPECT_EQ(b.contacts, a.contacts);
    EXPECT_EQ(b.deepest_overlap, a.deepest_overlap);
    EXPECT_EQ(b.inside_obstacles, a.inside_obstacles);
    for (std::size_t k = s % 7; k < handles.size(); k += 41) {
      EXPECT_EQ(slots_of(there.neighbors(others[k])), slots_of(here.neighbors(handles[k])));
      const std::vector<Constraint> lines = here.constraints(handles[k]), same = there.constraints(others[k]);
      ASSERT_EQ(same.size(), lines.size());
      for (std::size_t l = 0; l < lines.size(); ++l) {
        EXPECT_EQ(same[l].point, lines[l].point);
        EXPECT_EQ(same[l].direction, lines[l].direction);
        EXPECT_EQ(same[l].obstacle, lines[l].obstacle);
      }
    }
  }
  EXPECT_EQ(test::outcome_of(there), test::outcome_of(here));
}

/// What steering says of each agent, exactly.
void expect_same_steering(const World& there, const World& here) {
  EXPECT_EQ(there.aim_points(), here.aim_points());
  const std::vector<AgentHandle> others = there.handles(), handles = here.handles();
  ASSERT_EQ(slots_of(others), slots_of(handles));
  for (std::size_t k = 0; k < handles.size(); ++k) {
    const SteeringState a = here.steering(handles[k]), b = there.steering(others[k]);
    ASSERT_EQ(b.active, a.active);
    EXPECT_EQ(b.aim_point, a.aim_point);
    EXPECT_EQ(b.time_to_intercept, a.time_to_intercept);
    EXPECT_EQ(b.reachable, a.reachable);
    EXPECT_EQ(b.target_lost, a.target_lost);
    EXPECT_EQ(there.state(others[k]).preferred_velocity, here.state(handles[k]).preferred_velocity);
  }
}

class CudaSteering : public CudaParity {};

TEST_P(CudaSteering, WholeRun) {
  const Outcome plain = test::run(GetParam(), {}, 300);
  EXPECT_EQ(test::run(GetParam(), on_device, 300), plain);
  EXPECT_EQ(test::run(GetParam(), {.threads = 3, .adding_seed = 31}, 300), plain);
  Variation v = on_device;
  v.adding_seed = 32;
  v.cell_size = 3.0;
  v.shift = {395131.0, 5268347.0};
  EXPECT_EQ(test::run(GetParam(), v, 300), plain) << "moved, and added in another order";
}

TEST_P(CudaSteering, AimsAndTimes) {
  World here = test::make_world(GetParam(), {}), there = test::make_world(GetParam(), on_device);
  for (const std::uint64_t s : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{65},
                                std::uint64_t{130}, std::uint64_t{300}}) {
    test::run_to(here, GetParam(), {}, s);
    test::run_to(there, GetParam(), {}, s);
    expect_same_steering(there, here);
  }
}

/// Targets that have left, places on paths and aims, too, go through a file.
TEST_P(CudaSteering, StatesGoFromOneToTheOther) {
  const std::string path =
      ::testing::TempDir() + "throng_cuda_steering_" + GetParam().name + "_" + std::to_string(getpid()) + ".h5";
  World plain = test::make_world(GetParam(), {});
  test::run_to(plain, GetParam(), {}, 200);
  for (const bool first_on_device : {true, false}) {
    World first = test::make_world(GetParam(), first_on_device ? on_device : Variation{});
    test::run_to(first, GetParam(), {}, 130);
    first.save(path);
    World second = World::load(path, first_on_device ? ExecutorKind::cpu : ExecutorKind::cuda);
    std::remove(path.c_str());
    expect_same_steering(second, first);
    test::run_to(second, GetParam(), {}, 200);
    EXPECT_EQ(test::outcome_of(second), test::outcome_of(plain));
    expect_same_steering(second, plain);
  }
}

std::string name_of(const ::testing::TestParamInfo<Scene>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Scenes, CudaParity, ::testing::ValuesIn(test::small_scenes()), name_of);
INSTANTIATE_TEST_SUITE_P(Scenes, CudaSteering,
                         ::testing::Values(test::steering_scene(), test::pursuit_scene(), test::herds_scene()),
                         name_of);

TEST(CudaParitySizes, SixtySteps) {
  test::need_executor(ExecutorKind::cuda);
  if (testing::Test::IsSkipped() || testing::Test::HasFailure()) return;
  const Outcome plain = test::run(test::sizes_scene(), {}, 60);
  Variation v = on_device;
  for (const double size : {0.0, 0.5, 50.0}) {
    v.cell_size = size;
    EXPECT_EQ(test::run(test::sizes_scene(), v, 60), plain) << "cells of " << size << " m";
  }
}

/// 3,000 agents, most of them infeasible.
TEST(CudaParityDense, FiftySteps) {
  test::need_executor(ExecutorKind::cuda);
  if (testing::Test::IsSkipped() || testing::Test::HasFailure()) return;
  EXPECT_EQ(test::run(test::dense_scene(), on_device, 50), test::run(test::dense_scene(), {}, 50));
}

}  // namespace
}  // namespace throng::cuda_parity_tests
