// One turn in float against trigonometry in double.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "host/sine_cosine.hpp"
#include "kernels/agent/turn.hpp"
#include "tests/support/random.hpp"

namespace throng::limit_turn_tests {
namespace {

constexpr float slow_sq = 0.05f * 0.05f;

Turn<float> turn(Vec2<float> heading, Vec2<float> velocity, double most) {
  const SineCosine of = sine_cosine(most);
  return limit_turn(heading, velocity, static_cast<float>(of.cosine), static_cast<float>(of.sine), slow_sq);
}

double angle_between(Vec2<float> a, Vec2<float> b) {
  const double ax = a.x, ay = a.y, bx = b.x, by = b.y;
  return std::atan2(ax * by - ay * bx, ax * bx + ay * by);
}

TEST(LimitTurn, NeverTurnsFartherAndGetsThereWhenItCan) {
  test::Random random(3);
  int reached = 0, short_of = 0;
  for (int k = 0; k < 300000; ++k) {
    // Greatest angles from 1e-8 to just below a half turn; velocities at any angle, often at about the greatest one,
    // straight ahead, or opposite.
    const double most = random.chance(0.3)   ? std::pow(10.0, random.between(-8.0, 0.0))
                        : random.chance(0.1) ? std::numbers::pi - std::pow(10.0, random.between(-8.0, 0.0))
                                             : random.between(0.0, 3.1415);
    const double at = random.between(-3.1416, 3.1416), speed = std::pow(10.0, random.between(-1.2, 5.0));
    double aside = random.between(-3.1416, 3.1416);
    if (random.chance(0.3)) aside = most * (1.0 + random.between(-1.0e-3, 1.0e-3));
    if (random.chance(0.1)) aside = random.between(-1.0e-7, 1.0e-7);
    if (random.chance(0.1)) aside = std::numbers::pi + random.between(-1.0e-7, 1.0e-7);
    const Vec2<float> heading{static_cast<float>(std::cos(at)), static_cast<float>(std::sin(at))};
    const Vec2<float> velocity{static_cast<float>(speed * std::cos(at + aside)),
                               static_cast<float>(speed * std::sin(at + aside))};
    const Turn<float> made = turn(heading, velocity, most);
    const double wanted = angle_between(heading, velocity), turned = angle_between(heading, made.heading);
    ASSERT_LE(std::abs(turned), most + 5.0e-7) << k;
    ASSERT_NEAR(length_sq(made.heading), 1.0f, 5.0e-7f) << k;
    if (std::abs(wanted) < most - 5.0e-7) {
      ++reached;
      ASSERT_NEAR(turned, wanted, 5.0e-7) << k;
      ASSERT_EQ(made.velocity.x, velocity.x) << k;
      ASSERT_EQ(made.velocity.y, velocity.y) << k;
    } else if (std::abs(wanted) > most + 5.0e-7) {
      ++short_of;
      ASSERT_NEAR(std::abs(turned), most, 5.0e-7) << k;
      if (std::abs(wanted) < 3.14159) {
        ASSERT_GE(wanted > 0.0 ? turned : -turned, -5.0e-7) << "away from the velocity, " << k;
      }
      const double kept = std::max(0.0, speed * std::cos(std::abs(wanted) - most));
      ASSERT_NEAR(std::sqrt(length_sq(made.velocity)), kept, 1.0e-6 * speed) << k;
    }
  }
  EXPECT_GT(reached, 50000);
  EXPECT_GT(short_of, 50000);
}

TEST(LimitTurn, ExactlyOppositeTurnsLeftOnTheSpot) {
  for (const double most : {1.0e-6, 0.1, 1.5}) {
    const Turn<float> made = turn({0.6f, 0.8f}, {-1.2f, -1.6f}, most);
    EXPECT_NEAR(angle_between({0.6f, 0.8f}, made.heading), most, 1.0e-7);
    EXPECT_EQ(length_sq(made.velocity), 0.0f);
  }
}

TEST(LimitTurn, SlowVelocitiesAndThoseWithoutLimitStay) {
  const Turn<float> slow = turn({1.0f, 0.0f}, {0.0f, 0.05f}, 0.1);
  EXPECT_EQ(slow.heading.x, 1.0f);
  EXPECT_EQ(slow.velocity.y, 0.05f);
  const Turn<float> still = turn({1.0f, 0.0f}, {0.0f, 0.0f}, 0.1);
  EXPECT_EQ(still.heading.x, 1.0f);
  EXPECT_EQ(still.velocity.x, 0.0f);
  const Turn<float> unlimited = limit_turn(Vec2<float>{1.0f, 0.0f}, Vec2<float>{-1.0f, 0.0f}, -2.0f, 0.0f, slow_sq);
  EXPECT_EQ(unlimited.heading.x, 1.0f);
  EXPECT_EQ(unlimited.velocity.x, -1.0f);
}

}  // namespace
}  // namespace throng::limit_turn_tests
