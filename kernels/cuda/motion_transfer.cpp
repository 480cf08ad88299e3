#include "kernels/cuda/motion_transfer.hpp"

#include <bit>

#include "kernels/cuda/kernels.hpp"

namespace throng::cuda {

MotionTransfer::~MotionTransfer() { static_cast<void>(cudaStreamSynchronize(copies_.get())); }

void MotionTransfer::start(Frame& frame, const DeviceStep& step, std::size_t count, bool with_hash) {
  if (frame.stride < count || frame.hash.size() == 0) {
    const std::size_t stride = count + count / 2;
    DeviceBuffer<std::uint32_t> device(memory_, columns * stride);
    PinnedBuffer<std::uint32_t> host(columns * stride);
    frame.hash_copy = PinnedBuffer<unsigned long long>(1);
    frame.hash = DeviceBuffer<unsigned long long>(memory_, 1);
    frame.device = std::move(device);
    frame.host = std::move(host);
    frame.stride = stride;  // last: it says what there is
  }
  frame.count = count;
  const AgentArrays& a = step.data.agents;
  const void* sources[columns] = {a.slot,       a.profile,    a.position_x, a.position_y,
                                  a.velocity_x, a.velocity_y, a.heading_x,  a.heading_y};
  const cudaStream_t stream = memory_.stream();
  for (std::size_t c = 0; c < columns; ++c) {
    copy_on_device(frame.device.device_pointer() + c * frame.stride, static_cast<const std::uint32_t*>(sources[c]),
                   count, stream);
  }
  if (with_hash) launch_state_hash(step, frame.hash.device_pointer(), stream);
  frame.aside.record(stream);
  frame.aside.hold_back(copies_.get());
  for (std::size_t c = 0; c < columns; ++c) {
    copy_to_host(frame.host.data() + c * frame.stride, frame.device.device_pointer() + c * frame.stride, count,
                 copies_.get());
  }
  if (with_hash) copy_to_host(frame.hash_copy.data(), frame.hash.device_pointer(), 1, copies_.get());
  frame.arrived.record(copies_.get());
  // The next frame in this memory is copied aside only when this one has been taken: finish() waits for it.
}

void MotionTransfer::request(const DeviceStep& step, std::size_t count) {
  start(frames_[static_cast<std::size_t>((oldest_ + waiting_) % 2)], step, count, true);
  ++waiting_;
}

void MotionTransfer::take(MotionColumns& out) {
  Frame& frame = frames_[static_cast<std::size_t>(oldest_)];
  oldest_ = 1 - oldest_;
  --waiting_;
  finish(frame, out);
}

void MotionTransfer::read(const DeviceStep& step, std::size_t count, MotionColumns& out) {
  start(direct_, step, count, false);
  finish(direct_, out);
}

void MotionTransfer::finish(Frame& frame, MotionColumns& out) {
  frame.arrived.wait();
  const std::size_t n = frame.count;
  const std::uint32_t* column[columns];
  for (std::size_t c = 0; c < columns; ++c) column[c] = frame.host.data() + c * frame.stride;
  const auto vector = [&](std::size_t c, std::size_t i) {
    return Vec2d{std::bit_cast<float>(column[c][i]), std::bit_cast<float>(column[c + 1][i])};
  };
  out.state_hash = frame.hash_copy[0];
  out.slot.assign(column[0], column[0] + n);
  out.profile.assign(column[1], column[1] + n);
  out.position.resize(n);
  out.velocity.resize(n);
  out.heading.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    out.position[i] = vector(2, i);
    out.velocity[i] = vector(4, i);
    out.heading[i] = vector(6, i);
  }
}

}  // namespace throng::cuda
