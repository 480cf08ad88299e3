#include "host/measures/people.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace throng::measures {
namespace {

constexpr std::size_t steps_at_once = 1024;

}  // namespace

std::uint64_t People::add(const FrameView& frame) {
  for (std::size_t i = 0; i < frame.size(); ++i) {
    if (frame.row[i] < people_.size()) continue;
    people_.resize(frame.row[i] + std::size_t{1});
  }
  outside_.resize(people_.size());
  std::vector<std::uint64_t> outside(static_cast<std::size_t>(team_.threads()));
  team_.for_chunks(frame.size(), steps_at_once, [&](std::size_t begin, std::size_t end, int worker) {
    for (std::size_t i = begin; i < end; ++i) {
      Person& person = people_[frame.row[i]];
      char& is_outside = outside_[frame.row[i]];
      const Vec2d here = frame.position[i];
      const bool follows = frame.before[i] != FrameView::nobody;
      const bool is_new = person.frames == 0;
      if (is_new) {
        person.id = frame.id[i];
        person.first_time = frame.time;
        person.first = here;
      }
      bool crossed = false;
      if (!is_new && follows) {
        const Vec2d there = frame.position_before[frame.before[i]];
        person.length += std::hypot(here.x - there.x, here.y - there.y);
        crossed = space_ != nullptr && space_->crosses_wall(there, here);
        if (crossed) ++person.wall_crossings;
      } else if (!is_new) {  // unseen for a while: the straight way
        person.length += std::hypot(here.x - person.last.x, here.y - person.last.y);
      }
      // Who was inside and went through no wall still is, but for touching one.
      if (space_ != nullptr && (is_new || !follows || crossed || is_outside != 0 ||
                                space_->has_wall_in({here.x - 1e-6, here.y - 1e-6}, {here.x + 1e-6, here.y + 1e-6}))) {
        is_outside = space_->contains(here) ? 0 : 1;
      }
      if (is_outside != 0) {
        ++outside[static_cast<std::size_t>(worker)];
        ++person.frames_outside;
        person.farthest_outside = std::max(person.farthest_outside, space_->distance_to_wall(here));
      }
      ++person.frames;
      person.last_time = frame.time;
      person.last = here;
    }
  });
  return std::accumulate(outside.begin(), outside.end(), std::uint64_t{0});
}

}  // namespace throng::measures
