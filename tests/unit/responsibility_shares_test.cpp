// The shares of the fast executors: those of a pair sum to 1 exactly, under every policy.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "kernels/agent/responsibility.hpp"
#include "tests/support/random.hpp"

namespace throng::responsibility_shares_tests {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::array policies{responsibility_policy::equal, responsibility_policy::priority,
                              responsibility_policy::side, responsibility_policy::speed};
/// None, the least there are, those that differ in the last bit, the greatest that worlds accept, and unlimited.
constexpr std::array extremes{0.0f,        std::numeric_limits<float>::denorm_min(),
                              1.0e-37f,    1.0e-9f,
                              0.99999994f, 1.0f,
                              1.0000001f,  16777216.0f,
                              1.0e9f,      infinity};

/// In double, which holds the sum of two such floats without rounding: the smaller one is 0 or at least 2^-24.
void expect_exact(std::int32_t policy, const PairMember<float>& a, const PairMember<float>& b, bool a_is_lower) {
  const float of_a = pair_share(policy, a, b, a_is_lower), of_b = pair_share(policy, b, a, !a_is_lower);
  EXPECT_EQ(static_cast<double>(of_a) + static_cast<double>(of_b), 1.0)
      << "policy " << policy << ", priorities " << a.priority << " and " << b.priority;
  EXPECT_GE(of_a, 0.0f);
  EXPECT_GE(of_b, 0.0f);
}

Vec2<float> random_vector(test::Random& random, double half_side) {
  const Vec2d v = random.in_box(half_side);
  return {static_cast<float>(v.x), static_cast<float>(v.y)};
}

float random_priority(test::Random& random) {
  if (random.chance(0.3)) return extremes.at(random.below(extremes.size()));
  return static_cast<float>(random.between(0.0, random.chance(0.5) ? 4.0 : 1.0e9));
}

PairMember<float> random_member(test::Random& random) {
  return {random_vector(random, 10.0), random_vector(random, 2.0), unit(random_vector(random, 1.0)),
          random_priority(random)};
}

TEST(ResponsibilityShares, SumToOneExactlyInRandomPairs) {
  test::Random random(31);
  for (int trial = 0; trial < 200000; ++trial) {
    PairMember<float> a = random_member(random), b = random_member(random);
    // What is equal falls to the ids, or to another rule.
    if (random.chance(0.1)) b.position = a.position;
    if (random.chance(0.1)) b.heading = Vec2<float>{-a.heading.x, -a.heading.y};
    if (random.chance(0.1)) b.velocity = a.velocity;
    if (random.chance(0.1)) b.priority = a.priority;
    for (const std::int32_t policy : policies) expect_exact(policy, a, b, random.chance(0.5));
  }
}

TEST(ResponsibilityShares, SumToOneExactlyForExtremePriorities) {
  test::Random random(32);
  for (const float first : extremes) {
    for (const float second : extremes) {
      PairMember<float> a = random_member(random), b = random_member(random);
      a.priority = first;
      b.priority = second;
      expect_exact(responsibility_policy::priority, a, b, true);
      const float share = pair_share(responsibility_policy::priority, a, b, true);
      if (first == second) {
        EXPECT_EQ(share, 0.5f) << first;
      } else if (first == infinity || second == 0.0f) {
        EXPECT_EQ(share, 0.0f) << first << " against " << second;
      } else if (second == infinity || first == 0.0f) {
        EXPECT_EQ(share, 1.0f) << first << " against " << second;
      } else {
        EXPECT_NEAR(share, static_cast<double>(second) / (static_cast<double>(first) + second), 1.0e-7);
      }
    }
  }
}

TEST(ResponsibilityShares, SidesAgreeOnWhoGivesWay) {
  test::Random random(33);
  int larger = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const PairMember<float> a = random_member(random), b = random_member(random);
    for (const std::int32_t policy : {responsibility_policy::side, responsibility_policy::speed}) {
      const float of_a = pair_share(policy, a, b, true), of_b = pair_share(policy, b, a, false);
      EXPECT_NE(of_a > 0.5f, of_b > 0.5f);
      larger += of_a > 0.5f ? 1 : 0;
    }
  }
  EXPECT_NEAR(larger, 20000, 600);  // half of them
}

}  // namespace
}  // namespace throng::responsibility_shares_tests
