// A pair of bodies: state, depth, normal and points, of each lane; and the plain form, one pair from the arrays.
#pragma once
#include "kernels/agent/contact_points.hpp"
#include "kernels/agent/separate.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// States as numbers (throng::PairState), which stand in arrays.
namespace pair_state {
inline constexpr std::int32_t apart = 0, touching = 1, overlapping = 2, invalid = 3;
}  // namespace pair_state

/// What a pair needs of one of its bodies beside vertices and edges.
template <class Real>
struct PlacedBody {
  Vec2<Real> center;  ///< m
  Real extent, radius;
};

/// In the order of the bodies' numbers: a call with the two swapped negates the normal.
template <class Real>
struct PairResult {
  typename Lane<Real>::Int state;
  Real depth;
  Vec2<Real> normal;
  typename Lane<Real>::Int axis;
  ContactPoints<Real> points;  ///< none when apart, or not wanted
};

/// What counts as touching, m.
template <class Real>
THRONG_HD Real pair_tolerance(float share, Real a_extent, Real b_extent) {
  // No less than what rounding may do to a depth.
  return larger(Real(share) * smaller(a_extent, b_extent), Real(0x1p-21f) * (a_extent + b_extent));
}

THRONG_HD inline bool wants_points(const PairsView& batch) {
  return batch.point_count != nullptr || batch.points != nullptr;
}

/// All but the points.
template <class Real>
THRONG_HD PairResult<Real> result_of(const Separation<Real>& found, Real tolerance) {
  const auto one = broadcast_int<Real>(pair_state::touching);
  const auto far_state = select_int(found.depth < -tolerance, broadcast_int<Real>(pair_state::apart), one);
  PairResult<Real> result;
  result.state = select_int(found.depth > tolerance, broadcast_int<Real>(pair_state::overlapping), far_state);
  result.depth = found.depth;
  result.normal = found.normal;
  result.axis = found.axis;
  const Vec2<Real> none{Real(0.0f), Real(0.0f)};
  result.points = {broadcast_int<Real>(0), none, none};
  return result;
}

/// Points of those that are not apart.
template <class Real>
THRONG_HD ContactPoints<Real> where_met(const PairResult<Real>& result, const ContactPoints<Real>& points) {
  const auto met = result.state != broadcast_int<Real>(pair_state::apart);
  const Vec2<Real> none{Real(0.0f), Real(0.0f)};
  return {select_int(met, points.count, broadcast_int<Real>(0)), select(met, points.first, none),
          select(met, points.second, none)};
}

/// Of two polygons or segments that have been separated, by whatever way; `d` from A's center to B's.
template <class Real, class Body>
THRONG_HD PairResult<Real> result_with_points(const Separation<Real>& found, const Body& a, const Body& b,
                                              const PlacedBody<Real>& at_a, const PlacedBody<Real>& at_b, Vec2<Real> d,
                                              Real tolerance, const PairsView& batch) {
  PairResult<Real> result = result_of(found, tolerance);
  if (wants_points(batch) && any(result.depth >= -tolerance)) {
    const auto a_has_axis = (result.axis < a.count) | (result.axis >= a.count + b.count);
    result.points = where_met(
        result, contact_points<Real>(a, b, at_a.center, at_b.center, d, result.normal, a_has_axis, tolerance));
  }
  return result;
}

template <class Real, class Body>
THRONG_HD PairResult<Real> collide_polygons(const Body& a, const Body& b, const PlacedBody<Real>& at_a,
                                            const PlacedBody<Real>& at_b, const PairsView& batch) {
  const Vec2<Real> d = at_b.center - at_a.center;
  const Real tolerance = pair_tolerance(batch.tolerance, at_a.extent, at_b.extent);
  return result_with_points(separate_polygons(a, b, d, stop_depth(tolerance, batch.measure_misses)), a, b, at_a, at_b,
                            d, tolerance, batch);
}

/// One point, on the line along the normal through the center of a disc: `disc` is it, `out` the normal out of it.
template <class Real>
THRONG_HD void add_disc_point(PairResult<Real>& result, const PlacedBody<Real>& disc, Vec2<Real> out) {
  const Vec2<Real> none{Real(0.0f), Real(0.0f)};
  result.points =
      where_met(result, {broadcast_int<Real>(1), disc_contact(disc.center, disc.radius, out, result.depth), none});
}

/// Polygon or segment, and disc.
template <class Real, class Body>
THRONG_HD PairResult<Real> collide_disc(const Body& polygon, const PlacedBody<Real>& at, const PlacedBody<Real>& disc,
                                        const PairsView& batch) {
  const Real tolerance = pair_tolerance(batch.tolerance, at.extent, disc.extent);
  PairResult<Real> result = result_of(
      separate_disc(polygon, disc.radius, disc.center - at.center, stop_depth(tolerance, batch.measure_misses)),
      tolerance);
  if (wants_points(batch)) add_disc_point(result, disc, -result.normal);
  return result;
}

template <class Real>
THRONG_HD PairResult<Real> collide_discs(const PlacedBody<Real>& a, const PlacedBody<Real>& b, const PairsView& batch) {
  PairResult<Real> result = result_of(separate_discs(a.radius, b.radius, b.center - a.center),
                                      pair_tolerance(batch.tolerance, a.extent, b.extent));
  if (wants_points(batch)) add_disc_point(result, a, result.normal);
  return result;
}

}  // namespace THRONG_ISA
}  // namespace throng
