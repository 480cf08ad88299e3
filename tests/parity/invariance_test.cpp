// What must not show in a result: threads, order of adding, cells, place in the world, and a pause in a file.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "tests/parity/parity_scene.hpp"

namespace throng::invariance_tests {
namespace {

using test::Outcome;
using test::Scene;
using test::Variation;

constexpr std::uint64_t steps = 500;

void expect_same(const Scene& scene, const Outcome& plain, const Variation& variation, const std::string& what) {
  EXPECT_EQ(test::run(scene, variation, steps), plain) << scene.name << ", " << what;
}

class Invariance : public ::testing::TestWithParam<Scene> {
 protected:
  const Scene& scene_ = GetParam();
  const Outcome plain_ = test::run(scene_, {}, steps);
};

TEST_P(Invariance, NumberOfThreads) {
  for (const int threads : {2, 3, 8}) {
    expect_same(scene_, plain_, {.threads = threads}, std::to_string(threads) + " threads");
  }
}

TEST_P(Invariance, OrderOfAdding) {
  expect_same(scene_, plain_, {.adding_seed = 11}, "another order of adding");
  expect_same(scene_, plain_, {.threads = 2, .adding_seed = 12}, "another order of adding, 2 threads");
}

TEST_P(Invariance, SizeOfCells) {
  for (const double size : {0.05, 0.5, 3.0, 50.0}) {
    expect_same(scene_, plain_, {.cell_size = size}, "cells of " + std::to_string(size) + " m");
  }
}

TEST_P(Invariance, PlaceInTheWorld) {
  expect_same(scene_, plain_, {.shift = {395131.0, 5268347.0}}, "moved");
  expect_same(scene_, plain_, {.threads = 3, .cell_size = 3.0, .shift = {-395131.0, 1.0}, .adding_seed = 13},
              "all at once");
}

TEST_P(Invariance, PauseInAFile) {
  const std::string path =
      ::testing::TempDir() + "throng_parity_" + scene_.name + "_" + std::to_string(getpid()) + ".h5";
  for (const std::uint64_t pause : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{240}}) {
    World saved = test::make_world(scene_, {});
    test::run_to(saved, scene_, {}, pause);
    saved.save(path);
    World world = World::load(path, ExecutorKind::cpu, pause == 1 ? 1 : 3);
    std::remove(path.c_str());
    EXPECT_EQ(test::outcome_of(world), test::outcome_of(saved));
    test::run_to(world, scene_, {}, steps);
    EXPECT_EQ(test::outcome_of(world), plain_) << scene_.name << ", saved after step " << pause;
  }
}

TEST_P(Invariance, QueriesBetweenSteps) {
  World world = test::make_world(scene_, {});
  for (std::uint64_t s = 10; s <= steps; s += 10) {
    test::run_to(world, scene_, {}, s);
    const std::vector<AgentHandle> handles = world.handles();
    EXPECT_EQ(world.positions().size(), handles.size());
    EXPECT_LE(world.measure().inside_obstacles, handles.size());
    if (handles.empty()) continue;
    const AgentHandle one = handles[s % handles.size()];
    // In these scenes some agents have no lines, or not one from every neighbor.
    const bool some_have_none = scene_.name == "streams" || scene_.name == "bottleneck" || scene_.name == "steering" ||
                                scene_.name == "turning_room" || scene_.name == "contact" || scene_.name == "pressed" ||
                                scene_.name == "footprints" || scene_.name == "sizes" || scene_.name == "density";
    EXPECT_TRUE(world.neighbors(one).size() <= world.constraints(one).size() || some_have_none);
  }
  EXPECT_EQ(test::outcome_of(world), plain_);
}

std::string name_of(const ::testing::TestParamInfo<Scene>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Scenes, Invariance, ::testing::ValuesIn(test::small_scenes()), name_of);
INSTANTIATE_TEST_SUITE_P(Sizes, Invariance, ::testing::Values(test::sizes_scene()), name_of);

TEST(DenseCrowd, ThreadsOrderAndCells) {
  const Scene scene = test::dense_scene();
  const Outcome plain = test::run(scene, {}, 50);
  for (const int threads : {2, 3, 8}) EXPECT_EQ(test::run(scene, {.threads = threads}, 50), plain) << threads;
  EXPECT_EQ(test::run(scene, {.cell_size = 0.5, .adding_seed = 14}, 50), plain);
}

/// More than one thread's share of a contact pass.
TEST(DenseCrowd, ContactsOnThreads) {
  Scene scene = test::dense_scene();
  scene.options.contact = ContactPass{};
  scene.agents.resize(2900);
  const Outcome plain = test::run(scene, {}, 10);
  for (const int threads : {2, 3, 8}) EXPECT_EQ(test::run(scene, {.threads = threads}, 10), plain) << threads;
}

TEST(DenseCrowdLong, EverythingOver500Steps) {
  const Scene scene = test::dense_scene();
  const Outcome plain = test::run(scene, {}, steps);
  for (const int threads : {2, 3, 8}) expect_same(scene, plain, {.threads = threads}, std::to_string(threads));
  for (const double size : {0.05, 0.5, 3.0, 50.0}) expect_same(scene, plain, {.cell_size = size}, std::to_string(size));
  expect_same(scene, plain, {.threads = 2, .shift = {395131.0, 5268347.0}, .adding_seed = 15}, "moved");
}

}  // namespace
}  // namespace throng::invariance_tests
