// Where targets are met and how arriving ends, against closed forms: the reference's formulas and the kernels'.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/kernel_steering_math.hpp"
#include "tests/support/random.hpp"
#include "tests/support/reference_steering_math.hpp"
#include "tests/support/vectors.hpp"

namespace throng::steering_meeting_tests {
namespace {

using namespace test;

class SteeringMeeting : public testing::TestWithParam<SteeringMath> {
 protected:
  const SteeringMath& math_ = GetParam();
};

INSTANTIATE_TEST_SUITE_P(All, SteeringMeeting, testing::Values(reference_steering_math(), kernel_steering_math()),
                         [](const auto& of) { return of.param.name; });

// Values that float holds exactly, so that rounding of the input is no part of what is checked.
double rounded(double a) { return static_cast<float>(a); }
Vec2d rounded(Vec2d a) { return {rounded(a.x), rounded(a.y)}; }

struct Chase {
  Vec2d offset, velocity;
  double speed;
};

/// A third of them at speeds that are nearly equal, or equal but for rounding.
Chase random_chase(Random& random) {
  Chase chase{rounded(random.in_disc(60.0)), rounded(random.in_disc(5.0)), rounded(random.between(0.1, 5.0))};
  if (random.chance(0.33)) {
    const double apart = std::pow(10.0, random.between(-8.0, -1.0)) * (random.chance(0.5) ? 1.0 : -1.0);
    chase.speed = rounded(norm(chase.velocity) * (1.0 + apart));
  }
  return chase;
}

/// Of |d + w t|^2 = s^2 t^2, over its greatest value: 0 where two meetings become none.
double discriminant(const Chase& c) {
  const double across = det(c.offset, c.velocity);
  return 1.0 - across * across / (c.speed * c.speed * dot(c.offset, c.offset));
}

// ---- Intercept ----

TEST_P(SteeringMeeting, MeetsTheTargetWheneverItSaysSo) {
  Random random(101);
  int met = 0, unmet = 0;
  for (int k = 0; k < 30000; ++k) {
    const Chase c = random_chase(random);
    const double max_time = 100.0;
    const auto meeting = math_.first_meeting(c.offset, c.velocity, c.speed, max_time);
    ++(meeting.reachable ? met : unmet);
    if (!meeting.reachable) {
      ASSERT_LE(meeting.time, max_time);
      // Looks less far ahead only where the target comes nearer and passes by.
      ASSERT_TRUE(meeting.time == max_time || (dot(c.offset, c.velocity) < 0.0 && discriminant(c) < 1.0e-6));
      continue;
    }
    ASSERT_GE(meeting.time, 0.0);
    ASSERT_LE(meeting.time, max_time);
    const double way = norm(plus(c.offset, times(meeting.time, c.velocity)));
    const double scale = norm(c.offset) + meeting.time * norm(c.velocity);
    ASSERT_NEAR(way, c.speed * meeting.time, math_.precision * scale)
        << "d " << c.offset.x << ' ' << c.offset.y << " w " << c.velocity.x << ' ' << c.velocity.y << " s " << c.speed;
  }
  EXPECT_GT(met, 10000);
  EXPECT_GT(unmet, 5000);
}

/// The times at which courses of constant velocity at full speed meet the target, found by turning the heading and
/// looking where the target would pass from one side of the bow to the other.
std::vector<double> meetings_by_sweep(const Chase& c) {
  const auto closing = [&](double angle) { return minus(c.velocity, on_circle(c.speed, angle)); };
  const auto side = [&](double angle) { return det(c.offset, closing(angle)); };
  std::vector<double> meetings;
  constexpr int headings = 720;
  const double turn = 2.0 * std::numbers::pi / headings;
  for (int k = 0; k < headings; ++k) {
    double low = (k + 0.37) * turn, high = low + turn;
    if (side(low) * side(high) >= 0.0) continue;
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = (low + high) / 2.0;
      (side(low) * side(middle) < 0.0 ? high : low) = middle;
    }
    if (dot(c.offset, closing(low)) < 0.0) meetings.push_back(norm(c.offset) / norm(closing(low)));
  }
  return meetings;
}

TEST_P(SteeringMeeting, IsNeverLaterThanAnyCourseOfConstantVelocity) {
  Random random(102);
  int compared = 0;
  for (int k = 0; k < 1500; ++k) {
    const Chase c{rounded(random.in_disc(60.0)), rounded(random.in_disc(5.0)), rounded(random.between(0.1, 5.0))};
    if (std::abs(discriminant(c)) < 0.02 || std::abs(norm(c.velocity) / c.speed - 1.0) < 0.02) continue;
    const double max_time = 1000.0;
    const auto meeting = math_.first_meeting(c.offset, c.velocity, c.speed, max_time);
    const std::vector<double> courses = meetings_by_sweep(c);
    ASSERT_EQ(meeting.reachable, std::any_of(courses.begin(), courses.end(), [&](double t) { return t <= max_time; }));
    if (courses.empty()) continue;
    const double first = *std::min_element(courses.begin(), courses.end());
    if (first > max_time) continue;
    ++compared;
    ASSERT_NEAR(meeting.time, first, 100.0 * math_.precision * first);
  }
  EXPECT_GT(compared, 500);
}

TEST_P(SteeringMeeting, KnownMeetings) {
  const auto expect_meeting = [&](Vec2d offset, Vec2d velocity, double speed, double time) {
    const auto meeting = math_.first_meeting(offset, velocity, speed, 30.0);
    EXPECT_TRUE(meeting.reachable);
    EXPECT_NEAR(meeting.time, time, math_.precision * time)
        << "d " << offset.x << ' ' << offset.y << " w " << velocity.x << ' ' << velocity.y << " s " << speed;
  };
  expect_meeting({3, 4}, {0, 0}, 2, 2.5);                                 // at rest
  expect_meeting({10, 0}, {-3, 4}, 5, 5.0 / 3.0);                         // equally fast, it comes nearer
  expect_meeting({12, 0}, {-5, 0}, 1, 2);                                 // faster, and comes
  expect_meeting({8, 3}, {-5, 0}, 3, (80.0 - std::sqrt(1728.0)) / 32.0);  // faster, and passes: 16 t^2 - 80 t + 73 = 0
  expect_meeting({4, 3}, {-5, 0}, 3, 1.25);                               // the two meetings are one
  expect_meeting({5, 0}, {1, 0}, 2, 5);                                   // slower, and goes straight away
  expect_meeting({0, 6}, {4, 0}, 5, 2);                                   // slower, and goes by
  expect_meeting({0, 0}, {4, 1}, 5, 0);                                   // there
  expect_meeting({0, 0}, {0, 0}, 0, 0);
  expect_meeting({6, -8}, {-3, 4}, 0, 2);  // it comes to the one who stands
}

TEST_P(SteeringMeeting, NoMeeting) {
  const auto expect_none = [&](Vec2d offset, Vec2d velocity, double speed, double time = 30.0) {
    const auto meeting = math_.first_meeting(offset, velocity, speed, 30.0);
    EXPECT_FALSE(meeting.reachable) << "d " << offset.x << ' ' << offset.y << " w " << velocity.x << ' ' << velocity.y
                                    << " s " << speed;
    EXPECT_NEAR(meeting.time, time, math_.precision * time);
  };
  expect_none({10, 0}, {3, 4}, 5);  // equally fast and going away
  expect_none({10, 0}, {0, 5}, 5);  // equally fast and going by
  expect_none({10, 0}, {5, 0}, 3);  // faster and going away
  expect_none({10, 0}, {0, 5}, 3);  // faster and going by
  // Passes too far away: as far ahead as d . d / -(d . w), where the two meetings would be one.
  expect_none({4, 3.01}, {-5, 0}, 3, 25.0601 / 20.0);
  expect_none({61, 0}, {0, 0}, 2);                   // later than max_time
  expect_none({6, -8}, {-3, 4.1}, 0, 100.0 / 50.8);  // passes the one who stands
  expect_none({6, -8}, {0, 0}, 0);                   // both stand
  expect_none({1, 0}, {2.9, 0}, 2.925);              // caught up with after 40 s
}

TEST_P(SteeringMeeting, NoJumpWhereTheSpeedsAreEqual) {
  // Whose quadratic's leading coefficient is |w|^2 - s^2. By its implicit derivative t changes by 2.3 per part of
  // speed.
  const Vec2d offset{10, 0}, velocity{-3, 4};
  for (double apart = 1.0e-1; apart > 1.0e-9; apart /= 10.0) {
    for (const double sign : {-1.0, 1.0}) {
      const double speed = rounded(5.0 * (1.0 + sign * apart));
      const auto meeting = math_.first_meeting(offset, velocity, speed, 30.0);
      EXPECT_TRUE(meeting.reachable);
      EXPECT_NEAR(meeting.time, 5.0 / 3.0, 3.2 * apart + math_.precision) << sign * apart;
    }
  }
}

TEST_P(SteeringMeeting, NoJumpWhereThePursuerBecomesTooSlow) {
  // The target goes away: the meeting gets later and later, is beyond max_time, and is no more for s <= |w| = 5.
  const Vec2d offset{10, 0}, velocity{3, 4};
  bool was_reachable = true;
  double before = math_.first_meeting(offset, velocity, 5.8, 30.0).time;
  int capped_while_faster = 0;
  for (double speed = 5.8; speed > 4.5; speed -= 1.0e-4) {
    const auto meeting = math_.first_meeting(offset, velocity, rounded(speed), 30.0);
    // dt/ds = s t^2 / (b + a t), at most 5.2 * 900 / 30 there; 1e-4 steps of s.
    ASSERT_LE(std::abs(meeting.time - before), 0.02) << speed;
    ASSERT_TRUE(was_reachable || !meeting.reachable) << speed;
    ASSERT_EQ(meeting.reachable, meeting.time < 30.0) << speed;
    if (!meeting.reachable && speed > 5.001) ++capped_while_faster;
    before = meeting.time;
    was_reachable = meeting.reachable;
  }
  EXPECT_FALSE(was_reachable);
  EXPECT_GT(capped_while_faster, 10);
}

TEST_P(SteeringMeeting, NoJumpWhereTwoMeetingsBecomeNone) {
  // At (4, 3), w = (-5, 0), s = 3 the roots are one: at 1.25 s, |b| / a. On its near side they come to it as a square
  // root.
  for (const double nearer : {1.0e-2, 1.0e-3, 1.0e-4}) {
    const auto meeting = math_.first_meeting({4, 3 - nearer}, {-5, 0}, 3, 30.0);
    EXPECT_TRUE(meeting.reachable);
    EXPECT_LT(meeting.time, 1.25);
    EXPECT_NEAR(meeting.time, 1.25, 1.5 * std::sqrt(nearer));
    const auto none = math_.first_meeting({4, 3 + nearer}, {-5, 0}, 3, 30.0);
    EXPECT_FALSE(none.reachable);
    EXPECT_NEAR(none.time, 1.25, nearer);
  }
  // Further on it looks further ahead, to the limit for a target that no longer comes nearer.
  double before = 1.25;
  for (double side = 3.0; side < 2000.0; side *= 1.001) {
    const double time = math_.first_meeting({4, rounded(side)}, {-5, 0}, 3, 30.0).time;
    ASSERT_GE(time, before - 1.0e-5) << side;
    ASSERT_LE(time, 1.003 * before + 1.0e-5) << side;
    before = time;
  }
  EXPECT_EQ(before, 30.0);
  // Where they would be beyond max_time, nothing changes there.
  for (const double nearer : {-0.1, -1.0e-3, 1.0e-3, 0.1}) {
    const auto meeting = math_.first_meeting({400, 300 - nearer}, {-5, 0}, 3, 30.0);
    EXPECT_FALSE(meeting.reachable);
    EXPECT_EQ(meeting.time, 30.0);
  }
}

// ---- Pursue ----

TEST_P(SteeringMeeting, LooksAheadAsByHand) {
  const double below = std::nextafter(-0.95f, -1.0f);  // the next value of either precision is on the same side
  const double across = std::sqrt(1.0 - 0.95 * 0.95);
  const Vec2d east{1, 0};
  struct Row {
    const char* what;
    Vec2d offset, heading;
    double speed;
    Vec2d velocity;
    std::optional<Vec2d> target_heading;
    double time;
  };
  const Row rows[] = {
      {"a point", {6, 8}, east, 2, {0, 0}, std::nullopt, 5},
      {"goes away", {10, 0}, east, 2, {3, 0}, east, 2},
      {"goes by", {3, 4}, {0, 1}, 1, {1.5, 0}, east, 2},
      {"comes", {10, 0}, east, 2, {-3, 0}, Vec2d{-1, 0}, 0},
      {"comes from behind", {-10, 0}, east, 2, {-3, 0}, Vec2d{-1, 0}, 2},
      {"comes at the side", {0, 10}, east, 2, {-3, 0}, Vec2d{-1, 0}, 2},
      {"comes hardly ahead", {0.001, 10}, east, 2, {-3, 0}, Vec2d{-1, 0}, 0},
      {"comes at 18 degrees exactly", {10, 0}, east, 2, {-3, 0}, Vec2d{-0.95, across}, 2},
      {"comes at less", {10, 0}, east, 2, {-3, 0}, Vec2d{below, across}, 0},
      {"comes, and its heading lags", {10, 0}, east, 2, {-3, 0}, Vec2d{0, 1}, 2},
      {"comes, a point", {10, 0}, east, 2, {-3, 0}, std::nullopt, 2},
      {"stands and looks here", {10, 0}, east, 2, {0, 0}, Vec2d{-1, 0}, 0},
      {"both stand", {10, 0}, east, 0, {0, 0}, east, 0},
      {"the pursuer stands", {10, 0}, east, 0, {0, 4}, east, 2.5},
      {"there", {0, 0}, east, 2, {3, 0}, east, 0},
      {"hardly moves", {10000, 0}, east, 1.0e-9, {0, 0}, east, 1.0e6},
  };
  for (const Row& row : rows) {
    const double time = math_.pursue_time(row.offset, row.heading, row.speed, row.velocity, row.target_heading);
    EXPECT_NEAR(time, row.time, math_.precision * row.time) << row.what;
  }
}

// ---- Arrive ----

TEST_P(SteeringMeeting, ArrivesAsByHand) {
  const auto expect_velocity = [&](Vec2d offset, double speed, const Arrive& arrive, double time_step, Vec2d expected) {
    const Vec2d velocity = math_.arrive(offset, speed, arrive, time_step);
    EXPECT_LE(distance(velocity, expected), math_.precision * norm(expected))
        << velocity.x << ' ' << velocity.y << " instead of " << expected.x << ' ' << expected.y;
  };
  Arrive plain, slows, brakes;
  slows.slowing_radius = 10.0;
  brakes.max_deceleration = 1.0;
  expect_velocity({30, 40}, 10, plain, 0.1, {6, 8});
  expect_velocity({0.3, 0.4}, 10, plain, 1.0, {0.3, 0.4});  // the last step ends there
  expect_velocity({3, 4}, 10, slows, 0.1, {3, 4});          // half the radius, half the speed
  expect_velocity({6, 8}, 10, slows, 0.1, {6, 8});          // on the radius
  expect_velocity({60, 80}, 10, slows, 0.1, {6, 8});        // beyond it
  expect_velocity({3, 4}, 10, slows, 4.0, {0.75, 1});       // the last step is slower still
  expect_velocity({3, 0}, 10, brakes, 1.0, {2, 0});         // then 1 m/s, then there
  expect_velocity({0, 4}, 10, brakes, 1.0, {0, 7.0 / 3});   // then 4/3, then 1/3 m/s
  expect_velocity({0.5, 0}, 10, brakes, 1.0, {0.5, 0});
  expect_velocity({3, 0}, 1.5, brakes, 1.0, {1.5, 0});
  expect_velocity({0, 0}, 10, slows, 1.0, {0, 0});
  expect_velocity({0, 0}, 10, brakes, 1.0, {0, 0});
  expect_velocity({3, 4}, 0, brakes, 1.0, {0, 0});
}

TEST_P(SteeringMeeting, ArrivesWithoutPassingAtAnyTimeStep) {
  Random random(103);
  for (const double time_step : {0.01, 0.1, 0.3, 1.0}) {
    for (const double slowing_radius : {0.0, 0.7, 6.0}) {
      for (const std::optional<double> deceleration :
           {std::optional<double>(), std::optional(0.4), std::optional(3.0)}) {
        Arrive arrive;
        arrive.slowing_radius = slowing_radius;
        arrive.max_deceleration = deceleration;
        for (int k = 0; k < 8; ++k) {
          const Vec2d start = random.in_disc(30.0);
          const double speed = random.between(0.5, 8.0);
          Vec2d left = start;
          double before = norm(math_.arrive(left, speed, arrive, time_step));
          double elapsed = 0.0;
          // Braking, and the exponential end of the slowing radius from 30 m to 1 mm.
          const double longest = 40.0 / speed + (deceleration ? speed / *deceleration : 0.0) +
                                 11.0 * slowing_radius / speed + 3.0 * time_step;
          const std::string what = "dt " + std::to_string(time_step) + " radius " + std::to_string(slowing_radius) +
                                   " a " + std::to_string(deceleration.value_or(0.0));
          while (norm(left) > 1.0e-3 && elapsed < longest) {
            const Vec2d velocity = math_.arrive(left, speed, arrive, time_step);
            const double now = norm(velocity);
            ASSERT_LE(now, speed * (1.0 + math_.precision)) << what;
            if (deceleration && slowing_radius == 0.0) {
              ASSERT_GE(now, before - *deceleration * time_step - math_.precision * (speed + 1.0)) << what;
            }
            left = minus(left, times(time_step, velocity));
            ASSERT_GE(dot(left, start), -math_.precision * dot(start, start)) << what;
            before = now;
            elapsed += time_step;
          }
          ASSERT_LE(norm(left), 1.0e-3) << what;
        }
      }
    }
  }
}

}  // namespace
}  // namespace throng::steering_meeting_tests
