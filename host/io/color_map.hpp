// Colors of speeds.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

namespace throng {

/// Linear in each of red, green, blue, 0 to 255.
struct Color {
  float red, green, blue;
};

inline Color blend(const Color& below, const Color& above, float share) {
  return {below.red + (above.red - below.red) * share, below.green + (above.green - below.green) * share,
          below.blue + (above.blue - below.blue) * share};
}

/// Viridis, by its values at equal steps (van der Walt and Smith, 2015, CC0): perceptually even, readable by the color-blind and
/// in gray. Its last, pale tenth is left out: it would not stand out from a light ground. `share` 0 to 1.
inline Color viridis(double share) {
  constexpr std::array<Color, 9> points = {{{68, 1, 84},
                                            {71, 44, 122},
                                            {59, 81, 139},
                                            {44, 113, 142},
                                            {33, 144, 141},
                                            {39, 173, 129},
                                            {92, 200, 99},
                                            {170, 220, 50},
                                            {253, 231, 37}}};
  const double place = std::clamp(share, 0.0, 1.0) * 0.9 * (points.size() - 1);
  const auto index = std::min(static_cast<std::size_t>(place), points.size() - 2);
  return blend(points[index], points[index + 1], static_cast<float>(place - static_cast<double>(index)));
}

}  // namespace throng
