#include "host/reference/responsibility.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "tests/unit/reference_fixtures.hpp"

namespace throng::reference::reference_responsibility_tests {
namespace {

using namespace testing_support;

constexpr double infinity = std::numeric_limits<double>::infinity();

Agent with_priority(double priority) {
  Agent agent = agent_at(1, {0.0, 0.0});
  agent.priority = priority;
  return agent;
}

TEST(ReferenceResponsibility, SharesSumToExactlyOne) {
  Random random(21);
  for (int trial = 0; trial < 20000; ++trial) {
    Agent i = agent_at(1, random.in_square(5.0), random.in_square(2.0));
    Agent j = agent_at(2, random.in_square(5.0), random.in_square(2.0));
    i.heading = random.unit();
    j.heading = trial % 10 == 0 ? Vec(-i.heading) : random.unit();
    if (trial % 7 == 0) j.velocity = i.velocity;
    i.priority = trial % 11 == 0 ? infinity : random.between(0.0, 10.0);
    j.priority = trial % 13 == 0 ? infinity : trial % 17 == 0 ? 0.0 : random.between(0.0, 1.0e6);
    for (const auto policy :
         {Responsibility::equal, Responsibility::priority, Responsibility::side, Responsibility::speed}) {
      const double share_i = responsibility_share(policy, i, j);
      const double share_j = responsibility_share(policy, j, i);
      EXPECT_GE(share_i, 0.0);
      EXPECT_LE(share_i, 1.0);
      EXPECT_EQ(share_i + share_j, 1.0) << static_cast<int>(policy);
      // The larger one is at least a half, and then this difference does not round.
      EXPECT_EQ(1.0 - std::max(share_i, share_j), std::min(share_i, share_j)) << static_cast<int>(policy);
    }
  }
}

TEST(ReferenceResponsibility, SharesOfExtremePrioritiesSumToExactlyOne) {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  const std::vector<double> extremes{0.0, least, 1.0e-300, 1.0e-9, 1.0 - 0x1p-53, 1.0, 1.0 + 0x1p-52, 1.0e9, infinity};
  for (const double own : extremes) {
    for (const double other : extremes) {
      Agent i = with_priority(own), j = with_priority(other);
      j.id = 2;
      const double share_i = responsibility_share(Responsibility::priority, i, j);
      const double share_j = responsibility_share(Responsibility::priority, j, i);
      EXPECT_EQ(share_i + share_j, 1.0) << own << " against " << other;
      EXPECT_EQ(1.0 - std::max(share_i, share_j), std::min(share_i, share_j)) << own << " against " << other;
      EXPECT_EQ(own < other && share_i < share_j, false) << own << " against " << other;
    }
  }
}

TEST(ReferenceResponsibility, EqualIsAHalf) {
  EXPECT_EQ(responsibility_share(Responsibility::equal, agent_at(1, {0, 0}), agent_at(2, {1, 0})), 0.5);
}

TEST(ReferenceResponsibility, PriorityGivesTheLesserOneMore) {
  const auto share = [](double own, double other) {
    return responsibility_share(Responsibility::priority, with_priority(own), with_priority(other));
  };
  EXPECT_DOUBLE_EQ(share(1.0, 3.0), 0.75);
  EXPECT_DOUBLE_EQ(share(3.0, 1.0), 0.25);
  EXPECT_EQ(share(2.0, 2.0), 0.5);
  EXPECT_EQ(share(0.0, 0.0), 0.5);
  EXPECT_EQ(share(0.0, 5.0), 1.0);
  EXPECT_EQ(share(infinity, 5.0), 0.0);
  EXPECT_EQ(share(5.0, infinity), 1.0);
  EXPECT_EQ(share(infinity, infinity), 0.5);
}

TEST(ReferenceResponsibility, SideBurdensTheOneThatTheOtherComesToFromItsLeft) {
  Agent north = agent_at(1, {0.0, 0.0});
  Agent west = agent_at(2, {3.0, 3.0});  // comes from the right of the northbound one, which comes from its left
  north.heading = {0.0, 1.0};
  west.heading = {-1.0, 0.0};
  EXPECT_EQ(responsibility_share(Responsibility::side, north, west), 0.0);
  EXPECT_EQ(responsibility_share(Responsibility::side, west, north), 1.0);
}

TEST(ReferenceResponsibility, SideFallsToTheLowerIdWhenHeadOn) {
  Agent a = agent_at(5, {0.0, 0.0});
  Agent b = agent_at(3, {3.0, 0.0});
  a.heading = {1.0, 0.0};
  b.heading = {-1.0, 0.0};
  EXPECT_EQ(responsibility_share(Responsibility::side, a, b), 0.0);
  EXPECT_EQ(responsibility_share(Responsibility::side, b, a), 1.0);
}

TEST(ReferenceResponsibility, EquallyFastOnesGiveWayToTheRight) {
  Agent north = agent_at(1, {0.0, 0.0}, {0.0, 1.0});
  Agent west = agent_at(2, {3.0, 3.0}, {-1.0, 0.0});
  north.heading = {0.0, 1.0};
  west.heading = {-1.0, 0.0};
  EXPECT_EQ(responsibility_share(Responsibility::speed, north, west), 0.7);
  EXPECT_EQ(responsibility_share(Responsibility::speed, west, north), 1.0 - 0.7);
}

TEST(ReferenceResponsibility, SpeedBurdensTheFaster) {
  const Agent slow = agent_at(1, {0.0, 0.0}, {0.5, 0.0});
  const Agent fast = agent_at(2, {3.0, 0.0}, {0.0, 1.5});
  EXPECT_EQ(responsibility_share(Responsibility::speed, fast, slow), 0.7);
  EXPECT_EQ(responsibility_share(Responsibility::speed, slow, fast), 1.0 - 0.7);
}

TEST(ReferenceResponsibility, WhoeverIsNotAvoidedByTheOtherDoesItAll) {
  const Agent self = agent_at(1, {0.0, 0.0});
  Agent scripted = agent_at(2, {1.0, 0.0});
  scripted.avoids = false;
  Agent blind = agent_at(3, {1.0, 0.0});
  blind.mask = 0;
  for (const auto policy :
       {Responsibility::equal, Responsibility::priority, Responsibility::side, Responsibility::speed}) {
    EXPECT_EQ(responsibility_share(policy, self, scripted), 1.0);
    EXPECT_EQ(responsibility_share(policy, self, blind), 1.0);
  }
}

}  // namespace
}  // namespace throng::reference::reference_responsibility_tests
