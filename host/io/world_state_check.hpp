// What must hold of a world's state before it is written and after it is read.
#pragma once
#include <string>

#include "host/world_state.hpp"

namespace throng {

/// Names the first thing that is wrong (a NaN, a reference to a row that isn't there, an order that doesn't hold);
/// empty = good.
std::string find_fault(const WorldState& state);

}  // namespace throng
