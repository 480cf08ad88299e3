// Walls in the contact pass: what keeps a disc off them while contacts are resolved, and what stops a way before them.
//
// Source: docs/model.md, "Contact". An edge acts on agents on its right side, as everywhere.
#pragma once
#include "kernels/agent/contact_limits.hpp"
#include "kernels/agent/obstacle_search.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Whether the straight way from `from`, strictly on the outside of an edge, leads onto it or through it.
THRONG_HD inline bool passes_edge(const EdgeData& data, Vec2<float> from, Vec2<float> to) {
  const Vec2<float> left{data.left_x, data.left_y}, right{data.right_x, data.right_y};
  const bool leaves_outside = (det(left - from, right - left) < 0.0f) & (det(left - to, right - left) >= 0.0f);
  if (!leaves_outside) return false;
  const Vec2<float> path = to - from;
  const float left_side = det(path, left - from), right_side = det(path, right - from);
  return (left_side <= 0.0f && right_side >= 0.0f) || (left_side >= 0.0f && right_side <= 0.0f);
}

/// How far a point is on the outside of an edge's line, m.
THRONG_HD inline float outside_by(const EdgeData& data, Vec2<float> point) {
  return (point.x - data.left_x) * data.direction_y - (point.y - data.left_y) * data.direction_x;
}

/// Part of the way at which a disc is to stop before an edge that it passes: as near as its radius, or where it is if
/// it is nearer already.
THRONG_HD inline float stop_before(const EdgeData& data, Vec2<float> from, Vec2<float> to, float radius) {
  const float before = outside_by(data, from), after = outside_by(data, to);
  const float part = (before - smaller(radius, before)) / (before - after);
  return part > 0.0f ? smaller(part, 1.0f) : 0.0f;
}

/// The end of a way that passes no edge: `to`, or the point at which the first of the edges in the way stops it. A disc
/// that is `inside` a solid polygon is not stopped by those of solids: it has to get out.
THRONG_HD inline Vec2<float> stop_at_walls(const ObstacleView& obstacles, Vec2<float> from, Vec2<float> to,
                                           float radius, bool inside) {
  const float length = square_root(length_sq(to - from));
  if (!(length > 0.0f) || outside_grid(obstacles.grid, from.x, from.y, length)) return to;
  const CellBox<float> box = cells_within(obstacles.grid, from.x, from.y, length);
  const auto for_passed = [&](Vec2<float> end, auto&& visit) {
    for_box_ranges(obstacles.grid, box, [&](std::uint32_t begin, std::uint32_t past) {
      for (std::uint32_t i = begin; i < past; ++i) {
        const EdgeData& data = obstacles.edges[obstacles.entries[i]];
        if (inside && data.is_solid != 0) continue;
        if (passes_edge(data, from, end)) visit(data);
      }
    });
  };
  float part = 2.0f;
  for_passed(to, [&](const EdgeData& data) { part = smaller(part, stop_before(data, from, to, radius)); });
  if (part > 1.5f) return to;
  const Vec2<float> stop = from + part * (to - from);
  bool passes = false;  // by rounding
  for_passed(stop, [&](const EdgeData&) { passes = true; });
  return passes ? from : stop;
}

/// The nearest edges, in order, each once.
struct NearestEdges {
  float distance_sq[contact_edge_cap];
  std::uint32_t edge[contact_edge_cap];
  std::int32_t count;
};

THRONG_HD inline void insert_edge(NearestEdges& list, float distance_sq, std::uint32_t edge) {
  std::int32_t place = list.count;
  while (place > 0) {
    const float before = list.distance_sq[place - 1];
    if (before < distance_sq || (before == distance_sq && list.edge[place - 1] <= edge)) break;
    --place;
  }
  if (place > 0 && list.edge[place - 1] == edge) return;
  if (place == contact_edge_cap) return;
  if (list.count < contact_edge_cap) ++list.count;
  for (std::int32_t k = list.count - 1; k > place; --k) {
    list.distance_sq[k] = list.distance_sq[k - 1];
    list.edge[k] = list.edge[k - 1];
  }
  list.distance_sq[place] = distance_sq;
  list.edge[place] = edge;
}

/// Edges that keep off a disc which began its step at `from` and stands at `at` now: those that it began on the right
/// side of, or on the line of, within `reach`.
THRONG_HD inline void find_contact_edges(const ObstacleView& obstacles, Vec2<float> from, Vec2<float> at, float reach,
                                         NearestEdges& list) {
  list.count = 0;
  if (outside_grid(obstacles.grid, at.x, at.y, reach)) return;
  for_item_ranges(obstacles.grid, at.x, at.y, reach, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint32_t edge = obstacles.entries[i];
      const EdgeData& data = obstacles.edges[edge];
      const Vec2<float> left{data.left_x, data.left_y}, right{data.right_x, data.right_y};
      if (!(det(left - from, right - left) <= 0.0f)) continue;
      const float distance_sq = segment_distance_sq(left, right, at);
      if (distance_sq < reach * reach) insert_edge(list, distance_sq, edge);
    }
  });
}

/// Out of one edge: to its outside when the way from `from` has led through, else away from its nearest point.
THRONG_HD inline Vec2<float> keep_off_edge(const EdgeData& data, Vec2<float> from, Vec2<float> at, float radius) {
  const Vec2<float> outward{data.direction_y, -data.direction_x};
  if (passes_edge(data, from, at)) return at + (radius - outside_by(data, at)) * outward;
  const Vec2<float> left{data.left_x, data.left_y}, along{data.right_x - data.left_x, data.right_y - data.left_y};
  const float t = dot(at - left, along) / length_sq(along);
  const Vec2<float> nearest = left + (t > 0.0f ? smaller(t, 1.0f) : 0.0f) * along;
  const Vec2<float> offset = at - nearest;
  const float distance_sq = length_sq(offset);
  if (!(distance_sq < radius * radius)) return at;
  if (!(distance_sq > 0.0f)) return nearest + radius * outward;
  return nearest + (radius / square_root(distance_sq)) * offset;
}

/// How often all edges are gone through: in a corner what leads away from one wall can lead into the next.
inline constexpr int wall_rounds = 2;

/// Agent `self` (cell order) after an iteration that has led it `to`, kept off the edges on its list.
THRONG_HD inline Vec2<float> keep_off_walls(const StepData& step, std::uint32_t self, Vec2<float> to) {
  const std::uint32_t storage = step.crowd.storage_index[self];
  const Vec2<float> from{step.agents.position_x[storage], step.agents.position_y[storage]};
  const float radius = step.crowd.radius[self];
  const std::uint32_t* edges = step.contact.edges + std::size_t{self} * contact_edge_cap;
  const std::int32_t count = step.contact.edge_count[self];
  Vec2<float> at = to;
  for (int round = 0; round < wall_rounds; ++round) {
    for (std::int32_t e = 0; e < count; ++e) at = keep_off_edge(step.obstacles.edges[edges[e]], from, at, radius);
  }
  return at;
}

}  // namespace THRONG_ISA
}  // namespace throng
