#include "kernels/agent/state_hash.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "kernels/agent/navigate.hpp"
#include "kernels/agent/unit_table.hpp"
#include "throng/world.hpp"

namespace throng::state_hash_tests {
namespace {

TEST(Mix64, KnownValues) {
  // SplitMix64 from seed 0 is mix64 of multiples of the golden gamma; values from the reference implementation.
  constexpr std::uint64_t gamma = 0x9e3779b97f4a7c15ull;
  EXPECT_EQ(mix64(0), 0u);
  EXPECT_EQ(mix64(gamma), 0xe220a8397b1dcdafull);
  EXPECT_EQ(mix64(2 * gamma), 0x6e789e6aa1b965f4ull);
  EXPECT_EQ(mix64(3 * gamma), 0x06c45d188009454full);
}

TEST(StateHash, KnownValues) {  // computed by a program of its own, in another language
  EXPECT_EQ(agent_hash(0, 0.0f, 0.0f, 0.0f, 0.0f), 0x78ae5a9a6b5fd45eull);
  EXPECT_EQ(agent_hash(42, 1.5f, -2.25f, 0.125f, -0.0f), 0x96292f63fb26a561ull);
  EXPECT_EQ(agent_hash(std::numeric_limits<std::int64_t>::max() - 1, 1.0e7f, -1.0e7f, 0x1p-149f, 3.0f),
            0xaf90fed7fa3f4c13ull);
}

TEST(StateHash, ZerosOfBothSignsAreOne) {
  EXPECT_EQ(hashed_bits(-0.0f), 0u);
  EXPECT_EQ(hashed_bits(0.0f), 0u);
  EXPECT_EQ(hashed_bits(1.0f), 0x3f800000u);
  EXPECT_EQ(hashed_bits(-0x1p-149f), 0x80000001u);
  EXPECT_EQ(agent_hash(5, -0.0f, 0.0f, -0.0f, 0.0f), agent_hash(5, 0.0f, -0.0f, 0.0f, -0.0f));
}

TEST(StateHash, EveryWordCounts) {
  const std::uint64_t hash = agent_hash(1, 1.0f, 2.0f, 3.0f, 4.0f);
  EXPECT_NE(agent_hash(2, 1.0f, 2.0f, 3.0f, 4.0f), hash);
  EXPECT_NE(agent_hash(1, 2.0f, 1.0f, 3.0f, 4.0f), hash);
  EXPECT_NE(agent_hash(1, 1.0f, 2.0f, 4.0f, 3.0f), hash);
  EXPECT_NE(agent_hash(1, 1.0f, 2.0f, 3.0f, 4.0000005f), hash);
}

TEST(StateHash, OfAWorldIsTheSumOverItsAgents) {
  World world({.executor = ExecutorKind::cpu, .threads = 1});
  world.add_profile({});
  EXPECT_EQ(world.state_hash(), 0u);
  AgentDescription agent;
  agent.id = 4;
  agent.position = {3.0, -1.0};
  world.add_agent(agent);
  agent.id = 9;
  agent.position = {-3.0, 1.0};
  agent.velocity = {0.5, 0.0};
  world.add_agent(agent);
  EXPECT_EQ(world.state_hash(), agent_hash(4, 3.0f, -1.0f, 0.0f, 0.0f) + agent_hash(9, -3.0f, 1.0f, 0.5f, 0.0f));
}

TEST(UnitTable, DirectionsAreUnitVectorsEvenlySpread) {
  for (unsigned i = 0; i < 16; ++i) {
    const Vec2<float> e = table_direction(i), next = table_direction(i + 1);
    EXPECT_NEAR(length_sq(e), 1.0f, 2.0e-7f) << i;
    EXPECT_NEAR(det(e, next), 0.38268343f, 2.0e-7f) << i;
    EXPECT_GT(dot(e, next), 0.0f);
    const Vec2<float> opposite = table_direction(i + 8);
    EXPECT_EQ(opposite.x, -e.x);
    EXPECT_EQ(opposite.y, -e.y);
    EXPECT_EQ(table_direction(i + 16).x, e.x);
  }
  EXPECT_EQ(table_direction(0).x, 1.0f);
  EXPECT_EQ(table_direction(4).y, 1.0f);
}

TEST(UnitTable, TiesPartInOppositeDirections) {
  bool seen[8] = {};
  for (std::int64_t a = 0; a < 30; ++a) {
    for (std::int64_t b = a + 1; b < 30; ++b) {
      const Vec2<float> one = tie_direction(a, b), other = tie_direction(b, a);
      EXPECT_EQ(one.x, -other.x);
      EXPECT_EQ(one.y, -other.y);
      EXPECT_TRUE(one.y > 0.0f || one.x > 0.0f) << "the lower id's half of the plane";
      for (unsigned i = 0; i < 8; ++i) {
        seen[i] = seen[i] || (table_direction(i).x == one.x && table_direction(i).y == one.y);
      }
    }
  }
  for (const bool one : seen) EXPECT_TRUE(one);
}

TEST(VelocityNoise, IsAFunctionOfSeedIdAndStep) {
  const auto differs = [](Vec2<float> a, Vec2<float> b) { return a.x != b.x || a.y != b.y; };
  int by_seed = 0, by_id = 0, by_step = 0;
  for (std::int64_t id = 0; id < 200; ++id) {
    const Vec2<float> noise = velocity_noise(3, id, 7, 0.25f);
    EXPECT_FALSE(differs(noise, velocity_noise(3, id, 7, 0.25f)));
    EXPECT_NEAR(length_sq(noise), 0.0625f, 1.0e-7f);
    by_seed += differs(noise, velocity_noise(4, id, 7, 0.25f)) ? 1 : 0;
    by_id += differs(noise, velocity_noise(3, id + (std::int64_t{1} << 32), 7, 0.25f)) ? 1 : 0;
    by_step += differs(noise, velocity_noise(3, id, 8, 0.25f)) ? 1 : 0;
  }
  // One of sixteen directions each: by chance one in sixteen is the same.
  EXPECT_GT(by_seed, 160);
  EXPECT_GT(by_id, 160);
  EXPECT_GT(by_step, 160);
}

}  // namespace
}  // namespace throng::state_hash_tests
