// Doors that close and open: the part of Journeys about them.
#include <algorithm>
#include <utility>

#include "host/journeys/door_schedule.hpp"
#include "host/journeys/journeys.hpp"
#include "host/navigation/plane.hpp"

namespace throng {

void Journeys::add_door(const Door& door, JourneyCrowd& crowd, std::uint64_t step) {
  doors.push_back(door);
  door_states_.emplace_back();
  if (is_meant_closed(door, due_time(step))) door_states_.back().wall = crowd.close_door(door.line);
}

bool Journeys::somebody_stands_in(const Door& door, JourneyCrowd& crowd) const {
  std::vector<Disc> near;
  for (std::size_t k = 0; k + 1 < door.line.size(); ++k) {
    const Vec2d a{door.line[k].x - origin_.x, door.line[k].y - origin_.y};
    const Vec2d b{door.line[k + 1].x - origin_.x, door.line[k + 1].y - origin_.y};
    near.clear();
    crowd.discs_in({{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}}, near);
    for (const Disc& disc : near) {
      if (flow::distance_sq(flow::Segment{a, b}, disc.center) <= disc.radius * disc.radius) return true;
    }
  }
  return false;
}

void Journeys::run_doors(JourneyCrowd& crowd) {
  for (std::uint32_t d = 0; d < doors.size(); ++d) {
    DoorRoom& room = door_states_[d];
    const bool wanted = is_meant_closed(doors[d], due_time(now_));
    if (wanted == room.wall.has_value()) continue;
    if (wanted) {
      if (!somebody_stands_in(doors[d], crowd)) room.wall = crowd.close_door(doors[d].line);
      continue;
    }
    crowd.open_door(*room.wall);
    room.wall.reset();
    std::vector<std::pair<AgentId, std::uint32_t>> waiting;
    for (std::uint32_t slot = 0; slot < travellers_.size(); ++slot) {
      const Traveller& t = travellers_[slot];
      if (!t.active || t.activity != Activity::waits) continue;
      const Stage& stage = stage_of(t.at);
      if (stage.wait_for && stage.wait_for->row == d) waiting.emplace_back(t.id, slot);
    }
    std::sort(waiting.begin(), waiting.end());
    for (const auto& [id, slot] : waiting) woken_by_doors_.push_back(slot);
  }
}

}  // namespace throng
