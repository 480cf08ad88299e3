// Slower on slopes (docs/model.md, "Heights").
#pragma once
#include "kernels/agent/height_data.hpp"
#include "kernels/agent/leave_solid.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// m/m; 0 where there is no height.
THRONG_HD inline Vec2<float> ground_gradient(const HeightView& heights, Vec2<float> place) {
  if (heights.columns > 0) {
    const float u = (place.x - heights.origin_x) * heights.inverse_spacing;
    const float v = (place.y - heights.origin_y) * heights.inverse_spacing;
    const std::int32_t last_x = heights.columns - 1, last_y = heights.rows - 1;
    if (!(u >= 0.0f && v >= 0.0f && u <= to_real(last_x) && v <= to_real(last_y))) return {0.0f, 0.0f};
    std::int32_t i = truncate(u), j = truncate(v);
    i = i < last_x ? i : last_x - 1;
    j = j < last_y ? j : last_y - 1;
    const float s = u - to_real(i), t = v - to_real(j);
    const float* z = heights.z + (static_cast<std::int64_t>(j) * heights.columns + i);
    const float z00 = z[0], z10 = z[1], z01 = z[heights.columns], z11 = z[heights.columns + 1];
    const float along_low = z10 - z00, along_high = z11 - z01;
    const float up_left = z01 - z00, up_right = z11 - z10;
    return {(along_low + t * (along_high - along_low)) * heights.inverse_spacing,
            (up_left + s * (up_right - up_left)) * heights.inverse_spacing};
  }
  for (std::uint32_t f = 0; f < heights.floor_count; ++f) {
    const FloorRow& floor = heights.floors[f];
    const bool in_box =
        (place.x >= floor.min_x) & (place.x <= floor.max_x) & (place.y >= floor.min_y) & (place.y <= floor.max_y);
    if (!in_box) continue;
    const float* x = heights.floor_x + floor.first_vertex;
    const float* y = heights.floor_y + floor.first_vertex;
    if (polygon_contains(x, y, floor.vertex_count, place)) return {floor.gradient_x, floor.gradient_y};
  }
  return {0.0f, 0.0f};
}

/// A preferred velocity on the slope at `place`. Only where step.heights.piece_count > 0.
THRONG_HD inline Vec2<float> on_slope(const HeightView& heights, Vec2<float> place, Vec2<float> wanted) {
  const float speed_sq = length_sq(wanted);
  if (!(speed_sq > 0.0f)) return wanted;
  const float slope = dot(ground_gradient(heights, place), wanted) / square_root(speed_sq);
  float factor = 1.0f;
  for (std::uint32_t k = 0; k < heights.piece_count; ++k) {
    const SlopePiece& piece = heights.pieces[k];
    const float t = (slope - piece.from) * piece.inverse_length;
    factor = factor + (t > 0.0f ? (t < 1.0f ? t : 1.0f) : 0.0f) * piece.change;
  }
  return factor * wanted;
}

/// The same of agents that stand side by side.
template <class Real>
THRONG_HD Vec2<Real> all_on_slope(const HeightView& heights, Vec2<Real> place, Vec2<Real> wanted) {
  for (int l = 0; l < Lane<Real>::width; ++l) {
    const Vec2<float> one =
        on_slope(heights, {lane_of(place.x, l), lane_of(place.y, l)}, {lane_of(wanted.x, l), lane_of(wanted.y, l)});
    set_lane(wanted.x, l, one.x);
    set_lane(wanted.y, l, one.y);
  }
  return wanted;
}

}  // namespace THRONG_ISA
}  // namespace throng
