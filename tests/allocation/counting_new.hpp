#pragma once
#include <cstdint>

namespace throng::test {

/// Calls of operator new in this program so far.
std::uint64_t allocation_count();
/// Bytes taken by operator new and not given back, as malloc counts them.
std::uint64_t live_bytes();

}  // namespace throng::test
