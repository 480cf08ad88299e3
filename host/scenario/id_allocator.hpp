// Ids of a scenario's agents: given ones are unique, the others follow the highest so far.
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "throng/parameters.hpp"

namespace throng::scenario {

class IdAllocator {
 public:
  /// False when an agent has this id already.
  bool take(AgentId id) {
    if (is_automatic(id) || !given_.insert(id).second) return false;
    if (id >= next_) next_ = id + 1;
    return true;
  }

  /// The first of `count` ids in a row, above all so far; nothing when there are not so many left.
  std::optional<AgentId> take_next(std::uint64_t count) {
    if (count > static_cast<std::uint64_t>(limits::max_id - next_) + 1) return std::nullopt;
    const AgentId first = next_;
    next_ += static_cast<AgentId>(count);
    if (!ranges_.empty() && ranges_.back().end == first) {
      ranges_.back().end = next_;
    } else {
      ranges_.push_back({first, next_});
    }
    return first;
  }

 private:
  struct Range {
    AgentId begin, end;
  };

  [[nodiscard]] bool is_automatic(AgentId id) const {
    std::size_t low = 0;
    std::size_t high = ranges_.size();  // ranges ascend: each begins above everything before it
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      ranges_[middle].end <= id ? low = middle + 1 : high = middle;
    }
    return low < ranges_.size() && ranges_[low].begin <= id;
  }

  AgentId next_ = 0;
  std::unordered_set<AgentId> given_;
  std::vector<Range> ranges_;
};

}  // namespace throng::scenario
