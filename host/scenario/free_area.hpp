// Where agents can be: the walkable area without solid obstacles, as an area in m^2.
#pragma once
#include <cstddef>

#include "host/scenario/fill_shape.hpp"
#include "host/scenario/walkable_area.hpp"
#include "throng/scenario.hpp"

namespace throng::scenario {

/// m^2, of a rectangle, a polygon or the walkable area itself: what of it is walkable (everything, when `walkable` is
/// null) and in none of the first `obstacle_count` obstacles, as far as these are solid.
double free_area(const FillShape& shape, const WalkableArea* walkable, const std::vector<Scenario::Obstacle>& obstacles,
                 std::size_t obstacle_count);

}  // namespace throng::scenario
