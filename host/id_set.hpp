// The ids that a world has ever used, as runs: ids count up, so a million of them are one run.
#pragma once
#include <initializer_list>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "throng/types.hpp"

namespace throng {

class IdSet {
 public:
  [[nodiscard]] bool contains(AgentId id) const {
    const auto after = runs_.upper_bound(id);
    return after != runs_.begin() && std::prev(after)->second >= id;
  }

  /// Ascending, none of them in the set yet. Throws std::bad_alloc; then none of them is in it.
  template <class Ids>
  void insert_sorted(const Ids& ids) {
    Runs added;
    for (const AgentId id : ids) {
      if (!added.empty() && added.rbegin()->second + 1 == id) {
        added.rbegin()->second = id;
      } else {
        added.emplace_hint(added.end(), id, id);
      }
    }
    while (!added.empty()) join(added.extract(added.begin()));
  }
  void insert(AgentId id) { insert_sorted(std::initializer_list<AgentId>{id}); }

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
  using Runs = std::map<AgentId, AgentId>;  // first -> last

  /// Moves a run in, and joins it with its neighbors: no memory is taken.
  void join(Runs::node_type run) {
    auto after = runs_.upper_bound(run.key());
    if (after != runs_.end() && after->first == run.mapped() + 1) {
      run.mapped() = after->second;
      after = runs_.erase(after);
    }
    if (after != runs_.begin()) {
      const auto before = std::prev(after);
      if (before->second + 1 == run.key()) {
        before->second = run.mapped();
        return;
      }
    }
    runs_.insert(after, std::move(run));
  }

  Runs runs_;
};

}  // namespace throng
