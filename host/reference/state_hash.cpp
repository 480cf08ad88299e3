#include "host/reference/state_hash.hpp"

#include <bit>

#include "host/reference/hashing.hpp"

namespace throng::reference {
namespace {

std::uint64_t mix(std::uint64_t h) { return finalize(h + 0x9e3779b97f4a7c15u); }

/// -0 and 0 are the same state.
std::uint64_t word_of(double value) { return std::bit_cast<std::uint64_t>(value == 0.0 ? 0.0 : value); }

}  // namespace

std::uint64_t state_hash(std::span<const Agent> agents) {
  std::uint64_t sum = 0;
  for (const Agent& agent : agents) {
    std::uint64_t h = mix(static_cast<std::uint64_t>(agent.id));
    for (const double value : {agent.position.x(), agent.position.y(), agent.velocity.x(), agent.velocity.y()}) {
      h = mix(h ^ word_of(value));
    }
    sum += h;
  }
  return sum;
}

}  // namespace throng::reference
