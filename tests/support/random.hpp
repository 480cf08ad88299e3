// Random numbers for tests: the same on every machine, unlike the standard library's distributions.
#pragma once
#include <cmath>
#include <cstdint>

#include "throng/types.hpp"

namespace throng::test {

/// splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double between(double low, double high) { return low + (high - low) * 0x1.0p-53 * static_cast<double>(next() >> 11); }
  /// 0 to count - 1.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
  bool chance(double probability) { return between(0.0, 1.0) < probability; }
  Vec2d in_box(double half_side) {
    const double x = between(-half_side, half_side);
    return {x, between(-half_side, half_side)};
  }
  /// Uniform in the disc.
  Vec2d in_disc(double radius) {
    const double angle = between(0.0, 6.283185307179586), r = radius * std::sqrt(between(0.0, 1.0));
    return {r * std::cos(angle), r * std::sin(angle)};
  }

 private:
  std::uint64_t state_;
};

}  // namespace throng::test
