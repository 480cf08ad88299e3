// What the contact pass promises of whole scenes: how deep bodies overlap at most, in any frame.
#include <array>
#include <functional>

#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::contact_scenes_tests {
namespace {

constexpr double radius = 0.2;

/// Deepest overlap in any of so many steps, in radii, and that no wall was crossed.
double deepest(const std::function<void(World&)>& fill, bool contact, int steps) {
  WorldOptions options;
  options.executor = ExecutorKind::cpu;
  options.threads = 2;
  if (contact) options.contact = ContactPass{};
  World world(options);
  fill(world);
  double deepest = 0.0;
  for (int s = 0; s < steps; ++s) {
    world.step();
    deepest = std::max(deepest, world.measure().deepest_overlap);
  }
  EXPECT_EQ(world.statistics().wall_crossings, 0u);
  return deepest / radius;
}

/// A square block of people, `columns` of them a side at `density` (1/m^2), apart from each other; all walk `way`.
void add_block(World& world, Random& random, Vec2d center, int columns, double density, Vec2d way) {
  const double spacing = 1.0 / std::sqrt(density), free = 0.5 * (spacing - 2.02 * radius);
  for (int k = 0; k < columns * columns; ++k) {
    const Vec2d at{center.x + spacing * (k % columns - 0.5 * columns) + random.between(-free, free),
                   center.y + spacing * (k / columns - 0.5 * columns) + random.between(-free, free)};
    world.add_agent(agent_to(at, plus(at, way)));
  }
}

void crossing(World& world) {
  world.add_profile({});
  Random random(1);
  add_block(world, random, {-12.0, 0.0}, 20, 2.0, {60.0, 0.0});
  add_block(world, random, {0.0, -12.0}, 20, 2.0, {0.0, 60.0});
}

/// Everybody in one block, every other one the other way.
void counterflow(World& world) {
  world.add_profile({});
  Random random(2);
  for (int k = 0; k < 900; ++k) {
    const Vec2d at{0.7 * (k % 30) + random.between(-0.14, 0.14), 0.7 * (k / 30) + random.between(-0.14, 0.14)};
    world.add_agent(agent_to(at, {at.x + (random.chance(0.5) ? 500.0 : -500.0), at.y}));
  }
}

/// A room full of people at 5 per m^2 with an opening of 1 m.
void bottleneck(World& world) {
  Profile p;
  p.time_horizon = 1.0;
  p.time_horizon_obstacle = 0.5;
  p.neighbor_distance = 3.0;
  p.on_arrival = OnArrival::remove;
  p.arrival_tolerance = 0.3;
  world.add_profile(p);
  world.add_polyline(std::array{Vec2d{-4.0, 8.0}, Vec2d{-4.0, 0.0}, Vec2d{-0.5, 0.0}, Vec2d{-0.5, -1.0}});
  world.add_polyline(std::array{Vec2d{4.0, 8.0}, Vec2d{4.0, 0.0}, Vec2d{0.5, 0.0}, Vec2d{0.5, -1.0}});
  world.add_polyline(std::array{Vec2d{-4.0, 8.0}, Vec2d{4.0, 8.0}});
  for (int k = 0; k < 17 * 14; ++k)
    world.add_agent(agent_to({-3.6 + 0.45 * (k % 17), 0.4 + 0.45 * (k / 17)}, {0.0, -2.5}));
}

TEST(ContactScenes, CrossingStreams) {
  EXPECT_LT(deepest(crossing, true, 300), 0.02);
  EXPECT_GT(deepest(crossing, false, 300), 0.1) << "without the pass";
}
TEST(ContactScenes, Counterflow) {
  EXPECT_LT(deepest(counterflow, true, 300), 0.02);
  EXPECT_GT(deepest(counterflow, false, 300), 0.1) << "without the pass";
}
TEST(ContactScenes, PackedBottleneck) {
  EXPECT_LT(deepest(bottleneck, true, 400), 0.05);
  EXPECT_GT(deepest(bottleneck, false, 400), 0.1) << "without the pass";
}

}  // namespace
}  // namespace throng::test::contact_scenes_tests
