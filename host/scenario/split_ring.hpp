// Rings that touch themselves, taken apart.
#pragma once
#include <vector>

#include "throng/types.hpp"

namespace throng::scenario {

/// Without vertices at which a ring goes straight on or straight back, within rounding.
std::vector<Vec2d> without_straight_vertices(std::vector<Vec2d> ring);

/// A ring that touches itself at points, but crosses itself nowhere, as the simple rings that it goes through one after
/// the other, each in its direction. A vertex within rounding of an edge touches it. Simple rings come out unchanged.
std::vector<std::vector<Vec2d>> split_at_touches(std::vector<Vec2d> ring);

}  // namespace throng::scenario
