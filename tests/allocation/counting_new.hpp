#pragma once
#include <cstdint>

namespace throng::test {

/// Calls of operator new in this program so far.
std::uint64_t allocation_count();

}  // namespace throng::test
