// Smooth noise between knots, and headings turned by it (docs/steering.md).
#pragma once
#include <cstdint>

#include "host/reference/geometry.hpp"
#include "throng/types.hpp"

namespace throng::reference {

/// In [-1, 1]. Knots are `interval_steps` apart; alone determined by its arguments.
double wander_noise(std::uint64_t seed, AgentId id, std::uint64_t step, std::uint64_t interval_steps);

/// a, turned to the left by 2 atan(tangent_of_half).
Vec turned_by_half(const Vec& a, double tangent_of_half);

}  // namespace throng::reference
