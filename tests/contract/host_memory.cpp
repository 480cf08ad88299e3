#include "tests/contract/host_memory.hpp"

#include <cstdlib>

namespace throng::contract {

void HostMemory::fail_after(std::uint64_t calls) { last_ = calls == never ? never : calls_ + calls; }

void* HostMemory::take(std::size_t size, std::size_t alignment, void* user) {
  auto& memory = *static_cast<HostMemory*>(user);
  const std::lock_guard lock(memory.mutex_);
  if (memory.calls_++ >= memory.last_) return nullptr;
  void* const piece = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (piece != nullptr) memory.live_[piece] = {size, alignment};
  return piece;
}

void HostMemory::give_back(void* piece, std::size_t size, std::size_t alignment, void* user) {
  auto& memory = *static_cast<HostMemory*>(user);
  const std::lock_guard lock(memory.mutex_);
  const auto found = memory.live_.find(piece);
  if (found == memory.live_.end() || found->second != std::pair(size, alignment)) {
    ++memory.wrong_returns_;
    return;
  }
  memory.live_.erase(found);
  std::free(piece);
}

}  // namespace throng::contract
