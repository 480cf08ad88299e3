// A frame of all agents on its way to the host, while the next step runs.
//
// The device copies the columns aside at once; a stream of its own brings the copy to pinned memory. Two frames can be
// under way.
#pragma once
#include <array>
#include <cstdint>

#include "host/executor.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/device_step.hpp"
#include "kernels/cuda/stream.hpp"

namespace throng::cuda {

class MotionTransfer {
 public:
  explicit MotionTransfer(DeviceMemory& memory) : memory_(memory) {}
  ~MotionTransfer();

  /// Of the first `count` agents as they are at this point of the world's stream. At most two frames wait to be taken:
  /// the world sees to that.
  void request(const DeviceStep& step, std::size_t count);
  /// Waits for the oldest frame requested.
  void take(MotionColumns& out);
  /// A frame at once, beside those requested. Without the state hash.
  void read(const DeviceStep& step, std::size_t count, MotionColumns& out);

 private:
  static constexpr int columns = 8;  ///< slot, profile, position, velocity, heading: 4 bytes each
  struct Frame {
    DeviceBuffer<std::uint32_t> device;
    PinnedBuffer<std::uint32_t> host;
    DeviceBuffer<unsigned long long> hash;
    PinnedBuffer<unsigned long long> hash_copy;
    std::size_t count = 0, stride = 0;
    Event aside, arrived;
  };
  void start(Frame& frame, const DeviceStep& step, std::size_t count, bool with_hash);
  static void finish(Frame& frame, MotionColumns& out);

  DeviceMemory& memory_;
  Stream copies_;
  std::array<Frame, 2> frames_;
  Frame direct_;
  int oldest_ = 0, waiting_ = 0;
};

}  // namespace throng::cuda
