// How deep two bodies overlap, over all their axes (docs/collision.md, A pair).
#pragma once
#include "kernels/agent/pair_axis.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Lengths below this one, m, count as 0: they have no direction that single precision could tell.
inline constexpr float no_length = 0x1p-60f;

/// The least depth so far. A lane is left at the first axis whose depth is below `stop`.
template <class Real>
struct Separation {
  Real depth;         ///< m, negative = apart
  Vec2<Real> normal;  ///< unit, from A to B
  typename Lane<Real>::Int axis;
};

template <class Real>
THRONG_HD Separation<Real> no_axis_yet() {
  return {Real(INFINITY), {Real(0.0f), Real(0.0f)}, broadcast_int<Real>(0)};
}

/// What `depth` must fall below for a pair to be left: with measured misses no depth does.
template <class Real>
THRONG_HD Real stop_depth(Real tolerance, bool measure_misses) {
  return measure_misses ? Real(-INFINITY) : -tolerance;
}

/// The first of equally deep axes counts.
template <class Real>
THRONG_HD void take_axis(Separation<Real>& best, const AxisDepth<Real>& axis, Real stop) {
  const auto better = (axis.depth < best.depth) & (best.depth >= stop);
  best.depth = select(better, axis.depth, best.depth);
  best.normal = select(better, axis.direction, best.normal);
  best.axis = select_int(better, axis.number, best.axis);
}

/// Directions of two segments: what their normals can't tell when they lie on one line.
template <class Real, class Body>
THRONG_HD void take_segment_directions(const Body& a, const Body& b, Vec2<Real> d, Real stop, Separation<Real>& best) {
  const auto segments = (a.count == 2) & (b.count == 2);
  if (!any(segments)) return;
  const auto take = [&](Vec2<Real> along, typename Lane<Real>::Int number) {
    AxisDepth<Real> axis = depth_along(along, project(a, along), project(b, along), d, number);
    axis.depth = select(segments, axis.depth, Real(INFINITY));
    take_axis(best, axis, stop);
  };
  take(along_edge(a.edge(0)), a.count + b.count);
  take(along_edge(b.edge(0)), a.count + b.count + 1);
}

/// Polygons and segments. `d` as in depth_along.
template <class Real, class Body>
THRONG_HD Separation<Real> separate_polygons(const Body& a, const Body& b, Vec2<Real> d, Real stop) {
  Separation<Real> best = no_axis_yet<Real>();
  for (std::int32_t k = 0; k < a.most; ++k) {
    const EdgeAxis<Real> edge = a.edge(k);
    take_axis(best, depth_along(edge.normal, edge.own, project(b, edge.normal), d, broadcast_int<Real>(k)), stop);
    if (!any(best.depth >= stop)) return best;
  }
  for (std::int32_t k = 0; k < b.most; ++k) {
    const EdgeAxis<Real> edge = b.edge(k);
    take_axis(best, depth_along(edge.normal, project(a, edge.normal), edge.own, d, a.count + k), stop);
    if (!any(best.depth >= stop)) return best;
  }
  take_segment_directions(a, b, d, stop, best);
  return best;
}

/// What a disc covers of any axis.
template <class Real>
THRONG_HD Projection<Real> disc_projection(Real radius) {
  return {-radius, radius};
}

/// From the polygon's vertex that is nearest to the disc's center to that center; depth infinite when they coincide.
template <class Real, class Body>
THRONG_HD AxisDepth<Real> vertex_axis(const Body& polygon, Real radius, Vec2<Real> d) {
  Vec2<Real> nearest = d - polygon.vertex(0);
  Real nearest_sq = length_sq(nearest);
  for (std::int32_t j = 1; j < polygon.most; ++j) {
    const Vec2<Real> way = d - polygon.vertex(j);
    const Real way_sq = length_sq(way);
    const auto nearer = way_sq < nearest_sq;
    nearest = select(nearer, way, nearest);
    nearest_sq = select(nearer, way_sq, nearest_sq);
  }
  const auto apart = nearest_sq >= Real(no_length * no_length);
  const Vec2<Real> axis = unit(select(apart, nearest, Vec2<Real>{Real(1.0f), Real(0.0f)}));
  AxisDepth<Real> found = depth_along(axis, project(polygon, axis), disc_projection(radius), d, polygon.count);
  found.depth = select(apart, found.depth, Real(INFINITY));
  return found;
}

/// Polygon or segment, and disc.
template <class Real, class Body>
THRONG_HD Separation<Real> separate_disc(const Body& polygon, Real radius, Vec2<Real> d, Real stop) {
  Separation<Real> best = no_axis_yet<Real>();
  for (std::int32_t k = 0; k < polygon.most; ++k) {
    const EdgeAxis<Real> edge = polygon.edge(k);
    take_axis(best, depth_along(edge.normal, edge.own, disc_projection(radius), d, broadcast_int<Real>(k)), stop);
    if (!any(best.depth >= stop)) return best;
  }
  take_axis(best, vertex_axis(polygon, radius, d), stop);
  return best;
}

template <class Real>
THRONG_HD Separation<Real> separate_discs(Real radius_a, Real radius_b, Vec2<Real> d) {
  const Real distance_sq = length_sq(d);
  const auto apart = distance_sq >= Real(no_length * no_length);
  const Vec2<Real> line = select(apart, d, Vec2<Real>{Real(1.0f), Real(0.0f)});
  const Real distance = select(apart, square_root(distance_sq), Real(0.0f));
  return {(radius_a + radius_b) - distance, unit(line), broadcast_int<Real>(0)};
}

}  // namespace THRONG_ISA
}  // namespace throng
