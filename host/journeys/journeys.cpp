#include "host/journeys/journeys.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "host/draw.hpp"
#include "kernels/agent/counter_random.hpp"

namespace throng {

void Journeys::add_queue(const Queue& queue) {
  queues.push_back(queue);
  queue_rooms_.push_back({QueueLine(static_cast<std::size_t>(queue.servers)), {}, 0});
  prepared_ = false;
}

void Journeys::add_area(const WaitingArea& area, GoalIndex goal) {
  areas.push_back(area);
  area_goals.push_back(goal);
  area_rooms_.emplace_back();
  prepared_ = false;
}

void Journeys::add_journey(const Journey& journey) {
  std::vector<StageCounts> counts(journey.stages.size());
  const auto row_of = [&](const std::string& name) {
    const auto at = std::find_if(journey.stages.begin(), journey.stages.end(),
                                 [&](const Stage& stage) { return stage.name == name; });
    return static_cast<std::uint32_t>(at - journey.stages.begin());
  };
  for (std::size_t s = 0; s < journey.stages.size(); ++s) {
    for (const Stage::Next& next : journey.stages[s].next) counts[s].next.push_back(row_of(next.stage));
    if (counts[s].next.empty() && s + 1 < journey.stages.size()) {
      counts[s].next.push_back(static_cast<std::uint32_t>(s + 1));
    }
  }
  journeys.push_back(journey);
  stages_.push_back(std::move(counts));
}

void Journeys::add_source(const Source& source) {
  sources.push_back(source);
  source_rooms_.emplace_back();
  source_rooms_.back().clock = first_entry(source, static_cast<std::uint32_t>(sources.size() - 1), seed_);
  prepared_ = false;
}

bool Journeys::expects_agents() const {
  return std::any_of(source_rooms_.begin(), source_rooms_.end(),
                     [](const SourceRoom& s) { return s.clock.due || s.entered < s.due; });
}

GoalIndex Journeys::goal_of(StageIndex at) const {
  const Stage& stage = stage_of(at);
  if (stage.queue) return *queues[stage.queue->row].goal;
  if (stage.area) return area_goals[stage.area->row];
  return *stage.goal;
}

std::uint64_t Journeys::steps_of(double seconds) const {
  const double steps = std::ceil(seconds / time_step_ - 1.0e-9);
  return steps < 1.0 ? 0 : static_cast<std::uint64_t>(steps);
}

// ---- Agents ----

void Journeys::start(std::uint32_t slot, AgentId id, JourneyIndex journey, std::uint64_t step) {
  stop(slot);
  if (slot >= travellers_.size()) travellers_.resize(std::size_t{slot} + 1);
  Traveller& t = travellers_[slot];
  t = {};
  t.active = true;
  t.id = id;
  t.at = {journey.row, 0};
  t.since = step;
  begin_heading(t);
}

void Journeys::begin_heading(Traveller& t) {
  ++counts_of(t.at).counts.heading;
  ++traffic(goal_of(t.at)).heading;
}

void Journeys::end_heading(Traveller& t) {
  --counts_of(t.at).counts.heading;
  --traffic(goal_of(t.at)).heading;
  drop_mark(t);
}

void Journeys::stop(std::uint32_t slot) {
  if (!travels(slot)) return;
  leave_there(slot);
  travellers_[slot].active = false;
  goals_to_send_.erase(slot);
}

std::optional<JourneyState> Journeys::state(std::uint32_t slot) const {
  if (!travels(slot)) return std::nullopt;
  const Traveller& t = travellers_[slot];
  return JourneyState{{t.at.journey}, t.at.stage, t.activity, t.visits, time_of(t.since)};
}

void Journeys::set_time(std::uint32_t slot, std::uint64_t Traveller::*which, std::uint64_t step) {
  Traveller& t = traveller(slot);
  if (t.*which != never) timers_.erase({t.*which, t.id, slot});
  t.*which = step;
  if (step != never) timers_.insert({step, t.id, slot});
}

/// What it does at its stage, or on the way there, ends.
void Journeys::leave_there(std::uint32_t slot) {
  Traveller& t = traveller(slot);
  set_time(slot, &Traveller::wake, never);
  set_time(slot, &Traveller::rethink, never);
  if (t.activity == Activity::heads) {
    end_heading(t);
    t.branch = none;
    return;
  }
  t.branch = none;
  --counts_of(t.at).counts.there;
  const Stage& stage = stage_of(t.at);
  if (stage.area && t.place != none) {
    area_rooms_[stage.area->row].table.give_back(t.place);
    t.place = none;
  }
  if (stage.queue) {
    std::vector<QueueLine::Move> moves;
    queue_rooms_[stage.queue->row].line.leave(slot, moves);
    move_in_queue(*stage.queue, moves);
  }
}

void Journeys::point_goal(std::uint32_t slot, Vec2d place) {
  goals_to_send_[slot] = {slot, goal_kind::point, place.x, place.y};
}

void Journeys::move_in_queue(QueueIndex queue, std::span<const QueueLine::Move> moves) {
  const std::vector<Vec2d>& places = queue_rooms_[queue.row].places;
  for (const QueueLine::Move& move : moves) {
    if (move.place < places.size()) point_goal(move.slot, places[move.place]);
  }
}

void Journeys::settle_in_area(std::uint32_t slot, WaitingAreaIndex area) {
  AreaRoom& room = area_rooms_[area.row];
  Traveller& t = traveller(slot);
  const double chosen = draw_unit(seed_, static_cast<std::uint64_t>(t.id), static_cast<std::uint32_t>(t.visits),
                                  random_stream::waiting_choice);
  const auto start = static_cast<std::size_t>(chosen * static_cast<double>(room.table.count()));
  t.place = static_cast<std::uint32_t>(room.table.take(start));
  point_goal(slot, room.places[t.place]);
}

void Journeys::arrive(std::uint32_t slot, JourneyCrowd& crowd) {
  // Told of another goal since: then it is not this one that it has reached.
  if (goals_to_send_.count(slot) != 0) return;
  Traveller& t = traveller(slot);
  const Stage& stage = stage_of(t.at);
  if (t.activity == Activity::queues) {  // at a new place of its queue
    if (!queue_rooms_[stage.queue->row].line.is_at_server(slot)) return;
    t.activity = Activity::is_served;
    t.since = now_;
    const double time = draw(queues[stage.queue->row].service_time, seed_, t.id, random_stream::journey_time,
                             static_cast<std::uint32_t>(t.visits & 0xfffffu))
                            .value_or(center_of(queues[stage.queue->row].service_time));
    set_time(slot, &Traveller::wake, now_ + steps_of(time));
    if (t.wake == now_) go_on(slot, crowd);
    return;
  }
  if (t.activity != Activity::heads) return;
  StageState& counts = counts_of(t.at).counts;
  traffic(goal_of(t.at)).note(static_cast<std::uint64_t>(time_of(now_)));
  end_heading(t);
  ++counts.there;
  set_time(slot, &Traveller::rethink, never);
  t.branch = none;
  t.since = now_;
  switch (stage.kind) {
    case Stage::Kind::pass:
      t.activity = Activity::waits;
      go_on(slot, crowd);
      return;
    case Stage::Kind::leave:
      t.activity = Activity::waits;
      ++counts.passed;
      leaving_.push_back(slot);
      return;
    case Stage::Kind::queue: {
      t.activity = Activity::queues;
      const QueueLine::Move move{slot, queue_rooms_[stage.queue->row].line.join(slot)};
      move_in_queue(*stage.queue, {&move, 1});
      return;
    }
    case Stage::Kind::wait:
      break;
  }
  t.activity = Activity::waits;
  if (stage.area) settle_in_area(slot, *stage.area);
  if (stage.wait_for) {
    if (is_open(*stage.wait_for)) go_on(slot, crowd);
    return;
  }
  if (stage.wait_until) {
    set_time(slot, &Traveller::wake, std::max(now_, steps_of(*stage.wait_until)));
  } else {
    const double time = draw(*stage.wait_time, seed_, t.id, random_stream::journey_time,
                             static_cast<std::uint32_t>(t.visits & 0xfffffu))
                            .value_or(center_of(*stage.wait_time));
    set_time(slot, &Traveller::wake, now_ + steps_of(time));
  }
  if (t.wake == now_) go_on(slot, crowd);
}

/// From its stage to the next one.
void Journeys::go_on(std::uint32_t slot, JourneyCrowd& crowd) {
  Traveller& t = traveller(slot);
  const StageIndex from = t.at;
  const Stage& stage = stage_of(from);
  StageCounts& known = counts_of(from);
  ++known.counts.passed;
  if (stage.queue) ++queue_rooms_[stage.queue->row].served;
  leave_there(slot);
  if (known.next.empty()) {
    t.active = false;
    return;
  }
  const Choice next = choose(slot, from, none, crowd);
  ++t.visits;
  const bool rethinks = stage.choice == Stage::Choice::least_time && known.next.size() > 1 && stage.reconsider;
  head_for(slot, next, rethinks ? from.stage : none);
}

void Journeys::head_for(std::uint32_t slot, const Choice& choice, std::uint32_t branch) {
  Traveller& t = traveller(slot);
  t.at.stage = choice.stage;
  t.activity = Activity::heads;
  t.since = now_;
  t.branch = branch;
  begin_heading(t);
  if (choice.way) set_mark(slot, *choice.way);
  const GoalIndex goal = goal_of(t.at);
  goals_to_send_[slot] = {slot, static_cast<std::int32_t>(goal.row), 0.0, 0.0};
  if (branch == none) return;
  const double interval = *stage_of({t.at.journey, branch}).reconsider;
  set_time(slot, &Traveller::rethink, now_ + std::max<std::uint64_t>(1, steps_of(interval)));
}

// ---- Time ----

void Journeys::prepare(Vec2d origin) {
  const auto relative = [&](std::span<const Vec2d> points) {
    std::vector<Vec2d> result;
    for (const Vec2d p : points) result.push_back({p.x - origin.x, p.y - origin.y});
    return result;
  };
  origin_ = origin;
  for (std::size_t q = 0; q < queues.size(); ++q) {
    queue_rooms_[q].places = places_along(relative(queues[q].line), queues[q].spacing, limits::max_places);
  }
  for (std::size_t a = 0; a < areas.size(); ++a) {
    AreaRoom& room = area_rooms_[a];
    if (!room.places.empty()) continue;
    const std::vector<Vec2d> polygon = relative(areas[a].polygon);
    room.places = places_within(polygon, areas[a].spacing, limits::max_places, seed_, static_cast<std::uint32_t>(a));
    if (room.places.empty()) room.places.push_back(polygon.front());  // a sliver that no throw met
    room.table = PlaceTable(room.places.size());
  }
  if (std::exchange(loaded_, false)) {
    for (const Traveller& t : travellers_) {
      if (!t.active || t.place == none) continue;
      PlaceTable& table = area_rooms_[stage_of(t.at).area->row].table;
      table.take_again(std::min<std::size_t>(t.place, table.count() - 1));
    }
  }
  for (std::size_t s = 0; s < sources.size(); ++s) source_rooms_[s].region = relative(sources[s].region);
  prepared_ = true;
}

void Journeys::advance(std::uint64_t step, std::span<const std::uint32_t> arrivals, JourneyCrowd& crowd) {
  now_ = step;
  woken_by_doors_.clear();
  run_doors(crowd);
  std::vector<Timer> due;
  while (!timers_.empty() && timers_.begin()->step <= now_) due.push_back(timers_.extract(timers_.begin()).value());
  read_choosers(arrivals, due, crowd);
  std::vector<std::uint32_t> arrived(arrivals.begin(), arrivals.end());
  std::sort(arrived.begin(), arrived.end());
  for (const std::uint32_t slot : woken_by_doors_) {
    if (travels(slot) && traveller(slot).activity == Activity::waits) go_on(slot, crowd);
  }
  for (const Timer& timer : due) {
    if (!travels(timer.slot)) continue;
    Traveller& t = traveller(timer.slot);
    if (t.wake == timer.step) {
      t.wake = never;
      go_on(timer.slot, crowd);
    } else if (t.rethink == timer.step) {
      t.rethink = never;
      // Who arrives in this very step is not sent elsewhere.
      if (std::binary_search(arrived.begin(), arrived.end(), timer.slot)) {
        set_time(timer.slot, &Traveller::rethink, now_ + 1);
      } else {
        think_again(timer.slot, crowd);
      }
    }
  }
  for (const std::uint32_t slot : arrivals) {
    if (travels(slot)) arrive(slot, crowd);
  }
  choosers_.clear();
  if (!leaving_.empty()) {
    const std::vector<std::uint32_t> slots = std::exchange(leaving_, {});
    left_ += slots.size();
    for (const std::uint32_t slot : slots) stop(slot);
    crowd.remove(slots);
  }
  let_in(crowd);
  send_goals(crowd);
}

void Journeys::send_goals(JourneyCrowd& crowd) {
  if (goals_to_send_.empty()) return;
  std::vector<GoalRecord> goals;
  for (const auto& [slot, goal] : goals_to_send_) goals.push_back(goal);
  goals_to_send_.clear();
  crowd.set_goals(goals);
}

// ---- Counts ----

JourneyStatistics Journeys::statistics() const {
  JourneyStatistics sum;
  sum.left = left_;
  for (const SourceRoom& room : source_rooms_) {
    sum.entered += room.entered;
    sum.waiting_to_enter += room.due - room.entered;
  }
  return sum;
}

StageState Journeys::stage_state(JourneyIndex journey, std::uint32_t stage) const {
  return stages_[journey.row][stage].counts;
}

QueueState Journeys::queue_state(QueueIndex queue) const {
  const QueueRoom& room = queue_rooms_[queue.row];
  const auto there = traffic_.find(queues[queue.row].goal->row);
  return {there == traffic_.end() ? 0 : there->second.heading, room.line.length(), room.served};
}

SourceState Journeys::source_state(SourceIndex source) const {
  const SourceRoom& room = source_rooms_[source.row];
  return {room.due, room.entered, room.due - room.entered, !room.clock.due};
}

}  // namespace throng
