// The ids that a world has ever used, as runs: ids count up, so a million of them are one run.
#pragma once
#include <iterator>
#include <map>
#include <vector>

#include "throng/types.hpp"

namespace throng {

class IdSet {
 public:
  [[nodiscard]] bool contains(AgentId id) const {
    const auto after = runs_.upper_bound(id);
    return after != runs_.begin() && std::prev(after)->second >= id;
  }

  /// `id` is not in the set yet.
  void insert(AgentId id) {
    auto after = runs_.upper_bound(id);
    const bool joins_after = after != runs_.end() && after->first == id + 1;
    if (after != runs_.begin()) {
      const auto before = std::prev(after);
      if (before->second + 1 == id) {
        before->second = joins_after ? after->second : id;
        if (joins_after) runs_.erase(after);
        return;
      }
    }
    if (joins_after) {
      const AgentId last = after->second;
      runs_.erase(after);
      runs_[id] = last;
    } else {
      runs_[id] = id;
    }
  }

  /// The next after the highest, 0 when empty.
  [[nodiscard]] AgentId next() const { return runs_.empty() ? 0 : runs_.rbegin()->second + 1; }

  /// First and last of each run, ascending.
  [[nodiscard]] std::vector<AgentId> runs() const {
    std::vector<AgentId> flat;
    for (const auto& [first, last] : runs_) {
      flat.push_back(first);
      flat.push_back(last);
    }
    return flat;
  }
  void restore(const std::vector<AgentId>& flat) {
    runs_.clear();
    for (std::size_t i = 0; i + 1 < flat.size(); i += 2) runs_[flat[i]] = flat[i + 1];
  }

 private:
  std::map<AgentId, AgentId> runs_;  // first -> last
};

}  // namespace throng
