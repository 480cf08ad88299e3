// An agent's goal before a step's solution, and its motion after it: of one agent, or of those that stand side by side.
#pragma once
#include "kernels/agent/integrate.hpp"
#include "kernels/agent/lane_memory.hpp"
#include "kernels/agent/navigate.hpp"
#include "kernels/agent/slope.hpp"
#include "kernels/agent/step_data.hpp"
#include "kernels/agent/stuck.hpp"
#include "kernels/agent/turn.hpp"
#include "kernels/agent/way_to_goal.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Of agents from `first` on, m.
template <class Real>
THRONG_HD Real arrival_tolerance(const StepData& step, const RowsOfLanes<Real, ProfileRow>& profiles,
                                 std::uint32_t first) {
  const Real of_profile = profiles(&ProfileRow::arrival_tolerance);
  return select(of_profile < Real(0.0f), load<Real>(step.agents.radius, first), of_profile);
}

template <class Real>
THRONG_HD RowsOfLanes<Real, ProfileRow> profiles_of(const StepData& step, std::uint32_t first) {
  return {step.profiles, load_int<Real>(step.agents.profile, first)};
}

/// Those among `marked` (agents inside a solid obstacle) who have left it.
template <class Real>
THRONG_HD typename Lane<Real>::Mask out_of_solids(const StepData& step, typename Lane<Real>::Mask marked,
                                                  Vec2<Real> position) {
  auto out = broadcast_mask<Real>(false);
  for (int l = 0; l < Lane<Real>::width; ++l) {
    if (!lane_of(marked, l)) continue;
    const Vec2<float> place{lane_of(position.x, l), lane_of(position.y, l)};
    set_lane(out, l, !way_out(step.obstacles, place, 1.0f).inside);
  }
  return out;
}

THRONG_HD inline bool navigates_plainly(const StepData& step) {
  return step.goals.fields == nullptr && !step.stuck.active;
}

/// Preferred velocities of agents from `first` on (storage order) from their goals; agents without one keep theirs.
/// Also notices when an agent has left the obstacle that it was inside of.
/// `plain`: nobody follows a flow field or is watched for getting stuck (navigates_plainly). Then what that needs is
/// left out where the code is made.
template <class Real = float, bool plain = false>
THRONG_HD StuckEvents<Real> navigate_agent(const StepData& step, std::uint32_t first) {
  const AgentArrays& a = step.agents;
  const Vec2<Real> position = load<Real>(a.position_x, a.position_y, first);
  const auto before = load_int<Real>(a.flags, first);
  auto flags = before;
  const auto marked = has_bit<Real>(flags, agent_flag::inside_obstacle);
  if (any(marked)) {
    const auto out = out_of_solids(step, marked, position);
    flags = select_int(out, flags & ~static_cast<std::int32_t>(agent_flag::inside_obstacle), flags);
  }
  const auto none = broadcast_mask<Real>(false);
  StuckEvents<Real> events{none, none};
  const auto goal = load_int<Real>(a.goal, first);
  const auto heads = goal != goal_kind::none;
  if (any(heads)) {
    const GoalAim<Real> aim = aim_at_goal(step.goals, goal, load<Real>(a.goal_x, a.goal_y, first), position);
    const auto arrived = has_arrived(aim, position, arrival_tolerance(step, profiles_of<Real>(step, first), first));
    const Real speed = load<Real>(a.preferred_speed, first);
    Vec2<Real> wanted;
    if constexpr (plain) {
      wanted = goal_velocity(aim, arrived, position, speed, step.inverse_time_step);
    } else {
      const auto goes = heads & negate(arrived);
      const GoalWay<Real> way = way_to_goal(step, goal, aim, goes, position, speed);
      wanted = way.velocity;
      if (step.stuck.active) {
        const auto wants = goal_seekers<Real>(step, first, flags) & (speed > Real(0.0f));
        const auto stuck =
            watch_progress<Real>(step, first, goes & wants, heads & arrived & wants, way.left, flags, events);
        wanted = step_aside<Real>(step, first, stuck, wanted);
      }
    }
    if (step.heights.piece_count > 0) wanted = all_on_slope(step.heights, position, wanted);
    const Vec2<Real> held = load<Real>(a.preferred_velocity_x, a.preferred_velocity_y, first);
    store(select(heads, wanted, held), a.preferred_velocity_x, a.preferred_velocity_y, first);
    constexpr auto bit = static_cast<std::int32_t>(agent_flag::arrived);
    flags = select_int(heads, select_int(arrived, flags | bit, flags & ~bit), flags);
  } else if constexpr (!plain) {
    if (step.stuck.active) watch_progress<Real>(step, first, none, none, Real(0.0f), flags, events);
  }
  if (any(flags != before)) store_int<Real>(flags, a.flags, first);
  return events;
}

/// Headings of agents from `first` on after a step with these velocities.
template <class Real>
THRONG_HD Vec2<Real> heading_after(const StepData& step, const RowsOfLanes<Real, ProfileRow>& profiles,
                                   std::uint32_t first, Vec2<Real> velocity) {
  const AgentArrays& a = step.agents;
  const Vec2<Real> heading =
      next_heading(load<Real>(a.heading_x, a.heading_y, first), velocity, profiles(&ProfileRow::heading_speed_sq));
  if (!step.turns_limited) return heading;
  return select(turns_slowly(profiles(&ProfileRow::turn_cosine)),
                load<Real>(step.next_heading_x, step.next_heading_y, first), heading);
}

template <class Real = float>
struct MoveEvents {
  using Mask = typename Lane<Real>::Mask;
  Mask arrived_first;  ///< for the first time
  Mask leaves;         ///< the world, on arrival
  Mask crossed_wall;
};

/// Walls that agents from `first` on pass in lanes `moves`: counted, and who gets into a solid polygon is marked.
template <class Real>
THRONG_HD void note_crossings(const StepData& step, Vec2<Real> from, Vec2<Real> to, typename Lane<Real>::Mask moves,
                              MoveEvents<Real>& events, typename Lane<Real>::Int& flags) {
  if (step.obstacles.edge_count == 0) return;
  const Real length = square_root(length_sq(to - from));
  const GridView& grid = step.obstacles.grid;
  const auto near = moves & negate(outside_grid(grid, from.x, from.y, length));
  const CellBox<Real> boxes = cells_within(grid, from.x, from.y, length);
  for (int l = 0; l < Lane<Real>::width; ++l) {
    if (!lane_of(near, l)) continue;
    const Crossing crossing = find_crossing(step.obstacles, box_of(boxes, l), {lane_of(from.x, l), lane_of(from.y, l)},
                                            {lane_of(to.x, l), lane_of(to.y, l)});
    set_lane(events.crossed_wall, l, crossing.any);
    if (crossing.solid) {
      set_lane(flags, l, lane_of(flags, l) | static_cast<std::int32_t>(agent_flag::inside_obstacle));
    }
  }
}

/// Whether agents from `first` on have arrived, now that they are `at` these places.
template <class Real>
THRONG_HD void note_arrivals(const StepData& step, const RowsOfLanes<Real, ProfileRow>& profiles, std::uint32_t first,
                             Vec2<Real> at, MoveEvents<Real>& events, typename Lane<Real>::Int& flags) {
  const AgentArrays& a = step.agents;
  const auto goal = load_int<Real>(a.goal, first);
  const auto heads = goal != goal_kind::none;
  if (!any(heads)) return;
  const GoalAim<Real> aim = aim_at_goal(step.goals, goal, load<Real>(a.goal_x, a.goal_y, first), at);
  const auto arrived = heads & has_arrived(aim, at, arrival_tolerance(step, profiles, first));
  constexpr auto now = static_cast<std::int32_t>(agent_flag::arrived);
  constexpr auto counted = static_cast<std::int32_t>(agent_flag::arrival_counted);
  if (any(arrived)) {
    events.arrived_first = arrived & negate(has_bit<Real>(flags, agent_flag::arrival_counted));
    events.leaves = arrived & (profiles.integers(&ProfileRow::removes_on_arrival) != 0);
  }
  flags = select_int(heads, select_int(arrived, flags | (now | counted), flags & ~now), flags);
}

/// Takes the new velocities of agents from `first` on (storage order) and moves them for one time step.
template <class Real = float>
THRONG_HD MoveEvents<Real> move_agent(const StepData& step, std::uint32_t first) {
  const AgentArrays& a = step.agents;
  const auto none = broadcast_mask<Real>(false);
  MoveEvents<Real> events{none, none, none};
  const Vec2<Real> from = load<Real>(a.position_x, a.position_y, first);
  const Vec2<Real> velocity = load<Real>(step.new_velocity_x, step.new_velocity_y, first);
  const Vec2<Real> to = from + Real(step.time_step) * velocity;
  store(velocity, a.velocity_x, a.velocity_y, first);
  store(to, a.position_x, a.position_y, first);
  const RowsOfLanes<Real, ProfileRow> profiles = profiles_of<Real>(step, first);
  store(heading_after(step, profiles, first, velocity), a.heading_x, a.heading_y, first);

  const auto before = load_int<Real>(a.flags, first);
  auto flags = before;
  note_crossings<Real>(step, from, to, length_sq(velocity) > Real(0.0f), events, flags);
  note_arrivals<Real>(step, profiles, first, to, events, flags);
  if (any(flags != before)) store_int<Real>(flags, a.flags, first);
  return events;
}

}  // namespace THRONG_ISA
}  // namespace throng
