// A host's memory: it counts, holds to the sizes it has given out, and can run out.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "throng/c/instance.h"

namespace throng::contract {

class HostMemory {
 public:
  static constexpr std::uint64_t never = UINT64_MAX;

  void give_to(throng_instance_desc& desc) {
    desc.allocate = take;
    desc.release = give_back;
    desc.memory_user = this;
  }
  /// The next `calls` calls get their memory, those after them none.
  void fail_after(std::uint64_t calls);
  [[nodiscard]] std::uint64_t calls() const { return calls_; }
  [[nodiscard]] std::size_t pieces() const { return live_.size(); }
  /// Pieces that were given back with other numbers than they were taken with, or twice.
  [[nodiscard]] int wrong_returns() const { return wrong_returns_; }

 private:
  static void* take(std::size_t size, std::size_t alignment, void* user);
  static void give_back(void* memory, std::size_t size, std::size_t alignment, void* user);

  std::mutex mutex_;
  std::map<void*, std::pair<std::size_t, std::size_t>> live_;  // size, alignment
  std::uint64_t calls_ = 0, last_ = never;
  int wrong_returns_ = 0;
};

}  // namespace throng::contract
