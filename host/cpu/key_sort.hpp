// Indices in the order of their keys: a stable radix sort. Its cost per item does not grow with their number.
//
// Source: D. E. Knuth, The Art of Computer Programming 3, 5.2.5, "Sorting by distribution".
#pragma once
#include <cstdint>

#include "host/buffer.hpp"
#include "host/cpu/thread_team.hpp"

namespace throng {

struct KeyedIndex {
  std::uint64_t key;
  std::uint32_t index;
};

/// Keeps its memory from call to call, in proportion to the items.
class KeySort {
 public:
  /// Ascending; of equal keys the order stays, for any number of threads.
  void sort(Buffer<KeyedIndex>& items, ThreadTeam& team);

  [[nodiscard]] std::size_t capacity_bytes() const { return other_.capacity_bytes() + counts_.capacity_bytes(); }

 private:
  /// By the bits from `shift` on, into `other_`.
  void distribute(const Buffer<KeyedIndex>& items, int shift, std::size_t parts, ThreadTeam& team);

  Buffer<KeyedIndex> other_;
  Buffer<std::uint32_t> counts_;  ///< of each digit in each part
};

}  // namespace throng
