// The built-in walker beside recorded people (docs/validation.md): the bottleneck and the corridor of the Pedestrian
// Dynamics Data Archive, from the recorded starts and entries, and the fundamental diagram.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "bench/validation/experiments.hpp"

namespace throng::validation {
namespace {

constexpr double allowed = 0.15;          // of what was recorded
constexpr double allowed_overlap = 0.02;  // m
const std::string source_folder = THRONG_SOURCE_DIR;

Model walkers(double time_step) {
  Model model;
  model.profile = R"({"base": "walker"})";
  model.time_step = time_step;
  return model;
}

void expect_near_recorded(double value, double recorded, const char* what) {
  EXPECT_NEAR(value, recorded, allowed * recorded) << what;
}

void expect_bottleneck(double time_step, std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed) + ", time step " + std::to_string(time_step));
  const BottleneckResult result = run_bottleneck(walkers(time_step), source_folder, seed);
  EXPECT_EQ(result.passed, 75u);
  EXPECT_EQ(result.left_behind, 0u);
  EXPECT_EQ(result.wall_crossings, 0u);
  EXPECT_LE(result.deepest_overlap, allowed_overlap);
  expect_near_recorded(result.flow, BottleneckResult::recorded_flow, "flow");
}

void expect_corridor(double time_step, std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed) + ", time step " + std::to_string(time_step));
  const CorridorResult result = run_corridor(walkers(time_step), source_folder, seed);
  EXPECT_EQ(result.passed, 148u);
  EXPECT_EQ(result.left_behind, 0u);
  EXPECT_EQ(result.wall_crossings, 0u);
  EXPECT_LE(result.deepest_overlap, allowed_overlap);
  expect_near_recorded(result.speed, CorridorResult::recorded_speed, "speed");
  expect_near_recorded(result.density, CorridorResult::recorded_density, "density");
}

TEST(People, BottleneckFlowsAsRecorded) { expect_bottleneck(0.04, 1); }
TEST(People, CorridorIsAsRecorded) { expect_corridor(0.1, 1); }

TEST(People, WalkSlowerWhereItIsDense) {
  const RingResult ring = run_ring(walkers(0.1), 2.0, 1);
  EXPECT_NEAR(ring.speed, ring.weidmann_speed, 0.05 * ring.weidmann_speed);
  EXPECT_EQ(ring.wall_crossings, 0u);
  EXPECT_LE(ring.deepest_overlap, allowed_overlap);
}

class PeopleLong : public ::testing::TestWithParam<double> {};

TEST_P(PeopleLong, BottleneckFlowsAsRecorded) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) expect_bottleneck(GetParam(), seed);
}
TEST_P(PeopleLong, CorridorIsAsRecorded) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) expect_corridor(GetParam(), seed);
}
/// To 3 people/m^2; denser, `least_factor` keeps people moving where Weidmann's curve would nearly stop them.
TEST_P(PeopleLong, DensityAndSpeedAreRelatedAsMeasured) {
  for (const double density : {0.5, 1.0, 2.0, 3.0}) {
    const RingResult ring = run_ring(walkers(GetParam()), density, 1);
    EXPECT_NEAR(ring.speed, ring.weidmann_speed, 0.1 * ring.weidmann_speed) << density << "/m^2";
    EXPECT_EQ(ring.wall_crossings, 0u) << density << "/m^2";
    EXPECT_LE(ring.deepest_overlap, allowed_overlap) << density << "/m^2";
  }
}

INSTANTIATE_TEST_SUITE_P(TimeSteps, PeopleLong, ::testing::Values(0.04, 0.1),
                         [](const auto& step) { return step.param < 0.05 ? "Of40ms" : "Of100ms"; });

}  // namespace
}  // namespace throng::validation
