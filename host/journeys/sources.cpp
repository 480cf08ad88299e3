// Who comes in: the part of Journeys about sources.
#include <algorithm>
#include <cmath>

#include "host/draw.hpp"
#include "host/journeys/journeys.hpp"
#include "host/journeys/source_places.hpp"
#include "host/rings.hpp"
#include "kernels/agent/counter_random.hpp"

namespace throng {

std::uint64_t source_seed(std::uint64_t seed, std::uint32_t row) { return seed ^ std::uint64_t{row + 1} << 40; }

std::optional<Vec2d> place_in_region(std::span<const Vec2d> region, double u, double v) {
  if (region.size() == 1) return region.front();
  if (region.size() == 2) {
    return Vec2d{region[0].x + u * (region[1].x - region[0].x), region[0].y + u * (region[1].y - region[0].y)};
  }
  const Box box = flow::box_of(region);
  const Vec2d place{box.low.x + u * (box.high.x - box.low.x), box.low.y + v * (box.high.y - box.low.y)};
  return ring_contains(region, place) ? std::optional(place) : std::nullopt;
}

std::optional<Vec2d> drawn_place(std::span<const Vec2d> region, std::uint64_t seed, std::uint64_t id,
                                 std::uint32_t number) {
  // A thin polygon is a small part of its box: throws beside it are drawn again, by keys that no source has.
  constexpr std::uint64_t throws = 1024;
  for (std::uint64_t k = 0; k < throws; ++k) {
    const auto place = place_in_region(region, draw_unit(seed ^ k, id, number, random_stream::source_place),
                                       draw_unit(seed ^ k, id, number + 1, random_stream::source_place));
    if (place) return place;
  }
  return std::nullopt;
}

namespace {

/// As the engine holds it: in single precision.
Vec2d as_held(Vec2d place) { return {static_cast<float>(place.x), static_cast<float>(place.y)}; }

bool is_free(Vec2d place, double radius, std::span<const Disc> discs) {
  return std::none_of(discs.begin(), discs.end(), [&](const Disc& disc) {
    const double x = disc.center.x - place.x, y = disc.center.y - place.y, apart = disc.radius + radius;
    return x * x + y * y < apart * apart;
  });
}

}  // namespace

Newcomer Journeys::newcomer(std::uint32_t row, std::uint64_t number) const {
  const Source& source = sources[row];
  const std::uint64_t seed = source_seed(seed_, row);
  Newcomer result;
  AgentDescription& agent = result.agent;
  std::size_t k = 0;
  if (!source.entries.empty()) {
    const Source::Entry& entry = source.entries[number];
    k = entry.kind;
    agent.velocity = entry.velocity;
    agent.position = entry.position;
    result.id = entry.id;
    result.place = as_held({entry.position.x - origin_.x, entry.position.y - origin_.y});
  } else if (source.kinds.size() > 1) {
    double sum = 0.0;
    for (const Source::Kind& kind : source.kinds) sum += kind.share;
    const double drawn = sum * draw_unit(seed, number, 0, random_stream::source_kind);
    for (double upto = source.kinds[0].share; k + 1 < source.kinds.size() && !(drawn < upto);) {
      upto += source.kinds[++k].share;
    }
  }
  const Source::Kind& kind = source.kinds[k];
  agent.profile = kind.profile;
  const auto drawn = [&](const std::optional<Distribution>& distribution, std::uint32_t stream) {
    if (!distribution) return std::optional<double>();
    return std::optional(
        draw(*distribution, seed, static_cast<std::int64_t>(number), stream, 1).value_or(center_of(*distribution)));
  };
  agent.radius = drawn(kind.radius, random_stream::radius);
  agent.max_speed = drawn(kind.max_speed, random_stream::max_speed);
  agent.preferred_speed = drawn(kind.preferred_speed, random_stream::preferred_speed);
  if (source.journey) agent.goal_region = first_goal(*source.journey);
  if (source.goal_region) agent.goal_region = source.goal_region;
  if (source.goal) agent.goal = source.goal;
  return result;
}

void Journeys::let_in(JourneyCrowd& crowd) {
  constexpr std::uint64_t attempts = 8;
  const double time = due_time(now_);
  std::vector<Newcomer> coming;
  std::vector<std::uint32_t> source_of;
  std::vector<std::uint64_t> number_of;  // in its source
  std::vector<Disc> placed;              // of this step
  for (std::uint32_t row = 0; row < sources.size(); ++row) {
    const Source& source = sources[row];
    SourceRoom& room = source_rooms_[row];
    while (room.clock.due && *room.clock.due <= time) {
      if (!source.entries.empty()) room.waiting.push_back(room.clock.number);
      ++room.due;
      next_entry(source, row, seed_, room.clock);
    }
    if (room.entered == room.due) continue;
    const bool recorded = !source.entries.empty();
    const std::uint64_t wait_count = room.due - room.entered;
    std::vector<Vec2d> around = room.region;
    if (recorded) {
      for (const std::uint64_t number : room.waiting) around.push_back(newcomer(row, number).place);
    }
    std::vector<Disc> discs = placed;
    bool looked = false;
    std::vector<std::uint64_t> still_waiting;
    const std::uint64_t first = room.entered;
    for (std::uint64_t k = 0; k < wait_count; ++k) {
      const std::uint64_t number = recorded ? room.waiting[k] : first + k;
      Newcomer person = newcomer(row, number);
      const double radius = crowd.radius_of(person.agent);
      if (!looked) {
        crowd.discs_in(flow::grown(flow::box_of(around), crowd.largest_radius()), discs);
        looked = true;
      }
      bool found = false;
      for (std::uint64_t a = 0; a < (recorded || room.region.size() == 1 ? 1 : attempts) && !found; ++a) {
        if (!recorded) {
          const auto draw_number = static_cast<std::uint32_t>(2 * (now_ * attempts + a));
          const auto place = drawn_place(room.region, source_seed(seed_, row), number, draw_number);
          if (!place) continue;
          person.place = as_held(*place);
          person.agent.position = {person.place.x + origin_.x, person.place.y + origin_.y};
        }
        found = is_free(person.place, radius, discs) && crowd.is_clear_of_walls(person.place, radius);
      }
      if (!found) {
        if (!recorded) break;  // in order: those behind wait too
        still_waiting.push_back(number);
        continue;
      }
      discs.push_back({person.place, radius});
      placed.push_back(discs.back());
      coming.push_back(std::move(person));
      source_of.push_back(row);
      number_of.push_back(number);
      ++room.entered;
    }
    if (recorded) room.waiting = std::move(still_waiting);
  }
  if (coming.empty()) return;
  std::vector<JourneyCrowd::Entered> entered;
  try {
    entered = crowd.enter(coming);
  } catch (...) {  // no memory for them, say: they wait outside
    for (std::size_t k = coming.size(); k-- > 0;) {
      SourceRoom& room = source_rooms_[source_of[k]];
      --room.entered;
      if (sources[source_of[k]].entries.empty()) continue;
      room.waiting.insert(std::lower_bound(room.waiting.begin(), room.waiting.end(), number_of[k]), number_of[k]);
    }
    throw;
  }
  for (std::size_t k = 0; k < entered.size(); ++k) {
    const Source& source = sources[source_of[k]];
    if (source.journey) start(entered[k].slot, entered[k].id, *source.journey, now_);
  }
}

}  // namespace throng
