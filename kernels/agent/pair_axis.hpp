// One axis of a pair of bodies: how deep they overlap along it, and which way out is the shorter one.
//
// A body of each lane is anything with
//   count                Int, its vertices (and edges)
//   most                 the largest count of the lanes
//   vertex(j), edge(k)   below `most`; beyond a lane's count its last one again, which changes no result
//   edge_at(k)           Int, another one in each lane
#pragma once
#include "kernels/agent/collision_data.hpp"
#include "kernels/agent/vec2.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// What a body covers of an axis, m from its center.
template <class Real>
struct Projection {
  Real low, high;
};

/// An edge's normal, and the body's own projection on it.
template <class Real>
struct EdgeAxis {
  Vec2<Real> normal;
  Projection<Real> own;
};

template <class Real>
struct AxisDepth {
  Real depth;            ///< m, negative = a gap
  Vec2<Real> direction;  ///< unit: the second body moved along it by `depth` is free
  typename Lane<Real>::Int number;
};

template <class Real, class Body>
THRONG_HD Projection<Real> project(const Body& body, Vec2<Real> axis) {
  Projection<Real> found;
  found.low = found.high = dot(axis, body.vertex(0));
  for (std::int32_t j = 1; j < body.most; ++j) {
    const Real at = dot(axis, body.vertex(j));
    found.low = smaller(found.low, at);
    found.high = larger(found.high, at);
  }
  return found;
}

/// `d`, m: from the center of the first body, A, to that of B.
template <class Real>
THRONG_HD AxisDepth<Real> depth_along(Vec2<Real> axis, Projection<Real> of_a, Projection<Real> of_b, Vec2<Real> d,
                                      typename Lane<Real>::Int number) {
  const Real along = dot(axis, d);
  const Real ahead = of_a.high - (of_b.low + along), behind = (of_b.high + along) - of_a.low;
  const auto forward = (ahead < behind) | (negate(behind < ahead) & (along >= Real(0.0f)));
  return {smaller(ahead, behind), select(forward, axis, -axis), number};
}

/// An edge of the body that does not look outward, but along itself.
template <class Real>
THRONG_HD Vec2<Real> along_edge(const EdgeAxis<Real>& edge) {
  return {-edge.normal.y, edge.normal.x};
}

/// Number of axes of two polygons or segments.
template <class Real>
THRONG_HD typename Lane<Real>::Int polygon_axis_count(typename Lane<Real>::Int a_count,
                                                      typename Lane<Real>::Int b_count) {
  const auto both = a_count + b_count;
  return select_int((a_count == 2) & (b_count == 2), both + 2, both);
}

/// Which axis a number means: of two polygons or segments, edges of A, edges of B, directions of A and of B.
template <class Real>
struct AxisOfPair {
  typename Lane<Real>::Mask of_a;       ///< an edge of A
  typename Lane<Real>::Mask direction;  ///< of a segment
  typename Lane<Real>::Int edge;
};

/// `number` is below polygon_axis_count.
template <class Real>
THRONG_HD AxisOfPair<Real> axis_of_pair(typename Lane<Real>::Int a_count, typename Lane<Real>::Int b_count,
                                        typename Lane<Real>::Int number) {
  const auto both = a_count + b_count;
  const typename Lane<Real>::Mask of_a = (number < a_count) | (number == both);
  const typename Lane<Real>::Mask direction = number >= both;
  return {of_a, direction, select_int(direction, broadcast_int<Real>(0), select_int(of_a, number, number - a_count))};
}

/// The axis of that number: `own` is the body that has it, `other` the other one. The same bits as in
/// separate_polygons.
template <class Real, class Body>
THRONG_HD AxisDepth<Real> numbered_axis(const AxisOfPair<Real>& which, const Body& own, const Body& other, Vec2<Real> d,
                                        typename Lane<Real>::Int number) {
  EdgeAxis<Real> edge = own.edge_at(which.edge);
  if (any(which.direction)) {
    const Vec2<Real> along = along_edge(edge);
    const Projection<Real> whole = project(own, along);
    edge.normal = select(which.direction, along, edge.normal);
    edge.own = {select(which.direction, whole.low, edge.own.low), select(which.direction, whole.high, edge.own.high)};
  }
  const Projection<Real> seen = project(other, edge.normal);
  const Projection<Real> of_a{select(which.of_a, edge.own.low, seen.low), select(which.of_a, edge.own.high, seen.high)};
  const Projection<Real> of_b{select(which.of_a, seen.low, edge.own.low), select(which.of_a, seen.high, edge.own.high)};
  return depth_along(edge.normal, of_a, of_b, d, number);
}

}  // namespace THRONG_ISA
}  // namespace throng
