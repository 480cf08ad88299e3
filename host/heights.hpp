// Heights on their way into a world.
#pragma once
#include "throng/heights.hpp"

namespace throng {

/// Throws invalid_argument for what is outside of the limits in throng/heights.hpp.
void check_heights(const Heights& heights);
/// In coordinates relative to `origin`; z stays.
Heights relative_heights(const Heights& heights, Vec2d origin);

}  // namespace throng
