// Global operator new and delete of this program: they count, and take memory from malloc.
#include "tests/allocation/counting_new.hpp"

#include <malloc.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> allocations{0}, live{0}, last_allocation{throng::test::never};

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (allocations.fetch_add(1, std::memory_order_relaxed) >= last_allocation.load(std::memory_order_relaxed)) {
    throw std::bad_alloc();
  }
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, rounded > 0 ? rounded : alignment);
  if (memory == nullptr) throw std::bad_alloc();
  live.fetch_add(malloc_usable_size(memory), std::memory_order_relaxed);
  return memory;
}

void release(void* memory) noexcept {
  live.fetch_sub(malloc_usable_size(memory), std::memory_order_relaxed);  // 0 for null
  std::free(memory);
}

}  // namespace

namespace throng::test {
std::uint64_t allocation_count() { return allocations.load(); }
std::uint64_t live_bytes() { return live.load(); }
void fail_allocations_after(std::uint64_t calls) {
  last_allocation = calls == never ? never : allocations.load() + calls;
}
}  // namespace throng::test

// The other forms (arrays, nothrow, sized) call these.
void* operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
