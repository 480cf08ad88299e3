// Order-free hash of a state, version 1: the sum over agents of a chained 64-bit mix.
#pragma once
#include "kernels/agent/mix64.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// One more word into a chain.
THRONG_HD inline std::uint64_t mix_word(std::uint64_t chain, std::uint64_t word) {
  return mix64((chain ^ word) + 0x9e3779b97f4a7c15ull);
}

/// Bits of `value`, those of +0 for -0.
THRONG_HD inline std::uint64_t hashed_bits(float value) {
  const float positive_zero = value + 0.0f;
  std::uint32_t bits;
  __builtin_memcpy(&bits, &positive_zero, sizeof bits);
  return bits;
}

/// The agent's term of the sum (modulo 2^64).
THRONG_HD inline std::uint64_t agent_hash(std::int64_t id, float x, float y, float velocity_x, float velocity_y) {
  std::uint64_t h = mix_word(0, static_cast<std::uint64_t>(id));
  h = mix_word(h, hashed_bits(x));
  h = mix_word(h, hashed_bits(y));
  h = mix_word(h, hashed_bits(velocity_x));
  return mix_word(h, hashed_bits(velocity_y));
}

}  // namespace THRONG_ISA
}  // namespace throng
