// Where two bodies touch: the edge of one that faces the other, clipped to it (docs/collision.md, Points).
#pragma once
#include "kernels/agent/pair_axis.hpp"

namespace throng {
inline namespace THRONG_ISA {

template <class Real>
struct ContactPoints {
  typename Lane<Real>::Int count;  ///< 1 or 2
  Vec2<Real> first, second;        ///< m
};

/// An edge with its ends, in coordinates of its body's center.
template <class Real>
struct ContactEdge {
  Vec2<Real> normal;
  Real high;  ///< m, the body's greatest projection on the normal
  Vec2<Real> begin, end;
};

/// How far an edge with that normal turns away from `way`: grows with the angle, from -1 for none to 1 for a right one.
/// A cosine alone could not tell small angles apart, a sine not those near a right one.
template <class Real>
THRONG_HD Real turned_away(Vec2<Real> normal, Vec2<Real> way) {
  return absolute(det(normal, way)) - dot(normal, way);
}

/// The edge that looks most in the direction of `way`, the first of equal ones.
template <class Real, class Body>
THRONG_HD typename Lane<Real>::Int facing_edge(const Body& body, Vec2<Real> way) {
  Real least = turned_away(body.edge(0).normal, way);
  auto found = broadcast_int<Real>(0);
  for (std::int32_t k = 1; k < body.most; ++k) {
    const Real at = turned_away(body.edge(k).normal, way);
    const auto better = at < least;
    least = select(better, at, least);
    found = select_int(better, broadcast_int<Real>(k), found);
  }
  return found;
}

/// `from`, moved along its edge, which ends at `to`, into the strip from `low` to `high`; `at` and `to_at` are where
/// the two are on the strip's axis. An edge that is outside of the strip becomes its end that is nearer.
template <class Real>
THRONG_HD Vec2<Real> into_strip(Vec2<Real> from, Vec2<Real> to, Real at, Real to_at, Real low, Real high) {
  const auto before = at < low;
  const auto outside = before | (at > high);
  Real part = (select(before, low, high) - at) / (to_at - at);
  part = select(part < Real(0.0f), Real(0.0f), part);
  part = select(part > Real(1.0f), Real(1.0f), part);
  return select(outside, from + part * (to - from), from);
}

/// `begin` and `end` are those of the other body's edge in the coordinates of the reference edge's body.
template <class Real>
THRONG_HD ContactPoints<Real> clip_edge(const ContactEdge<Real>& reference, Vec2<Real> begin, Vec2<Real> end,
                                        Real tolerance) {
  const Vec2<Real> normal = reference.normal, along{-normal.y, normal.x};
  const Real low = dot(along, reference.begin), high = dot(along, reference.end);
  const Real begin_at = dot(along, begin), end_at = dot(along, end);
  const Vec2<Real> one = into_strip(begin, end, begin_at, end_at, low, high);
  const Vec2<Real> two = into_strip(end, begin, end_at, begin_at, low, high);
  const Real one_gap = dot(normal, one) - reference.high, two_gap = dot(normal, two) - reference.high;
  const auto one_stays = one_gap < tolerance, two_stays = two_gap < tolerance;

  const Real begin_gap = dot(normal, begin) - reference.high, end_gap = dot(normal, end) - reference.high;
  const auto end_is_deeper = end_gap < begin_gap;
  const Vec2<Real> deepest = select(end_is_deeper, end, begin);
  const Real deepest_gap = select(end_is_deeper, end_gap, begin_gap);

  const auto between = [&](Vec2<Real> point, Real gap) { return point - (Real(0.5f) * gap) * normal; };
  ContactPoints<Real> points;
  points.first = between(select(one_stays, one, select(two_stays, two, deepest)),
                         select(one_stays, one_gap, select(two_stays, two_gap, deepest_gap)));
  points.second = between(two, two_gap);
  const auto both = one_stays & two_stays & (length_sq(points.second - points.first) > tolerance * tolerance);
  points.count = select_int(both, broadcast_int<Real>(2), broadcast_int<Real>(1));
  points.second = select(both, points.second, Vec2<Real>{Real(0.0f), Real(0.0f)});
  return points;
}

/// Of two polygons or segments, in coordinates of the world. `a_has_axis`: it is A's (of a segment's direction too).
/// `d` from A's center to B's, `normal` alike.
template <class Real, class Body>
THRONG_HD ContactPoints<Real> contact_points(const Body& a, const Body& b, Vec2<Real> a_center, Vec2<Real> b_center,
                                             Vec2<Real> d, Vec2<Real> normal, typename Lane<Real>::Mask a_has_axis,
                                             Real tolerance) {
  const ContactEdge<Real> of_a = a.contact_edge(facing_edge(a, normal));
  const ContactEdge<Real> of_b = b.contact_edge(facing_edge(b, -normal));
  // Where the way out leads backwards through the body that has the axis, there may be but a vertex of it.
  const Real a_slant = absolute(det(of_a.normal, normal)), b_slant = absolute(det(of_b.normal, normal));
  const auto a_is_reference = (a_slant < b_slant) | (a_has_axis & (a_slant <= b_slant));
  const ContactEdge<Real> reference{
      select(a_is_reference, of_a.normal, of_b.normal), select(a_is_reference, of_a.high, of_b.high),
      select(a_is_reference, of_a.begin, of_b.begin), select(a_is_reference, of_a.end, of_b.end)};
  const Vec2<Real> shift = select(a_is_reference, d, -d);
  ContactPoints<Real> points = clip_edge(reference, select(a_is_reference, of_b.begin, of_a.begin) + shift,
                                         select(a_is_reference, of_b.end, of_a.end) + shift, tolerance);
  const Vec2<Real> origin = select(a_is_reference, a_center, b_center);
  points.first = points.first + origin;
  points.second = select(points.count == 2, points.second + origin, points.second);
  return points;
}

/// On the surface of a disc, moved along `out` (unit, out of the disc) to halfway to the surface of the other body.
template <class Real>
THRONG_HD Vec2<Real> disc_contact(Vec2<Real> center, Real radius, Vec2<Real> out, Real depth) {
  return center + (radius - Real(0.5f) * depth) * out;
}

}  // namespace THRONG_ISA
}  // namespace throng
