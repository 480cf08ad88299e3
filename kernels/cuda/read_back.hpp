// Records that kernels gather by slot, on their way to the host: in pieces, through memory that stays.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>

#include "kernels/cuda/staging.hpp"

namespace throng::cuda {

template <class T>
class ReadBack {
 public:
  /// gather(slots on the device, count, to) enqueues the kernel; take(first, records) gets each piece. The host waits.
  template <class Gather, class Take>
  void read(DeviceMemory& memory, Staging& staging, std::span<const std::uint32_t> slots, Gather&& gather,
            Take&& take) {
    const std::size_t at_once = std::min<std::size_t>(slots.size(), 65536);
    if (copy_.size() < at_once) {
      DeviceBuffer<T> records(memory, at_once);
      copy_ = PinnedBuffer<T>(at_once);
      records_ = std::move(records);
    }
    for (std::size_t first = 0; first < slots.size(); first += at_once) {
      const std::size_t count = std::min(at_once, slots.size() - first);
      staging.send(slots.subspan(first, count), [&](const std::uint32_t* piece, std::size_t, std::size_t) {
        gather(piece, static_cast<std::uint32_t>(count), records_.device_pointer());
      });
      copy_to_host(copy_.data(), records_.device_pointer(), count, memory.stream());
      wait_for(memory.stream());
      take(first, std::span<const T>(copy_.data(), count));
    }
  }

 private:
  DeviceBuffer<T> records_;
  PinnedBuffer<T> copy_;
};

}  // namespace throng::cuda
