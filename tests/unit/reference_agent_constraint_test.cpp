#include "host/reference/agent_constraint.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include "tests/unit/reference_fixtures.hpp"

namespace throng::reference::reference_agent_constraint_tests {
namespace {

using namespace testing_support;

// Two agents 4 m apart, each of radius 0.5 m, closing at 2 m/s.
const Agent left = agent_at(1, {0.0, 0.0}, {1.0, 0.0});
const Agent right = agent_at(2, {4.0, 0.0}, {-1.0, 0.0});

TEST(ReferenceAgentConstraint, HeadOnBeyondTheHorizonLimitsTheSpeedOfApproach) {
  // Relative speed up to 4 - 1 = 3 m/s is safe for 1 s: a half each of the 1 m/s in hand.
  expect_line(agent_constraint(left, right, {1.0, 0.1, 0.5, 0.0}), {1.5, 0.0}, {0.0, 1.0});
  expect_line(agent_constraint(right, left, {1.0, 0.1, 0.5, 0.0}), {-1.5, 0.0}, {0.0, -1.0});
}

TEST(ReferenceAgentConstraint, HeadOnWithinTheHorizonTakesTheRightLeg) {
  const double root = std::sqrt(15.0);
  expect_line(agent_constraint(left, right, {4.0, 0.1, 0.5, 0.0}), Vec(1.0, 0.0) + 0.5 * Vec(-0.125, -root / 8.0),
              {-root / 4.0, 0.25});
}

TEST(ReferenceAgentConstraint, RelativeVelocityAtTheApexCenterIsWellDefinedWhenApart) {
  const double root = std::sqrt(15.0);  // w = 0
  expect_near(agent_constraint(left, right, {2.0, 0.1, 0.5, 0.0}).direction(), {-root / 4.0, 0.25});
}

TEST(ReferenceAgentConstraint, TheShareScalesTheChange) {
  expect_line(agent_constraint(left, right, {1.0, 0.1, 1.0, 0.0}), {2.0, 0.0}, {0.0, 1.0});
  expect_line(agent_constraint(left, right, {1.0, 0.1, 0.0, 0.0}), {1.0, 0.0}, {0.0, 1.0});
}

TEST(ReferenceAgentConstraint, OverlappingPairPartsWithinTheEscapeTime) {
  const Agent a = agent_at(1, {0.0, 0.0});
  const Agent b = agent_at(2, {0.6, 0.0});  // 0.4 m too near
  expect_line(agent_constraint(a, b, {5.0, 0.5, 0.5, 0.0}), {-0.4, 0.0}, {0.0, 1.0});
  expect_line(agent_constraint(b, a, {5.0, 0.5, 0.5, 0.0}), {0.4, 0.0}, {0.0, -1.0});
}

TEST(ReferenceAgentConstraint, CoincidentPairPartsInOppositeDirections) {
  const Agent a = agent_at(7, {3.0, 3.0}, {0.3, 0.1});
  const Agent b = agent_at(9, {3.0, 3.0}, {0.3, 0.1});
  const Vec e = parting_direction(7, 9);
  const PairRules rules{5.0, 0.1, 0.5, 0.05};
  expect_line(agent_constraint(a, b, rules), Vec(0.3, 0.1) + 5.0 * e, turned_right(e));
  expect_line(agent_constraint(b, a, rules), Vec(0.3, 0.1) - 5.0 * e, -turned_right(e));
}

TEST(ReferenceAgentConstraint, PartingDirectionsFanOut) {
  std::set<std::pair<double, double>> directions;
  for (AgentId id = 1; id < 200; ++id) {
    const Vec e = parting_direction(0, id);
    EXPECT_NEAR(e.norm(), 1.0, 1.0e-15);
    directions.emplace(e.x(), e.y());
    EXPECT_TRUE(e.y() > 0.0 || e.x() > 0.0) << "all in one half of the plane, or they would cancel out";
  }
  EXPECT_EQ(directions.size(), 8u);
}

TEST(ReferenceAgentConstraint, UnitDirectionsStandAtSixteenthsOfATurn) {
  for (unsigned k = 0; k < 16; ++k) {
    const double angle = 2.0 * std::acos(-1.0) * k / 16.0;
    expect_near(unit_direction(k), {std::cos(angle), std::sin(angle)}, 1.0e-15);
  }
}

TEST(ReferenceAgentConstraint, SymmetryIsBrokenToTheRightOfBoth) {
  const HalfPlane a = agent_constraint(left, right, {1.0, 0.1, 0.5, 0.05});
  const HalfPlane b = agent_constraint(right, left, {1.0, 0.1, 0.5, 0.05});
  const Vec n = Vec(-4.0, -0.2).normalized();  // left's own right, eastbound, is south
  expect_line(a, left.velocity - 0.5 * n, turned_right(n));
  expect_near(b.direction(), -a.direction());
  // Outside the narrow sector nothing changes.
  const Agent oblique = agent_at(2, {4.0, 0.0}, {-1.0, 0.5});
  expect_near(agent_constraint(left, oblique, {1.0, 0.1, 0.5, 0.05}).direction(),
              agent_constraint(left, oblique, {1.0, 0.1, 0.5, 0.0}).direction());
}

TEST(ReferenceAgentConstraint, BothSidesOfAPairAgree) {
  Random random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    const Agent i = agent_at(1, random.in_square(3.0), random.in_square(2.0), random.between(0.1, 1.0));
    const Agent j = agent_at(2, random.in_square(3.0), random.in_square(2.0), random.between(0.1, 1.0));
    const PairRules rules{2.0, 0.5, 0.5, trial % 2 == 0 ? 0.05 : 0.0};
    const HalfPlane at_i = agent_constraint(i, j, rules);
    const HalfPlane at_j = agent_constraint(j, i, rules);
    expect_near(at_i.direction(), -at_j.direction(), 1.0e-9);
    expect_near(at_i.origin() - i.velocity, -(at_j.origin() - j.velocity), 1.0e-9);
  }
}

/// The paper's promise, tested without its formulas: when both keep to their lines, nobody collides within the time.
TEST(ReferenceAgentConstraint, AllowedVelocitiesDoNotCollide) {
  Random random(12);
  int apart = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const Agent i = agent_at(1, random.in_square(3.0), random.in_square(2.0), random.between(0.1, 1.0));
    const Agent j = agent_at(2, random.in_square(3.0), random.in_square(2.0), random.between(0.1, 1.0));
    const double share = random.between(0.0, 1.0);
    const double horizon = 2.0, escape = 0.5;
    const HalfPlane at_i = agent_constraint(i, j, {horizon, escape, share, 0.0});
    const HalfPlane at_j = agent_constraint(j, i, {horizon, escape, 1.0 - share, 0.0});
    const Vec vi = at_i.pointAt(random.between(-3.0, 3.0)) + random.between(0.0, 0.5) * turned_left(at_i.direction());
    const Vec vj = at_j.pointAt(random.between(-3.0, 3.0)) + random.between(0.0, 0.5) * turned_left(at_j.direction());
    const double combined_radius = i.radius + j.radius;
    const Vec x = j.position - i.position;
    if (x.norm() > combined_radius) {
      ++apart;
      const double nearest = (nearest_on_segment(Vec::Zero(), x, x + horizon * (vj - vi))).norm();
      EXPECT_GE(nearest, combined_radius - 1.0e-9) << trial;
    } else {
      EXPECT_GE((x + escape * (vj - vi)).norm(), combined_radius - 1.0e-9) << trial;
    }
  }
  EXPECT_GT(apart, 1000);
}

}  // namespace
}  // namespace throng::reference::reference_agent_constraint_tests
