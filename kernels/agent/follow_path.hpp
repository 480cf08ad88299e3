// Following a path: where an agent is on it, and where it goes next.
#pragma once
#include "kernels/agent/pursuit.hpp"
#include "kernels/agent/steering_data.hpp"
#include "kernels/agent/vec2.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// A path with its vertices; those of a closed one end with the first again.
struct PathView {
  const float* x;  ///< m
  const float* y;
  const float* place;  ///< m from the beginning, of each vertex
  std::uint32_t vertex_count;
  bool closed;
  float length;  ///< m
};

THRONG_HD inline PathView path_of(const SteeringView& steering, std::uint32_t path) {
  const PathRow& row = steering.paths[path];
  return {steering.path_x + row.first_vertex,
          steering.path_y + row.first_vertex,
          steering.path_place + row.first_vertex,
          row.vertex_count,
          row.closed != 0,
          row.length};
}

/// The edge on which a place (from 0 to the path's length) lies: the first of two.
THRONG_HD inline std::uint32_t edge_at(const PathView& path, float place) {
  std::uint32_t low = 0, high = path.vertex_count - 2;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (path.place[middle + 1] < place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

THRONG_HD inline Vec2<float> point_at(const PathView& path, float place) {
  const std::uint32_t e = edge_at(path, place);
  const float length = path.place[e + 1] - path.place[e];
  const float t = length > 0.0f ? (place - path.place[e]) / length : 0.0f;
  return {path.x[e] + t * (path.x[e + 1] - path.x[e]), path.y[e] + t * (path.y[e + 1] - path.y[e])};
}

/// Keeps the nearest place to a point among those shown to it.
struct NearestPlace {
  Vec2<float> position;
  float place;
  float distance_sq = 3.4e38f;  ///< m^2

  /// Of edge `e` the part between two places.
  THRONG_HD void look_at(const PathView& path, std::uint32_t e, float from, float to) {
    const Vec2<float> start{path.x[e], path.y[e]};
    const Vec2<float> way = Vec2<float>{path.x[e + 1], path.y[e + 1]} - start;
    const float first = path.place[e], length = path.place[e + 1] - first, way_sq = length_sq(way);
    float at = way_sq > 0.0f ? first + dot(position - start, way) / way_sq * length : first;
    at = at > from ? at : from;
    at = at < to ? at : to;
    const float t = length > 0.0f ? (at - first) / length : 0.0f;
    const float square = length_sq(start + t * way - position);
    if (square < distance_sq) {
      distance_sq = square;
      place = at;
    }
  }
};

/// The nearest place between `from` and `to`, both from 0 to the path's length.
THRONG_HD inline void look_between(const PathView& path, float from, float to, NearestPlace& nearest) {
  for (std::uint32_t e = edge_at(path, from); e + 1 < path.vertex_count; ++e) {
    const float begin = path.place[e], end = path.place[e + 1];
    if (begin > to) return;
    nearest.look_at(path, e, from > begin ? from : begin, to < end ? to : end);
  }
}

struct PathAim {
  float place;  ///< m, where the agent is
  Vec2<float> point;
  bool is_end;  ///< of an open path
};

/// `before` is the place of the last step, < 0 when there is none. It never goes back.
THRONG_HD inline PathAim aim_on_path(const PathView& path, float before, float look_ahead, Vec2<float> position) {
  NearestPlace nearest{position, before < 0.0f ? 0.0f : before};
  if (before < 0.0f) {
    look_between(path, 0.0f, path.length, nearest);
  } else {
    const float reach = before + look_ahead;
    look_between(path, before, reach < path.length ? reach : path.length, nearest);
    if (path.closed && reach > path.length) {
      const float beyond = reach - path.length;
      look_between(path, 0.0f, beyond < before ? beyond : before, nearest);
    }
  }
  PathAim aim{nearest.place, {}, false};
  float ahead = aim.place + look_ahead;
  if (path.closed) {
    ahead = ahead - whole_part(ahead / path.length) * path.length;
    ahead = ahead > 0.0f ? (ahead < path.length ? ahead : path.length) : 0.0f;
  } else if (ahead >= path.length) {
    ahead = path.length;
    aim.is_end = true;
  }
  aim.point = point_at(path, ahead);
  return aim;
}

}  // namespace THRONG_ISA
}  // namespace throng
