// How often the host has waited for a device, and what else a step must not do: for tests, which count it.
#pragma once
#include <atomic>
#include <cstdint>

namespace throng::cuda {

/// Of the whole process.
struct RuntimeCounters {
  std::atomic<std::uint64_t> waits{0};        ///< of the host for a stream or an event
  std::atomic<std::uint64_t> captures{0};     ///< of a step into a graph
  std::atomic<std::uint64_t> launches{0};     ///< of such a graph
  std::atomic<std::uint64_t> allocations{0};  ///< of device or pinned memory
};
RuntimeCounters& runtime_counters();

}  // namespace throng::cuda
