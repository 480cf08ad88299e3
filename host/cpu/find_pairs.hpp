// All pairs of bodies whose boxes are near each other.
#pragma once
#include <cstdint>
#include <vector>

#include "host/buffer.hpp"
#include "host/cpu/key_sort.hpp"
#include "host/cpu/thread_team.hpp"
#include "kernels/agent/pair_search.hpp"

namespace throng {

/// Keeps its memory from call to call, in proportion to the bodies and to the pairs that were found.
class PairFinder {
 public:
  /// `pairs` gets them in ascending order, in place of what it had. `margin` is finite and not negative. Throws
  /// Error{out_of_memory} for more than 2^31, and when memory does not suffice.
  void find(const BodiesView& bodies, float margin, ThreadTeam& team, Buffer<PairRow>& pairs);

  /// Of the last call: for those who want to count what it has looked at. Its arrays live as long as this.
  [[nodiscard]] const PairSearch& search() const { return search_; }

 private:
  /// Sums over the bodies of a level.
  struct LevelSum {
    std::uint32_t count;
    float half_width, half_height;
  };
  /// What one thread has found: the first `kept` of `pairs`.
  struct Found {
    Buffer<PairRow> pairs;
    std::size_t kept;
    std::vector<std::uint32_t> cursors;
  };

  void sort_bodies(const BodiesView& bodies, float margin, ThreadTeam& team);
  /// take(pair, near, found) gets pairs from any thread, `found` being that thread's own: each that is near once, and
  /// others that are not. Stops at too many. Returns how many are near.
  template <class Take>
  std::uint64_t for_each_pair(ThreadTeam& team, Take&& take);
  /// take(pairs, count) gets stretches of what the threads have kept.
  template <class Take>
  void for_each_kept(ThreadTeam& team, Take&& take);

  PairSearch search_{};
  std::vector<LevelSum> sums_;  ///< of each thread, pair_level_count
  Buffer<std::uint8_t> level_of_;
  Buffer<KeyedIndex> keyed_;
  KeySort key_sort_;
  Buffer<std::uint64_t> keys_;
  Buffer<BodyBox> boxes_;
  Buffer<std::uint32_t> numbers_, place_;
  std::vector<PairLevel> levels_;
  std::vector<Found> found_;
};

}  // namespace throng
