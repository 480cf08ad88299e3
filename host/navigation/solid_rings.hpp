// Which places are inside a solid polygon.
#pragma once
#include <span>

#include "host/navigation/wall_index.hpp"
#include "host/ring_index.hpp"

namespace throng::flow {

/// The closed shapes among walls that run counter-clockwise, with vertices rounded to float.
RingIndex solid_rings(std::span<const WallShape> walls);

}  // namespace throng::flow
