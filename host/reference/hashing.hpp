// Integer mixing and counter-based random numbers.
#pragma once
#include <array>
#include <cstdint>

namespace throng::reference {

/// Finaliser of splitmix64 (Steele, Lea, Flood 2014; constants of Stafford's mix 13): a bijection of 64-bit words.
std::uint64_t finalize(std::uint64_t z);

/// Philox4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3. SC 2011).
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

}  // namespace throng::reference
