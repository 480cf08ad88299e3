// The strip below a picture: colors of the speeds, a length, how many and how long.
#pragma once
#include <string>

#include "host/io/canvas.hpp"

namespace throng {

inline constexpr int legend_height = 56;  ///< px

struct Legend {
  double max_speed;         ///< m/s
  double pixels_per_meter;
  std::string note;
};

/// Draws on the lowest `legend_height` rows.
void draw_legend(Canvas& canvas, const Legend& legend);

/// The longest of 1, 2, 5, 10, ... times a power of ten that is at most `limit` (m); limit > 0.
[[nodiscard]] double round_length(double limit);

}  // namespace throng
