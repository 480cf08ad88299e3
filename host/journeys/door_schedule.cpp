#include "host/journeys/door_schedule.hpp"

#include <algorithm>
#include <cmath>

namespace throng {
namespace {

double whole_periods(const Door& door, double time) { return door.period ? std::floor(time / *door.period) : 0.0; }

}  // namespace

bool is_meant_closed(const Door& door, double time) {
  const double periods = whole_periods(door, time);
  const double within = door.period ? time - periods * *door.period : time;
  const auto passed = std::upper_bound(door.changes.begin(), door.changes.end(), within) - door.changes.begin();
  return door.closed_at_start != (passed % 2 == 1);
}

std::optional<double> next_change(const Door& door, double time) {
  if (door.changes.empty()) return std::nullopt;
  const double periods = whole_periods(door, time);
  const double within = door.period ? time - periods * *door.period : time;
  const auto next = std::upper_bound(door.changes.begin(), door.changes.end(), within);
  if (!door.period) return next == door.changes.end() ? std::nullopt : std::optional(*next);
  if (next != door.changes.end()) return periods * *door.period + *next;
  // A new period begins as the first one did: with an odd number of changes that is a change itself.
  return door.changes.size() % 2 == 1 ? (periods + 1.0) * *door.period
                                      : (periods + 1.0) * *door.period + door.changes.front();
}

}  // namespace throng
