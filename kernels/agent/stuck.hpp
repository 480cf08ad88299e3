// Agents that want to go on and do not get on (docs/navigation.md, "Stuck agents").
#pragma once
#include "kernels/agent/counter_random.hpp"
#include "kernels/agent/lane_memory.hpp"
#include "kernels/agent/step_data.hpp"
#include "kernels/agent/unit_table.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Step numbers as the field `progress_step` has them: differences of two such words stay in an int.
inline constexpr std::uint32_t step_word_mask = 0x3fffffffu;

THRONG_HD inline std::int32_t step_word(std::uint64_t step) { return static_cast<std::int32_t>(step & step_word_mask); }

template <class Real>
struct StuckEvents {
  typename Lane<Real>::Mask became;   ///< stuck
  typename Lane<Real>::Mask went_on;  ///< were stuck, and got on or arrived
};

/// Of an agent in storage order, once it has been watched in this step.
THRONG_HD inline bool is_stuck(const StepData& step, std::uint32_t i) {
  const auto since = static_cast<std::int32_t>(step.agents.progress_step[i] & step_word_mask);
  constexpr auto word = static_cast<std::int32_t>(step_word_mask);
  return step.agents.best_way[i] > 0.0f && ((step_word(step.step) - since) & word) >= step.stuck.steps;
}

/// Whether the behavior of an agent takes it to its goal.
THRONG_HD inline bool seeks_goal(const StepData& step, std::uint32_t slot) {
  const BehaviorRow& row = step.steering.behaviors[step.steering.rows[slot].behavior];
  const auto seeks = [](std::uint32_t kind) {
    return kind == behavior_kind::head_for_goal || kind == behavior_kind::walk_together;
  };
  if (row.kind == behavior_kind::none) return true;
  if (row.kind != behavior_kind::blend) return seeks(row.kind);
  for (std::uint32_t k = 0; k < row.part_count; ++k) {
    if (seeks(step.steering.behaviors[step.steering.parts[row.first_part + k].behavior].kind)) return true;
  }
  return false;
}

/// Those from `first` on without a behavior, or with one that takes them to their goal.
template <class Real>
THRONG_HD typename Lane<Real>::Mask goal_seekers(const StepData& step, std::uint32_t first,
                                                 typename Lane<Real>::Int flags) {
  const auto steers = has_bit<Real>(flags, agent_flag::steers);
  auto seekers = broadcast_mask<Real>(true);
  if (!any(steers)) return seekers;
  for (int l = 0; l < Lane<Real>::width; ++l) {
    if (!lane_of(steers, l)) continue;
    set_lane(seekers, l, seeks_goal(step, step.agents.slot[first + static_cast<std::uint32_t>(l)]));
  }
  return seekers;
}

/// Watches agents from `first` on that go on in lanes `goes`, with `left` (m) of their way, and others that have
/// `arrived`. Returns who is stuck. A step that is taken again finds what it has left here, and comes to the same: who
/// has got on keeps its mark until the step after.
template <class Real>
THRONG_HD typename Lane<Real>::Mask watch_progress(const StepData& step, std::uint32_t first,
                                                   typename Lane<Real>::Mask goes, typename Lane<Real>::Mask arrived,
                                                   Real left, typename Lane<Real>::Int& flags,
                                                   StuckEvents<Real>& events) {
  constexpr auto mark = static_cast<std::int32_t>(agent_flag::stuck);
  const AgentArrays& a = step.agents;
  const Real best = load<Real>(a.best_way, first);
  const auto since = load_int<Real>(a.progress_step, first) & static_cast<std::int32_t>(step_word_mask);
  const auto now = broadcast_int<Real>(step_word(step.step));
  const auto age = (now - since) & static_cast<std::int32_t>(step_word_mask);
  const auto known = best > Real(0.0f), again = age == 0, waited = age >= step.stuck.steps;
  const auto marked = has_bit<Real>(flags, agent_flag::stuck) & (again | (known & waited));
  const auto progress = goes & (negate(known) | (left < best - Real(step.stuck.progress)));
  const auto stuck = goes & known & negate(progress) & waited;
  events.became = stuck & (age == step.stuck.steps);
  events.went_on = marked & (again | progress | arrived);
  // Not 0: that would be somebody who is not watched.
  const Real next_best = select(progress, larger(left, Real(1.0e-6f)), select(goes, best, Real(0.0f)));
  store(next_best, a.best_way, first);
  store_int<Real>(select_int(progress | events.went_on, now, since), a.progress_step, first);
  flags = select_int(stuck | events.went_on, flags | mark, flags & ~mark);
  return stuck;
}

/// `velocity` of agents in lanes `stuck`, turned aside in a random quarter of the periods. A period's draw is fixed by
/// (seed, id, period).
THRONG_HD inline Vec2<float> sidestep(const StepData& step, std::int64_t id, Vec2<float> velocity) {
  const auto agent = static_cast<std::uint64_t>(id);
  const PhiloxCounter counter{{static_cast<std::uint32_t>(agent), static_cast<std::uint32_t>(agent >> 32),
                               static_cast<std::uint32_t>(step.step / step.stuck.period_steps),
                               random_stream::sidestep}};
  const std::uint32_t drawn = philox4x32_10(counter, philox_key(step.seed)).word[0];
  if ((drawn & 3u) != 0) return velocity;
  Vec2<float> turn = table_direction(4u + ((drawn >> 2) & 3u));  // 90 to 157.5 degrees to the left
  if ((drawn & 16u) != 0) turn.y = -turn.y;
  return {velocity.x * turn.x - velocity.y * turn.y, velocity.x * turn.y + velocity.y * turn.x};
}

template <class Real>
THRONG_HD Vec2<Real> step_aside(const StepData& step, std::uint32_t first, typename Lane<Real>::Mask stuck,
                                Vec2<Real> velocity) {
  if (!step.stuck.sidesteps || !any(stuck)) return velocity;
  for (int l = 0; l < Lane<Real>::width; ++l) {
    if (!lane_of(stuck, l)) continue;
    const Vec2<float> aside = sidestep(step, step.agents.id[first + static_cast<std::uint32_t>(l)],
                                       {lane_of(velocity.x, l), lane_of(velocity.y, l)});
    set_lane(velocity.x, l, aside.x);
    set_lane(velocity.y, l, aside.y);
  }
  return velocity;
}

}  // namespace THRONG_ISA
}  // namespace throng
