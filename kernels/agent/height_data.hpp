// The ground's slope, as the operations on agents read it. Plain data, as views.hpp.
#pragma once
#include <cstdint>

namespace throng {

/// A plane over a polygon.
struct FloorRow {
  float min_x, min_y, max_x, max_y;  ///< m, box of the polygon
  float gradient_x, gradient_y;      ///< m/m
  std::uint32_t first_vertex, vertex_count;
};

/// A piece of the table of speeds, from its end nearer to slope 0: t = (slope - from) * inverse_length, kept in [0, 1],
/// changes the factor by t * change. All pieces together give it, and on flat ground exactly 1.
struct SlopePiece {
  float from;            ///< m/m
  float inverse_length;  ///< < 0 of slopes down
  float change;
};

struct HeightView {
  std::uint32_t piece_count;  ///< 0 = slopes change no speed, and the rest is of no meaning
  const SlopePiece* pieces;
  std::int32_t columns, rows;  ///< of the map; 0 = there is none
  float origin_x, origin_y;    ///< m
  float inverse_spacing;       ///< 1/m
  const float* z;              ///< m, from the map's middle height
  std::uint32_t floor_count;
  const FloorRow* floors;
  const float* floor_x;  ///< m
  const float* floor_y;
};

}  // namespace throng
