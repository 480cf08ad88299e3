#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>

#include "host/handle_table.hpp"
#include "host/id_set.hpp"
#include "throng/parameters.hpp"

namespace throng::handle_id_set_tests {
namespace {

TEST(HandleTable, SlotsComeBackWithAnotherGeneration) {
  HandleTable table;
  EXPECT_EQ(table.acquire(), 0u);
  EXPECT_EQ(table.acquire(), 1u);
  EXPECT_TRUE(table.contains(1, 0));
  table.release(0);
  EXPECT_FALSE(table.contains(0, 0));
  EXPECT_FALSE(table.contains(0, 1));  // free
  EXPECT_EQ(table.acquire(), 0u);
  EXPECT_FALSE(table.contains(0, 0));
  EXPECT_TRUE(table.contains(0, 1));
  EXPECT_EQ(table.generation(0), 1u);
  EXPECT_FALSE(table.contains(7, 0));
  EXPECT_FALSE(table.contains(std::numeric_limits<std::uint32_t>::max(), 0));
}

TEST(HandleTable, TheSlotReleasedLastIsTakenFirst) {
  HandleTable table;
  for (int i = 0; i < 4; ++i) table.acquire();
  table.release(1);
  table.release(3);
  table.release(2);
  EXPECT_EQ(table.acquire(), 2u);
  EXPECT_EQ(table.acquire(), 3u);
  EXPECT_EQ(table.acquire(), 1u);
  EXPECT_EQ(table.acquire(), 4u);
}

TEST(HandleTable, UsedUpGenerationsRetireTheSlot) {
  constexpr std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
  HandleTable table;
  table.restore({last - 1, 5}, {0}, {1});
  EXPECT_EQ(table.acquire(), 0u);
  EXPECT_TRUE(table.contains(0, last - 1));
  table.release(0);
  EXPECT_EQ(table.acquire(), 0u);
  EXPECT_TRUE(table.contains(0, last));
  table.release(0);
  EXPECT_FALSE(table.contains(0, last));
  EXPECT_FALSE(table.contains(0, 0));
  EXPECT_EQ(table.acquire(), 2u);  // never slot 0 again: a handle of generation 0 would come alive
}

TEST(HandleTable, RestoredTablesGoOnAlike) {
  HandleTable table;
  std::mt19937_64 random(1);
  std::vector<std::uint32_t> alive;
  for (int i = 0; i < 500; ++i) {
    if (alive.empty() || random() % 3 != 0) {
      alive.push_back(table.acquire());
    } else {
      const std::size_t k = random() % alive.size();
      table.release(alive[k]);
      alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
  HandleTable restored;
  restored.restore(table.generations(), table.free_slots(), alive);
  for (std::uint32_t slot = 0; slot < table.slots(); ++slot) EXPECT_EQ(restored.is_alive(slot), table.is_alive(slot));
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t slot = table.acquire();
    EXPECT_EQ(restored.acquire(), slot);
    EXPECT_EQ(restored.generation(slot), table.generation(slot));
  }
}

TEST(IdSet, AgreesWithASet) {
  std::mt19937_64 random(2);
  for (const AgentId span : {AgentId{40}, AgentId{400}, limits::max_id}) {
    IdSet ids;
    std::set<AgentId> expected;
    for (int i = 0; i < 300; ++i) {
      const auto id = static_cast<AgentId>(random() % static_cast<std::uint64_t>(span));
      EXPECT_EQ(ids.contains(id), expected.count(id) == 1);
      if (expected.insert(id).second) ids.insert(id);
      EXPECT_EQ(ids.next(), *expected.rbegin() + 1);
    }
    for (AgentId id = 0; id < 401; ++id) EXPECT_EQ(ids.contains(id), expected.count(id) == 1) << id;
    // The runs are those of the set: ascending, apart, and as many ids as were put in.
    const std::vector<AgentId> runs = ids.runs();
    AgentId before = -2;
    std::size_t count = 0;
    for (std::size_t r = 0; r < runs.size(); r += 2) {
      EXPECT_GT(runs[r], before + 1);
      EXPECT_GE(runs[r + 1], runs[r]);
      before = runs[r + 1];
      count += static_cast<std::size_t>(runs[r + 1] - runs[r]) + 1;
    }
    EXPECT_EQ(count, expected.size());
    IdSet restored;
    restored.restore(runs);
    EXPECT_EQ(restored.runs(), runs);
  }
}

TEST(IdSet, Ends) {
  IdSet ids;
  EXPECT_EQ(ids.next(), 0);
  EXPECT_FALSE(ids.contains(0));
  ids.insert(limits::max_id);
  ids.insert(0);
  ids.insert(limits::max_id - 1);
  EXPECT_EQ(ids.runs(), (std::vector<AgentId>{0, 0, limits::max_id - 1, limits::max_id}));
  EXPECT_EQ(ids.next(), limits::max_id + 1);
}

}  // namespace
}  // namespace throng::handle_id_set_tests
