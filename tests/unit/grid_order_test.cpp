// The order of cells, and searches on it, against brute force.
#include "host/cpu/grid_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "kernels/agent/neighbor_search.hpp"
#include "throng/parameters.hpp"

namespace throng::grid_order_tests {
namespace {

struct Points {
  std::vector<float> x, y;
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(x.size()); }
  void add(double px, double py) {
    x.push_back(static_cast<float>(px));
    y.push_back(static_cast<float>(py));
  }
};

/// `count` points in a square of `side` m whose lower corner is (x, y).
void add_square(Points& points, std::size_t count, double x, double y, double side, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    const double u = static_cast<double>(random() >> 11) * 0x1p-53, v = static_cast<double>(random() >> 11) * 0x1p-53;
    points.add(x + side * u, y + side * v);
  }
}

/// A grid with what searches read: positions in cell order.
class Crowd {
 public:
  Crowd(const Points& points, double cell_size, int threads) : order_(cell_size), team_(threads) { build(points); }

  void build(const Points& points) {
    order_.build(points.x.data(), points.y.data(), points.size(), team_);
    motion_.resize(points.size());
    x_.resize(points.size());
    y_.resize(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      x_[i] = points.x[order_.order()[i]];
      y_[i] = points.y[order_.order()[i]];
      motion_[i] = {x_[i], y_[i], 0.0f, 0.0f};
    }
  }

  [[nodiscard]] const GridOrder& order() const { return order_; }
  [[nodiscard]] CrowdView view() const {
    return {order_.view(), motion_.data(), x_.data(), y_.data(), nullptr, order_.order()};
  }

 private:
  GridOrder order_;
  ThreadTeam team_;
  Buffer<Motion> motion_;
  Buffer<float> x_, y_;
};

/// The view's cells hold each item once, where its position says.
void expect_consistent(const Crowd& crowd) {
  const CrowdView view = crowd.view();
  const GridView& grid = view.grid;
  std::vector<char> seen(grid.item_count, 0);
  for (std::uint32_t i = 0; i < grid.item_count; ++i) {
    const std::int32_t column = cell_column(grid, view.x[i]), row = cell_row(grid, view.y[i]);
    ASSERT_LT(column, grid.columns);
    ASSERT_LT(row, grid.rows);
    const ItemRange cell = row_items(grid, row, column, column);
    ASSERT_TRUE(cell.begin <= i && i < cell.end) << i;
    ASSERT_LT(view.storage_index[i], grid.item_count);
    ASSERT_EQ(seen[view.storage_index[i]]++, 0);
  }
  if (grid.dense_start != nullptr) {
    EXPECT_EQ(grid.dense_start[static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows)],
              grid.item_count);
  } else {
    EXPECT_EQ(grid.cell_start[grid.occupied], grid.item_count);
    for (std::uint32_t c = 1; c < grid.occupied; ++c) EXPECT_LT(grid.cell_key[c - 1], grid.cell_key[c]);
  }
}

std::vector<std::uint32_t> nearest_by_search(const CrowdView& view, std::uint32_t self, float range, int wanted,
                                             float start) {
  std::vector<float> distance_sq(static_cast<std::size_t>(wanted));
  std::vector<std::uint32_t> index(static_cast<std::size_t>(wanted));
  NeighborList list{distance_sq.data(), index.data(), wanted, 0};
  const auto everyone = [](std::uint32_t) { return true; };
  const auto id_of = [&](std::uint32_t i) { return view.storage_index[i]; };
  find_neighbors(view, self, range * range, start * start, everyone, id_of, list);
  std::vector<std::uint32_t> found;
  for (std::int32_t n = 0; n < list.count; ++n) found.push_back(view.storage_index[index[static_cast<std::size_t>(n)]]);
  return found;
}

std::vector<std::uint32_t> nearest_by_force(const Points& points, std::uint32_t self, float range, int wanted) {
  std::vector<std::pair<float, std::uint32_t>> all;
  for (std::uint32_t j = 0; j < points.size(); ++j) {
    const float dx = points.x[self] - points.x[j], dy = points.y[self] - points.y[j];
    const float distance_sq = dx * dx + dy * dy;
    if (j != self && distance_sq < range * range) all.emplace_back(distance_sq, j);
  }
  std::sort(all.begin(), all.end());
  std::vector<std::uint32_t> found;
  for (std::size_t n = 0; n < all.size() && n < static_cast<std::size_t>(wanted); ++n) found.push_back(all[n].second);
  return found;
}

/// Some agents' neighbors, for several ranges and beginnings of the search.
void expect_exact(const Points& points, const Crowd& crowd, float range, std::uint32_t probes = 60) {
  expect_consistent(crowd);
  const CrowdView view = crowd.view();
  const std::uint32_t stride = std::max(1u, points.size() / probes);
  for (std::uint32_t i = 0; i < points.size(); i += stride) {
    const std::uint32_t self = view.storage_index[i];
    const std::vector<std::uint32_t> expected = nearest_by_force(points, self, range, 10);
    for (const float start : {0.0f, 0.2f * range, 2.0f * range}) {
      ASSERT_EQ(nearest_by_search(view, i, range, 10, start), expected) << "agent " << self << ", range " << range;
    }
  }
}

/// Automatic and fixed cells, one and two threads, and again after the size of cells has adapted.
void expect_exact_however_built(const Points& points, std::initializer_list<float> ranges) {
  for (const double cell_size : {0.0, 0.05, 0.7, 40.0}) {
    Crowd crowd(points, cell_size, cell_size == 0.7 ? 2 : 1);
    for (int again = 0; again < 3; ++again) {
      for (const float range : ranges) expect_exact(points, crowd, range);
      if (::testing::Test::HasFatalFailure()) return;
      crowd.build(points);
    }
  }
}

/// How often for_item_ranges_until shows each item of cell order; it stops after `most` items, or at the end.
std::vector<int> shown_items(const CrowdView& view, float x, float y, float reach, std::uint32_t most) {
  std::vector<int> shown(view.grid.item_count, 0);
  std::uint32_t count = 0;
  bool enough = false;
  for_item_ranges_until(view.grid, x, y, reach, [&](std::uint32_t begin, std::uint32_t end) {
    EXPECT_FALSE(enough);
    EXPECT_LT(begin, end);
    for (std::uint32_t i = begin; i < end; ++i) ++shown.at(i);
    count += end - begin;
    return enough = count >= most;
  });
  return shown;
}

/// A pile, a crowd about it and one far away; with cells of 4 mm there are thousands of empty rows between.
TEST(GridOrder, RangesUntilThereIsEnough) {
  Points points;
  add_square(points, 400, 3.0, 3.0, 0.01, 9);
  add_square(points, 300, 0.0, 0.0, 6.0, 10);
  for (const bool outlier : {false, true}) {
    if (outlier) points.add(1000.0, -1000.0);
    for (const double cell_size : {0.0, 0.004, 0.7}) {
      const Crowd crowd(points, cell_size, 1);
      const CrowdView view = crowd.view();
      for (const float reach : {0.3f, 2.0f, 50.0f}) {
        for (const auto& [x, y] : {std::pair{3.0f, 3.0f}, {1.5f, 4.5f}, {3.0f, 4.9f}, {-40.0f, 3.0f}, {90.0f, 90.0f}}) {
          const std::vector<int> shown = shown_items(view, x, y, reach, points.size() + 1);
          for (std::uint32_t i = 0; i < points.size(); ++i) {
            const float dx = view.x[i] - x, dy = view.y[i] - y;
            ASSERT_LE(shown[i], 1);
            if (dx * dx + dy * dy <= reach * reach) {
              ASSERT_EQ(shown[i], 1) << view.x[i] << ", " << view.y[i];
            }
          }
          const auto all = std::count(shown.begin(), shown.end(), 1);
          const std::vector<int> some = shown_items(view, x, y, reach, 20);
          EXPECT_GE(std::count(some.begin(), some.end(), 1), std::min<std::ptrdiff_t>(all, 20));
          if (view.grid.dense_start == nullptr && cell_size == 0.004) {
            EXPECT_LE(std::count(some.begin(), some.end(), 1), 180);  // a row has up to 140 of the pile
          }
        }
      }
    }
  }
}

TEST(GridOrder, NoPoints) {
  const Crowd crowd({}, 0.0, 1);
  EXPECT_EQ(crowd.view().grid.item_count, 0u);
}

TEST(GridOrder, OneTwoThreePoints) {
  Points points;
  for (const double x : {3.0, -2.0, 1.0e6}) {
    points.add(x, 0.5 * x);
    expect_exact_however_built(points, {0.5f, 6.0f, 1.0e7f});
  }
}

TEST(GridOrder, Square) {
  Points points;
  add_square(points, 1500, -30.0, 10.0, 40.0, 1);
  expect_exact_however_built(points, {0.3f, 5.0f, 100.0f});
}

TEST(GridOrder, AllOnOneSpot) {
  Points points;
  for (int i = 0; i < 500; ++i) points.add(12.5, -7.25);
  expect_exact_however_built(points, {0.5f});
}

/// Searches of those set aside too, with ids that follow neither order nor place.
void expect_exact_with_some_aside(const Points& points, double cell_size, int threads, std::size_t least_aside) {
  constexpr std::size_t wanted = 10;
  const std::uint32_t n = points.size();
  std::vector<std::int64_t> ids(n);
  for (std::uint32_t i = 0; i < n; ++i) ids[i] = static_cast<std::int64_t>(i) * 7919 % n;
  ThreadTeam team(threads);
  GridOrder grid(cell_size);
  grid.build(points.x.data(), points.y.data(), n, team);
  grid.set_aside(points.x.data(), points.y.data(), ids.data(), wanted + 1);
  ASSERT_LE(grid.view().item_count + least_aside, n);
  Buffer<Motion> motion;
  motion.resize(n);
  std::vector<char> seen(n, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t point = grid.order()[i];
    motion[i] = {points.x[point], points.y[point], 0.0f, 0.0f};
    ASSERT_EQ(seen[point]++, 0);
  }
  const CrowdView view{grid.view(), motion.data(), nullptr, nullptr, nullptr, grid.order()};
  for (std::uint32_t i = 0; i < n; i += 3) {
    const std::uint32_t self = grid.order()[i];
    std::vector<std::pair<float, std::int64_t>> all;
    for (std::uint32_t j = 0; j < n; ++j) {
      const float dx = points.x[self] - points.x[j], dy = points.y[self] - points.y[j];
      if (j != self && dx * dx + dy * dy < 25.0f) all.emplace_back(dx * dx + dy * dy, ids[j]);
    }
    std::sort(all.begin(), all.end());
    all.resize(std::min(all.size(), wanted));
    float distance_sq[wanted];
    std::uint32_t index[wanted];
    NeighborList list{distance_sq, index, wanted, 0};
    const auto id_of = [&](std::uint32_t k) { return ids[view.storage_index[k]]; };
    find_neighbors(
        view, i, 25.0f, 0.0f, [](std::uint32_t) { return true; }, id_of, list);
    ASSERT_EQ(static_cast<std::size_t>(list.count), all.size());
    for (std::size_t k = 0; k < all.size(); ++k) ASSERT_EQ(id_of(index[k]), all[k].second) << "point " << self;
  }
}

TEST(GridOrder, OfManyOnOneSpotSomeAreSetAside) {
  Points points;
  for (int i = 0; i < 300; ++i) points.add(12.5, -7.25);
  for (int i = 0; i < 70; ++i) points.add(12.5, -7.0);
  for (int i = 0; i < 9; ++i) points.add(12.5, -7.125);
  add_square(points, 200, 10.0, -9.0, 4.0, 8);
  for (const double cell_size : {0.0, 0.05, 40.0}) {
    for (const int threads : {1, 2}) expect_exact_with_some_aside(points, cell_size, threads, 280);
  }
  points.add(1.0e6, 3.0e5);  // only the occupied cells are listed
  for (const int threads : {1, 2}) expect_exact_with_some_aside(points, 0.0, threads, 280);
}

TEST(GridOrder, OneFarAway) {
  Points points;
  add_square(points, 1000, 0.0, 0.0, 25.0, 2);
  points.add(1.0e6, 0.0);
  points.add(-3.0, -1.0e6);
  expect_exact_however_built(points, {0.3f, 5.0f, 3.0e6f});
}

TEST(GridOrder, TwoClumpsFarApart) {
  Points points;
  add_square(points, 500, 0.0, 0.0, 15.0, 3);
  add_square(points, 500, 1.0e5, -1.0e5, 15.0, 4);
  expect_exact_however_built(points, {0.3f, 5.0f});
}

TEST(GridOrder, Lines) {
  Points points;
  for (int i = 0; i < 600; ++i) points.add(0.1 * i, 4.0);
  expect_exact_however_built(points, {0.35f, 5.0f});
  Points upright;
  for (int i = 0; i < 600; ++i) upright.add(-4.0, 0.1 * i);
  expect_exact_however_built(upright, {0.35f, 5.0f});
  for (int i = 0; i < 600; ++i) points.add(0.1 * i, 0.1 * i);
  expect_exact_however_built(points, {0.35f, 5.0f});
}

TEST(GridOrder, AtTheEndOfTheExtent) {
  const double far = limits::max_extent;
  Points points;
  for (int i = 0; i < 400; ++i) points.add(far - (i % 20), (i % 2 == 0 ? far : -far) + 0.5 * (i / 20));
  points.add(-far, -far);
  expect_exact_however_built(points, {1.5f, 5.0f, 3.0e7f});
}

TEST(GridOrder, OnCellBorders) {
  Points points;
  for (int i = 0; i < 900; ++i) points.add(0.7f * static_cast<float>(i % 30), 0.7f * static_cast<float>(i / 30));
  expect_exact_however_built(points, {0.7f, 0.70001f, 1.4f, 5.0f});
}

TEST(GridOrder, ManyPoints) {
  Points points;
  add_square(points, 100000, -100.0, -100.0, 220.0, 5);
  for (const int threads : {1, 2, 3, 4, 5, 8}) expect_exact(points, Crowd(points, 0.0, threads), 5.0f, 25);
  points.add(1.0e6, 1.0e6);
  for (const int threads : {1, 2, 5}) expect_exact(points, Crowd(points, 0.0, threads), 5.0f, 25);
}

TEST(GridOrder, MemoryFollowsTheNumberOfPointsNotTheExtent) {
  constexpr std::size_t count = 20000;
  for (const double outlier : {0.0, 1.0e3, 1.0e5, 1.0e6, 1.0e7}) {
    for (const double cell_size : {0.0, 0.01, 1.0, 1000.0}) {
      Points points;
      add_square(points, count, 0.0, 0.0, 100.0, 6);
      points.add(outlier, -outlier);
      Crowd crowd(points, cell_size, 1);
      crowd.build(points);
      // At most: order, key, rank; four cells a point and the reserve of growing; or the keyed points and cells.
      EXPECT_LE(crowd.order().capacity_bytes(), 80 * count + 16384) << outlier << ", " << cell_size;
    }
  }
}

TEST(GridOrder, CellsFollowTheDensity) {
  Points points;
  add_square(points, 20000, 0.0, 0.0, 100.0, 7);
  const Crowd crowd(points, 0.0, 1);
  const GridView grid = crowd.view().grid;
  const double per_cell = 20000.0 / (static_cast<double>(grid.columns) * grid.rows);
  EXPECT_GT(per_cell, 0.5);
  EXPECT_LT(per_cell, 4.0);
  points.add(1.0e6, 0.0);  // one far away leaves the others' cells as they were
  const Crowd with_outlier(points, 0.0, 1);
  EXPECT_LT(1.0f / with_outlier.view().grid.inverse_height, 4.0f / grid.inverse_height);
}

TEST(CellIndex, IsClampedAndMonotone) {
  EXPECT_EQ(cell_index(5.0f, 0.0f, 1.0f, 10), 5);
  EXPECT_EQ(cell_index(-1.0f, 0.0f, 1.0f, 10), 0);
  EXPECT_EQ(cell_index(-0.0f, 0.0f, 1.0f, 10), 0);
  EXPECT_EQ(cell_index(10.0f, 0.0f, 1.0f, 10), 9);
  EXPECT_EQ(cell_index(3.4e38f, -3.4e38f, 1.0e3f, 1 << 24), (1 << 24) - 1);  // an infinite product
  EXPECT_EQ(cell_index(-3.4e38f, 3.4e38f, 1.0e3f, 1 << 24), 0);
  EXPECT_EQ(cell_index(3.0f, 0.0f, 1.0f, 1), 0);
  std::int32_t before = 0;
  for (int i = 0; i < 100000; ++i) {
    const std::int32_t now = cell_index(-20.0f + 0.0007f * static_cast<float>(i), -17.3f, 7.7f, 300);
    ASSERT_GE(now, before);
    before = now;
  }
  EXPECT_EQ(before, 299);
}

}  // namespace
}  // namespace throng::grid_order_tests
