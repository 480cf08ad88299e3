#include "host/reference/linear_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "tests/unit/reference_fixtures.hpp"

namespace throng::reference::reference_linear_program_tests {
namespace {

using namespace testing_support;

std::vector<HalfPlane> random_lines(Random& random, int count, double offset) {
  std::vector<HalfPlane> lines;
  for (int k = 0; k < count; ++k) {
    const Vec d = random.unit();
    // `offset` > 0 keeps 0 allowed.
    lines.emplace_back(random.between(offset - 1.0, offset) * turned_right(d), d);
  }
  return lines;
}

double worst_violation(std::span<const HalfPlane> lines, const Vec& velocity) {
  double worst = 0.0;
  for (const HalfPlane& line : lines) worst = std::max(worst, violation(line, velocity));
  return worst;
}

void for_each_sample(double max_speed, const std::function<void(const Vec&)>& use) {
  constexpr int n = 60;
  for (int a = -n; a <= n; ++a) {
    for (int b = -n; b <= n; ++b) {
      const Vec velocity(max_speed * a / n, max_speed * b / n);
      if (velocity.norm() <= max_speed) use(velocity);
    }
  }
}

TEST(ReferenceLinearProgram, WithoutLinesClipsToTheMaximumSpeed) {
  expect_near(choose_velocity({}, 0, 2.0, {1.0, 1.0}).velocity, {1.0, 1.0});
  expect_near(choose_velocity({}, 0, 2.0, {6.0, 8.0}).velocity, {1.2, 1.6});
  expect_near(choose_velocity({}, 0, 0.0, {6.0, 8.0}).velocity, {0.0, 0.0});
}

TEST(ReferenceLinearProgram, AimsAtTheGoalAsGivenNotAtTheClippedStart) {
  // y <= 0 is allowed. The nearest allowed point to (3, 4) is the end of the disc, not the foot of the clipped
  // (1.2, 1.6).
  const std::vector<HalfPlane> lines = {{Vec(0.0, 0.0), Vec(-1.0, 0.0)}};
  expect_near(choose_velocity(lines, 0, 2.0, {3.0, 4.0}).velocity, {2.0, 0.0});
}

TEST(ReferenceLinearProgram, OpposedParallelLinesAreInfeasibleAndShared) {
  // y >= 1 and y <= -1, both soft: the least violation is 1 each.
  const std::vector<HalfPlane> lines = {{Vec(0.0, 1.0), Vec(1.0, 0.0)}, {Vec(0.0, -1.0), Vec(-1.0, 0.0)}};
  const ProgramResult result = choose_velocity(lines, 0, 3.0, {0.5, 0.0});
  EXPECT_FALSE(result.feasible);
  EXPECT_NEAR(worst_violation(lines, result.velocity), 1.0, 1.0e-12);
}

TEST(ReferenceLinearProgram, HardLinesAreNeverGivenUp) {
  // The wall allows y <= 0, the agent asks for y >= 1: the wall wins.
  const std::vector<HalfPlane> lines = {{Vec(0.0, 0.0), Vec(-1.0, 0.0)}, {Vec(0.0, 1.0), Vec(1.0, 0.0)}};
  const ProgramResult result = choose_velocity(lines, 1, 3.0, {0.0, 0.0});
  EXPECT_FALSE(result.feasible);
  EXPECT_NEAR(result.velocity.y(), 0.0, 1.0e-12);
}

TEST(ReferenceLinearProgram, FeasibleResultIsTheNearestOfAllSamples) {
  Random random(31);
  for (int trial = 0; trial < 200; ++trial) {
    const auto lines = random_lines(random, 1 + trial % 8, 1.0);
    const Vec preferred = random.in_square(3.0);
    const double max_speed = random.between(0.5, 2.0);
    const ProgramResult result = choose_velocity(lines, 0, max_speed, preferred);
    ASSERT_TRUE(result.feasible);
    EXPECT_LE(worst_violation(lines, result.velocity), 1.0e-9);
    EXPECT_LE(result.velocity.norm(), max_speed + 1.0e-9);
    const double distance = (result.velocity - preferred).norm();
    for_each_sample(max_speed, [&](const Vec& sample) {
      if (worst_violation(lines, sample) > 0.0) return;
      ASSERT_GE((sample - preferred).norm(), distance - 1.0e-9) << "trial " << trial;
    });
  }
}

TEST(ReferenceLinearProgram, InfeasibleResultHasTheLeastViolationOfAllSamples) {
  Random random(32);
  int infeasible = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const std::size_t hard = trial % 3;
    auto lines = random_lines(random, static_cast<int>(hard), 1.0);
    for (const HalfPlane& line : random_lines(random, 4 + trial % 5, -0.2)) lines.push_back(line);
    const double max_speed = random.between(0.5, 2.0);
    const ProgramResult result = choose_velocity(lines, hard, max_speed, random.in_square(2.0));
    if (result.feasible) continue;
    ++infeasible;
    const std::span<const HalfPlane> all(lines);
    EXPECT_LE(worst_violation(all.first(hard), result.velocity), 1.0e-9);
    EXPECT_LE(result.velocity.norm(), max_speed + 1.0e-9);
    const double worst = worst_violation(all.subspan(hard), result.velocity);
    for_each_sample(max_speed, [&](const Vec& sample) {
      if (worst_violation(all.first(hard), sample) > 0.0) return;
      ASSERT_GE(worst_violation(all.subspan(hard), sample), worst - 1.0e-9) << "trial " << trial;
    });
  }
  EXPECT_GT(infeasible, 300);
}

}  // namespace
}  // namespace throng::reference::reference_linear_program_tests
