// The new velocity is the best one that the constraints permit, over random crowds.
#include "tests/support/executors.hpp"
#include "tests/support/nearest_velocity.hpp"
#include "tests/support/random_crowd.hpp"

namespace throng::test::optimal_velocity_tests {
namespace {

class OptimalVelocity : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(OptimalVelocity);

constexpr double tolerance = 1.0e-4;  // m/s

TEST_P(OptimalVelocity, IsTheNearestPermittedOne) {
  std::size_t feasible = 0, infeasible = 0, constrained = 0;
  for (std::uint64_t seed = 0; seed < 250; ++seed) {
    const RandomCrowd crowd = random_crowd(seed);
    World world = crowd.make(GetParam());
    const std::vector<AgentHandle> handles = world.handles();
    std::vector<std::vector<Constraint>> lines;
    for (const AgentHandle agent : handles) lines.push_back(world.constraints(agent));
    world.step();
    Random random(seed + 1000);
    for (std::size_t k = 0; k < handles.size(); ++k) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " agent " << k);
      const AgentState state = world.state(handles[k]);
      ASSERT_TRUE(is_finite(state.velocity));
      EXPECT_LE(norm(state.velocity), state.max_speed * (1.0 + 1.0e-6));
      const Vec2d preferred = state.preferred_velocity;
      // Which programs have a solution is decided with a margin: at the edge of it rounding may decide either way.
      if (!nearest_velocity(lines[k], preferred, state.max_speed * (1.0 - 1.0e-4), 1.0e-4)) {
        infeasible += !nearest_velocity(lines[k], preferred, state.max_speed, -1.0e-4);
        continue;
      }
      ++feasible;
      EXPECT_LE(violation(lines[k], state.velocity), tolerance);
      const auto best = nearest_velocity(lines[k], preferred, state.max_speed);
      ASSERT_TRUE(best);
      constrained += distance(*best, preferred) > 1.0e-3;
      EXPECT_LE(distance(state.velocity, preferred), distance(*best, preferred) + tolerance);
      for (int sample = 0; sample < 100; ++sample) {
        const Vec2d other = random.in_disc(state.max_speed);
        if (violation(lines[k], other) > 0.0) continue;
        EXPECT_GE(distance(other, preferred), distance(state.velocity, preferred) - tolerance);
      }
    }
  }
  // The crowds are worth the name.
  EXPECT_GT(feasible, 2500u);
  EXPECT_GT(constrained, 1000u);
  EXPECT_GT(infeasible, 100u);
}

TEST_P(OptimalVelocity, WhereNoneIsPermittedWallsStillHold) {
  std::size_t infeasible = 0;
  for (std::uint64_t seed = 500; seed < 600; ++seed) {
    RandomCrowd crowd = random_crowd(seed);
    for (AgentDescription& agent : crowd.agents) agent.position = times(0.4, agent.position);
    World world = crowd.make(GetParam());
    const std::vector<AgentHandle> handles = world.handles();
    std::vector<std::vector<Constraint>> lines;
    for (const AgentHandle agent : handles) lines.push_back(world.constraints(agent));
    world.step();
    infeasible += world.statistics().infeasible;
    for (std::size_t k = 0; k < handles.size(); ++k) {
      std::erase_if(lines[k], [](const Constraint& c) { return !c.obstacle; });
      const AgentState state = world.state(handles[k]);
      ASSERT_LE(violation(lines[k], state.velocity), tolerance) << "seed " << seed << " agent " << k;
      EXPECT_LE(norm(state.velocity), state.max_speed * (1.0 + 1.0e-6));
    }
  }
  EXPECT_GT(infeasible, 500u);
}

}  // namespace
}  // namespace throng::test::optimal_velocity_tests
