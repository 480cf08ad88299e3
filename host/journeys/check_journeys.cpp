#include "host/journeys/check_journeys.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <span>
#include <string_view>

#include "host/checks.hpp"
#include "host/journeys/places.hpp"
#include "kernels/agent/agent_fields.hpp"

namespace throng {
namespace {

std::string named(const char* what, const std::string& name) { return fmt::format("{} '{}'", what, name); }

void check_name(const char* what, const std::string& name) {
  if (name.empty()) refuse(fmt::format("a {} without a name", what));
}

void check_row(const std::string& whose, const char* what, std::uint32_t row, std::size_t count) {
  if (row < count) return;
  refuse(fmt::format("{}: {} {} does not exist; the world has {}", whose, what, row, count));
}

void check_points(const std::string& whose, std::span<const Vec2d> points) {
  for (const Vec2d p : points) check_coordinates(whose, p);
}

void check_spacing(const std::string& whose, double spacing) {
  check_above(whose + " spacing", spacing, 0.0, limits::max_length, "m");
}

void check_distribution(const std::string& name, const Distribution& d, double least, double most, const char* unit) {
  check_range(name, d.first, least, most, unit);
  if (d.kind == Distribution::Kind::fixed) return;
  check_range(name, d.second, d.kind == Distribution::Kind::uniform ? d.first : 0.0, most, unit);
  check_range(name + " least", d.least, least, most, unit);
  check_range(name + " most", d.most, d.least, limits::max_time, unit);
}

void check_times(const std::string& whose, std::span<const double> times, double most) {
  for (std::size_t k = 0; k < times.size(); ++k) {
    check_range(fmt::format("{} time {}", whose, k), times[k], 0.0, most, "s");
    if (k > 0 && times[k] < times[k - 1]) {
      refuse(fmt::format("{}: time {} is {} s, before the one in front of it, {} s; wanted ascending times", whose, k,
                         times[k], times[k - 1]));
    }
  }
}

void check_next(const std::string& whose, const Journey& journey, const Stage& stage) {
  double sum = 0.0;
  for (const Stage::Next& next : stage.next) {
    bool known = false;
    for (const Stage& other : journey.stages) known = known || other.name == next.stage;
    if (!known) refuse(fmt::format("{}: next stage '{}' does not exist in the journey", whose, next.stage));
    if (stage.choice == Stage::Choice::probability) {
      check_range(fmt::format("{}: probability of '{}'", whose, next.stage), next.probability, 0.0, 1.0, "");
      sum += next.probability;
    }
  }
  if (!stage.next.empty() && stage.choice == Stage::Choice::probability &&
      !(std::abs(sum - 1.0) <= limits::probability_tolerance)) {
    refuse(fmt::format("{}: the probabilities of its next stages sum to {}, wanted 1", whose, sum));
  }
  if (stage.kind == Stage::Kind::leave && !stage.next.empty()) {
    refuse(fmt::format("{}: who leaves there has no next stage, found '{}'", whose, stage.next.front().stage));
  }
  if (stage.reconsider) {
    if (stage.choice != Stage::Choice::least_time) {
      refuse(fmt::format("{}: reconsider belongs to a choice by least time", whose));
    }
    check_range(whose + " reconsider", *stage.reconsider, limits::min_time, limits::max_time, "s");
  }
  if (!(stage.hysteresis >= 0.0 && stage.hysteresis < 1.0)) {
    refuse(fmt::format("{}: hysteresis is {}, wanted at least 0 and below 1", whose, stage.hysteresis));
  }
  if (stage.flow) check_above(whose + " flow", *stage.flow, 0.0, limits::max_rate, "1/s");
}

void check_stage(const Journey& journey, const Stage& stage, const JourneyTables& tables) {
  const std::string whose = fmt::format("journey '{}', stage '{}'", journey.name, stage.name);
  const bool waits = stage.kind == Stage::Kind::wait, queues = stage.kind == Stage::Kind::queue;
  const int places = int{stage.goal.has_value()} + int{stage.area.has_value()} + int{stage.queue.has_value()};
  if (places != 1) {
    refuse(fmt::format("{}: found {} of goal, waiting area and queue, wanted one", whose, places));
  }
  if (stage.area && !waits) refuse(whose + ": a waiting area belongs to a stage that waits");
  if (stage.queue.has_value() != queues) refuse(whose + ": a queue belongs to a stage that queues, and to no other");
  if (stage.goal) check_row(whose, "goal region", stage.goal->row, tables.goals);
  if (stage.area) check_row(whose, "waiting area", stage.area->row, tables.areas);
  if (stage.queue) check_row(whose, "queue", stage.queue->row, tables.queues);
  const int ends =
      int{stage.wait_time.has_value()} + int{stage.wait_until.has_value()} + int{stage.wait_for.has_value()};
  if (ends != (waits ? 1 : 0)) {
    refuse(fmt::format("{}: found {} of wait_time, wait_until and wait_for, wanted {}", whose, ends,
                       waits ? "one" : "none: it does not wait"));
  }
  if (stage.wait_time) check_distribution(whose + " wait_time", *stage.wait_time, 0.0, limits::max_time, "s");
  if (stage.wait_until) check_range(whose + " wait_until", *stage.wait_until, 0.0, limits::max_time, "s");
  if (stage.wait_for) check_row(whose, "door", stage.wait_for->row, tables.doors);
  check_next(whose, journey, stage);
}

void check_rates(const std::string& whose, const Source& source) {
  for (std::size_t k = 0; k < source.rates.size(); ++k) {
    const Source::Rate& rate = source.rates[k];
    check_range(fmt::format("{} rate {}", whose, k), rate.rate, 0.0, limits::max_rate, "1/s");
    check_range(fmt::format("{} rate {} from", whose, k), rate.from, 0.0, limits::max_time, "s");
    if (k > 0 && !(rate.from > source.rates[k - 1].from)) {
      refuse(fmt::format("{}: rate {} begins at {} s, not after the one in front of it, {} s", whose, k, rate.from,
                         source.rates[k - 1].from));
    }
  }
}

void check_entries(const std::string& whose, const Source& source) {
  for (std::size_t k = 0; k < source.entries.size(); ++k) {
    const Source::Entry& entry = source.entries[k];
    const std::string name = fmt::format("{} entry {}", whose, k);
    check_range(name + " time", entry.time, 0.0, limits::max_time, "s");
    if (k > 0 && entry.time < source.entries[k - 1].time) {
      refuse(fmt::format("{}: time {} s is before the one in front of it, {} s; wanted ascending times", name,
                         entry.time, source.entries[k - 1].time));
    }
    check_coordinates(name, entry.position);
    check_velocity(name, entry.velocity);
    check_row(name, "kind", entry.kind, source.kinds.size());
    if (entry.id && (*entry.id < 0 || *entry.id > limits::max_id)) refuse(fmt::format("{}: id {}", name, *entry.id));
  }
}

}  // namespace

void check_queue(const Queue& queue, const JourneyTables& tables) {
  check_name("queue", queue.name);
  const std::string whose = named("queue", queue.name);
  check_polyline(whose, queue.line);
  check_spacing(whose, queue.spacing);
  if (queue.goal) check_row(whose, "goal region", queue.goal->row, tables.goals);
  const std::size_t places = places_along(queue.line, queue.spacing, limits::max_places).size();
  if (queue.servers < 1 || static_cast<std::size_t>(queue.servers) > places) {
    refuse(fmt::format("{}: {} servers, wanted 1 to {}, the places along its line", whose, queue.servers, places));
  }
  check_distribution(whose + " service_time", queue.service_time, 0.0, limits::max_time, "s");
}

void check_area(const WaitingArea& area) {
  check_name("waiting area", area.name);
  const std::string whose = named("waiting area", area.name);
  check_polygon(whose, area.polygon);
  check_spacing(whose, area.spacing);
}

void check_door(const Door& door) {
  check_name("door", door.name);
  const std::string whose = named("door", door.name);
  check_polyline(whose, door.line);
  if (door.period) check_range(whose + " period", *door.period, limits::min_time, limits::max_time, "s");
  check_times(whose, door.changes, door.period.value_or(limits::max_time));
  for (std::size_t k = 0; k < door.changes.size(); ++k) {
    if (door.period && !(door.changes[k] < *door.period)) {
      refuse(fmt::format("{}: change {} at {} s is not within its period of {} s", whose, k, door.changes[k],
                         *door.period));
    }
    if (k > 0 && !(door.changes[k] > door.changes[k - 1])) {
      refuse(fmt::format("{}: changes twice at {} s", whose, door.changes[k]));
    }
  }
  if (door.closed_at_start && door.changes.empty()) {
    refuse(whose + ": is closed at the start and never opens; a wall that stays is an obstacle");
  }
}

void check_journey(const Journey& journey, const JourneyTables& tables) {
  check_name("journey", journey.name);
  const std::string whose = named("journey", journey.name);
  if (journey.stages.empty()) refuse(whose + ": has no stages, wanted at least one");
  if (journey.stages.size() > limits::max_stages) {
    refuse(fmt::format("{}: {} stages, wanted no more than {}", whose, journey.stages.size(), limits::max_stages));
  }
  std::map<std::string_view, int> names;
  for (const Stage& stage : journey.stages) {
    if (stage.name.empty()) refuse(whose + ": a stage without a name");
    if (++names[stage.name] > 1) refuse(fmt::format("{}: two stages are called '{}'", whose, stage.name));
  }
  for (const Stage& stage : journey.stages) check_stage(journey, stage, tables);
}

void check_source(const Source& source, const JourneyTables& tables) {
  check_name("source", source.name);
  const std::string whose = named("source", source.name);
  const int ways = int{!source.rates.empty()} + int{!source.times.empty()} + int{!source.entries.empty()};
  if (ways != 1) refuse(fmt::format("{}: found {} of rates, times and entries, wanted one", whose, ways));
  if (source.kinds.empty()) refuse(whose + ": no kind of agents, wanted at least one");
  for (std::size_t k = 0; k < source.kinds.size(); ++k) {
    const Source::Kind& kind = source.kinds[k];
    const std::string name = fmt::format("{} kind {}", whose, k);
    check_row(name, "profile", kind.profile.row, tables.profiles);
    check_above(name + " share", kind.share, 0.0, 1.0e9, "");
    if (kind.radius) check_distribution(name + " radius", *kind.radius, 0.0, limits::max_length, "m");
    if (kind.max_speed) check_distribution(name + " max_speed", *kind.max_speed, 0.0, limits::max_speed, "m/s");
    if (kind.preferred_speed) {
      check_distribution(name + " preferred_speed", *kind.preferred_speed, 0.0, limits::max_speed, "m/s");
    }
  }
  const int aims = int{source.journey.has_value()} + int{source.goal_region.has_value()} + int{source.goal.has_value()};
  if (aims != 1) refuse(fmt::format("{}: found {} of journey, goal_region and goal, wanted one", whose, aims));
  if (source.journey) check_row(whose, "journey", source.journey->row, tables.journeys);
  if (source.goal_region) check_row(whose, "goal region", source.goal_region->row, tables.goals);
  if (source.goal) check_coordinates(whose + " goal", *source.goal);
  if (source.entries.empty() == source.region.empty()) {
    refuse(whose + (source.region.empty() ? ": has no region" : ": a region and entries, which say where; wanted one"));
  }
  check_points(whose + " region", source.region);
  if (source.region.size() == 2) check_polyline(whose + " region", source.region);
  if (source.region.size() > 2) check_polygon(whose + " region", source.region);
  check_rates(whose, source);
  check_times(whose, source.times, limits::max_time);
  check_entries(whose, source);
  check_range(whose + " from", source.from, 0.0, limits::max_time, "s");
  if (!(source.until > source.from)) {
    refuse(fmt::format("{}: until is {} s, wanted later than from, {} s", whose, source.until, source.from));
  }
}

}  // namespace throng
