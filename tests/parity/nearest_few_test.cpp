// The device's way to the nearest neighbors against the plain one, on the CPU: the same list, or none.
#include <gtest/gtest.h>

#include <vector>

#include "kernels/agent/nearest_few.hpp"
#include "kernels/agent/solve_agent.hpp"
#include "tests/parity/random_step.hpp"

namespace throng::nearest_few_tests {
namespace {

using test::RandomStep;
using test::StepKind;

struct Counts {
  std::size_t compared = 0, given_up = 0;
};

template <int K>
void compare(const StepKind& kind, Counts& counts) {
  const RandomStep scene(kind);
  const StepData& step = scene.data();
  for (std::uint32_t self = 0; self < scene.size(); ++self) {
    const SelfAgent agent = load_self(step, self);
    if (agent.max_neighbors > K) continue;
    const float range_sq = step.profiles[step.agents.profile[agent.storage]].neighbor_distance_sq;
    const auto sees_other = [&](std::uint32_t other) { return sees(step, agent.storage, other); };
    NearestFew<K> few;
    const std::int32_t count = find_nearest_few(step.crowd, self, agent.max_neighbors, range_sq,
                                                step.search_start_sq[agent.storage], !step.one_layer, sees_other, few);
    ++counts.compared;
    if (count < 0) {
      ++counts.given_up;
      continue;
    }
    std::vector<float> distance_sq(neighbor_cap + 1);
    std::vector<std::uint32_t> index(neighbor_cap + 1);
    NeighborList plain{distance_sq.data(), index.data(), 0, 0};
    find_agent_neighbors(step, self, agent, plain);
    ASSERT_EQ(count, plain.count);
    for (std::int32_t n = 0; n < count; ++n) {
      ASSERT_EQ(few.index[n], plain.index[n]) << "agent " << self << ", neighbor " << n;
      ASSERT_EQ(few.distance_sq[n], plain.distance_sq[n]);
    }
  }
}

Counts compare_all(const StepKind& kind) {
  Counts counts;
  compare<10>(kind, counts);
  compare<16>(kind, counts);
  compare<24>(kind, counts);
  return counts;
}

TEST(NearestFew, RandomCrowdsOfAnyDensity) {
  Counts sum;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    StepKind kind{.seed = seed, .agents = 300, .side = seed % 4 == 0 ? 2.0 : 3.0 * static_cast<double>(seed % 4)};
    kind.layers = seed % 3 == 0;
    const Counts counts = compare_all(kind);
    sum.compared += counts.compared;
    sum.given_up += counts.given_up;
  }
  EXPECT_GT(sum.compared, 5000u);
  EXPECT_LT(sum.given_up, sum.compared / 50);  // else the plain way is what is tested
}

TEST(NearestFew, EqualDistancesAreLeftToThePlainWay) {
  Counts sum;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Counts counts = compare_all({.seed = seed, .agents = 200, .on_lattice = true});
    sum.compared += counts.compared;
    sum.given_up += counts.given_up;
  }
  EXPECT_GT(sum.given_up, sum.compared / 10);
}

/// Equal distances at the border of the list, which its own order does not show.
TEST(NearestFew, TieAtTheBorder) {
  NearestFew<3> few;
  clear(few);
  for (const float distance_sq : {1.0f, 2.0f, 3.0f}) insert(few, distance_sq, 0);
  EXPECT_FALSE(has_tie(few));
  NearestFew<3> outside = few;
  insert(outside, 3.0f, 1);
  EXPECT_TRUE(has_tie(outside));
  NearestFew<3> pushed;
  clear(pushed);
  for (const float distance_sq : {1.0f, 3.0f, 3.0f, 2.0f}) insert(pushed, distance_sq, 0);
  EXPECT_TRUE(has_tie(pushed));
  insert(few, 5.0f, 1);
  EXPECT_FALSE(has_tie(few));
}

}  // namespace
}  // namespace throng::nearest_few_tests
