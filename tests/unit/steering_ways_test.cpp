// Wandering, following paths and flocking, against what can be worked out by hand: the reference's formulas and the
// kernels'.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "host/reference/hashing.hpp"
#include "tests/support/kernel_steering_math.hpp"
#include "tests/support/random.hpp"
#include "tests/support/reference_steering_math.hpp"
#include "tests/support/vectors.hpp"

namespace throng::steering_ways_tests {
namespace {

using namespace test;

class SteeringWays : public testing::TestWithParam<SteeringMath> {
 protected:
  const SteeringMath& math_ = GetParam();

  void expect_near(Vec2d found, Vec2d expected, const char* what = "") const {
    EXPECT_LE(distance(found, expected), math_.precision * (1.0 + norm(expected)))
        << what << ": " << found.x << ' ' << found.y << " instead of " << expected.x << ' ' << expected.y;
  }
};

INSTANTIATE_TEST_SUITE_P(All, SteeringWays, testing::Values(reference_steering_math(), kernel_steering_math()),
                         [](const auto& of) { return of.param.name; });

// ---- Wander ----

TEST_P(SteeringWays, NoiseAtAKnotIsAWordOfPhilox) {
  for (const std::uint32_t knot : {0u, 1u, 77u, 0xffffffffu}) {
    const std::uint64_t seed = 0x123456789abcdef0u;
    const AgentId id = (AgentId{5} << 32) + 9;
    const std::uint32_t word = reference::philox({9, 5, knot, 6}, {0x9abcdef0u, 0x12345678u})[0];
    const double expected = static_cast<std::int32_t>(word) / 2147483648.0;
    for (const std::uint32_t interval : {1u, 10u, 333u}) {
      EXPECT_NEAR(math_.wander_noise(seed, id, std::uint64_t{knot} * interval, interval), expected, math_.precision);
    }
  }
}

TEST_P(SteeringWays, NoiseIsSmoothAndWithinBounds) {
  constexpr std::uint32_t interval = 50;
  // 3 x^2 - 2 x^3 has slopes up to 3/2 and, between, changes of slope up to 6; knots are at most 2 apart.
  const double steepest = 2.0 * 1.5 / interval, sharpest = 2.0 * 6.0 / (interval * interval);
  double least = 1.0, most = -1.0, steps_sum = 0.0;
  const auto noise = [&](std::uint64_t step) { return math_.wander_noise(3, 17, step, interval); };
  for (std::uint64_t step = 1; step < 20000; ++step) {
    const double before = noise(step - 1), now = noise(step), after = noise(step + 1);
    ASSERT_LE(std::abs(now), 1.0);
    ASSERT_LE(std::abs(now - before), steepest + math_.precision) << step;
    ASSERT_LE(std::abs(after - 2.0 * now + before), sharpest + 4.0 * math_.precision) << step;
    least = std::min(least, now);
    most = std::max(most, now);
    steps_sum += std::abs(now - before);
  }
  EXPECT_LT(least, -0.95);
  EXPECT_GT(most, 0.95);
  EXPECT_NEAR(steps_sum / (20000.0 / interval), 2.0 / 3.0, 0.06);  // the mean way between two uniform knots
}

TEST_P(SteeringWays, NoiseHasAKnotBetweenStepsAndDependsOnAllItNames) {
  const double from = math_.wander_noise(1, 2, 30, 10), to = math_.wander_noise(1, 2, 40, 10);
  EXPECT_NEAR(math_.wander_noise(1, 2, 35, 10), (from + to) / 2.0, math_.precision);
  EXPECT_NEAR(math_.wander_noise(1, 2, 32, 10), from + (to - from) * 0.104, math_.precision);  // 0.04 * 2.6
  EXPECT_EQ(math_.wander_noise(1, 2, 7, 1), math_.wander_noise(1, 2, 70, 10));
  EXPECT_EQ(math_.wander_noise(1, 2, 7, 1), math_.wander_noise(1, 2, (std::uint64_t{1} << 32) + 7, 1));
  EXPECT_NE(math_.wander_noise(1, 2, 7, 1), math_.wander_noise(2, 2, 7, 1));
  EXPECT_NE(math_.wander_noise(1, 2, 7, 1), math_.wander_noise(std::uint64_t{1} << 33, 2, 7, 1));
  EXPECT_NE(math_.wander_noise(1, 2, 7, 1), math_.wander_noise(1, 3, 7, 1));
  EXPECT_NE(math_.wander_noise(1, 2, 7, 1), math_.wander_noise(1, 2, 8, 1));
}

TEST_P(SteeringWays, TurnsToTheLeftByTwiceTheArcTangent) {
  for (const double half : {-0.5, -0.01, 0.0, 0.05, 0.5}) {
    for (const double angle : {0.0, 1.0, 3.0, 5.5}) {
      expect_near(math_.turned(on_circle(1.0, angle), half), on_circle(1.0, angle + 2.0 * std::atan(half)));
    }
  }
}

// ---- Follow path ----

const std::vector<Vec2d> corner = {{0, 0}, {10, 0}, {10, 10}};
const std::vector<Vec2d> square = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
const std::vector<Vec2d> loop = {{0, 0}, {10, 0}, {10, 5}, {5, 5}, {5, -5}};  // passes (5, 0) at 5 m and at 25 m

TEST_P(SteeringWays, FollowsPathsAsByHand) {
  struct Row {
    const char* what;
    const std::vector<Vec2d>& path;
    bool closed;
    double before, look_ahead;
    Vec2d position;
    double place;
    Vec2d aim;
    bool is_end;
  };
  const Row rows[] = {
      {"finds its place", corner, false, -1, 2, {4, 1}, 4, {6, 0}, false},
      {"finds it on the second edge", corner, false, -1, 2, {12, 7}, 17, {10, 9}, false},
      {"before the beginning", corner, false, -1, 2, {-3, -1}, 0, {2, 0}, false},
      {"goes on", corner, false, 3, 2, {4, 1}, 4, {6, 0}, false},
      {"no further than it looks", corner, false, 3, 2, {9, 1}, 5, {7, 0}, false},
      {"not back", corner, false, 6, 2, {4, 1}, 6, {8, 0}, false},
      {"looks around the corner", corner, false, 9, 3, {9.5, -0.5}, 9.5, {10, 2.5}, false},
      {"goes around the corner", corner, false, 9, 3, {10.5, 1.25}, 11.25, {10, 4.25}, false},
      {"before the end", corner, false, 16, 3, {10, 16.875 - 10}, 16.875, {10, 9.875}, false},
      {"the end", corner, false, 16, 3, {10, 7}, 17, {10, 10}, true},
      {"past the end", corner, false, 19, 3, {10, 14}, 20, {10, 10}, true},
      {"looks past the end", corner, false, -1, 100, {4, 1}, 4, {10, 10}, true},
      {"around a closed path", square, true, 38, 3, {0.5, 1.5}, 38.5, {1.5, 0}, false},
      {"over its beginning", square, true, 39, 3, {1, -0.5}, 1, {4, 0}, false},
      {"finds its closing edge", square, true, -1, 1, {1, 4}, 36, {0, 3}, false},
      {"a lap and more ahead", square, true, 12, 43, {10.5, 7}, 17, {10, 10}, false},
      {"two laps ahead", square, true, 12, 83, {10.5, 7}, 17, {10, 10}, false},
      {"the first of two", loop, false, -1, 2, {5, 0}, 5, {7, 0}, false},
      {"the crossing, coming", loop, false, 4, 2, {5.25, 0.125}, 5.25, {7.25, 0}, false},
      {"the crossing, going", loop, false, 24, 2, {5.25, 0.125}, 24.875, {5, -1.875}, false},
  };
  for (const Row& row : rows) {
    const auto aim = math_.aim_on_path(row.path, row.closed, row.before, row.look_ahead, row.position);
    EXPECT_NEAR(aim.place, row.place, math_.precision * (1.0 + row.place)) << row.what;
    expect_near(aim.point, row.aim, row.what);
    EXPECT_EQ(aim.is_end, row.is_end) << row.what;
  }
}

TEST_P(SteeringWays, PlacesNeverGoBackHoweverItIsPushed) {
  Random random(111);
  for (int k = 0; k < 40; ++k) {
    std::vector<Vec2d> path;
    for (int n = 0; n < 8; ++n) path.push_back(random.in_box(10.0));
    const double look_ahead = random.between(0.5, 3.0);
    double place = -1.0;
    Vec2d position = random.in_box(10.0);
    bool ends = false;
    for (int step = 0; step < 1000 && !ends; ++step) {
      const auto aim = math_.aim_on_path(path, false, place, look_ahead, position);
      ASSERT_GE(aim.place, place);
      if (place >= 0.0) {
        ASSERT_LE(aim.place, place + look_ahead * (1.0 + math_.precision));
      }
      place = aim.place;
      ends = aim.is_end && distance(position, path.back()) < 0.5;
      const Vec2d way = minus(aim.point, position);
      position = plus(position, times(std::min(1.0, 0.3 / std::max(norm(way), 1.0e-9)), way));
      if (step % 20 == 10) position = plus(position, random.in_disc(1.0));
    }
    EXPECT_TRUE(ends) << k;
  }
}

TEST_P(SteeringWays, GoesRoundAClosedPath) {
  Random random(112);
  const double look_ahead = 1.5;
  double place = -1.0, walked = 0.0;
  Vec2d position{1, -1};
  for (int step = 0; step < 1000; ++step) {
    const auto aim = math_.aim_on_path(square, true, place, look_ahead, position);
    ASSERT_FALSE(aim.is_end);
    ASSERT_GE(aim.place, 0.0);
    ASSERT_LE(aim.place, 40.0);
    if (place >= 0.0) {
      const double on = aim.place - place + (aim.place < place ? 40.0 : 0.0);
      ASSERT_LE(on, look_ahead + 1.0e-4) << step;
      walked += on;
    }
    place = aim.place;
    const Vec2d way = minus(aim.point, position);
    position = plus(position, times(0.2 / norm(way), way));
  }
  EXPECT_GT(walked, 180.0);  // 200 m were gone, some of it across corners
  EXPECT_LT(walked, 225.0);
}

// ---- Flock ----

TEST_P(SteeringWays, FlocksAsByHand) {
  Flock flock;
  flock.separation_radius = 1.0;
  flock.alignment_radius = 5.0;
  flock.cohesion_radius = 4.0;
  const auto expect_direction = [&](std::vector<SteeringMath::FlockMate> mates, Vec2d direction, const char* what) {
    expect_near(math_.flock(flock, mates, {1, 0}, 2.0), times(2.0 / norm(direction), direction), what);
  };
  expect_direction({}, {1, 0}, "alone");
  // S = (0, -0.5), A = (-1, 1) / 2 / 2, C = (-3, 0.5) / 2 / 4.
  expect_direction({{{0, 0.5}, {0, 1}}, {{-3, 0}, {-1, 0}}},
                   {1.0 - 0.25 - 0.5 * 0.375, -1.5 * 0.5 + 0.25 + 0.5 * 0.0625}, "three together");
  expect_direction({{{0, 4.5}, {0, 1}}}, {1, 0.5}, "too far to keep together");
  expect_direction({{{0, 5}, {0, 1}}}, {1, 0}, "on the radius is outside of it");
  expect_direction({{{0, 4}, {0, 0}}}, {1, 0}, "on the radius of cohesion");
  expect_direction({{{0, 1}, {0, 0}}}, {1, 0.5 * 0.25}, "on the radius of separation");
  expect_direction({{{0, 0}, {0, 1}}}, {1, 0.5}, "at the same place");
  flock.separation_weight = flock.cohesion_weight = 0.0;
  expect_direction({{{0, 2}, {-0.5, 0}}, {{0, 3}, {0.5, 1}}}, {1, 0.25}, "a mean of velocities");
  // A = (-2, 0) / 2 takes back the whole heading.
  const std::vector<SteeringMath::FlockMate> backward = {{{0, 2}, {-2, 0}}};
  expect_near(math_.flock(flock, backward, {1, 0}, 2.0), {0, 0}, "nothing left");
  expect_near(math_.flock(flock, backward, {1, 0}, 0.0), {0, 0}, "does not move");
}

}  // namespace
}  // namespace throng::steering_ways_tests
