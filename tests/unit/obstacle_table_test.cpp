// The table of obstacle edges, and searches in it, against brute force over all edges.
#include "host/obstacle_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/agent/obstacle_search.hpp"

namespace throng::obstacle_table_tests {
namespace {

using Found = std::vector<std::pair<float, std::uint32_t>>;

class Walls {
 public:
  explicit Walls(std::uint64_t seed) : random_(seed) {}

  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  void add(bool closed, std::vector<Vec2d> vertices) {
    shapes_.push_back({shapes_.size(), closed, std::move(vertices)});
  }
  void add_wall(double x, double y, double dx, double dy) { add(false, {{x, y}, {x + dx, y + dy}}); }
  void add_random_walls(int count, double side, double length) {
    for (int i = 0; i < count; ++i) {
      const double x = between(-side, side), y = between(-side, side);
      const double dx = between(-length, length), dy = between(-length, length);
      add_wall(x, y, dx, dy);
    }
  }
  void add_random_blocks(int count, double side) {
    for (int i = 0; i < count; ++i) {
      const double x = between(-side, side), y = between(-side, side), w = between(0.1, 3.0), h = between(0.1, 3.0);
      add(true, {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}});
    }
  }
  void build(float typical_reach = 2.0f) {
    table_.follow_reach(typical_reach);
    table_.build(shapes_);
  }
  [[nodiscard]] ObstacleView view() const { return table_.view(); }

 private:
  std::mt19937_64 random_;
  std::vector<ObstacleShape> shapes_;
  ObstacleTable table_;
};

Found edges_by_search(const ObstacleView& view, Vec2<float> position, float reach) {
  std::vector<float> distance_sq(8);
  std::vector<std::uint32_t> edge(8);
  EdgeList list{distance_sq.data(), edge.data(), 8, 0};
  while (!find_edges(view, position, reach, list)) {
    const auto needed = static_cast<std::size_t>(list.count);
    distance_sq.resize(needed);
    edge.resize(needed);
    list = {distance_sq.data(), edge.data(), static_cast<std::int32_t>(needed), 0};
  }
  Found found;
  for (std::size_t n = 0; n < static_cast<std::size_t>(list.count); ++n) found.emplace_back(distance_sq[n], edge[n]);
  return found;
}

Found edges_by_force(const ObstacleView& view, Vec2<float> position, float reach) {
  Found found;
  for (std::uint32_t e = 0; e < view.edge_count; ++e) {
    const EdgeData& data = view.edges[e];
    const Vec2<float> left{data.left_x, data.left_y}, right{data.right_x, data.right_y};
    const float distance_sq = segment_distance_sq(left, right, position);
    if (det(left - position, right - left) < 0.0f && distance_sq < reach * reach) found.emplace_back(distance_sq, e);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void expect_exact_at(const ObstacleView& view, Vec2<float> position, float reach, std::size_t& hits) {
  const Found expected = edges_by_force(view, position, reach);
  hits += expected.size();
  ASSERT_TRUE(expected.empty() || !outside_grid(view.grid, position.x, position.y, reach));
  ASSERT_EQ(edges_by_search(view, position, reach), expected)
      << "at " << position.x << ", " << position.y << ", reach " << reach;
}

Crossing crossing_of(const ObstacleView& view, Vec2<float> from, Vec2<float> to) {
  const float length = std::sqrt(length_sq(to - from));
  return find_crossing(view, cells_within(view.grid, from.x, from.y, length), from, to);
}

void expect_same_crossing(const ObstacleView& view, Vec2<float> from, Vec2<float> to, std::size_t& crossings) {
  // One cell that holds every edge: a search looks at all of them.
  std::vector<std::uint32_t> all(view.edge_count);
  std::iota(all.begin(), all.end(), 0u);
  const std::uint32_t starts[2] = {0, view.edge_count};
  ObstacleView plain = view;
  plain.entries = all.data();
  plain.grid = {0.0f, 0.0f, 1.0f, 1.0f, 1, 1, view.edge_count, starts, nullptr, nullptr, 0};
  const Crossing expected = crossing_of(plain, from, to), found = crossing_of(view, from, to);
  ASSERT_EQ(found.any, expected.any);
  ASSERT_EQ(found.solid, expected.solid);
  crossings += expected.any ? 1 : 0;
}

/// Searches and crossings at random places, on the lines between cells, and at the ends of edges.
void expect_exact(Walls& walls, double side, std::initializer_list<float> reaches) {
  const ObstacleView view = walls.view();
  const GridView& grid = view.grid;
  std::size_t hits = 0, crossings = 0;
  for (int i = 0; i < 400; ++i) {
    Vec2<float> at{static_cast<float>(walls.between(-side, side)), static_cast<float>(walls.between(-side, side))};
    const EdgeData& near = view.edges[static_cast<std::size_t>(i) * 7919 % view.edge_count];
    if (i % 4 == 1) {
      at = {grid.origin_x + std::floor((at.x - grid.origin_x) * grid.inverse_width) / grid.inverse_width,
            grid.origin_y + std::floor((at.y - grid.origin_y) * grid.inverse_height) / grid.inverse_height};
    } else if (i % 4 == 2) {
      at = {near.left_x + near.direction_y * 0.5f, near.left_y - near.direction_x * 0.5f};
    } else if (i % 4 == 3) {
      at = {std::nextafter(near.right_x, 1.0e9f), std::nextafter(near.right_y, -1.0e9f)};
    }
    for (const float reach : reaches) expect_exact_at(view, at, reach, hits);
    const Vec2<float> far_to =
        at + Vec2<float>{static_cast<float>(walls.between(-3.0, 3.0)), static_cast<float>(walls.between(-3.0, 3.0))};
    expect_same_crossing(view, at, far_to, crossings);
    expect_same_crossing(view, at, {at.x - near.direction_y, at.y + near.direction_x}, crossings);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(hits, 50u);
  EXPECT_GT(crossings, 5u);
}

TEST(ObstacleTable, Empty) {
  Walls walls(1);
  walls.build();
  EXPECT_TRUE(edges_by_search(walls.view(), {1.0f, 2.0f}, 5.0f).empty());
  EXPECT_FALSE(crossing_of(walls.view(), {0.0f, 0.0f}, {1.0f, 1.0f}).any);
}

TEST(ObstacleTable, RandomWallsAndBlocks) {
  Walls walls(2);
  walls.add_random_walls(300, 40.0, 4.0);
  walls.add_random_blocks(100, 40.0);
  for (const float typical_reach : {0.1f, 2.0f, 30.0f}) {
    walls.build(typical_reach);
    expect_exact(walls, 45.0, {0.3f, 2.0f, 15.0f});
  }
}

TEST(ObstacleTable, LongWalls) {
  Walls walls(3);
  walls.add_random_walls(60, 500.0, 1000.0);
  walls.add_random_walls(100, 20.0, 1.0);
  walls.build();
  expect_exact(walls, 600.0, {0.5f, 5.0f, 50.0f});
  expect_exact(walls, 20.0, {0.5f, 5.0f, 50.0f});
}

TEST(ObstacleTable, TinyEdges) {
  Walls walls(4);
  std::vector<Vec2d> circle;
  for (int i = 0; i < 2000; ++i) {
    const double angle = 2.0 * 3.14159265358979 * i / 2000;
    circle.push_back({3.0 * std::cos(angle), 3.0 * std::sin(angle)});
  }
  walls.add(true, circle);
  walls.add_random_walls(200, 5.0, 0.001);
  walls.build();
  expect_exact(walls, 5.0, {0.05f, 1.0f});
}

TEST(ObstacleTable, NearlyLevelAndNearlyUpright) {
  Walls walls(5);
  for (int i = 0; i < 60; ++i) {
    const double at = i - 30.0;
    walls.add_wall(-30.0, at, 60.0, walls.between(-1e-4, 1e-4));
    walls.add_wall(at, -30.0, walls.between(-1e-4, 1e-4), 60.0);
    walls.add_wall(-30.0, at, 60.0, 1.0);
    walls.add_wall(at, -30.0, 1.0, 60.0);
    walls.add_wall(-30.0, at + 0.25, 60.0, 0.0);
    walls.add_wall(at + 0.25, 30.0, 0.0, -60.0);
  }
  walls.build();
  expect_exact(walls, 31.0, {0.2f, 1.0f, 4.0f});
}

TEST(ObstacleTable, FarOutliers) {
  Walls walls(6);
  walls.add_random_walls(200, 20.0, 3.0);
  walls.add_wall(1.0e6, 1.0e6, 1.0, 2.0);
  walls.add_wall(-1.0e6, 5.0e5, 100.0, 2.0);
  walls.build();
  EXPECT_EQ(walls.view().grid.dense_start, nullptr);  // else the sparse table goes untested
  expect_exact(walls, 22.0, {0.5f, 2.0f, 30.0f, 3.0e6f});
}

TEST(ObstacleTable, HugeCoordinates) {
  Walls walls(7);
  for (int i = 0; i < 200; ++i) {
    const double x = 9.99e6 + walls.between(0.0, 5e3), y = -9.99e6 - walls.between(0.0, 5e3);
    const double dx = walls.between(-900.0, 900.0), dy = walls.between(-900.0, 900.0);
    walls.add_wall(x, y, dx, dy);
  }
  walls.add_wall(-9.9e6, 9.9e6, 1.9e7, -1.9e7);
  walls.build();
  const ObstacleView view = walls.view();
  std::size_t hits = 0, crossings = 0;
  for (int i = 0; i < 400; ++i) {
    const Vec2<float> at{static_cast<float>(9.99e6 + walls.between(0.0, 5e3)),
                         static_cast<float>(-9.99e6 - walls.between(0.0, 5e3))};
    for (const float reach : {1.0f, 30.0f, 500.0f, 1.0e5f}) expect_exact_at(view, at, reach, hits);
    expect_same_crossing(view, at,
                         at + Vec2<float>{static_cast<float>(walls.between(-500.0, 500.0)),
                                          static_cast<float>(walls.between(-500.0, 500.0))},
                         crossings);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(hits, 1000u);
  EXPECT_GT(crossings, 10u);
}

TEST(ObstacleTable, EdgesAreNumberedByObstacleAndVertex) {
  Walls walls(8);
  walls.add(true, {{0, 0}, {1, 0}, {1, 1}});
  walls.add(false, {{5, 0}, {6, 0}, {7, 1}});
  walls.build();
  const ObstacleView view = walls.view();
  ASSERT_EQ(view.edge_count, 7u);  // a thin wall is seen from both sides
  EXPECT_EQ(view.edges[2].left_x, 1.0f);
  EXPECT_EQ(view.edges[2].left_y, 1.0f);
  EXPECT_EQ(view.edges[3].left_x, 5.0f);
  EXPECT_EQ(view.edges[4].right_x, 7.0f);
  EXPECT_EQ(view.edges[5].right_x, 6.0f);
  EXPECT_EQ(view.edges[6].right_x, 5.0f);
  EXPECT_EQ(view.edges[0].is_solid, 1u);
  EXPECT_EQ(view.edges[3].is_solid, 0u);
  EXPECT_EQ(view.edges[0].convexity, 3u);
  EXPECT_EQ(view.solid_count, 1u);
}

/// A city: walls of 2 to 6 m at a constant density.
std::uint32_t entries_of_city(int segments) {
  Walls walls(9);
  walls.add_random_walls(segments, 2.0 * std::sqrt(static_cast<double>(segments)), 4.0);
  walls.build();
  EXPECT_EQ(walls.view().edge_count, 2 * static_cast<std::uint32_t>(segments));
  return walls.view().grid.item_count;
}

TEST(ObstacleTable, SizeIsProportionalToTheNumberOfEdges) {
  const std::uint32_t ten_thousand = entries_of_city(10000), hundred_thousand = entries_of_city(100000);
  EXPECT_EQ(ten_thousand, 100322u);
  EXPECT_EQ(hundred_thousand, 1006740u);
  EXPECT_LT(hundred_thousand, 10.5 * ten_thousand);
}

TEST(ObstacleTable, LongWallsKeepWithinTheBudget) {
  Walls walls(10);
  walls.add_random_walls(5000, 1.0e5, 2.0e5);
  walls.build(0.1f);  // cells of 5 cm would take 3e10 entries
  EXPECT_LT(walls.view().grid.item_count, 16u * 10000u + 65536u);
}

}  // namespace
}  // namespace throng::obstacle_table_tests
