// The pieces of a speed that depends on density, in float, beside the formulas they stand for.
#include "kernels/agent/density_speed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "host/step_tables.hpp"
#include "tests/support/random.hpp"
#include "throng/throng.hpp"

namespace throng::density_speed_tests {
namespace {

DensityRow row_of(const DensitySpeed& rule) {
  StepTables tables{WorldOptions{}};
  Profile profile;
  profile.density_speed = rule;
  tables.set_profiles({&profile, 1});
  return tables.profile_rows()[0].density;
}

double weidmann_factor(double density, const DensitySpeed& rule) {
  return std::max(rule.least_factor, 1.0 - std::exp(-rule.gamma * (1.0 / density - 1.0 / rule.max_density)));
}

TEST(DensityFactor, IsWeidmannsFormula) {
  for (const DensitySpeed& rule : {DensitySpeed{}, DensitySpeed{0.5, 9.0, 30.0, 1.0, 0.0}, DensitySpeed{7.0, 3.0}}) {
    const DensityRow row = row_of(rule);
    const double unit_density = 0.5 * std::numbers::pi * rule.radius * rule.radius * full_density_weight;
    for (const double share : {0.25, 0.5, 0.875, 1.0}) {
      for (double density = 0.01; density < 1.2 * rule.max_density; density *= 1.01) {
        const auto sum = static_cast<std::int32_t>(density * share * unit_density) + 1;
        const double exact = static_cast<double>(sum) / (share * unit_density);
        const float own = sum > 3000 ? 3000.0f : 0.0f;
        const float factor = density_factor(row, sum - static_cast<std::int32_t>(own), static_cast<std::int32_t>(own),
                                            static_cast<float>(share));
        ASSERT_NEAR(factor, weidmann_factor(exact, rule), 1.0e-6) << density << ", share " << share;
      }
    }
  }
}

TEST(DensityFactor, NeverRisesWithTheSumNorFallsWithTheShare) {
  const DensityRow row = row_of({});
  float before = 1.0f;
  for (std::int32_t others = 0; others < 2 * row.most; others += 3) {
    const float factor = density_factor(row, others, 2048, 1.0f);
    ASSERT_LE(factor, before);
    ASSERT_GE(factor, row.least_factor);
    ASSERT_LE(density_factor(row, others, 2048, 0.75f), factor);
    before = factor;
  }
  EXPECT_EQ(before, row.least_factor);
  EXPECT_EQ(density_factor(row, row.most, 0, 1.0f), row.least_factor);  // from there on nobody needs to count
}

TEST(DensityFactor, NobodyAndHardlyAnybodyLeaveItAtOne) {
  const DensityRow row = row_of({});
  EXPECT_EQ(density_factor(row, 0, full_density_weight, 0.25f), 1.0f);
  EXPECT_EQ(density_factor(row, 1, 1, 1.0f), 1.0f);
}

TEST(DensityWeight, FallsFromFullToNothingAtTheRim) {
  const DensityRow row = row_of({});
  EXPECT_EQ(density_weight(0.0f, 0.0f, row.weight_per_sq), full_density_weight);
  EXPECT_EQ(density_weight(2.0f, 0.0f, row.weight_per_sq), 0);
  EXPECT_EQ(density_weight(1e7f, -1e7f, row.weight_per_sq), 0);
  EXPECT_EQ(density_weight(0.6f, -0.8f, row.weight_per_sq), 3 * full_density_weight / 4);
}

/// Many at random: their weights add up to the integral over the disc.
TEST(DensityWeight, AUnitDensityAddsUp) {
  const DensitySpeed rule{1.913, 5.4, 2.0, 0.0, 0.05};
  const DensityRow row = row_of(rule);
  test::Random random(4);
  double sum = 0.0;
  const int count = 400000;
  for (int i = 0; i < count; ++i) {
    const Vec2d at = random.in_box(2.5);
    sum += density_weight(static_cast<float>(at.x), static_cast<float>(at.y), row.weight_per_sq);
  }
  const double per_density = sum / (count / 25.0);
  EXPECT_NEAR(rule.gamma * per_density, row.dilution, 0.01 * row.dilution);
}

TEST(AngleAbove, IsThatOfTheStandardLibrary) {
  test::Random random(5);
  for (int k = 0; k < 200000; ++k) {
    const double x = random.between(-1.0, 1.0) * std::pow(10.0, random.between(-6.0, 3.0));
    const double y = std::pow(10.0, random.between(-6.0, 3.0));
    const auto xf = static_cast<float>(x), yf = static_cast<float>(y);
    ASSERT_NEAR(angle_above(xf, yf), std::atan2(static_cast<double>(yf), static_cast<double>(xf)), 1.0e-6);
  }
}

EdgeData edge_between(Vec2<float> left, Vec2<float> right) {
  const Vec2<float> direction = unit(right - left);
  EdgeData edge{};
  edge.left_x = left.x, edge.left_y = left.y, edge.right_x = right.x, edge.right_y = right.y;
  edge.direction_x = direction.x, edge.direction_y = direction.y;
  return edge;
}

/// By summing over small squares: the weight behind the edge, between the rays through its ends.
double hidden_by_sum(Vec2d a, Vec2d b, double radius) {
  const int steps = 1200;
  const auto det = [](Vec2d p, Vec2d q) { return p.x * q.y - p.y * q.x; };
  double all = 0.0, hidden = 0.0;
  for (int i = 0; i < steps; ++i) {
    for (int k = 0; k < steps; ++k) {
      const Vec2d at{radius * (2.0 * (i + 0.5) / steps - 1.0), radius * (2.0 * (k + 0.5) / steps - 1.0)};
      const double weight = 1.0 - (at.x * at.x + at.y * at.y) / (radius * radius);
      if (weight <= 0.0) continue;
      all += weight;
      const bool between = det(a, at) <= 0.0 && det(at, b) <= 0.0;
      const bool behind = det({at.x - a.x, at.y - a.y}, {b.x - a.x, b.y - a.y}) < 0.0;
      if (between && behind) hidden += weight;
    }
  }
  return hidden / all;
}

TEST(HiddenByEdge, IsTheWeightBehindIt) {
  test::Random random(6);
  int seen = 0;
  for (int k = 0; k < 40; ++k) {
    const double radius = random.between(0.5, 3.0);
    Vec2d a = random.in_disc(1.4 * radius), b = random.in_disc(1.4 * radius);
    if (a.x * b.y - a.y * b.x > 0.0) std::swap(a, b);  // the center is on the right of the way from a to b
    const EdgeData edge = edge_between({static_cast<float>(a.x), static_cast<float>(a.y)},
                                       {static_cast<float>(b.x), static_cast<float>(b.y)});
    const double part =
        hidden_by_edge(edge, {0.0f, 0.0f}, static_cast<float>(radius)) / static_cast<double>(whole_disc);
    EXPECT_NEAR(part, hidden_by_sum(a, b, radius), 2.0e-3) << "edge " << k;
    seen += part > 0.01 ? 1 : 0;
    EXPECT_EQ(hidden_by_edge(edge_between({edge.right_x, edge.right_y}, {edge.left_x, edge.left_y}), {0.0f, 0.0f},
                             static_cast<float>(radius)),
              0);  // from behind it hides nothing
  }
  EXPECT_GT(seen, 15);
}

TEST(HiddenByEdge, AWallAtTheCenterHidesHalf) {
  const EdgeData wall = edge_between({-100.0f, 1e-6f}, {100.0f, 1e-6f});
  const EdgeData turned = edge_between({100.0f, -1e-6f}, {-100.0f, -1e-6f});
  EXPECT_NEAR(hidden_by_edge(wall, {0.0f, 0.0f}, 2.0f), whole_disc / 2, 2);
  EXPECT_NEAR(hidden_by_edge(turned, {0.0f, 0.0f}, 2.0f), whole_disc / 2, 2);
}

TEST(DensitySpeedApi, WhatCannotBeIsRefused) {
  World world;
  const auto refuses = [&](const DensitySpeed& rule, const char* part) {
    Profile profile;
    profile.density_speed = rule;
    try {
      world.add_profile(profile);
      ADD_FAILURE() << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  const double nan = std::nan("");
  refuses({0.0}, "density_speed gamma is 0");
  refuses({nan}, "density_speed gamma is nan");
  refuses({1001.0}, "density_speed gamma is 1001");
  refuses({1.9, 0.0}, "density_speed max_density is 0");
  refuses({1.9, 2e6}, "density_speed max_density is 2000000");
  refuses({1.9, 5.0, 0.0}, "density_speed radius is 0");
  refuses({1.9, 5.0, 101.0}, "density_speed radius is 101");
  refuses({1.9, 5.0, 1.0, -0.5}, "density_speed ahead is -0.5");
  refuses({1.9, 5.0, 1.0, nan}, "density_speed ahead is nan");
  refuses({1.9, 5.0, 1.0, 1.0, -0.1}, "density_speed least_factor is -0.1");
  refuses({1.9, 5.0, 1.0, 1.0, 1.1}, "density_speed least_factor is 1.1");
  refuses({1.9, 1001.0, 10.0}, "max_density 1001 and radius 10");
  EXPECT_EQ(world.profile_count(), 0u);
}

}  // namespace
}  // namespace throng::density_speed_tests
