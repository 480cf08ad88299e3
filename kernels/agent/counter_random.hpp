// Random numbers as a pure function of a key and a counter: no state, so no order of threads can change them.
//
// Philox4x32-10, from Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). Integers
// only, so that every machine gives the same bits.
#pragma once
#include <cstdint>

#include "kernels/agent/lane.hpp"

namespace throng {
inline namespace THRONG_ISA {

struct PhiloxCounter {
  std::uint32_t word[4];
};

struct PhiloxKey {
  std::uint32_t word[2];
};

/// What a random number is for: the last word of the counter. Numbers of different streams never share a counter.
namespace random_stream {
inline constexpr std::uint32_t fill = 1;    ///< counter = (attempt low, attempt high, group, fill)
inline constexpr std::uint32_t radius = 2;  ///< counter = (id low, id high, draw, radius); the next two alike
inline constexpr std::uint32_t max_speed = 3;
inline constexpr std::uint32_t preferred_speed = 4;
inline constexpr std::uint32_t preferred_velocity_noise = 5;  ///< counter = (id low, id high, step low, this)
inline constexpr std::uint32_t wander = 6;                    ///< counter = (id low, id high, knot, this)
inline constexpr std::uint32_t sidestep = 7;                  ///< counter = (id low, id high, period, this)
// Hosts draw these (host/draw.hpp).
inline constexpr std::uint32_t journey_time = 16;  ///< counter = (id low, id high, visit, this); the next one alike
inline constexpr std::uint32_t journey_branch = 17;
inline constexpr std::uint32_t waiting_place = 18;  ///< counter = (attempt, area, word, this); (id, visit) for whose
inline constexpr std::uint32_t waiting_choice = 19;
inline constexpr std::uint32_t source_gap = 20;    ///< counter = (person, source, draw, this)
inline constexpr std::uint32_t source_place = 21;  ///< counter = (person, source, attempt, this)
inline constexpr std::uint32_t source_kind = 22;
}  // namespace random_stream

/// The key of everything random in a world.
THRONG_HD constexpr PhiloxKey philox_key(std::uint64_t seed) {
  return {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
}

/// 128 random bits of `counter` under `key`: ten rounds.
THRONG_HD constexpr PhiloxCounter philox4x32_10(PhiloxCounter counter, PhiloxKey key) {
  constexpr std::uint64_t multiplier_0 = 0xD2511F53u;
  constexpr std::uint64_t multiplier_1 = 0xCD9E8D57u;
  constexpr std::uint32_t weyl_0 = 0x9E3779B9u;  // golden ratio
  constexpr std::uint32_t weyl_1 = 0xBB67AE85u;  // sqrt(3) - 1
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product_0 = multiplier_0 * counter.word[0];
    const std::uint64_t product_1 = multiplier_1 * counter.word[2];
    counter = {{static_cast<std::uint32_t>(product_1 >> 32) ^ counter.word[1] ^ key.word[0],
                static_cast<std::uint32_t>(product_1),
                static_cast<std::uint32_t>(product_0 >> 32) ^ counter.word[3] ^ key.word[1],
                static_cast<std::uint32_t>(product_0)}};
    key = {{key.word[0] + weyl_0, key.word[1] + weyl_1}};
  }
  return counter;
}

/// A double in [0, 1) from 53 of the 64 bits of two words. Exact: every step is.
THRONG_HD constexpr double uniform_unit(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t bits = (static_cast<std::uint64_t>(high) << 32 | low) >> 11;
  return static_cast<double>(bits) * 0x1p-53;
}

}  // namespace THRONG_ISA
}  // namespace throng
