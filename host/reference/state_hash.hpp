// The state hash, version 1 (spec "State hash"), over this executor's doubles.
#pragma once
#include <cstdint>
#include <span>

#include "host/reference/agent.hpp"

namespace throng::reference {

/// Sum modulo 2^64 over agents of a chained mix of id, position and velocity: independent of their order.
std::uint64_t state_hash(std::span<const Agent> agents);

}  // namespace throng::reference
