// Wandering: a heading that turns by smooth noise. The noise of any agent and step can be computed alone.
#pragma once
#include "kernels/agent/counter_random.hpp"
#include "kernels/agent/vec2.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// In [-1, 1]: the value at a knot.
THRONG_HD inline float wander_knot(std::uint64_t seed, std::int64_t id, std::uint32_t knot) {
  const auto agent = static_cast<std::uint64_t>(id);
  const PhiloxCounter counter{
      {static_cast<std::uint32_t>(agent), static_cast<std::uint32_t>(agent >> 32), knot, random_stream::wander}};
  const std::uint32_t word = philox4x32_10(counter, philox_key(seed)).word[0];
  return static_cast<float>(static_cast<std::int32_t>(word)) * (1.0f / 2147483648.0f);
}

/// In [-1, 1], smooth in the step: without slope at the knots.
THRONG_HD inline float wander_noise(std::uint64_t seed, std::int64_t id, std::uint64_t step,
                                    std::uint32_t interval_steps) {
  const auto knot = static_cast<std::uint32_t>(step / interval_steps);
  const float x =
      static_cast<float>(static_cast<std::uint32_t>(step % interval_steps)) / static_cast<float>(interval_steps);
  const float from = wander_knot(seed, id, knot), to = wander_knot(seed, id, knot + 1u);
  return from + (to - from) * (x * x * (3.0f - 2.0f * x));
}

/// Turned to the left by the angle whose half has the tangent `half`: a rational rotation.
template <class Real>
THRONG_HD Vec2<Real> turned(Vec2<Real> a, Real half) {
  const Real square = half * half;
  const Real inverse = Real(1.0f) / (Real(1.0f) + square);
  const Real cosine = (Real(1.0f) - square) * inverse, sine = (half + half) * inverse;
  return {cosine * a.x - sine * a.y, sine * a.x + cosine * a.y};
}

}  // namespace THRONG_ISA
}  // namespace throng
