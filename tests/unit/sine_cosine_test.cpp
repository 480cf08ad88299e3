#include "host/sine_cosine.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "tests/support/random.hpp"

namespace throng::sine_cosine_tests {
namespace {

void expect_close(double angle) {
  const SineCosine made = sine_cosine(angle);
  EXPECT_LE(std::abs(made.sine - std::sin(angle)), 1.0e-15 * std::abs(std::sin(angle))) << angle;
  EXPECT_LE(std::abs(made.cosine - std::cos(angle)), 1.0e-15 * std::abs(std::cos(angle))) << angle;
}

TEST(SineCosine, IsThatOfTheStandardLibraryToAFewRoundings) {
  constexpr double pi = std::numbers::pi;
  for (const double near : {0.0, 0.25 * pi, 0.5 * pi, 0.75 * pi, pi}) {
    for (double step = 1.0e-17; step < 0.2; step *= 3.0) {
      if (near > 0.0) expect_close(near - step);
      if (near < pi) expect_close(near + step);
    }
  }
  test::Random random(1);
  for (int k = 0; k < 200000; ++k) expect_close(random.between(0.0, pi));
}

/// What every machine has to make of them (docs/model.md, The rules of the same bits).
TEST(SineCosine, HasTheseBits) {
  std::uint64_t sum = 0;
  for (int k = 0; k <= 1000; ++k) {
    const SineCosine made = sine_cosine(0.001 * k * 3.14);
    sum = 31 * sum + std::bit_cast<std::uint64_t>(made.sine);
    sum = 31 * sum + std::bit_cast<std::uint64_t>(made.cosine);
  }
  EXPECT_EQ(sum, 8870344956967852480u);
}

}  // namespace
}  // namespace throng::sine_cosine_tests
