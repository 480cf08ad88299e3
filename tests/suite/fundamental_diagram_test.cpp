// Density and speed of a crowd in a corridor without ends, beside Weidmann's relation. The table of docs/validation.md
// is made by bench/diagram.
#include <gtest/gtest.h>

#include "tests/support/ring_corridor.hpp"

namespace throng::test::fundamental_diagram_tests {
namespace {

TEST(FundamentalDiagramLong, SpeedFollowsWeidmann) {
  for (const bool narrow : {false, true}) {
    for (const double density : {0.5, 1.0, 2.0, 3.0, 4.0}) {
      RingCorridor ring;
      ring.density = density;
      if (narrow) ring.inner = 20.0, ring.outer = 21.8;
      const RingFlow flow = walk_around(ring);
      EXPECT_NEAR(flow.speed, weidmann_speed(flow.density), 0.1 * weidmann_speed(flow.density)) << density << narrow;
      EXPECT_LT(flow.deepest_overlap, 0.02);
    }
  }
}

/// Without the relation speed hardly depends on density: the test above does not pass by itself.
TEST(FundamentalDiagramLong, AvoidanceAloneDoesNotFollowIt) {
  RingCorridor ring;
  ring.density = 3.0;
  ring.density_speed.reset();
  EXPECT_GT(walk_around(ring).speed, 3.0 * weidmann_speed(3.0));
}

}  // namespace
}  // namespace throng::test::fundamental_diagram_tests
