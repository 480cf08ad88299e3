// The obstacle edges that act on an agent, in their order.
//
// Source: docs/model.md, "Obstacles". Every edge whose right side the agent is on and whose closed segment lies within
// reach, by (squared distance, edge number). Their number has no limit.
#pragma once
#include "kernels/agent/grid.hpp"
#include "kernels/agent/obstacle_half_plane.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Squared distance from a point to a closed segment, m^2.
template <class Real>
THRONG_HD Real segment_distance_sq(Vec2<Real> from, Vec2<Real> to, Vec2<Real> point) {
  const Vec2<Real> along = to - from;
  const Real t = dot(point - from, along) / length_sq(along);
  const Vec2<Real> nearest = select(t < Real(0.0f), from, select(t > Real(1.0f), to, from + t * along));
  return length_sq(point - nearest);
}

/// Edges found, unordered at first, then in order.
struct EdgeList {
  float* distance_sq;  ///< m^2
  std::uint32_t* edge;
  std::int32_t capacity;
  std::int32_t count;  ///< may exceed `capacity` after a search: then only the first `capacity` are there
};

THRONG_HD inline bool edge_before(const EdgeList& list, std::int32_t a, std::int32_t b) {
  return list.distance_sq[a] < list.distance_sq[b] ||
         (list.distance_sq[a] == list.distance_sq[b] && list.edge[a] < list.edge[b]);
}
THRONG_HD inline void swap_edges(EdgeList& list, std::int32_t a, std::int32_t b) {
  const float distance_sq = list.distance_sq[a];
  const std::uint32_t edge = list.edge[a];
  list.distance_sq[a] = list.distance_sq[b];
  list.edge[a] = list.edge[b];
  list.distance_sq[b] = distance_sq;
  list.edge[b] = edge;
}
THRONG_HD inline void sift_edge_down(EdgeList& list, std::int32_t root, std::int32_t end) {
  for (;;) {
    std::int32_t child = 2 * root + 1;
    if (child >= end) return;
    if (child + 1 < end && edge_before(list, child, child + 1)) ++child;
    if (!edge_before(list, root, child)) return;
    swap_edges(list, root, child);
    root = child;
  }
}

/// By (squared distance, edge). Few by insertion; else heap sort: in place, no worst case, and no library in device
/// code.
THRONG_HD inline void sort_edges(EdgeList& list) {
  if (list.count <= 16) {
    for (std::int32_t i = 1; i < list.count; ++i) {
      for (std::int32_t j = i; j > 0 && edge_before(list, j, j - 1); --j) swap_edges(list, j, j - 1);
    }
    return;
  }
  for (std::int32_t root = list.count / 2 - 1; root >= 0; --root) sift_edge_down(list, root, list.count);
  for (std::int32_t end = list.count - 1; end > 0; --end) {
    swap_edges(list, 0, end);
    sift_edge_down(list, 0, end);
  }
}

/// In order, each edge once.
THRONG_HD inline void sort_unique_edges(EdgeList& list) {
  sort_edges(list);
  std::int32_t kept = 0;
  for (std::int32_t i = 0; i < list.count; ++i) {
    if (kept > 0 && list.edge[i] == list.edge[kept - 1]) continue;
    list.distance_sq[kept] = list.distance_sq[i];
    list.edge[kept] = list.edge[i];
    ++kept;
  }
  list.count = kept;
}

/// Edges that act at `position` within `reach` (m), sorted. False when `list` is too small: `list.count` then says for
/// how many entries there must be room.
THRONG_HD inline bool find_edges(const ObstacleView& obstacles, Vec2<float> position, float reach, EdgeList& list) {
  list.count = 0;
  const float reach_sq = reach * reach;
  for_item_ranges(obstacles.grid, position.x, position.y, reach, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint32_t edge = obstacles.entries[i];
      const EdgeData& data = obstacles.edges[edge];
      const Vec2<float> left{data.left_x, data.left_y}, right{data.right_x, data.right_y};
      if (!(det(left - position, right - left) < 0.0f)) continue;
      const float distance_sq = segment_distance_sq(left, right, position);
      if (!(distance_sq < reach_sq)) continue;
      if (list.count < list.capacity) {
        list.distance_sq[list.count] = distance_sq;
        list.edge[list.count] = edge;
      }
      ++list.count;
    }
  });
  if (list.count > list.capacity) return false;
  sort_unique_edges(list);
  return true;
}

/// What an agent's step from `from` to `to` passed.
struct Crossing {
  bool any;    ///< an edge, from its outside
  bool solid;  ///< one of a solid polygon: the agent is now inside
};
/// `box`: cells that hold everything within the step's length of `from`.
THRONG_HD inline Crossing find_crossing(const ObstacleView& obstacles, const CellBox<float>& box, Vec2<float> from,
                                        Vec2<float> to) {
  Crossing crossing{false, false};
  const Vec2<float> path = to - from;
  for_box_ranges(obstacles.grid, box, [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const EdgeData& data = obstacles.edges[obstacles.entries[i]];
      const Vec2<float> left{data.left_x, data.left_y}, right{data.right_x, data.right_y};
      const bool leaves_outside = (det(left - from, right - left) < 0.0f) & (det(left - to, right - left) >= 0.0f);
      if (!leaves_outside) continue;
      const float left_side = det(path, left - from), right_side = det(path, right - from);
      const bool through = (left_side <= 0.0f && right_side >= 0.0f) || (left_side >= 0.0f && right_side <= 0.0f);
      if (!through) continue;
      crossing.any = true;
      crossing.solid = crossing.solid | (data.is_solid != 0);
    }
  });
  return crossing;
}

}  // namespace THRONG_ISA
}  // namespace throng
