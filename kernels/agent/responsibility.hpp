// Who gives way in a pair, and by how much.
//
// The two shares of a pair sum to 1 exactly: the larger one is computed, the other is 1 minus it.
#pragma once
#include "kernels/agent/step_data.hpp"
#include "kernels/agent/vec2.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Share of the one that gives way more, for the policy `speed`.
inline constexpr float larger_share = 0.7f;

/// Policy `priority`: share of i = w_j / (w_i + w_j), weights >= 0, infinite = never gives way; half for two equal
/// extremes.
template <class Real>
THRONG_HD Real priority_share(Real own, Real other) {
  const Real infinite(3.4e38f), zero(0.0f), one(1.0f);
  const auto undecided = ((own > infinite) & (other > infinite)) | (negate(own > zero) & negate(other > zero));
  const auto own_is_light = negate(own > other);  // then the larger share is its own
  const Real heavy = select(own_is_light, other, own);
  const Real light = select(own_is_light, own, other);
  // heavy / (light + heavy), written so that an infinite weight gives 1. Rounding does not: only who gives way to
  // nobody has no line, and a light weight above 0 is not alone in giving way.
  const Real below_one(0.99999994f);
  const Real quotient = heavy / (light + heavy);
  const Real shared = select((light > zero) & (quotient > below_one), below_one, quotient);
  const Real large = select(heavy > infinite, one, shared);
  return select(undecided, Real(0.5f), select(own_is_light, large, one - large));
}

/// Policy `side`: the one that the other comes to from the left gives way alone; `own_id_is_lower` decides between
/// parallel courses.
template <class Real>
THRONG_HD Real side_share(Vec2<Real> own_heading, Vec2<Real> other_heading, typename Lane<Real>::Mask own_id_is_lower) {
  const Real turn = det(own_heading, other_heading);  // < 0: the other goes to the right, so comes from the left
  const auto gives_way = (turn < Real(0.0f)) | (negate(turn > Real(0.0f)) & own_id_is_lower);
  return select(gives_way, Real(1.0f), Real(0.0f));
}

/// Policy `speed`: the faster one takes the larger share; of equally fast ones the one that has the other on its right,
/// else the one with the lower id.
template <class Real>
THRONG_HD Real speed_share(Vec2<Real> offset, Vec2<Real> own_velocity, Vec2<Real> other_velocity,
                           Vec2<Real> own_heading, Vec2<Real> other_heading,
                           typename Lane<Real>::Mask own_id_is_lower) {
  const Real own_sq = length_sq(own_velocity), other_sq = length_sq(other_velocity);
  const Real side = det(offset, own_heading + other_heading);  // > 0: the other is on the right
  const auto by_side = (side > Real(0.0f)) | (negate(side < Real(0.0f)) & own_id_is_lower);
  const auto gives_way = (own_sq > other_sq) | (negate(own_sq < other_sq) & by_side);
  return select(gives_way, Real(larger_share), Real(1.0f) - Real(larger_share));
}

/// What the policies look at, of one of a pair.
template <class Real>
struct PairMember {
  Vec2<Real> position, velocity, heading;  ///< m, m/s, unit
  Real priority;
};

/// Share of `own` under a policy (responsibility_policy), when both avoid each other.
template <class Real>
THRONG_HD Real pair_share(std::int32_t policy, const PairMember<Real>& own, const PairMember<Real>& other,
                          typename Lane<Real>::Mask own_id_is_lower) {
  if (policy == responsibility_policy::equal) return Real(0.5f);
  if (policy == responsibility_policy::priority) return priority_share(own.priority, other.priority);
  if (policy == responsibility_policy::side) return side_share(own.heading, other.heading, own_id_is_lower);
  return speed_share(other.position - own.position, own.velocity, other.velocity, own.heading, other.heading,
                     own_id_is_lower);
}

}  // namespace THRONG_ISA
}  // namespace throng
