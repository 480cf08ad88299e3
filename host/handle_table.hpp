// Slots with generations: what makes a handle to something removed an error instead of a handle to something else.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "host/room.hpp"

namespace throng {

class HandleTable {
 public:
  /// Tables whose slots begin with different generations don't know each other's handles.
  explicit HandleTable(std::uint32_t first_generation = 0) : first_generation_(first_generation) {}

  /// The next `count` calls of acquire() take no memory. Throws std::bad_alloc; nothing has changed.
  void reserve(std::size_t count) {
    const std::size_t size = generations_.size() + count;
    make_room(generations_, size);
    make_room(alive_, size);
    make_room(free_, size);
  }

  /// A free slot, the one released last first; its generation is that of the new handle.
  std::uint32_t acquire() {
    if (free_.empty()) reserve(1);
    if (!free_.empty()) {
      const std::uint32_t slot = free_.back();
      free_.pop_back();
      alive_[slot] = 1;
      ++alive_count_;
      return slot;
    }
    ++alive_count_;
    generations_.push_back(first_generation_);
    alive_.push_back(1);
    return static_cast<std::uint32_t>(generations_.size() - 1);
  }

  /// Handles to the slot are stale from now on. A slot whose generations are used up is not used again. Takes no
  /// memory.
  void release(std::uint32_t slot) {
    alive_[slot] = 0;
    --alive_count_;
    if (generations_[slot] == std::numeric_limits<std::uint32_t>::max()) return;
    ++generations_[slot];
    free_.push_back(slot);
  }

  [[nodiscard]] bool contains(std::uint32_t slot, std::uint32_t generation) const noexcept {
    return slot < generations_.size() && alive_[slot] != 0 && generations_[slot] == generation;
  }
  [[nodiscard]] bool is_alive(std::uint32_t slot) const { return alive_[slot] != 0; }
  [[nodiscard]] std::size_t alive_count() const { return alive_count_; }
  [[nodiscard]] std::uint32_t generation(std::uint32_t slot) const { return generations_[slot]; }
  [[nodiscard]] std::size_t slots() const { return generations_.size(); }

  [[nodiscard]] std::size_t capacity_bytes() const {
    return (generations_.capacity() + free_.capacity()) * sizeof(std::uint32_t) + alive_.capacity();
  }

  // ---- For saving: a table is its first generation, its generations, its free slots in order, and who is alive ----
  [[nodiscard]] std::uint32_t first_generation() const { return first_generation_; }
  [[nodiscard]] const std::vector<std::uint32_t>& generations() const { return generations_; }
  [[nodiscard]] const std::vector<std::uint32_t>& free_slots() const { return free_; }
  void restore(std::vector<std::uint32_t> generations, std::vector<std::uint32_t> free,
               const std::vector<std::uint32_t>& alive) {
    generations_ = std::move(generations);
    free_ = std::move(free);
    alive_.assign(generations_.size(), 0);
    for (const std::uint32_t slot : alive) alive_[slot] = 1;
    alive_count_ = alive.size();
    reserve(0);
  }

 private:
  std::uint32_t first_generation_;
  std::vector<std::uint32_t> generations_;
  std::vector<std::uint8_t> alive_;
  std::vector<std::uint32_t> free_;
  std::size_t alive_count_ = 0;
};

}  // namespace throng
