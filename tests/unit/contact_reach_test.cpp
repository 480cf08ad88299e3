// Whom contact searches find, against brute force, in crowds of all sizes; and how far they look.
#include "kernels/agent/contact_reach.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "host/cpu/grid_order.hpp"
#include "host/radius_levels.hpp"
#include "kernels/agent/contact_search.hpp"
#include "tests/support/random.hpp"

namespace throng::contact_reach_tests {
namespace {

using test::Random;

struct Disc {
  float x, y, radius;
};

/// A crowd in its cells, with the table of how far contacts reach.
class Crowd {
 public:
  Crowd(const std::vector<Disc>& discs, double cell_size, std::int32_t tiles) : order_(cell_size), team_(1) {
    const auto count = static_cast<std::uint32_t>(discs.size());
    std::vector<float> x, y;
    RadiusLevels radii;
    for (std::uint32_t i = 0; i < count; ++i) {
      x.push_back(discs[i].x);
      y.push_back(discs[i].y);
      id_.push_back(count - i);
      radii.add(discs[i].radius);
    }
    order_.build(x.data(), y.data(), count, team_);
    for (std::uint32_t self = 0; self < count; ++self) {
      const Disc& disc = discs[order_.order()[self]];
      motion_.push_back({disc.x, disc.y, 0.0f, 0.0f});
      radius_.push_back(disc.radius);
    }
    start_.assign(count, 0.01f);
    step_.one_layer = true;
    step_.search_start_sq = start_.data();
    step_.agents.id = id_.data();
    step_.crowd = {order_.view(), motion_.data(), nullptr, nullptr, radius_.data(), order_.order()};
    step_.contact.largest_radius = radii.largest();
    step_.contact.reach.levels = radii.levels(levels_);
    step_.contact.reach.level = levels_.data();
    step_.contact.reach.tiles = tiles;
    table_.assign(static_cast<std::size_t>(step_.contact.reach.levels * tiles * tiles), 0.0f);
    step_.contact.reach.table = table_.data();
    sole_.assign(table_.size(), 0);
    step_.contact.reach.sole = sole_.data();
    for (std::uint32_t self = 0; self < count; ++self) {
      note_reach(step_, self, [&](std::size_t entry, float radius) {
        ++noted_;
        table_.at(entry) = std::max(table_.at(entry), radius);
        sole_.at(entry) = sole_.at(entry) == 0 || sole_.at(entry) == self + 1 ? self + 1 : several_noted;
      });
    }
  }

  [[nodiscard]] const StepData& step() const { return step_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(motion_.size()); }
  [[nodiscard]] std::int32_t levels() const { return step_.contact.reach.levels; }
  [[nodiscard]] std::size_t noted() const { return noted_; }
  /// m, how far agent `self` looks.
  [[nodiscard]] double reach(std::uint32_t self) const {
    return 1.5 * (radius_[self] + reach_here(step_, motion_[self].x, motion_[self].y, radius_[self]).largest);
  }
  [[nodiscard]] std::vector<std::uint32_t> found(std::uint32_t self) const {
    float distance_sq[contact_cap];
    std::uint32_t index[contact_cap];
    NeighborList list{distance_sq, index, contact_cap, 0};
    find_contacts(step_, self, PlainContactScan{}, list);
    return {index, index + list.count};
  }
  /// Of discs with centers nearer than the sum of the radii by half as much again.
  [[nodiscard]] std::vector<std::uint32_t> expected(std::uint32_t self) const {
    std::vector<std::pair<float, std::int64_t>> near;
    std::vector<std::uint32_t> all;
    for (std::uint32_t other = 0; other < size(); ++other) {
      const float touch = 1.5f * (radius_[self] + radius_[other]);
      if (other != self && distance_sq(self, other) < touch * touch) all.push_back(other);
    }
    std::sort(all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) {
      const float to_a = distance_sq(self, a), to_b = distance_sq(self, b);
      return to_a != to_b ? to_a < to_b : id_[order_.order()[a]] < id_[order_.order()[b]];
    });
    all.resize(std::min<std::size_t>(all.size(), contact_cap));
    return all;
  }

 private:
  [[nodiscard]] float distance_sq(std::uint32_t a, std::uint32_t b) const {
    const float dx = motion_[a].x - motion_[b].x, dy = motion_[a].y - motion_[b].y;
    return dx * dx + dy * dy;
  }

  GridOrder order_;
  ThreadTeam team_;
  StepData step_{};
  std::vector<std::int64_t> id_;
  std::vector<Motion> motion_;
  std::vector<float> radius_, start_, table_;
  std::vector<std::uint32_t> sole_;
  std::array<ReachLevel, max_reach_levels> levels_{};
  std::size_t noted_ = 0;
};

std::vector<Disc> crowd_of(std::size_t count, double half, Vec2d center, Random& random, double smallest,
                           double largest) {
  std::vector<Disc> discs;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2d at = random.in_box(half);
    discs.push_back({static_cast<float>(center.x + at.x), static_cast<float>(center.y + at.y),
                     static_cast<float>(smallest * std::pow(largest / smallest, random.between(0.0, 1.0)))});
  }
  return discs;
}

void expect_exact(const std::vector<Disc>& discs) {
  for (const double cell_size : {0.0, 0.05, 3.0, 200.0}) {
    for (const std::int32_t tiles : {1, 16, 64}) {
      const Crowd crowd(discs, cell_size, tiles);
      for (std::uint32_t self = 0; self < crowd.size(); ++self) {
        ASSERT_EQ(crowd.found(self), crowd.expected(self)) << self << ", cells " << cell_size << ", tiles " << tiles;
      }
    }
  }
}

TEST(ContactReach, ListsAreThoseOfBruteForce) {
  Random random(1);
  expect_exact(crowd_of(400, 10.0, {}, random, 0.2, 0.2));
  expect_exact(crowd_of(400, 60.0, {}, random, 0.001, 100.0));
  expect_exact(crowd_of(400, 2.0, {16000.0, -3000.0}, random, 0.001, 1.0));
  expect_exact(crowd_of(400, 5.0, {}, random, 1.0e-20, 1.0));
  std::vector<Disc> few_large = crowd_of(400, 40.0, {}, random, 0.15, 0.3);
  for (int k = 0; k < 5; ++k) few_large[50 * k].radius = k < 2 ? 10.0f : 0.0f;
  expect_exact(few_large);
  std::vector<Disc> clumps = crowd_of(200, 5.0, {}, random, 0.01, 3.0);
  for (const Disc& disc : crowd_of(200, 5.0, {100000.0, 50.0}, random, 0.01, 3.0)) clumps.push_back(disc);
  expect_exact(clumps);
}

/// On the border of what is looked at: discs that just touch, over many places of tiles.
TEST(ContactReach, PairsAtTheBorder) {
  Random random(2);
  int found = 0;
  for (int k = 0; k < 3000; ++k) {
    const double large = random.between(0.5, 20.0), small = 0.2, touch = 1.5 * (large + small);
    const Vec2d at = random.in_box(random.chance(0.5) ? 10.0 : 10000.0);
    const Vec2d way = random.chance(0.5)   ? Vec2d{touch, 0.0}
                      : random.chance(0.5) ? Vec2d{0.0, -touch}
                                           : Vec2d{0.6 * touch, -0.8 * touch};
    const std::vector<Disc> discs{
        {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(large)},
        {static_cast<float>(at.x + way.x), static_cast<float>(at.y + way.y), static_cast<float>(small)}};
    const Crowd crowd(discs, 0.0, 16);
    for (std::uint32_t self = 0; self < 2; ++self) {
      ASSERT_EQ(crowd.found(self), crowd.expected(self)) << k;
      found += crowd.found(self).empty() ? 0 : 1;
    }
  }
  EXPECT_GT(found, 500);
  EXPECT_LT(found, 5500);
}

TEST(ContactReach, OnlyThoseNearALargeOneLookFar) {
  Random random(3);
  std::vector<Disc> discs = crowd_of(10000, 100.0, {}, random, 0.2, 0.2);
  const auto looking_far = [&] {
    const Crowd crowd(discs, 0.0, RadiusLevels::tiles(discs.size()));
    std::uint32_t far = 0;
    for (std::uint32_t self = 0; self < crowd.size(); ++self) {
      EXPECT_GE(crowd.reach(self), 0.6 - 1.0e-6);
      far += crowd.reach(self) > 0.61 ? 1 : 0;
    }
    return far;
  };
  EXPECT_EQ(looking_far(), 0u);
  discs[17] = {0.0f, 0.0f, 10.0f};
  EXPECT_EQ(looking_far(), 1u) << "itself: all others know it by name";
  discs[16] = {1.0f, 0.0f, 10.0f};
  // Two of them: a square of tiles around discs of 15.3 m, 0.25 agents per m2.
  EXPECT_GT(looking_far(), 700 / 4u);
  EXPECT_LT(looking_far(), 46 * 45 / 4u);
  // An outlier makes no tile larger.
  discs[18] = {1.0e6f, 0.0f, 0.2f};
  EXPECT_LT(looking_far(), 46 * 45 / 4u);
}

TEST(ContactReach, NobodyNotesMoreThanAFewTiles) {
  Random random(4);
  std::vector<Disc> discs = crowd_of(2000, 30.0, {}, random, 10.0, 10.0);
  for (std::size_t i = 0; i < discs.size(); i += 2) discs[i].radius = 0.2f;
  EXPECT_LE(Crowd(discs, 0.0, 64).noted(), 1000u * 81u);
  for (Disc& disc : discs) disc.radius = 0.2f;
  EXPECT_EQ(Crowd(discs, 0.0, 64).noted(), 0u) << "radii of a size";
}

TEST(ContactReach, LevelsHoldAllRadii) {
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    RadiusLevels radii;
    std::vector<float> all;
    const double low = std::pow(10.0, random.between(-30.0, 0.0)), high = std::pow(10.0, random.between(0.0, 6.0));
    for (int i = 0; i < 300; ++i) {
      const double r = low * std::pow(high / low, random.between(0.0, 1.0));
      all.push_back(i == 7 && k % 2 == 0 ? 0.0f : static_cast<float>(r));
      radii.add(all.back());
    }
    std::array<ReachLevel, max_reach_levels> levels{};
    const std::int32_t count = radii.levels(levels);
    ASSERT_GT(count, 1);
    ASSERT_LE(count, 8);
    const float largest = *std::max_element(all.begin(), all.end());
    EXPECT_EQ(levels[static_cast<std::size_t>(count) - 1].top, largest);
    EXPECT_EQ(radii.largest(), largest);
    for (std::int32_t l = 1; l < count; ++l) {
      EXPECT_GT(levels[static_cast<std::size_t>(l)].top, levels[static_cast<std::size_t>(l) - 1].top);
    }
    EXPECT_FALSE(radii.are_equal());
  }
}

TEST(ContactReach, BodiesLargerThanDiscsLookAround) {
  Random random(6);
  const std::vector<Disc> discs = crowd_of(60, 150.0, {}, random, 0.05, 12.0);
  const Crowd crowd(discs, 0.0, 64);
  int less = 0;
  for (int k = 0; k < 500; ++k) {
    const Vec2d at = random.in_box(160.0);
    const double body = random.between(0.0, 8.0);
    const double bound =
        largest_around(crowd.step(), static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(body));
    less += bound < 3.0 ? 1 : 0;
    for (const Disc& disc : discs) {
      const double dx = disc.x - at.x, dy = disc.y - at.y;
      const bool in_reach = std::sqrt(dx * dx + dy * dy) < 1.5 * (body + disc.radius);
      ASSERT_TRUE(!in_reach || bound >= disc.radius) << k;
    }
  }
  EXPECT_GT(less, 20);
}

}  // namespace
}  // namespace throng::contact_reach_tests
