// Sorting by keys: against the standard library's stable sort.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "host/cpu/key_sort.hpp"

namespace throng::key_sort_tests {
namespace {

/// Keys that differ in the bits of `mask` only.
std::vector<KeyedIndex> random_items(std::size_t count, std::uint64_t mask, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::uint64_t alike = random();
  std::vector<KeyedIndex> items(count);
  for (std::size_t i = 0; i < count; ++i) {
    items[i] = {(random() & mask) | (alike & ~mask), static_cast<std::uint32_t>(i)};
  }
  return items;
}

void expect_sorted(KeySort& sorter, std::vector<KeyedIndex> items, int threads) {
  Buffer<KeyedIndex> sorted;
  sorted.resize(items.size());
  std::copy(items.begin(), items.end(), sorted.data());
  ThreadTeam team(threads);
  sorter.sort(sorted, team);
  std::stable_sort(items.begin(), items.end(), [](const KeyedIndex& a, const KeyedIndex& b) { return a.key < b.key; });
  ASSERT_EQ(sorted.size(), items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(sorted[i].key, items[i].key) << i << " of " << items.size() << ", " << threads << " threads";
    ASSERT_EQ(sorted[i].index, items[i].index) << i << " of " << items.size() << ", " << threads << " threads";
  }
}

// Few items are compared; of many each thread has a part; digits begin at the lowest bit that differs.
TEST(KeySort, OrdersAsAStableSortDoes) {
  KeySort sorter;
  std::uint64_t seed = 1;
  for (const std::size_t count : {0u, 1u, 2u, 1023u, 1024u, 5000u, 70001u, 150000u}) {
    for (const std::uint64_t mask : {0x0ull, 0x1ull, 0x8000000000000000ull, 0x7ffull, 0x00ff00ff00000000ull,
                                     0x0100000000000800ull, 0xffffffffffffffffull}) {
      for (const int threads : {1, 2, 5}) expect_sorted(sorter, random_items(count, mask, seed++), threads);
    }
  }
}

}  // namespace
}  // namespace throng::key_sort_tests
