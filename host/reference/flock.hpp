// Separation, alignment and cohesion (Reynolds 1987; docs/steering.md, "Flock").
#pragma once
#include <span>

#include "host/reference/pursuit.hpp"
#include "throng/steering.hpp"

namespace throng::reference {

/// `mates`: those near enough that belong together, nearest first.
Vec flock_velocity(const Flock& flock, const Body& self, std::span<const Body> mates, double s);

}  // namespace throng::reference
