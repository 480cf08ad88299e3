// A 64-bit finaliser: every bit of the result depends on every bit of the word.
//
// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (variant 13 of Stafford).
#pragma once
#include <cstdint>

#include "kernels/agent/lane.hpp"

namespace throng {
inline namespace THRONG_ISA {

THRONG_HD inline std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

}  // namespace THRONG_ISA
}  // namespace throng
