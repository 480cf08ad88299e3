// Heights and bits: the same on each executor, and as without them where the ground is flat.
#include <gtest/gtest.h>

#include "tests/parity/parity_scene.hpp"
#include "tests/support/executors.hpp"

namespace throng::slopes_parity_tests {
namespace {

using test::Outcome;
using test::Scene;

TEST(SlopesParity, RampsAreTheSameForThreadsPlaceAndOrder) {
  const Scene scene = test::ramps_scene();
  const Outcome plain = test::run(scene, {}, 200);
  EXPECT_EQ(test::run(scene, {.threads = 3}, 200), plain);
  EXPECT_EQ(test::run(scene, {.threads = 2, .cell_size = 3.0, .shift = {395131.0, 5268347.0}, .adding_seed = 5}, 200),
            plain);
  EXPECT_NE(test::run(test::steering_scene(), {}, 200), plain);
}

TEST(SlopesParity, RampsOnTheDevice) {
  test::need_executor(ExecutorKind::cuda);
  if (testing::Test::IsSkipped()) return;
  const Scene scene = test::ramps_scene();
  EXPECT_EQ(test::run(scene, {.executor = ExecutorKind::cuda}, 60), test::run(scene, {}, 60));
}

TEST(SlopesParity, FlatGroundIsAsNone) {
  Scene scene = test::crossing_scene();
  const Outcome plain = test::run(scene, {}, 200);
  scene = test::slopes_scene();
  EXPECT_NE(test::run(scene, {}, 200), plain);
  std::vector<double>& z = scene.heights->map->z;
  std::fill(z.begin(), z.end(), 1234.5);
  EXPECT_EQ(test::run(scene, {}, 200), plain);
  scene = test::slopes_scene();
  scene.heights->slope_speed.clear();
  EXPECT_EQ(test::run(scene, {}, 200), plain);
}

}  // namespace
}  // namespace throng::slopes_parity_tests
