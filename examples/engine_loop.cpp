// An engine that owns its agents: it keeps them in structs of its own and moves them itself; Throng says with which
// velocities, reading and writing where they lie. Two groups walk through each other, in a corridor.
#include <cstddef>
#include <cstdio>
#include <vector>

#include "throng/solver.hpp"

namespace {

struct Walker {
  float x, y;                // m
  throng::Vec2f velocity;    // m/s
  throng::Vec2f wish;        // m/s
  std::int64_t id;           // the engine's own
  std::uint32_t appearance;  // none of Throng's business
};
static_assert(offsetof(Walker, y) == offsetof(Walker, x) + sizeof(float));

}  // namespace

int main() try {
  throng::SolverOptions options;  // the fastest executor of this machine
  options.time_step = 0.1;        // s, that of the loop below
  throng::Solver solver(options);
  throng::Profile profile = throng::Profile::walker();
  profile.radius = 0.2;
  solver.set_profiles({&profile, 1});
  const throng::Vec2d left[] = {{-40.0, 5.0}, {40.0, 5.0}}, right[] = {{-40.0, -5.0}, {40.0, -5.0}};  // thin walls
  const throng::ObstacleOutline outlines[] = {{false, left}, {false, right}};
  solver.set_obstacles(outlines);

  std::vector<Walker> walkers;
  for (int i = 0; i < 200; ++i) {
    const float side = i % 2 == 0 ? -1.0f : 1.0f;
    const float x = side * (6.0f + 0.75f * static_cast<float>(i / 20)), y = 0.75f * static_cast<float>(i / 2 % 10 - 5);
    walkers.push_back({x, y, {}, {-1.25f * side, 0.0f}, 1000 + i, 0});
  }

  int steps = 0, infeasible = 0;
  while (!walkers.empty()) {
    // Where things lie may be another place in each call, and so may their number.
    const std::size_t count = walkers.size(), stride = sizeof(Walker);
    throng::SolverBatch batch;
    batch.positions = {&walkers[0].x, count, throng::ElementType::f32x2, static_cast<std::ptrdiff_t>(stride)};
    batch.velocities = {&walkers[0].velocity, count, stride};
    batch.preferred_velocities = {&walkers[0].wish, count, stride};
    batch.ids = {&walkers[0].id, count, stride};
    batch.new_velocities = {&walkers[0].velocity, count, stride};  // in the place of the old ones
    infeasible += static_cast<int>(solver.solve(batch).infeasible);

    for (Walker& walker : walkers) {
      walker.x += 0.1f * walker.velocity.x;
      walker.y += 0.1f * walker.velocity.y;
    }
    std::erase_if(walkers, [](const Walker& walker) { return walker.x * walker.wish.x > 15.0f; });
    if (++steps % 100 == 0) std::printf("after %d s: %zu on their way\n", steps / 10, walkers.size());
    if (steps == 3000) break;
  }
  std::printf("%d steps, %d times no velocity met all constraints\n", steps, infeasible);
  return walkers.empty() ? 0 : 1;
} catch (const throng::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
