// A call for one agent takes no memory.
#include <gtest/gtest.h>

#include <vector>

#include "tests/allocation/counting_new.hpp"
#include "throng/solve_velocity.hpp"

namespace throng {
namespace {

TEST(SolveVelocity, TakesNoMemory) {
  std::vector<NeighborAgent> crowd(60);
  for (std::size_t k = 0; k < crowd.size(); ++k) {
    crowd[k].id = static_cast<AgentId>(k) + 1;
    crowd[k].position = {0.5 + 0.25 * static_cast<double>(k % 8), 0.25 * static_cast<double>(k / 8)};
  }
  const std::vector<Vec2d> square{{-2, -2}, {-1, -2}, {-1, -1}, {-2, -1}};
  const ObstacleOutline outline{true, square};
  const ObstacleSet obstacles({&outline, 1});
  const std::uint64_t before = test::allocation_count();
  const VelocitySolution solution = solve_velocity({}, {.preferred_velocity = {1.0, 0.5}}, crowd, &obstacles);
  EXPECT_EQ(test::allocation_count() - before, 0u);
  EXPECT_NE(solution.velocity, (Vec2d{1.0, 0.5}));
}

}  // namespace
}  // namespace throng
