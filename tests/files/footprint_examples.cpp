// What the examples with footprints are said to show (examples/README.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/files/example_scene.hpp"
#include "tests/support/vectors.hpp"

namespace throng::footprint_examples_tests {
namespace {

using namespace test;

/// m, the deepest of all frames that are recorded.
double deepest_overlap(Example& example) {
  double deepest = 0.0;
  for (std::uint64_t s = 0; s < example.scenario.steps; s += example.scenario.record.every) {
    example.world.step(example.scenario.record.every);
    deepest = std::max(deepest, example.world.measure().deepest_overlap);
  }
  return deepest;
}

TEST(FootprintExamples, TheBusGetsOnAndNobodyIsCrushed) {
  Example example("bus.json");
  ASSERT_EQ(example.world.agent_count(), 5001u);
  EXPECT_LE(deepest_overlap(example), 0.10 * 0.25);
  EXPECT_GT(example.world.positions()[0].x, -60.0);  // from -110, into a crowd that begins at -100
}

TEST(FootprintExamples, CartsAndWalkersKeepApart) {
  Example example("carts.json");
  ASSERT_EQ(example.world.agent_count(), 2500u);
  EXPECT_LE(deepest_overlap(example), 0.10 * 0.25);
}

}  // namespace
}  // namespace throng::footprint_examples_tests
