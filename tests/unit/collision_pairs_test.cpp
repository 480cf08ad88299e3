// Pairs of bodies by their boxes: against all pairs looked at one by one, and what it costs.
#include <gtest/gtest.h>

#include <algorithm>

#include "host/cpu/find_pairs.hpp"
#include "tests/support/box_sets.hpp"
#include "throng/error.hpp"

namespace throng::collision_pairs_tests {
namespace {

using test::BoxSet;
using test::Random;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// A set as the finder reads it, with some bodies at fault.
struct Bodies {
  std::vector<BodyRow> rows;
  std::vector<BodyBox> boxes;

  explicit Bodies(const BoxSet& set) : rows(set.boxes.size()), boxes(set.boxes) {}
  [[nodiscard]] BodiesView view() const {
    return {rows.data(), nullptr, nullptr, boxes.data(), static_cast<std::uint32_t>(boxes.size())};
  }
};

Pairs all_pairs(const Bodies& bodies, float margin) {
  const auto near_on_an_axis = [&](float low_a, float high_a, float low_b, float high_b) {
    const float ahead = low_b - high_a, behind = low_a - high_b;
    return ahead <= margin && behind <= margin;
  };
  Pairs pairs;
  for (std::uint32_t a = 0; a < bodies.boxes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < bodies.boxes.size(); ++b) {
      if (bodies.rows[a].fault != 0 || bodies.rows[b].fault != 0) continue;
      const BodyBox &p = bodies.boxes[a], &q = bodies.boxes[b];
      if (near_on_an_axis(p.min_x, p.max_x, q.min_x, q.max_x) && near_on_an_axis(p.min_y, p.max_y, q.min_y, q.max_y)) {
        pairs.emplace_back(a, b);
      }
    }
  }
  return pairs;
}

Pairs found_pairs(PairFinder& finder, const Bodies& bodies, float margin, int threads) {
  ThreadTeam team(threads);
  Buffer<PairRow> found;
  found.resize(3);  // what is there does not stay
  finder.find(bodies.view(), margin, team, found);
  Pairs pairs;
  for (std::size_t k = 0; k < found.size(); ++k) pairs.emplace_back(found[k].a, found[k].b);
  return pairs;
}

TEST(CollisionPairs, AreThoseOfAllPairs) {
  Random random(1);
  PairFinder finder;
  std::size_t found = 0;
  for (int round = 0; round < 40; ++round) {
    for (int kind = 0; kind < test::box_set_kinds; ++kind) {
      const BoxSet set = test::some_boxes(kind, 1 + random.below(150), random);
      Bodies bodies(set);
      if (random.chance(0.3)) {
        for (BodyRow& row : bodies.rows) row.fault = random.chance(0.2) ? 3 : 0;
      }
      for (const float margin : {0.0f, 1.0e-45f, 0.01f, 1.0f, 300.0f, 1.0e6f}) {
        SCOPED_TRACE(set.name + ", " + std::to_string(set.boxes.size()) + ", margin " + std::to_string(margin));
        const Pairs all = all_pairs(bodies, margin);
        found += all.size();
        ASSERT_EQ(found_pairs(finder, bodies, margin, 1 + round % 2), all);
      }
    }
  }
  EXPECT_GT(found, 100000u);
}

TEST(CollisionPairs, OfFewBodiesAndNone) {
  PairFinder finder;
  Bodies none{BoxSet{}};
  EXPECT_EQ(found_pairs(finder, none, 1.0f, 1), Pairs{});
  BoxSet set;
  set.add(0.0, 0.0, 1.0, 1.0);
  EXPECT_EQ(found_pairs(finder, Bodies(set), 1.0f, 1), Pairs{});
  set.add(1.5, 0.0, 1.0, 1.0);
  EXPECT_EQ(found_pairs(finder, Bodies(set), 0.25f, 1), Pairs{});
  EXPECT_EQ(found_pairs(finder, Bodies(set), 0.5f, 1), (Pairs{{0, 1}}));
  Bodies faulty(set);
  faulty.rows[0].fault = 1;
  EXPECT_EQ(found_pairs(finder, faulty, 0.5f, 1), Pairs{});
  faulty.rows[1].fault = 1;
  EXPECT_EQ(found_pairs(finder, faulty, 0.5f, 1), Pairs{});
}

/// Many threads, and sets that need several tasks.
TEST(CollisionPairs, DoNotDependOnThreads) {
  Random random(2);
  for (const int kind : {0, 1, 4, 9, 10}) {
    const BoxSet set = test::some_boxes(kind, kind == 10 ? 3000 : 10000, random);
    SCOPED_TRACE(set.name);
    PairFinder finder;
    const Bodies bodies(set);
    const Pairs one = found_pairs(finder, bodies, 0.1f, 1);
    EXPECT_TRUE(std::is_sorted(one.begin(), one.end()));
    EXPECT_EQ(found_pairs(finder, bodies, 0.1f, 2), one);
    EXPECT_EQ(found_pairs(finder, bodies, 0.1f, 7), one);
    if (kind == 9) {
      EXPECT_EQ(one, all_pairs(bodies, 0.1f));
    }
  }
}

/// More pairs than are kept twice: bodies are searched a second time.
TEST(CollisionPairs, OfACrowdOnOneSpot) {
  Random random(3);
  const BoxSet set = test::some_boxes(2, 6000, random);
  PairFinder finder;
  ThreadTeam team(1);
  Buffer<PairRow> pairs;
  finder.find(Bodies(set).view(), 0.0f, team, pairs);
  ASSERT_EQ(pairs.size(), 6000u * 5999u / 2u);
  ASSERT_GT(pairs.size(), std::size_t{1} << 24);
  std::size_t k = 0;
  for (std::uint32_t a = 0; a < 6000; ++a) {
    for (std::uint32_t b = a + 1; b < 6000; ++b, ++k) {
      if (pairs[k].a != a || pairs[k].b != b) FAIL() << k << ": " << pairs[k].a << ", " << pairs[k].b;
    }
  }
}

TEST(CollisionPairsLong, RefusesMoreThanItCanNumber) {
  Random random(4);
  const Bodies bodies(test::some_boxes(2, 70000, random));
  PairFinder finder;
  ThreadTeam team(2);
  Buffer<PairRow> pairs;
  try {
    finder.find(bodies.view(), 0.0f, team, pairs);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
    EXPECT_STREQ(error.what(), "more than 2147483648 pairs of bodies are near each other");
  }
}

struct Cost {
  double pairs, candidates, lookups;  ///< per body
};
Cost cost_of(const BoxSet& set, float margin) {
  PairFinder finder;
  ThreadTeam team(1);
  Buffer<PairRow> pairs;
  const Bodies bodies(set);
  finder.find(bodies.view(), margin, team, pairs);
  std::size_t candidates = 0, lookups = 0;
  const PairSearch& search = finder.search();
  for (std::uint32_t p = 0; p < search.count; ++p) {
    for_partners(
        search, p,
        [&](std::uint32_t, std::uint32_t, std::uint32_t first, std::uint32_t last, std::uint64_t key) {
          ++lookups;
          return first_not_less(search.keys, first, last, key);
        },
        [&](std::uint32_t) { ++candidates; });
  }
  const auto n = static_cast<double>(set.boxes.size());
  return {static_cast<double>(pairs.size()) / n, static_cast<double>(candidates) / n, static_cast<double>(lookups) / n};
}

void print(const std::string& name, std::size_t count, const Cost& cost) {
  std::printf("%s, %zu: %.2f pairs, %.2f candidates, %.2f look-ups per body\n", name.c_str(), count, cost.pairs,
              cost.candidates, cost.lookups);
}

/// At equal density a body costs the same among a thousand and among many; also where one large body covers all, and
/// where one is far away.
TEST(CollisionPairs, CostABodyTheSameAmongMany) {
  for (const int kind : {0, 3, 9}) {
    std::vector<Cost> costs;
    for (const std::size_t count : {1000u, 10000u, 100000u}) {
      Random random(5);
      const BoxSet set = test::some_boxes(kind, count, random);
      costs.push_back(cost_of(set, 0.0f));
      print(set.name, count, costs.back());
    }
    for (const Cost& cost : costs) {
      EXPECT_LT(cost.candidates, 1.15 * costs[0].candidates);
      EXPECT_LT(cost.lookups, 1.15 * costs[0].lookups);
      EXPECT_LT(cost.candidates, 6.0 * cost.pairs);
    }
  }
}

TEST(CollisionPairsLong, CostABodyTheSameAmongAMillion) {
  Random random(5);
  const Cost few = cost_of(test::even_boxes(1000, random), 0.0f);
  BoxSet set = test::even_boxes(1000000, random);
  const Cost many = cost_of(set, 0.0f);
  EXPECT_LT(many.candidates, 1.15 * few.candidates);
  set.add(0.0, 0.0, 5000.0, 5000.0);
  const Cost under_a_large_one = cost_of(set, 0.0f);
  EXPECT_LT(under_a_large_one.candidates, many.candidates + 1.1);
  EXPECT_LT(under_a_large_one.lookups, many.lookups + 2.1);
}

}  // namespace
}  // namespace throng::collision_pairs_tests
