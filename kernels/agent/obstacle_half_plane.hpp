// The constraint that one edge of a static obstacle puts on a disc.
//
// Source: van den Berg et al., ISRR 2009, section 4.2 (static obstacles); the cases of the RVO2 library 2.0. An
// obstacle is a closed chain of vertices; its edges act on discs strictly to their right. Every line made here permits
// velocity 0, discs excepted that overlap an edge next to this one (docs/model.md).
#pragma once
#include "kernels/agent/half_plane.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// An edge with what its neighbors in the chain tell about its ends.
template <class Real>
struct ObstacleEdge {
  Vec2<Real> left, right;         ///< m; the edge runs from `left` to `right`, as seen by the disc it acts on
  Vec2<Real> direction;           ///< unit, of this edge
  Vec2<Real> direction_previous;  ///< unit, of the edge that ends in `left`
  Vec2<Real> direction_next;      ///< unit, of the edge that begins in `right`
  typename Lane<Real>::Mask left_convex, right_convex;
};

/// Tolerance, m/s, within which an edge counts as covered by an earlier line.
inline constexpr float covered_epsilon = 1.0e-5f;

/// Whether a line already made from an obstacle forbids all that this edge would: both ends lie behind it.
template <class Lines, class Real>
THRONG_HD typename Lane<Real>::Mask is_covered(const ObstacleEdge<Real>& edge, Vec2<Real> position, Real radius,
                                               Real inverse_time_horizon, const Lines& lines, int line_count) {
  const Vec2<Real> left = inverse_time_horizon * (edge.left - position);
  const Vec2<Real> right = inverse_time_horizon * (edge.right - position);
  const Real reach = radius * inverse_time_horizon - Real(covered_epsilon);
  auto covered = Real(0.0f) > Real(0.0f);
  for (int i = 0; i < line_count; ++i) {
    const HalfPlane<Real> line = lines.get(i);
    covered = covered | ((length_sq(line.direction) > Real(0.0f)) & (det(left - line.point, line.direction) >= reach) &
                         (det(right - line.point, line.direction) >= reach));
  }
  return covered;
}

/// Unit tangents from the origin to a disc of `radius` around `center`, pointing away from the origin. |center| >
/// radius.
template <class Real>
struct Tangents {
  Vec2<Real> left, right;
};
template <class Real>
THRONG_HD Tangents<Real> tangents(Vec2<Real> center, Real radius) {
  const Real distance_sq = length_sq(center);
  const Real leg = square_root(distance_sq - radius * radius);
  const Real inverse = Real(1.0f) / distance_sq;
  return {inverse * Vec2<Real>{center.x * leg - center.y * radius, center.x * radius + center.y * leg},
          inverse * Vec2<Real>{center.x * leg + center.y * radius, center.y * leg - center.x * radius}};
}

/// Velocities with which a disc at `position` stays clear of the edge for the time horizon (its reciprocal given, 1/s),
/// or `no_constraint` where the edge needs none of its own. The disc is strictly to the right of the edge.
template <class Real>
THRONG_HD HalfPlane<Real> obstacle_half_plane(const ObstacleEdge<Real>& edge, Vec2<Real> position, Vec2<Real> velocity,
                                              Real radius, Real inverse_time_horizon) {
  const Real zero(0.0f), one(1.0f);
  const Vec2<Real> left = edge.left - position;
  const Vec2<Real> right = edge.right - position;
  const Vec2<Real> edge_vector = edge.right - edge.left;
  const Real radius_sq = radius * radius;
  const Real reach = radius * inverse_time_horizon;
  const Real s = dot(-left, edge_vector) / length_sq(edge_vector);
  const Real line_distance_sq = length_sq(-left - s * edge_vector);
  const auto before_left = s < zero;
  const auto beyond_right = s > one;
  const auto near_line = line_distance_sq <= radius_sq;

  // Touching: the line passes through velocity 0.
  const auto touches_left = before_left & (length_sq(left) <= radius_sq);
  const auto touches_right = beyond_right & (length_sq(right) <= radius_sq);
  const auto touches_edge = negate(before_left) & negate(beyond_right) & near_line;
  const auto touches = touches_left | touches_right | touches_edge;
  const auto next_edge_is_blind = det(right, edge.direction_next) >= zero;
  const auto touch_counts =
      touches_edge | (touches_left & edge.left_convex) | (touches_right & edge.right_convex & next_edge_is_blind);
  const Vec2<Real> touched_end = select(touches_left, left, right);
  const Vec2<Real> touch_direction =
      select(touches_edge, -edge.direction, unit(Vec2<Real>{-touched_end.y, touched_end.x}));
  const HalfPlane<Real> touch_line{{zero, zero}, touch_direction};

  // The ends that bound what is seen: both, or one when the edge is seen end-on.
  const auto only_left = before_left & near_line;
  const auto only_right = beyond_right & near_line;
  const auto one_end = only_left | only_right;
  const auto blind = (only_left & negate(edge.left_convex)) | (only_right & negate(edge.right_convex));
  const Vec2<Real> a = select(only_right, right, left);
  const Vec2<Real> b = select(only_left, left, right);
  const auto a_convex = (only_right & edge.right_convex) | (negate(only_right) & edge.left_convex);
  const auto b_convex = (only_left & edge.left_convex) | (negate(only_left) & edge.right_convex);
  Vec2<Real> left_leg = select(a_convex, tangents(a, radius).left, -edge.direction);
  Vec2<Real> right_leg = select(b_convex, tangents(b, radius).right, edge.direction);

  // A leg that points into the neighboring edge is replaced by that edge, which makes the line itself.
  const Vec2<Real> edge_before_a = select(only_right, edge.direction, edge.direction_previous);
  const Vec2<Real> edge_after_b = select(only_left, edge.direction, edge.direction_next);
  const auto left_foreign = a_convex & (det(left_leg, -edge_before_a) >= zero);
  const auto right_foreign = b_convex & (det(right_leg, edge_after_b) <= zero);
  left_leg = select(left_foreign, -edge_before_a, left_leg);
  right_leg = select(right_foreign, edge_after_b, right_leg);

  // Project the current velocity on the velocity obstacle: an end's arc, the cut-off line, or a leg.
  const Vec2<Real> cut_left = inverse_time_horizon * a;
  const Vec2<Real> cut_right = inverse_time_horizon * b;
  const Vec2<Real> cut = cut_right - cut_left;
  const Vec2<Real> from_left = velocity - cut_left;
  const Vec2<Real> from_right = velocity - cut_right;
  const Real t = select(one_end, Real(0.5f), dot(from_left, cut) / length_sq(cut));
  const Real along_left = dot(from_left, left_leg);
  const Real along_right = dot(from_right, right_leg);
  const auto on_left_arc = ((t < zero) & (along_left < zero)) | (one_end & (along_left < zero) & (along_right < zero));
  const auto on_right_arc = negate(on_left_arc) & (t > one) & (along_right < zero);
  const auto on_arc = on_left_arc | on_right_arc;

  const Vec2<Real> outward = unit(select(on_left_arc, from_left, from_right));
  const HalfPlane<Real> arc_line{select(on_left_arc, cut_left, cut_right) + reach * outward, {outward.y, -outward.x}};

  const Real far(3.0e38f);
  const auto on_cut = negate(one_end) & (t >= zero) & (t <= one);
  const Real cut_sq = select(on_cut, length_sq(from_left - t * cut), far);
  const Real left_sq = select(along_left >= zero, length_sq(from_left - along_left * left_leg), far);
  const Real right_sq = select(along_right >= zero, length_sq(from_right - along_right * right_leg), far);
  const auto by_cut = (cut_sq <= left_sq) & (cut_sq <= right_sq);
  const auto by_left = negate(by_cut) & (left_sq <= right_sq);
  const auto by_right = negate(by_cut) & negate(by_left);
  const Vec2<Real> straight_direction = select(by_cut, -edge.direction, select(by_left, left_leg, -right_leg));
  const Vec2<Real> straight_start = select(by_right, cut_right, cut_left);
  const HalfPlane<Real> straight_line{straight_start + reach * Vec2<Real>{-straight_direction.y, straight_direction.x},
                                      straight_direction};
  const auto foreign = (by_left & left_foreign) | (by_right & right_foreign);

  const auto none = (touches & negate(touch_counts)) | (negate(touches) & (blind | (negate(on_arc) & foreign)));
  const HalfPlane<Real> line = select(touches, touch_line, select(on_arc, arc_line, straight_line));
  return select(none, no_constraint<Real>(), line);
}

}  // namespace THRONG_ISA
}  // namespace throng
