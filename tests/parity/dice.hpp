// Random test input that is the same on every compiler and standard library.
#pragma once
#include <cmath>
#include <cstdint>
#include <random>

#include "throng/types.hpp"

namespace throng::test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }
  std::uint64_t below(std::uint64_t count) { return engine_() % count; }
  bool one_in(std::uint64_t count) { return below(count) == 0; }
  /// In [low, high].
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  /// In about [low, high], a multiple of 2^-10: sums with such numbers, even in the millions, are exact.
  double exact(double low, double high) { return std::floor(between(low, high) * 1024.0) / 1024.0; }
  Vec2d exact_point(double low, double high) {
    const double x = exact(low, high);
    return {x, exact(low, high)};
  }
  float real(float low, float high) { return static_cast<float>(between(low, high)); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace throng::test
