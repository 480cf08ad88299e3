// 250 agents to the opposite points of a circle: RVO2's own example, where symmetry ties the largest knot.
#include "tests/support/executors.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test {
namespace {

class LargeCircleLong : public testing::TestWithParam<ExecutorKind> {};
INSTANTIATE_TEST_SUITE_P(On, LargeCircleLong, testing::Values(ExecutorKind::cpu), executor_name);

/// RVO2 needs 961 s (783 s when built with fused multiplications); preferred_velocity_noise loosens the knot.
TEST_P(LargeCircleLong, AllArrive) {
  WorldOptions options;
  options.executor = GetParam();
  options.time_step = 0.25;
  options.preferred_velocity_noise = 0.02;
  World world(options);
  const ProfileIndex profile = world.add_profile(Profile::rvo2());
  for (int k = 0; k < 250; ++k) {
    const Vec2d start = on_circle(200.0, 6.283185307179586 * k / 250.0);
    world.add_agent(agent_to(start, times(-1.0, start), profile));
  }
  const std::uint64_t steps = steps_until_all_arrive(world, 6000);
  RecordProperty("seconds", static_cast<int>(world.time()));
  EXPECT_LE(steps, 6000u) << world.statistics().arrived << " of 250 arrived";
}

}  // namespace
}  // namespace throng::test
