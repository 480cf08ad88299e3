// Which stage is next, by lot or by the least time: the part of Journeys about branches.
#include <algorithm>
#include <cmath>

#include "host/draw.hpp"
#include "host/journeys/journeys.hpp"
#include "kernels/agent/counter_random.hpp"

namespace throng {
namespace {

constexpr double most_mark = 1.0e15;  // of what is infinitely far, too
constexpr double way_unit = 0.125;    // m

/// s; of who doesn't walk, that at 1 m/s.
double walking_time(double way, double speed) { return speed > 0.0 ? way / speed : way; }

}  // namespace

void Journeys::Traffic::note(std::uint64_t now) {
  if (most == 0) first = now;
  for (; second < now; ++second) {
    if (now - second >= seconds) {  // longer ago than all counts
      std::fill(std::begin(counts), std::end(counts), std::uint64_t{0});
      second = now;
      break;
    }
    counts[(second + 1) % seconds] = 0;
  }
  ++counts[now % seconds];
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) sum += count;
  most = std::max(most, sum);
}

double Journeys::Traffic::flow(std::uint64_t now) const {
  return static_cast<double>(most) / static_cast<double>(std::min<std::uint64_t>(seconds, now - first + 1));
}

Journeys::Traffic& Journeys::traffic(GoalIndex goal) { return traffic_[goal.row]; }

/// Those who may choose by least time now: where they are is asked for all at once.
void Journeys::read_choosers(std::span<const std::uint32_t> arrivals, std::span<const Timer> due, JourneyCrowd& crowd) {
  choosers_.clear();
  std::set<std::uint32_t> slots;
  const auto consider = [&](std::uint32_t slot) {
    if (!travels(slot)) return;
    const Traveller& t = travellers_[slot];
    const auto chooses = [&](std::uint32_t stage) {
      const StageIndex at{t.at.journey, stage};
      return stage_of(at).choice == Stage::Choice::least_time && counts_of(at).next.size() > 1;
    };
    if (chooses(t.at.stage) || (t.branch != none && t.rethink <= now_)) slots.insert(slot);
  };
  for (const std::uint32_t slot : arrivals) consider(slot);
  for (const std::uint32_t slot : woken_by_doors_) consider(slot);
  for (const Timer& timer : due) consider(timer.slot);
  if (slots.empty()) return;
  const std::vector<std::uint32_t> list(slots.begin(), slots.end());
  std::vector<AgentRecord> records;
  crowd.read(list, records);
  for (const AgentRecord& record : records) choosers_.emplace(record.slot, record);
}

Journeys::Choice Journeys::choose(std::uint32_t slot, StageIndex branch, std::uint32_t present,
                                  const JourneyCrowd& crowd) {
  const std::vector<std::uint32_t>& next = counts_of(branch).next;
  if (next.size() == 1) return {next.front(), std::nullopt};
  const bool by_lot = stage_of(branch).choice == Stage::Choice::probability;
  return by_lot ? Choice{choose_by_lot(slot, branch), std::nullopt} : choose_by_time(slot, branch, present, crowd);
}

std::uint32_t Journeys::choose_by_lot(std::uint32_t slot, StageIndex branch) {
  const Stage& stage = stage_of(branch);
  const std::vector<std::uint32_t>& next = counts_of(branch).next;
  const Traveller& t = traveller(slot);
  const double drawn = draw_unit(seed_, static_cast<std::uint64_t>(t.id), static_cast<std::uint32_t>(t.visits),
                                 random_stream::journey_branch);
  double sum = 0.0;
  std::uint32_t last = next.front();
  for (std::size_t k = 0; k < next.size(); ++k) {
    if (stage.next[k].probability <= 0.0) continue;
    last = next[k];
    sum += stage.next[k].probability;
    if (drawn < sum) break;
  }
  return last;
}

Journeys::Choice Journeys::choose_by_time(std::uint32_t slot, StageIndex branch, std::uint32_t present,
                                          const JourneyCrowd& crowd) {
  const Stage& stage = stage_of(branch);
  const std::vector<std::uint32_t>& next = counts_of(branch).next;
  const AgentRecord& agent = choosers_.at(slot);
  Choice best, same;
  double least = 0.0, of_present = 0.0, known_flow = 0.0;
  const Vec2d place{agent.position_x, agent.position_y};
  std::vector<double> ways;
  for (const std::uint32_t to : next) ways.push_back(crowd.way(goal_of({branch.journey, to}), place));
  // From where no way is known to any of them, as in a corner out of sight of all nodes, it goes by the distance.
  if (std::none_of(ways.begin(), ways.end(), [](double way) { return std::isfinite(way); })) {
    for (std::size_t k = 0; k < next.size(); ++k) ways[k] = crowd.straight(goal_of({branch.journey, next[k]}), place);
  }
  const auto heads_for = [&](GoalIndex goal) {
    return present != none && goal_of({branch.journey, present}).row == goal.row;
  };
  for (const std::uint32_t to : next) known_flow = std::max(known_flow, flow_of({branch.journey, to}));
  for (std::size_t k = 0; k < next.size(); ++k) {
    const std::uint32_t to = next[k];
    const double time = expected_time({branch.journey, to}, present != none, heads_for(goal_of({branch.journey, to})),
                                      known_flow, agent, ways[k]);
    if (to == present) {
      of_present = time;
      same = {to, ways[k]};
    }
    if (best.stage == none || time < least) {
      best = {to, ways[k]};
      least = time;
    }
  }
  if (present != none && !(least < (1.0 - stage.hysteresis) * of_present)) return same;
  return best;
}

double Journeys::flow_of(StageIndex to) {
  const Stage& stage = stage_of(to);
  if (stage.flow) return *stage.flow;
  if (!stage.queue) return traffic(goal_of(to)).flow(static_cast<std::uint64_t>(time_of(now_)));
  const Queue& queue = queues[stage.queue->row];
  const double service = center_of(queue.service_time);
  return service > 0.0 ? queue.servers / service : 0.0;
}

double Journeys::expected_time(StageIndex to, bool chose_before, bool heads_there, double known_flow,
                               const AgentRecord& agent, double way) {
  const Stage& stage = stage_of(to);
  const GoalIndex goal = goal_of(to);
  double time = walking_time(way, agent.preferred_speed);
  // Of those who choose in one step for the first time, some are nearer and come later.
  const Traffic& there = traffic(goal);
  const std::uint64_t ahead =
      chose_before ? there.ahead_of(way_mark(way), time_mark(way, agent.preferred_speed)) : there.heading;
  double before = static_cast<double>(ahead - (heads_there ? 1 : 0));  // itself has no mark now
  double service = 0.0;
  if (stage.queue) {
    const Queue& queue = queues[stage.queue->row];
    before += static_cast<double>(queue_rooms_[stage.queue->row].line.length());
    service = center_of(queue.service_time);
  }
  // A queue without a flow serves at once. A goal that nobody has reached yet is taken for as good as the others:
  // else all would rush to where nobody has been.
  double flow = flow_of(to);
  if (flow == 0.0 && !stage.queue) flow = known_flow;
  if (flow > 0.0) time = std::max(time, before / flow);
  return time + service;
}

std::uint64_t Journeys::way_mark(double way) { return static_cast<std::uint64_t>(std::min(way / way_unit, most_mark)); }

std::uint64_t Journeys::time_mark(double way, double speed) const {
  return now_ + static_cast<std::uint64_t>(std::min(walking_time(way, speed) / time_step_, most_mark));
}

RankedCounts& Journeys::marks_with(const Traveller& t) {
  Traffic& there = traffic(goal_of(t.at));
  return t.branch == none ? there.times : there.ways;
}

/// Of one that heads somewhere and has none.
void Journeys::set_mark(std::uint32_t slot, double way) {
  Traveller& t = traveller(slot);
  t.mark = t.branch != none ? way_mark(way) : time_mark(way, choosers_.at(slot).preferred_speed);
  marks_with(t).add(t.mark);
}

void Journeys::drop_mark(Traveller& t) {
  if (t.mark != never) marks_with(t).remove(t.mark);
  t.mark = never;
}

void Journeys::think_again(std::uint32_t slot, JourneyCrowd& crowd) {
  Traveller& t = traveller(slot);
  const StageIndex branch{t.at.journey, t.branch};
  const std::uint32_t present = t.at.stage;
  drop_mark(t);
  const Choice chosen = choose(slot, branch, present, crowd);
  if (chosen.stage == present) {
    if (chosen.way) set_mark(slot, *chosen.way);
    const double interval = *stage_of(branch).reconsider;
    set_time(slot, &Traveller::rethink, now_ + std::max<std::uint64_t>(1, steps_of(interval)));
    return;
  }
  const std::uint32_t from = t.branch;
  leave_there(slot);
  head_for(slot, chosen, from);
}

}  // namespace throng
