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

constexpr double person_radius = 0.25;  // m

/// m, the deepest of all frames that are recorded.
double deepest_overlap(Example& example) {
  double deepest = 0.0;
  for (std::uint64_t s = 0; s < example.scenario.steps; s += example.scenario.record.every) {
    example.world.step(example.scenario.record.every);
    deepest = std::max(deepest, example.world.measure().deepest_overlap);
  }
  return deepest;
}

double deepest_overlap_without_contact(const std::string& name) {
  Example example(name);
  example.scenario.options.contact.reset();
  example.world = example.make();
  return deepest_overlap(example);
}

TEST(FootprintExamples, TheBusGetsOnAndNobodyIsCrushed) {
  Example example("bus.json");
  ASSERT_EQ(example.world.agent_count(), 5001u);
  EXPECT_LT(deepest_overlap(example), 0.001 * person_radius);
  const double driven = example.world.positions()[0].x - example.scenario.agents[0].position.x;
  EXPECT_NEAR(driven, 60.0, 5.0);
  EXPECT_NEAR(deepest_overlap_without_contact("bus.json"), 0.17 * person_radius, 0.02 * person_radius);
}

TEST(FootprintExamples, CartsAndWalkersKeepApart) {
  Example example("carts.json");
  ASSERT_EQ(example.world.agent_count(), 2500u);
  EXPECT_LT(deepest_overlap(example), 0.001 * person_radius);
  EXPECT_NEAR(deepest_overlap_without_contact("carts.json"), 1.23 * person_radius, 0.02 * person_radius);
}

}  // namespace
}  // namespace throng::footprint_examples_tests
