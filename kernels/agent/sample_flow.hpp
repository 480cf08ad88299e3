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
  const float quads_x = to_real(field.columns * flow_tile_quads), quads_y = to_real(field.rows * flow_tile_quads);
  if (!(x >= 0.0f && x < quads_x && y >= 0.0f && y < quads_y)) return nowhere;
  const std::int32_t i = truncate(x), j = truncate(y);
  const std::int32_t tile = field.tile[(j / flow_tile_quads) * field.columns + i / flow_tile_quads];
  if (tile < 0) return nowhere;
  const std::int32_t in_x = i % flow_tile_quads, in_y = j % flow_tile_quads;
  const std::uint32_t quad = field.quads[(tile * flow_tile_quads + in_y) * flow_tile_quads + in_x];
  const FlowNode* low = field.nodes + (tile * flow_tile_nodes + in_y) * flow_tile_nodes + in_x;
  const float u = x - to_real(i), v = y - to_real(j);
  const bool mixed = (quad & flow_quad::mixed) != 0;
  std::uint32_t first = 0, end = 0;
  if (mixed) first = field.first_wall[quad & flow_quad::row], end = field.first_wall[(quad & flow_quad::row) + 1];
  const Vec2<float> origin{field.origin_x + to_real(i) * field.cell, field.origin_y + to_real(j) * field.cell};

  // One corner after the other, and what they come to: an array of them would not stay in a thread's registers.
  Vec2<float> sum{0.0f, 0.0f}, heaviest_way{0.0f, 0.0f}, heaviest_place{0.0f, 0.0f}, nearest_way{0.0f, 0.0f},
      to_nearest{0.0f, 0.0f};
  float weights = 0.0f, ways = 0.0f, heaviest = -1.0f, heaviest_left = flow_unreached, least = flow_unreached;
  for (int k = 0; k < 4; ++k) {
    const bool right = (k & 1) != 0, upper = (k & 2) != 0;
    const FlowNode node = low[(upper ? flow_tile_nodes : 0) + (right ? 1 : 0)];
    const Vec2<float> place = origin + Vec2<float>{right ? field.cell : 0.0f, upper ? field.cell : 0.0f};
    // Corners that can't be walked to from here have no say.
    if (!(node.way < flow_unreached) || (mixed && meets_wall(field, first, end, position, place))) continue;
    const float weight = (right ? u : 1.0f - u) * (upper ? v : 1.0f - v);
    const Vec2<float> direction = direction_of(node);
    sum = sum + weight * direction;
    weights = weights + weight;
    ways = ways + weight * node.way;
    if (weight > heaviest) {
      heaviest = weight, heaviest_left = node.way;
      heaviest_way = direction, heaviest_place = place;
    }
    if (node.way < least) least = node.way, nearest_way = direction, to_nearest = place - position;
  }
  if (heaviest < 0.0f) return nowhere;
  FlowSample sample{{0.0f, 0.0f}, heaviest_left, (quad & flow_quad::sees_goal) != 0};
  constexpr float least_weights = 1.0e-12f;  // of less, squares are near to float's end
  if (weights > least_weights) sample.way = ways / weights;
  // Where ways part their mean leads nowhere: one of them is taken.
  const bool part = weights <= least_weights || length_sq(sum) <= 0.25f * weights * weights;
  if (part) sum = heaviest_way;
  if (length_sq(sum) > 0.0f) sample.direction = unit(sum);

  // No way into a wall: to a place that the corner with the least way left leads to, the farthest of some that is in
  // sight; or first to the corner.
  bool is_blocked = mixed && meets_wall(field, first, end, position, position + field.cell * sample.direction);
  if (mixed && part && !is_blocked) {
    const Vec2<float> tip = heaviest_place + field.cell * sample.direction;
    is_blocked = meets_wall(field, first, end, position, tip);
  }
  if (is_blocked) {
    Vec2<float> towards = to_nearest;
    float ahead = least < field.cell ? least : field.cell;  // not past the goal
    for (int k = 0; k < 3; ++k) {
      const Vec2<float> onward = to_nearest + ahead * nearest_way;
      ahead = 0.5f * ahead;
      if (meets_wall(field, first, end, position, position + onward)) continue;
      towards = onward;
      break;
    }
    if (length_sq(towards) > 1.0e-30f) sample.direction = unit(towards);
  }
  return sample;
}

}  // namespace THRONG_ISA
}  // namespace throng
