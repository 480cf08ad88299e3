// The footprints of a world by profile, as recordings and pictures take them.
#pragma once
#include <vector>

#include "throng/world.hpp"

namespace throng {

/// m, in the agent's frame, by row of the profile table; no vertices = a disc. Empty when all are discs.
[[nodiscard]] std::vector<std::vector<Vec2d>> profile_footprints(const World& world);

}  // namespace throng
