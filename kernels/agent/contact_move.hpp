// Motion with a contact pass: first where the new velocities lead, then, when contacts are resolved, what has come of
// it. Between the two nothing of the agents themselves changes.
#pragma once
#include "kernels/agent/contact.hpp"
#include "kernels/agent/contact_walls.hpp"
#include "kernels/agent/move_agent.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Whom walls stop: not those who don't avoid them.
template <class Real>
THRONG_HD typename Lane<Real>::Mask heeds_walls(typename Lane<Real>::Int flags) {
  return has_bit<Real>(flags, agent_flag::avoids);
}

/// Where agents from `first` on (storage order) get with their new velocities, as far as walls let them.
template <class Real = float>
THRONG_HD void advance_agent(const StepData& step, std::uint32_t first) {
  const AgentArrays& a = step.agents;
  const Vec2<Real> from = load<Real>(a.position_x, a.position_y, first);
  const Vec2<Real> velocity = load<Real>(step.new_velocity_x, step.new_velocity_y, first);
  Vec2<Real> to = from + Real(step.time_step) * velocity;
  if (step.obstacles.edge_count > 0) {
    const auto flags = load_int<Real>(a.flags, first);
    const Real length = square_root(length_sq(to - from));
    const auto near = heeds_walls<Real>(flags) & negate(outside_grid(step.obstacles.grid, from.x, from.y, length));
    for (int l = 0; l < Lane<Real>::width; ++l) {
      if (!lane_of(near, l)) continue;
      const bool inside = (lane_of(flags, l) & static_cast<std::int32_t>(agent_flag::inside_obstacle)) != 0;
      const Vec2<float> end =
          stop_at_walls(step.obstacles, {lane_of(from.x, l), lane_of(from.y, l)}, {lane_of(to.x, l), lane_of(to.y, l)},
                        a.radius[first + static_cast<std::uint32_t>(l)], inside);
      set_lane(to.x, l, end.x);
      set_lane(to.y, l, end.y);
    }
  }
  store(to, step.contact.moved_x, step.contact.moved_y, first);
}

/// Where agent `self` (cell order) ends its step, from where the last iteration has led it: no wall is in its way.
THRONG_HD inline void end_contacts(const StepData& step, const ContactPlaces& places, std::uint32_t self) {
  Vec2<float> to{places.x[self], places.y[self]};
  if (to.x == step.contact.start_x[self] && to.y == step.contact.start_y[self]) return;
  const std::uint32_t storage = step.crowd.storage_index[self];
  if (step.obstacles.edge_count > 0) {
    const AgentArrays& a = step.agents;
    const bool inside = (a.flags[storage] & agent_flag::inside_obstacle) != 0;
    to = stop_at_walls(step.obstacles, {a.position_x[storage], a.position_y[storage]}, to, a.radius[storage], inside);
  }
  step.contact.moved_x[storage] = to.x;
  step.contact.moved_y[storage] = to.y;
}

/// Takes agents from `first` on (storage order) to where the pass has led them. The velocity is that of the way: who
/// was left where the new velocity had led keeps this one to the bit. Headings are of the new velocity: who is pushed
/// does not turn.
template <class Real = float>
THRONG_HD MoveEvents<Real> finish_agent(const StepData& step, std::uint32_t first) {
  const AgentArrays& a = step.agents;
  const auto none = broadcast_mask<Real>(false);
  MoveEvents<Real> events{none, none, none};
  const Vec2<Real> from = load<Real>(a.position_x, a.position_y, first);
  const Vec2<Real> wanted = load<Real>(step.new_velocity_x, step.new_velocity_y, first);
  const Vec2<Real> alone = from + Real(step.time_step) * wanted;
  const Vec2<Real> to = load<Real>(step.contact.moved_x, step.contact.moved_y, first);
  const auto pushed = (to.x < alone.x) | (to.x > alone.x) | (to.y < alone.y) | (to.y > alone.y);
  const Vec2<Real> velocity = select(pushed, Real(step.inverse_time_step) * (to - from), wanted);
  store(velocity, a.velocity_x, a.velocity_y, first);
  store(to, a.position_x, a.position_y, first);
  const RowsOfLanes<Real, ProfileRow> profiles = profiles_of<Real>(step, first);
  store(heading_after(step, profiles, first, wanted), a.heading_x, a.heading_y, first);

  const auto before = load_int<Real>(a.flags, first);
  auto flags = before;
  // All others have been stopped before walls.
  const auto may_pass = negate(heeds_walls<Real>(flags)) | has_bit<Real>(flags, agent_flag::inside_obstacle);
  if (any(may_pass)) {
    note_crossings<Real>(step, from, to, may_pass & (length_sq(velocity) > Real(0.0f)), events, flags);
  }
  note_arrivals<Real>(step, profiles, first, to, events, flags);
  if (any(flags != before)) store_int<Real>(flags, a.flags, first);
  return events;
}

}  // namespace THRONG_ISA
}  // namespace throng
