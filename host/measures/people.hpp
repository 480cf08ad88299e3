// What became of each person: how long they stayed, how far they walked, whether they left the walkable area.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "host/cpu/thread_team.hpp"
#include "host/measures/frame_window.hpp"
#include "host/measures/walkable_space.hpp"

namespace throng::measures {

struct Person {
  AgentId id = 0;
  double first_time = 0.0, last_time = 0.0;  ///< s, seen
  Vec2d first, last;                         ///< m, where
  std::uint64_t frames = 0;                  ///< in which they are seen
  double length = 0.0;                       ///< m, of the path
  double farthest_outside = 0.0;             ///< m, from the walkable area
  std::uint64_t frames_outside = 0;
  std::uint64_t wall_crossings = 0;    ///< steps from one frame to the next that go through a wall
  std::optional<double> shortest_way;  ///< m, from `first` to `last` within the walkable area; none = not looked for
};

class People {
 public:
  /// `space` may be missing; it must outlive this.
  People(const WalkableSpace* space, ThreadTeam& team) : space_(space), team_(team) {}

  /// Returns how many are outside of the walkable area.
  std::uint64_t add(const FrameView& frame);
  /// By row.
  [[nodiscard]] std::vector<Person>& all() { return people_; }

 private:
  const WalkableSpace* space_;
  ThreadTeam& team_;
  std::vector<Person> people_;
  std::vector<char> outside_;  ///< by row, in the last frame seen
};

}  // namespace throng::measures
