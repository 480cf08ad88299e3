// Calls without a world take no memory once their sizes have settled.
#include <gtest/gtest.h>

#include <vector>

#include "tests/allocation/counting_new.hpp"
#include "throng/solver.hpp"

namespace throng {
namespace {

TEST(SteadySolver, ACallTakesNoMemory) {
  std::vector<Vec2f> positions, velocities(6000), wishes;
  std::vector<AgentId> ids;
  std::vector<std::uint8_t> infeasible(6000);
  for (int i = 0; i < 6000; ++i) {
    positions.push_back({0.5f * static_cast<float>(i % 78), 0.5f * static_cast<float>(i / 78)});
    wishes.push_back({static_cast<float>(i % 3 - 1), static_cast<float>(i % 5 - 2)});
    ids.push_back(7 * i);
  }
  const std::vector<Vec2d> square{{10, 10}, {12, 10}, {12, 12}, {10, 12}};
  const ObstacleOutline outline{true, square};
  Solver solver({.executor = ExecutorKind::cpu, .threads = 1});
  solver.set_obstacles({&outline, 1});
  SolverBatch batch;
  batch.positions = positions;
  batch.velocities = velocities;
  batch.preferred_velocities = wishes;
  batch.ids = ids;
  batch.new_velocities = velocities;
  batch.infeasible = infeasible;
  const auto run = [&](int calls) {
    std::uint64_t count = 0;
    for (int call = 0; call < calls; ++call) {
      count += solver.solve(batch).infeasible;
      for (std::size_t k = 0; k < positions.size(); ++k) {
        positions[k].x += 0.1f * velocities[k].x;
        positions[k].y += 0.1f * velocities[k].y;
      }
    }
    return count;
  };
  run(60);
  const std::uint64_t before = test::allocation_count();
  EXPECT_GT(run(20), 0u);
  EXPECT_EQ(test::allocation_count() - before, 0u);
}

TEST(SteadySolver, OneAgentTakesNone) {
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
