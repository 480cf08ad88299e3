#pragma once
#include <cstdint>

namespace throng::test {

/// Calls of operator new in this program so far.
std::uint64_t allocation_count();
/// Bytes taken by operator new and not given back, as malloc counts them.
std::uint64_t live_bytes();

/// The next so many calls get their memory, those after them throw std::bad_alloc. `never` = all get it.
void fail_allocations_after(std::uint64_t calls);
inline constexpr std::uint64_t never = ~std::uint64_t{0};

}  // namespace throng::test
