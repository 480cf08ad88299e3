// Goals and motion of agents that stand side by side in storage. Compiled once per instruction set.
#include "host/cpu/isa_functions.hpp"
#include "kernels/agent/contact_move.hpp"

namespace throng {
inline namespace THRONG_ISA {
namespace {

template <class Real>
void note_events(const StepData& step, const MoveEvents<Real>& events, WorkerCounts& counts, LeavingAgents& leaving,
                 std::uint32_t first) {
  if (!any(typename Lane<Real>::Mask(events.arrived_first | events.leaves | events.crossed_wall))) return;
  for (int l = 0; l < Lane<Real>::width; ++l) {
    counts.arrived += lane_of(events.arrived_first, l) ? 1 : 0;
    counts.wall_crossings += lane_of(events.crossed_wall, l) ? 1 : 0;
    if (lane_of(events.leaves, l)) {
      leaving.slot[leaving.count++] = step.agents.slot[first + static_cast<std::uint32_t>(l)];
    } else if (step.reports_arrivals && lane_of(events.arrived_first, l)) {
      leaving.slot[leaving.count++] = step.agents.slot[first + static_cast<std::uint32_t>(l)] | stays_mark;
    }
  }
}

}  // namespace

namespace {

// Packs write all their lanes: the last agents, fewer than a pack, go one by one.
template <class Real>
void navigate_watched(const StepData& step, WorkerCounts& counts, std::uint32_t first) {
  const StuckEvents<Real> events = navigate_agent<Real, false>(step, first);
  if (!any(typename Lane<Real>::Mask(events.became | events.went_on))) return;
  for (int l = 0; l < Lane<Real>::width; ++l) {
    counts.became_stuck += lane_of(events.became, l) ? 1 : 0;
    counts.went_on += lane_of(events.went_on, l) ? 1 : 0;
  }
}

}  // namespace

void navigate_agents(const StepData& step, WorkerCounts& counts, std::size_t begin, std::size_t end) {
  std::size_t i = begin;
  if (navigates_plainly(step)) {
    for (; i + pack_lanes <= end; i += pack_lanes) navigate_agent<Pack, true>(step, static_cast<std::uint32_t>(i));
    for (; i < end; ++i) navigate_agent<float, true>(step, static_cast<std::uint32_t>(i));
    return;
  }
  for (; i + pack_lanes <= end; i += pack_lanes) navigate_watched<Pack>(step, counts, static_cast<std::uint32_t>(i));
  for (; i < end; ++i) navigate_watched<float>(step, counts, static_cast<std::uint32_t>(i));
}

// Flat: what motion shares with the contact pass would else be called.
[[gnu::flatten]] void move_agents(const StepData& step, WorkerCounts& counts, LeavingAgents& leaving, std::size_t begin,
                                  std::size_t end) {
  std::size_t i = begin;
  for (; i + pack_lanes <= end; i += pack_lanes) {
    const auto first = static_cast<std::uint32_t>(i);
    note_events(step, move_agent<Pack>(step, first), counts, leaving, first);
  }
  for (; i < end; ++i) {
    const auto first = static_cast<std::uint32_t>(i);
    note_events(step, move_agent<float>(step, first), counts, leaving, first);
  }
}

void finish_agents(const StepData& step, WorkerCounts& counts, LeavingAgents& leaving, std::size_t begin,
                   std::size_t end) {
  std::size_t i = begin;
  for (; i + pack_lanes <= end; i += pack_lanes) {
    const auto first = static_cast<std::uint32_t>(i);
    note_events(step, finish_agent<Pack>(step, first), counts, leaving, first);
  }
  for (; i < end; ++i) {
    const auto first = static_cast<std::uint32_t>(i);
    note_events(step, finish_agent<float>(step, first), counts, leaving, first);
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
