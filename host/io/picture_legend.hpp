// The strip below a picture: colors of the speeds, footprints, a length, how many and how long.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "host/io/canvas.hpp"

namespace throng {

inline constexpr int legend_height = 56;  ///< px

struct Legend {
  double max_speed;  ///< m/s
  double pixels_per_meter;
  std::string note;
  bool footprints = false;  ///< explains those of the start and of the end
};

/// In pixels: filled when it has a color, else an outline as it was at the start.
void draw_footprint(Canvas& canvas, std::span<const Vec2d> vertices, std::optional<Color> filling);

/// Draws on the lowest `legend_height` rows.
void draw_legend(Canvas& canvas, const Legend& legend);

/// The longest of 1, 2, 5, 10, ... times a power of ten that is at most `limit` (m); limit > 0.
[[nodiscard]] double round_length(double limit);

}  // namespace throng
