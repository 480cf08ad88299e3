// Bodies that move and collide take no memory once sizes have settled.
#include <gtest/gtest.h>

#include <vector>

#include "tests/allocation/counting_new.hpp"
#include "tests/support/random_bodies.hpp"

namespace throng::collision_allocation_tests {
namespace {

TEST(Allocation, NoneInASteadyCollision) {
  const test::ConvexBodyArrays bodies(test::random_pairs(1, 3000));
  ConvexSet set(bodies.arrays(), 1);
  PairList pairs;
  find_pairs(set, pairs);
  ASSERT_GT(pairs.size(), 3000u);
  test::PairOutcome outcome(2 * pairs.size());
  const auto step = [&] {
    set.move({bodies.translation.data(), bodies.rotation.data(), bodies.center.data()});
    find_pairs(set, pairs);
    collide(set, {.pairs = pairs.data(), .count = pairs.size(), .out = outcome.arrays()});
  };
  step();
  const std::uint64_t before = test::allocation_count();
  for (int i = 0; i < 5; ++i) step();
  EXPECT_EQ(test::allocation_count(), before);
}

}  // namespace
}  // namespace throng::collision_allocation_tests
