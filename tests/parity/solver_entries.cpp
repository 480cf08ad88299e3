#include "tests/parity/solver_entries.hpp"

#include <utility>
#include <vector>

#include "throng/solver.hpp"

namespace throng::test {
namespace {

constexpr double tiny = 0x1p-1060;
const std::vector<Vec2d> solid_block{{3.1, -0.7}, {4.3, -0.9}, {4.1, 0.3}}, thin_wall{{-2.1, 1.7}, {6.3, 1.9}};
const std::vector<ObstacleOutline> entry_outlines{{true, solid_block}, {false, thin_wall}};

ObstacleSet walk_obstacles(EntryLog& log, const EntryWalk& walk) {
  ObstacleSet of_defaults(entry_outlines);
  walk.after("ObstacleSet");
  log("origin", [&] { return of_defaults.origin(); });
  ObstacleSet::Options options;
  options.origin = Vec2d{0.1, -0.3};
  ObstacleSet made(entry_outlines, options);
  walk.after("ObstacleSet");
  ObstacleSet obstacles = std::move(made);
  made = std::move(obstacles);
  obstacles = std::move(made);
  log("origin", [&] { return obstacles.origin(); });
  log("edge_count", [&] { return obstacles.edge_count(); });
  options.reach = -tiny;
  log.fails("ObstacleSet", [&] { const ObstacleSet refused(entry_outlines, options); });
  return obstacles;
}

void walk_solve_velocity(EntryLog& log, const EntryWalk& walk) {
  const ObstacleSet obstacles = walk_obstacles(log, walk);
  const std::vector<NeighborAgent> neighbors{{.id = 1, .position = {2.3, 0.3}, .velocity = {-0.7, tiny}},
                                             {.id = 2, .position = {0.9, -0.7}, .velocity = {0.3, 0.1}}};
  const AskingAgent agent{.id = 7, .position = {0.7, 0.1}, .velocity = {0.9, tiny}, .preferred_velocity = {1.3, 0.1}};
  std::vector<Constraint> constraints;
  const auto solve = [&](const ObstacleSet* set) {
    return solve_velocity(Profile{}, agent, neighbors, set, {}, &constraints);
  };
  const VelocitySolution free = solve(nullptr);
  walk.after("solve_velocity");
  log.note("solve_velocity", free.velocity, free.heading, constraints.size());
  const VelocitySolution walled = solve(&obstacles);
  walk.after("solve_velocity");
  log.note("solve_velocity", walled.velocity, walled.heading, constraints.back().point);
  log.fails("solve_velocity",
            [&] { static_cast<void>(solve_velocity(Profile{}, agent, neighbors, nullptr, {.time_step = tiny})); });
}

}  // namespace

void walk_solver(EntryLog& log, const EntryWalk& walk) {
  walk_solve_velocity(log, walk);
  SolverOptions options;
  options.executor = walk.executor;
  options.threads = walk.threads;
  Solver made(options);
  walk.after("Solver");
  Solver solver = std::move(made);
  made = std::move(solver);
  solver = std::move(made);
  log("options", [&] { return solver.options().time_step; });
  log("threads", [&] { return solver.threads() > 0; });
  Profile slow;
  slow.max_turning_rate = 0.7;
  log("set_profiles", [&] { solver.set_profiles({&slow, 1}); });
  log("set_obstacles", [&] { solver.set_obstacles(entry_outlines); });
  const std::vector<Vec2d> positions{{0.1, 0.3}, {2.3, 0.1}, {1.1, -0.9}},
      preferred{{1.1, 0.1}, {-1.3, tiny}, {0.3, 0.9}};
  std::vector<Vec2d> velocities(3);
  SolverBatch batch;
  batch.positions = positions;
  batch.preferred_velocities = preferred;
  batch.new_velocities = velocities;
  log("solve", [&] { return solver.solve(batch).infeasible; });
  log.note("solve", velocities[0], velocities[1], velocities[2]);
  log("origin", [&] { return *solver.origin(); });
  batch.new_velocities = {};
  log.fails("solve", [&] { solver.solve(batch); });
}

}  // namespace throng::test
