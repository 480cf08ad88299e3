// The device's way to the nearest neighbors against the plain one, on the CPU: the same list, or none.
#include <gtest/gtest.h>

#include <algorithm>
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

/// The nearest of agents on a line at the squares of these distances from the first of them, which looks.
template <int K>
std::int32_t nearest_on_line(const std::vector<float>& distances, std::int32_t wanted, NearestFew<K>& few) {
  std::vector<Motion> motion{{0.0f, 0.0f, 0.0f, 0.0f}};
  for (const float distance : distances) motion.push_back({distance, 0.0f, 0.0f, 0.0f});
  const std::vector<std::uint32_t> start{0, static_cast<std::uint32_t>(motion.size())};
  CrowdView crowd{};
  crowd.motion = motion.data();
  crowd.grid = {.origin_x = 0.0f,
                .origin_y = 0.0f,
                .inverse_width = 1.0f,
                .inverse_height = 1.0f,
                .columns = 1,
                .rows = 1,
                .item_count = start[1],
                .dense_start = start.data(),
                .cell_key = nullptr,
                .cell_start = nullptr,
                .occupied = 0};
  return find_nearest_few(
      crowd, 0, wanted, 1.0e6f, 1.0e6f, false, [](std::uint32_t) { return true; }, few);
}

/// Equal distances at the border of the list, which its own order does not show.
TEST(NearestFew, TieAtTheBorder) {
  NearestFew<3> few;
  EXPECT_EQ(nearest_on_line<3>({3.0f, 1.0f, 2.0f}, 3, few), 3);
  EXPECT_EQ(nearest_on_line<3>({3.0f, 1.0f, 2.0f, 3.0f}, 3, few), -1);
  EXPECT_EQ(nearest_on_line<3>({3.0f, 1.0f, 2.0f, 4.0f}, 3, few), 3);
  EXPECT_EQ(nearest_on_line<3>({1.0f, 0.0f, 2.0f}, 3, few), -1);  // one in the same place as the one that looks
}

/// More in reach than are put aside at once, from the farthest on.
TEST(NearestFew, MoreThanHaveRoom) {
  std::vector<float> distances;
  for (int k = 200; k > 0; --k) distances.push_back(0.5f * static_cast<float>(k));
  NearestFew<10> few;
  ASSERT_EQ(nearest_on_line<10>(distances, 10, few), 10);
  for (int n = 0; n < 10; ++n) EXPECT_EQ(few.distance_sq[n], 0.25f * static_cast<float>((n + 1) * (n + 1)));
  distances.push_back(distances.back());
  EXPECT_EQ(nearest_on_line<10>(distances, 10, few), -1);
}

/// Keys with all orders of zeros and ones: a network that sorts these sorts all.
TEST(NearestFew, NetworkSorts) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    std::uint32_t key[16];
    for (int k = 0; k < 16; ++k) key[k] = bits >> k & 1u;
    sort_keys<16>(key);
    ASSERT_TRUE(std::is_sorted(key, key + 16)) << bits;
  }
}

}  // namespace
}  // namespace throng::nearest_few_tests
