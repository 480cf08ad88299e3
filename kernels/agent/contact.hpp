// What the contacts of an agent ask of it, in one iteration of the contact pass (docs/model.md, "Contact").
//
// Whoever touches an agent adds one correction to its sum: a disc here, any other kind of body in the same way.
#pragma once
#include "kernels/agent/contact_limits.hpp"
#include "kernels/agent/lane_memory.hpp"
#include "kernels/agent/step_data.hpp"
#include "kernels/agent/unit_table.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Corrections of an agent's pairs, and how many there are.
template <class Real>
struct ContactSum {
  Vec2<Real> correction{Real(0.0f), Real(0.0f)};  ///< m
  Real pairs = Real(0.0f);
};

/// Adds a pair's correction in lanes `touching`.
template <class Real>
THRONG_HD void add_correction(ContactSum<Real>& sum, typename Lane<Real>::Mask touching, Vec2<Real> correction) {
  sum.correction = select(touching, sum.correction + correction, sum.correction);
  sum.pairs = select(touching, sum.pairs + Real(1.0f), sum.pairs);
}

/// The mean of the corrections, over-relaxed where there are several: a mean alone is slow, a sum overshoots, and a
/// pair alone is to be apart at once.
template <class Real>
THRONG_HD Vec2<Real> relaxed_correction(const ContactSum<Real>& sum) {
  const Real weight = select(sum.pairs > Real(1.0f), Real(contact_relaxation) / sum.pairs, Real(1.0f));
  return weight * sum.correction;
}

/// What an iteration carries on of the last one's move: some of it, and no more than goes with the correction, so that
/// nothing depends on whether a pair still touches by a rounding error.
template <class Real>
THRONG_HD Vec2<Real> carried_on(Vec2<Real> correction, Vec2<Real> last_move) {
  const Vec2<Real> carried = Real(contact_momentum) * last_move;
  const Real most_sq = Real(contact_most_carried * contact_most_carried) * length_sq(correction);
  const Real carried_sq = length_sq(carried);
  return select(carried_sq > most_sq, (square_root(most_sq) / square_root(carried_sq)) * carried, carried);
}

/// Moved by nobody, and stopped by no wall: who does not avoid.
THRONG_HD inline bool is_scripted(const StepData& step, std::uint32_t storage) {
  return (step.agents.flags[storage] & agent_flag::avoids) == 0;
}

/// Whether the agent i sees j on one of its layers (storage order). Targets that are not kept clear of are bodies too.
THRONG_HD inline bool sees_body(const StepData& step, std::uint32_t i, std::uint32_t j) {
  return step.one_layer || (step.agents.mask[i] & step.agents.layer[j]) != 0;
}

/// Whether i, which is moved by a body j that it sees, takes all of the correction and not half (storage order).
THRONG_HD inline bool takes_all_of(const StepData& step, std::uint32_t i, std::uint32_t j) {
  return is_scripted(step, j) || !sees_body(step, j, i);
}

/// Entries of lists of contacts: the other's place in cell order, and whether the agent takes all of the correction.
inline constexpr std::uint32_t takes_all = 0x80000000u;

/// Entry `k` of the list of agent `i`, both of `row_length` and in blocks of agents: those side by side are read
/// together.
THRONG_HD inline std::size_t contact_entry(std::uint32_t i, std::int32_t k, std::int32_t row_length) {
  constexpr std::uint32_t block = 32;
  return (std::size_t{i / block} * static_cast<std::uint32_t>(row_length) + static_cast<std::uint32_t>(k)) * block +
         i % block;
}

THRONG_HD inline std::int32_t largest_lane(std::int32_t x) { return x; }
template <class Int>
std::int32_t largest_lane(Int x) {
  return -smallest(-x);
}

/// values[index] of each lane.
template <class Real>
THRONG_HD Real values_at(const float* values, typename Lane<Real>::Int index) {
  if constexpr (Lane<Real>::width == 1) {
    return values[index];
  } else {
    Real lanes;
    for (int l = 0; l < Lane<Real>::width; ++l) set_lane(lanes, l, values[lane_of(index, l)]);
    return lanes;
  }
}

/// Positions of agents at one moment of the pass, m, cell order.
struct ContactPlaces {
  const float* x;
  const float* y;
};

/// Where agents stand after an iteration, and whether that is elsewhere. Walls are not in it.
template <class Real>
struct ContactMove {
  Vec2<Real> position;
  typename Lane<Real>::Mask moved;
};

/// In place of what adds the corrections of other bodies than discs: there are none.
struct DiscsAlone {
  static constexpr bool any = false;
  template <class Real>
  THRONG_HD void operator()(const StepData&, const ContactPlaces&, std::uint32_t, ContactSum<Real>&) const {}
};

/// One iteration for agents from `first` on (cell order), all of them as they stood in `places`, and one iteration
/// earlier in `earlier`, which is read of these agents only.
template <class Real = float, class Others = DiscsAlone>
THRONG_HD ContactMove<Real> resolve_contacts(const StepData& step, const ContactPlaces& places,
                                             const ContactPlaces& earlier, std::uint32_t first,
                                             const Others& add_others = {}) {
  const ContactView& contact = step.contact;
  const Vec2<Real> position = load<Real>(places.x, places.y, first);
  const auto none = broadcast_mask<Real>(false);
  const auto count = load_int<Real>(contact.count, first);
  const std::int32_t longest = largest_lane(count);
  if (longest == 0 && !Others::any) return {position, none};
  const Real radius = load<Real>(step.crowd.radius, first);
  ContactSum<Real> sum;
  for (std::int32_t k = 0; k < longest; ++k) {
    const auto entry = load_int<Real>(contact.list, static_cast<std::uint32_t>(contact_entry(first, k, contact_cap)));
    const auto listed = broadcast_int<Real>(k) < count;
    const auto other = select_int(listed, entry & static_cast<std::int32_t>(~takes_all),
                                  broadcast_int<Real>(static_cast<std::int32_t>(first)));
    const Vec2<Real> offset = position - Vec2<Real>{values_at<Real>(places.x, other), values_at<Real>(places.y, other)};
    const Real radii = radius + values_at<Real>(step.crowd.radius, other), gate = Real(contact_gate) * radii;
    const Real distance_sq = length_sq(offset);
    const auto touching = listed & (distance_sq < gate * gate);
    if (!any(touching)) continue;
    const Real distance = square_root(distance_sq);
    Vec2<Real> away = (Real(1.0f) / distance) * offset;
    const auto tie = touching & negate(distance_sq > Real(0.0f));
    if (any(tie)) {
      for (int l = 0; l < Lane<Real>::width; ++l) {
        if (!lane_of(tie, l)) continue;
        const std::uint32_t self = first + static_cast<std::uint32_t>(l);
        const auto tied = static_cast<std::uint32_t>(lane_of(other, l));
        const Vec2<float> direction = tie_direction(step.agents.id[step.crowd.storage_index[self]],
                                                    step.agents.id[step.crowd.storage_index[tied]]);
        set_lane(away.x, l, direction.x);
        set_lane(away.y, l, direction.y);
      }
    }
    const Real share = select(entry < 0, Real(1.0f), Real(0.5f));
    add_correction(sum, touching, (share * (Real(contact_distance) * radii - distance)) * away);
  }
  add_others(step, places, first, sum);
  if (!any(sum.pairs > Real(0.0f))) return {position, none};
  // No further than lists reach: who is not on them can't be touched.
  const Vec2<Real> start = load<Real>(contact.start_x, contact.start_y, first);
  const Vec2<Real> correction = relaxed_correction(sum);
  const Vec2<Real> momentum = carried_on(correction, position - load<Real>(earlier.x, earlier.y, first));
  const Vec2<Real> wanted = position + (correction + momentum);
  const Vec2<Real> way = wanted - start;
  const Real way_sq = length_sq(way), most = Real(contact_margin) * radius;
  const Vec2<Real> to = select(way_sq > most * most, start + (most / square_root(way_sq)) * way, wanted);
  const auto pushed = sum.pairs > Real(0.0f);
  return {select(pushed, to, position), pushed};
}

}  // namespace THRONG_ISA
}  // namespace throng
