// Where a flow field leads from a place (docs/navigation.md, "Sampling").
#pragma once
#include "kernels/agent/flow_data.hpp"
#include "kernels/agent/vec2.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// What a field says of a place.
struct FlowSample {
  Vec2<float> direction;  ///< unit; 0 where the field knows no way
  float way;              ///< m, what is left; flow_unreached where there is none
  bool sees_goal;         ///< its nearest point is in sight: go straight there
};

/// Whether two segments have a point in common. Ends that touch count.
THRONG_HD inline bool segments_meet(Vec2<float> p, Vec2<float> q, Vec2<float> a, Vec2<float> b) {
  const float of_p = det(b - a, p - a), of_q = det(b - a, q - a);
  if ((of_p > 0.0f && of_q > 0.0f) || (of_p < 0.0f && of_q < 0.0f)) return false;
  const float of_a = det(q - p, a - p), of_b = det(q - p, b - p);
  if ((of_a > 0.0f && of_b > 0.0f) || (of_a < 0.0f && of_b < 0.0f)) return false;
  if (of_p != 0.0f || of_q != 0.0f || of_a != 0.0f || of_b != 0.0f) return true;
  // On one line: their boxes meet or not.
  const float low_x = p.x < q.x ? p.x : q.x, high_x = p.x < q.x ? q.x : p.x;
  const float low_y = p.y < q.y ? p.y : q.y, high_y = p.y < q.y ? q.y : p.y;
  return !((a.x < low_x && b.x < low_x) || (a.x > high_x && b.x > high_x) || (a.y < low_y && b.y < low_y) ||
           (a.y > high_y && b.y > high_y));
}

THRONG_HD inline bool meets_wall(const FlowFieldView& field, std::uint32_t first, std::uint32_t end, Vec2<float> p,
                                 Vec2<float> q) {
  for (std::uint32_t w = first; w < end; ++w) {
    const FlowWall& wall = field.walls[w];
    if (segments_meet(p, q, {wall.from_x, wall.from_y}, {wall.to_x, wall.to_y})) return true;
  }
  return false;
}

THRONG_HD inline Vec2<float> direction_of(const FlowNode& node) {
  constexpr float step = 1.0f / static_cast<float>(flow_unit);
  return {step * static_cast<float>(node.direction_x), step * static_cast<float>(node.direction_y)};
}

/// The field at `position`.
THRONG_HD inline FlowSample sample_flow(const FlowFieldView& field, Vec2<float> position) {
  const FlowSample nowhere{{0.0f, 0.0f}, flow_unreached, false};
  const float x = (position.x - field.origin_x) * field.inverse_cell;
  const float y = (position.y - field.origin_y) * field.inverse_cell;
  const auto quads_x = static_cast<float>(field.columns * flow_tile_quads);
  const auto quads_y = static_cast<float>(field.rows * flow_tile_quads);
  if (!(x >= 0.0f && x < quads_x && y >= 0.0f && y < quads_y)) return nowhere;
  const std::int32_t i = truncate(x), j = truncate(y);
  const std::int32_t tile = field.tile[(j / flow_tile_quads) * field.columns + i / flow_tile_quads];
  if (tile < 0) return nowhere;
  const std::int32_t in_x = i % flow_tile_quads, in_y = j % flow_tile_quads;
  const std::uint32_t quad = field.quads[(tile * flow_tile_quads + in_y) * flow_tile_quads + in_x];
  const FlowNode* low = field.nodes + (tile * flow_tile_nodes + in_y) * flow_tile_nodes + in_x;
  const FlowNode corner[4] = {low[0], low[1], low[flow_tile_nodes], low[flow_tile_nodes + 1]};
  const float u = x - to_real(i), v = y - to_real(j);
  float weight[4] = {(1.0f - u) * (1.0f - v), u * (1.0f - v), (1.0f - u) * v, u * v};

  // Corners that can't be walked to from here have no say.
  const bool mixed = (quad & flow_quad::mixed) != 0;
  Vec2<float> place[4];
  std::uint32_t first = 0, end = 0;
  if (mixed) {
    first = field.first_wall[quad & flow_quad::row], end = field.first_wall[(quad & flow_quad::row) + 1];
    const Vec2<float> origin{field.origin_x + to_real(i) * field.cell, field.origin_y + to_real(j) * field.cell};
    for (int k = 0; k < 4; ++k) {
      place[k] = origin + Vec2<float>{(k & 1) != 0 ? field.cell : 0.0f, (k & 2) != 0 ? field.cell : 0.0f};
      const bool counts = corner[k].way < flow_unreached && !meets_wall(field, first, end, position, place[k]);
      if (!counts) weight[k] = -1.0f;
    }
  }

  Vec2<float> sum{0.0f, 0.0f};
  float weights = 0.0f, ways = 0.0f;
  int heaviest = -1, nearest = -1;
  for (int k = 0; k < 4; ++k) {
    if (weight[k] < 0.0f) continue;
    sum = sum + weight[k] * direction_of(corner[k]);
    weights = weights + weight[k];
    ways = ways + weight[k] * corner[k].way;
    if (heaviest < 0 || weight[k] > weight[heaviest]) heaviest = k;
    if (nearest < 0 || corner[k].way < corner[nearest].way) nearest = k;
  }
  if (heaviest < 0) return nowhere;
  FlowSample sample{{0.0f, 0.0f}, corner[heaviest].way, (quad & flow_quad::sees_goal) != 0};
  if (weights > 0.0f) sample.way = ways / weights;
  // Where ways part their mean leads nowhere: one of them is taken.
  const bool part = length_sq(sum) <= 0.25f * weights * weights;
  if (part) sum = direction_of(corner[heaviest]);
  if (length_sq(sum) > 0.0f) sample.direction = unit(sum);

  // No way into a wall: to a place that the corner with the least way left leads to, the farthest of some that is in
  // sight; or first to the corner.
  bool is_blocked = mixed && meets_wall(field, first, end, position, position + field.cell * sample.direction);
  if (mixed && part && !is_blocked) {
    const Vec2<float> tip = place[heaviest] + field.cell * sample.direction;
    is_blocked = meets_wall(field, first, end, position, tip);
  }
  if (is_blocked) {
    const Vec2<float> to_corner = place[nearest] - position;
    Vec2<float> towards = to_corner;
    float ahead = corner[nearest].way < field.cell ? corner[nearest].way : field.cell;  // not past the goal
    for (int k = 0; k < 3; ++k) {
      const Vec2<float> onward = to_corner + ahead * direction_of(corner[nearest]);
      ahead = 0.5f * ahead;
      if (meets_wall(field, first, end, position, position + onward)) continue;
      towards = onward;
      break;
    }
    if (length_sq(towards) > 0.0f) sample.direction = unit(towards);
  }
  return sample;
}

}  // namespace THRONG_ISA
}  // namespace throng
