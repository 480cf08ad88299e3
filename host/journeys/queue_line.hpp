// Who is where in a queue: some are served, the others stand behind them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

namespace throng {

/// Agents by slot. Place k < servers is the k-th server's, place servers + k that of the k-th who waits.
class QueueLine {
 public:
  static constexpr std::uint32_t nobody = 0xffffffffu;

  explicit QueueLine(std::size_t servers = 1) : served_(servers, nobody) {}

  /// An agent who is now at another place than before.
  struct Move {
    std::uint32_t slot;
    std::size_t place;
  };
  /// The place it gets.
  std::size_t join(std::uint32_t slot) {
    for (std::size_t k = 0; k < served_.size(); ++k) {
      if (served_[k] != nobody) continue;
      served_[k] = slot;
      return k;
    }
    waiting_.push_back(slot);
    return served_.size() + waiting_.size() - 1;
  }
  /// Takes it out, wherever it is; those who move up are added to `moves`.
  void leave(std::uint32_t slot, std::vector<Move>& moves) {
    const auto server = std::find(served_.begin(), served_.end(), slot);
    std::size_t first = 0;
    if (server != served_.end()) {
      *server = nobody;
      if (waiting_.empty()) return;
      *server = waiting_.front();
      waiting_.pop_front();
      moves.push_back({*server, static_cast<std::size_t>(server - served_.begin())});
    } else {
      const auto at = std::find(waiting_.begin(), waiting_.end(), slot);
      if (at == waiting_.end()) return;
      first = static_cast<std::size_t>(at - waiting_.begin());
      waiting_.erase(at);
    }
    for (std::size_t k = first; k < waiting_.size(); ++k) moves.push_back({waiting_[k], served_.size() + k});
  }
  [[nodiscard]] bool is_at_server(std::uint32_t slot) const {
    return std::find(served_.begin(), served_.end(), slot) != served_.end();
  }
  [[nodiscard]] std::size_t length() const {
    return waiting_.size() + served_.size() -
           static_cast<std::size_t>(std::count(served_.begin(), served_.end(), nobody));
  }

  // ---- For saving ----
  [[nodiscard]] const std::vector<std::uint32_t>& served() const { return served_; }
  [[nodiscard]] const std::deque<std::uint32_t>& waiting() const { return waiting_; }
  void restore(std::vector<std::uint32_t> served, std::deque<std::uint32_t> waiting) {
    served_ = std::move(served);
    waiting_ = std::move(waiting);
  }

 private:
  std::vector<std::uint32_t> served_;
  std::deque<std::uint32_t> waiting_;
};

}  // namespace throng
