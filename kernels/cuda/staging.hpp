// Pinned memory in two halves: while a device copies the one, the host fills or reads the other.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/stream.hpp"

namespace throng::cuda {

class Staging {
 public:
  Staging(DeviceMemory& memory) : memory_(memory) {}

  /// Room for so many bytes at once, or for as many as are sent at once. Throws Error{out_of_memory}.
  void reserve(std::size_t bytes) {
    for (Half& half : halves_) {
      if (half.host.size() >= std::min(bytes, half_bytes)) continue;
      if (half.busy) half.free.wait();
      make_room(half, std::min(bytes, half_bytes));
    }
  }

  /// Brings `values` to the device in pieces; use(piece in device memory, first index, count) enqueues what is done
  /// with each.
  template <class T, class Use>
  void send(std::span<const T> values, Use&& use) {
    constexpr std::size_t at_once = half_bytes / sizeof(T);
    for (std::size_t first = 0; first < values.size(); first += at_once) {
      const std::size_t count = std::min(at_once, values.size() - first);
      Half& half = next_half(count * sizeof(T));
      std::memcpy(half.host.data(), values.data() + first, count * sizeof(T));
      copy_to_device(half.device.device_pointer(), half.host.data(), count * sizeof(T), memory_.stream());
      use(reinterpret_cast<const T*>(half.device.device_pointer()), first, count);
      half.free.record(memory_.stream());
      half.busy = true;
    }
  }

 private:
  static constexpr std::size_t half_bytes = std::size_t{8} << 20;
  struct Half {
    PinnedBuffer<char> host;
    DeviceBuffer<char> device;
    Event free;
    bool busy = false;
  };
  Half& next_half(std::size_t bytes) {
    Half& half = halves_[next_];
    next_ = 1 - next_;
    if (half.busy) half.free.wait();
    make_room(half, bytes);
    return half;
  }
  void make_room(Half& half, std::size_t bytes) {
    if (half.host.size() < bytes) {
      const std::size_t room = std::min(half_bytes, std::max<std::size_t>(2 * bytes, 4096));
      PinnedBuffer<char> host(room);
      half.device = DeviceBuffer<char>(memory_, room);
      half.host = std::move(host);  // last: its size says what there is
    }
  }

  DeviceMemory& memory_;
  Half halves_[2];
  int next_ = 0;
};

}  // namespace throng::cuda
