// Journeys of a world: how it drives them, and their public face.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "host/checks.hpp"
#include "host/draw.hpp"
#include "host/floating_point_mode.hpp"
#include "host/journeys/source_places.hpp"
#include "host/world_crowd.hpp"
#include "kernels/agent/counter_random.hpp"

namespace throng {

JourneyTables World::Impl::journey_tables() const {
  return {.goals = goals_.size(),
          .queues = journeys_.queues.size(),
          .areas = journeys_.areas.size(),
          .doors = journeys_.doors.size(),
          .journeys = journeys_.journeys.size(),
          .profiles = profiles_.size()};
}

void World::Impl::check_journey_of(ProfileIndex profile, JourneyIndex journey) const {
  if (journey.row >= journeys_.journeys.size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("journey {} does not exist; the world has {}", journey.row, journeys_.journeys.size()));
  }
  if (profiles_[profile.row].on_arrival == OnArrival::remove) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("profile {} removes agents on arrival: they would leave at the first stage of journey '{}'",
                            profile.row, journeys_.journeys[journey.row].name));
  }
}

void World::Impl::check_room(const Source& source) {
  if (source.region.empty()) return;
  Crowd crowd(*this);
  double least = std::numeric_limits<double>::infinity();
  for (const Source::Kind& kind : source.kinds) {
    const double radius = kind.radius ? kind.radius->least : *profiles_[kind.profile.row].radius;
    least = std::min(least, radius);
  }
  const std::vector<Vec2d> region = to_engine(source.region);
  constexpr std::uint32_t throws = 2000;
  for (std::uint32_t k = 0; k < throws; ++k) {
    const auto place = drawn_place(region, options_.seed, k, 0);
    if (place && crowd.is_clear_of_walls(*place, least)) return;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("source '{}': no place of its region is clear of walls for an agent of radius {} m",
                          source.name, least));
}

void World::Impl::prepare_journeys() {
  settle();
  Crowd crowd(*this);
  if (!journeys_.is_prepared()) journeys_.prepare(origin_);
  if (steps_begun_ == 0) journeys_.advance(0, {}, crowd);
  journeys_.send_goals(crowd);
  if (has_changes()) synchronize_with_fields(false);
}

void World::Impl::advance_journeys() {
  std::vector<std::uint32_t> slots;
  for (const GoalReached& arrival : arrivals_) {
    if (agent_slots_.is_alive(arrival.slot)) slots.push_back(arrival.slot);
  }
  arrivals_.clear();
  std::sort(slots.begin(), slots.end(),
            [&](std::uint32_t a, std::uint32_t b) { return id_of_slot_[a] < id_of_slot_[b]; });
  Crowd crowd(*this);
  journeys_.advance(steps_begun_, slots, crowd);
  if (has_changes()) synchronize_with_fields(false);
}

void World::Impl::restore_journeys(const Journeys::Tape& tape) {
  journeys_.restore(tape, agent_slots_.slots());
  const auto require = [](bool good, const char* what) {
    if (!good) throw Error(ErrorCode::corrupt_file, fmt::format("journeys: {}", what));
  };
  for (const std::uint32_t slot : journeys_.slots()) {
    require(slot < agent_slots_.slots() && agent_slots_.is_alive(slot), "an agent that is not there");
  }
  for (const std::optional<ObstacleHandle>& wall : journeys_.walls()) {
    require(!wall || obstacle_slots_.contains(wall->slot, wall->generation), "a door that is no obstacle");
  }
  const auto check_goal = [&](GoalIndex goal) { require(goal.row < goals_.size(), "a goal that is not there"); };
  for (const Queue& queue : journeys_.queues) check_goal(*queue.goal);
  for (const GoalIndex goal : journeys_.area_goals) check_goal(goal);
  for (const Journey& journey : journeys_.journeys) {
    for (const Stage& stage : journey.stages) {
      if (stage.goal) check_goal(*stage.goal);
    }
  }
  for (const Source& source : journeys_.sources) {
    if (source.goal_region) check_goal(*source.goal_region);
    for (const Source::Kind& kind : source.kinds) {
      require(kind.profile.row < profiles_.size(), "a profile that is not there");
    }
  }
  // Now, not with the next step: until then agents may be taken out of queues and waiting areas.
  if (origin_fixed_) journeys_.prepare(origin_);
  executor_->report_arrivals(!journeys_.is_empty());
}

// ---- The public face ----

namespace {

template <class Row, class Index>
const Row& row_of(const std::vector<Row>& rows, Index index, const char* what) {
  if (index.row < rows.size()) return rows[index.row];
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{} {} does not exist; the world has {}", what, index.row, rows.size()));
}

template <class Rows>
void require_new_name(const Rows& rows, const std::string& name, const char* what) {
  for (const auto& row : rows) {
    if (row.name == name) throw Error(ErrorCode::invalid_argument, fmt::format("two {}s are called '{}'", what, name));
  }
}

}  // namespace

QueueIndex World::add_queue(const Queue& queue) {
  const FloatingPointMode mode;
  Impl& impl = settled();
  check_queue(queue, impl.journey_tables());
  require_new_name(impl.journeys_.queues, queue.name, "queue");
  if (impl.origin_fixed_) {
    for (const Vec2d p : queue.line) check_extent("line of a queue", p, impl.origin_);
  }
  Queue row = queue;
  if (!row.goal) {
    // The end of its line, no shorter than what lies between two places.
    std::vector<Vec2d> end{row.line.back()};
    double length = 0.0;
    for (std::size_t k = row.line.size() - 1; k > 0 && length < row.spacing; --k) {
      const Vec2d a = end.back(), b = row.line[k - 1];
      const double piece = std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
      const double share = piece > row.spacing - length ? (row.spacing - length) / piece : 1.0;
      if (piece > 0.0) end.push_back({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
      length += piece;
    }
    row.goal = impl.add_goal(false, end);
  }
  impl.journeys_.add_queue(row);
  return {static_cast<std::uint32_t>(impl.journeys_.queues.size() - 1)};
}

WaitingAreaIndex World::add_waiting_area(const WaitingArea& area) {
  const FloatingPointMode mode;
  Impl& impl = settled();
  check_area(area);
  require_new_name(impl.journeys_.areas, area.name, "waiting area");
  impl.journeys_.add_area(area, impl.add_goal(true, area.polygon));
  return {static_cast<std::uint32_t>(impl.journeys_.areas.size() - 1)};
}

DoorIndex World::add_door(const Door& door) {
  const FloatingPointMode mode;
  Impl& impl = settled();
  check_door(door);
  require_new_name(impl.journeys_.doors, door.name, "door");
  impl.check_obstacle_room(door.line.size());
  if (impl.origin_fixed_) {
    for (const Vec2d p : door.line) check_extent("line of a door", p, impl.origin_);
  }
  Impl::Crowd crowd(impl);
  impl.journeys_.add_door(door, crowd, impl.steps_begun_);
  if (!impl.origin_fixed_) impl.obstacles_changed_ = true;  // their middle
  impl.executor_->report_arrivals(true);
  return {static_cast<std::uint32_t>(impl.journeys_.doors.size() - 1)};
}

JourneyIndex World::add_journey(const Journey& journey) {
  const FloatingPointMode mode;
  Impl& impl = settled();
  check_journey(journey, impl.journey_tables());
  require_new_name(impl.journeys_.journeys, journey.name, "journey");
  impl.journeys_.add_journey(journey);
  impl.executor_->report_arrivals(true);
  return {static_cast<std::uint32_t>(impl.journeys_.journeys.size() - 1)};
}

SourceIndex World::add_source(const Source& source) {
  const FloatingPointMode mode;
  Impl& impl = settled();
  check_source(source, impl.journey_tables());
  require_new_name(impl.journeys_.sources, source.name, "source");
  for (const Source::Kind& kind : source.kinds) {
    if (source.journey) impl.check_journey_of(kind.profile, *source.journey);
  }
  std::set<AgentId> ids;
  for (const Source::Entry& entry : source.entries) {
    if (!entry.id) continue;
    if (impl.used_ids_.contains(*entry.id) || !ids.insert(*entry.id).second) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("source '{}': id {} is or was in use; ids are never reused", source.name, *entry.id));
    }
  }
  if (impl.origin_fixed_) {
    for (const Vec2d p : source.region) check_extent("source region", p, impl.origin_);
    for (const Source::Entry& entry : source.entries) check_extent("source entry", entry.position, impl.origin_);
    if (source.goal) check_extent("source goal", *source.goal, impl.origin_);
  }
  impl.check_room(source);
  for (const AgentId id : ids) impl.used_ids_.insert(id);
  impl.journeys_.add_source(source);
  if (!impl.origin_fixed_) impl.agents_changed_ = true;  // their middle
  impl.executor_->report_arrivals(true);
  return {static_cast<std::uint32_t>(impl.journeys_.sources.size() - 1)};
}

const Queue& World::queue(QueueIndex index) const { return row_of(impl_->journeys_.queues, index, "queue"); }
const WaitingArea& World::waiting_area(WaitingAreaIndex index) const {
  return row_of(impl_->journeys_.areas, index, "waiting area");
}
const Door& World::door(DoorIndex index) const { return row_of(impl_->journeys_.doors, index, "door"); }
const Journey& World::journey(JourneyIndex index) const { return row_of(impl_->journeys_.journeys, index, "journey"); }
const Source& World::source(SourceIndex index) const { return row_of(impl_->journeys_.sources, index, "source"); }
std::size_t World::queue_count() const { return impl_->journeys_.queues.size(); }
std::size_t World::waiting_area_count() const { return impl_->journeys_.areas.size(); }
std::size_t World::door_count() const { return impl_->journeys_.doors.size(); }
std::size_t World::journey_count() const { return impl_->journeys_.journeys.size(); }
std::size_t World::source_count() const { return impl_->journeys_.sources.size(); }

void World::set_journey(AgentHandle agent, JourneyIndex journey) {
  const FloatingPointMode mode;
  Impl& impl = settled();
  impl.check_handle(agent);
  impl.check_journey_of({impl.read_record(agent.slot).profile}, journey);
  set_goal(agent, impl.journeys_.first_goal(journey));
  impl.journeys_.start(agent.slot, impl.id_of_slot_[agent.slot], journey, impl.steps_begun_);
}

std::optional<JourneyState> World::journey_state(AgentHandle agent) const {
  Impl& impl = settled();
  impl.check_handle(agent);
  return impl.journeys_.state(agent.slot);
}

JourneyStatistics World::journey_statistics() const { return settled().journeys_.statistics(); }

StageState World::stage_state(JourneyIndex index, std::uint32_t stage) const {
  const Journey& found = journey(index);
  if (stage >= found.stages.size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("stage {} does not exist; journey '{}' has {}", stage, found.name, found.stages.size()));
  }
  return settled().journeys_.stage_state(index, stage);
}

QueueState World::queue_state(QueueIndex index) const {
  static_cast<void>(queue(index));
  return settled().journeys_.queue_state(index);
}

SourceState World::source_state(SourceIndex index) const {
  static_cast<void>(source(index));
  return settled().journeys_.source_state(index);
}

bool World::is_open(DoorIndex index) const {
  static_cast<void>(door(index));
  return settled().journeys_.is_open(index);
}

bool World::expects_agents() const { return settled().journeys_.expects_agents(); }

}  // namespace throng
