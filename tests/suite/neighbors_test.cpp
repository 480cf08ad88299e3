// World::neighbors against all others, sorted: on layouts that break grids.
#include <string>

#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"
#include "tests/support/worlds.hpp"

namespace throng::test::neighbors_tests {
namespace {

struct Layout {
  std::string name;
  double neighbor_distance;  ///< m
  std::vector<Vec2d> at;
};

Vec2d quarters(Vec2d p) { return {std::round(4.0 * p.x) / 4.0, std::round(4.0 * p.y) / 4.0}; }

/// Coordinates are quarters of meters, so that distances are exact in float and ties are ties on every executor.
std::vector<Layout> layouts() {
  Random random(31);
  std::vector<Layout> all;
  const auto fill = [&](const char* name, double neighbor_distance, std::size_t count, auto&& place) {
    Layout layout{name, neighbor_distance, {}};
    for (std::size_t k = 0; k < count; ++k) layout.at.push_back(quarters(place(k)));
    all.push_back(std::move(layout));
  };
  const auto number = [](std::size_t k) { return static_cast<double>(k); };
  fill("uniform", 5.0, 300, [&](std::size_t) { return random.in_box(15.0); });
  fill("clumped", 40.0, 300, [&](std::size_t k) { return plus({30.0 * number(k % 3), 0.0}, random.in_box(2.0)); });
  fill("line", 6.0, 200, [&](std::size_t k) { return Vec2d{0.5 * number(k), 3.0}; });
  fill("upright line", 6.0, 200, [&](std::size_t k) { return Vec2d{3.0, 0.5 * number(k)}; });
  fill("outlier", 5.0, 200, [&](std::size_t k) { return k == 77 ? Vec2d{1.0e6, 0.0} : random.in_box(8.0); });
  fill("one spot", 5.0, 120, [&](std::size_t) { return Vec2d{2.0, 2.0}; });
  fill("two clumps", 5.0, 200, [&](std::size_t k) { return plus({k % 2 ? 1.0e5 : 0.0, 0.0}, random.in_box(6.0)); });
  fill("lattice", 4.25, 225, [&](std::size_t k) { return Vec2d{number(k % 15), number(k / 15)}; });
  fill("sees all", 1.0e6, 150, [&](std::size_t) { return random.in_box(20.0); });
  fill("pair", 5.0, 2, [&](std::size_t k) { return Vec2d{3.0 * number(k), 0.0}; });
  fill("alone", 5.0, 1, [&](std::size_t) { return Vec2d{7.0, 7.0}; });
  return all;
}

class Neighbors : public OnEveryExecutor {};
THRONG_ON_EVERY_EXECUTOR(Neighbors);

/// Ids, nearest first, as the documentation has it.
std::vector<AgentId> nearest(const std::vector<Vec2d>& at, std::size_t self, double range, std::size_t most) {
  std::vector<std::pair<double, AgentId>> found;
  for (std::size_t k = 0; k < at.size(); ++k) {
    const Vec2d way = minus(at[k], at[self]);
    if (k != self && dot(way, way) < range * range) found.emplace_back(dot(way, way), static_cast<AgentId>(k));
  }
  std::sort(found.begin(), found.end());
  found.resize(std::min(most, found.size()));
  std::vector<AgentId> ids;
  for (const auto& [distance_sq, id] : found) ids.push_back(id);
  return ids;
}

void expect_nearest(World& world, const Layout& layout, std::size_t most) {
  for (std::size_t k = 0; k < layout.at.size(); ++k) {
    std::vector<AgentId> got;
    for (const AgentHandle agent : world.neighbors(*world.find(static_cast<AgentId>(k)))) {
      got.push_back(world.state(agent).id);
    }
    ASSERT_EQ(got, nearest(layout.at, k, layout.neighbor_distance, most)) << layout.name << ", agent " << k;
  }
}

World filled(const WorldOptions& settings, const Layout& layout, int max_neighbors) {
  World world(settings);
  Profile p;
  p.neighbor_distance = layout.neighbor_distance;
  p.max_neighbors = max_neighbors;
  p.max_speed = 0.0;
  const ProfileIndex profile = world.add_profile(p);
  std::vector<AgentDescription> agents;
  for (const Vec2d& at : layout.at) agents.push_back(agent_at(at, profile));
  world.add_agents(agents);
  return world;
}

TEST_P(Neighbors, AreTheNearestOnEveryLayout) {
  for (const Layout& layout : layouts()) {
    for (const int most : {0, 1, 2, 10, 33, 256}) {
      SCOPED_TRACE(testing::Message() << layout.name << ", at most " << most);
      World world = filled(options(), layout, most);
      expect_nearest(world, layout, static_cast<std::size_t>(most));
      world.step();  // the grid of a step and what it learnt, in place of the first one; max_speed 0: nobody moves
      expect_nearest(world, layout, static_cast<std::size_t>(most));
    }
  }
}

TEST_P(Neighbors, CellSizeChangesNothing) {
  for (const Layout& layout : layouts()) {
    for (const double cell : {0.25, 3.0, 1000.0}) {
      SCOPED_TRACE(testing::Message() << layout.name << ", cells of " << cell << " m");
      WorldOptions settings = options();
      settings.cell_size = cell;
      World world = filled(settings, layout, 10);
      expect_nearest(world, layout, 10);
    }
  }
}

TEST_P(Neighbors, RangeQueryTakesAllUpToItsCap) {
  for (const Layout& layout : layouts()) {
    WorldOptions settings = options();
    settings.neighbor_query = NeighborQuery::range;
    World world = filled(settings, layout, 1);  // max_neighbors is of the other query
    expect_nearest(world, layout, static_cast<std::size_t>(limits::max_neighbors));
    world.step();
    std::uint64_t beyond = 0;
    for (std::size_t k = 0; k < layout.at.size(); ++k) {
      beyond += nearest(layout.at, k, layout.neighbor_distance, layout.at.size()).size() > limits::max_neighbors;
    }
    EXPECT_EQ(world.statistics().neighbor_cap_hits, beyond) << layout.name;
  }
}

/// Of many on one spot a search for the nearest needs few, whoever asks; measures see all of them.
TEST_P(Neighbors, OfAStackAreThoseWithTheLowestIds) {
  for (const NeighborQuery query : {NeighborQuery::nearest, NeighborQuery::range}) {
    WorldOptions settings = options();
    settings.neighbor_query = query;
    Layout stack{"stack", 5.0, std::vector<Vec2d>(400, Vec2d{2.0, 2.0})};
    stack.at.push_back({2.25, 2.0});
    stack.at[7] = {3.0, 2.0};
    const std::size_t most = query == NeighborQuery::nearest ? 10 : limits::max_neighbors;
    World world = filled(settings, stack, 10);
    expect_nearest(world, stack, most);
    const std::size_t touching = 399 * 398 / 2 + 399;  // and the one beside them; the other one is out of touch
    EXPECT_EQ(world.measure().contacts, touching);
    expect_nearest(world, stack, most);
    world.step();
    expect_nearest(world, stack, most);
    EXPECT_EQ(world.measure().contacts, touching);
    EXPECT_EQ(world.statistics().neighbor_cap_hits, query == NeighborQuery::nearest ? 0u : 401u);
  }
}

/// No reach holds enough of them and not too many: a search must notice, at whatever distance they are.
TEST_P(Neighbors, ManyAtOneDistanceEndASearch) {
  for (int sixteenth = 1; sixteenth < 80; ++sixteenth) {
    const double d = 0.0625 * sixteenth;
    Layout ring{"stacks at " + std::to_string(d) + " m", 5.0, {{0.0, 0.0}}};
    for (int k = 0; k < 20; ++k) ring.at.insert(ring.at.end(), {{d, 0.0}, {-d, 0.0}, {0.0, d}, {0.0, -d}});
    World world = filled(options(), ring, 10);
    world.step();
    expect_nearest(world, ring, 10);
  }
}

TEST_P(Neighbors, HittingTheCapOfARangeQueryIsCounted) {
  WorldOptions settings = options();
  settings.neighbor_query = NeighborQuery::range;
  Layout crowd{"beyond the cap", 10.0, {}};
  for (int k = 0; k < 300; ++k) crowd.at.push_back({0.25 * (k % 20), 0.25 * (k / 20)});
  World world = filled(settings, crowd, 1);
  expect_nearest(world, crowd, static_cast<std::size_t>(limits::max_neighbors));
  world.step();
  EXPECT_EQ(world.statistics().neighbor_cap_hits, 300u);
}

TEST_P(Neighbors, AreTrueInAMovingCrowd) {
  World world(options());
  Profile p;
  p.neighbor_distance = 4.0;
  p.max_neighbors = 7;
  const ProfileIndex profile = world.add_profile(p);
  Random random(37);
  for (int k = 0; k < 200; ++k) {
    const Vec2d at = random.in_box(8.0);
    world.add_agent(agent_to(at, times(-2.0, at), profile));
  }
  for (int round = 0; round < 5; ++round) {
    world.step(10);
    Layout now{"moving", 4.0, world.positions()};
    expect_nearest(world, now, 7);
  }
}

}  // namespace
}  // namespace throng::test::neighbors_tests
