// A set of convex bodies in a device's memory.
//
// All work goes through the user's stream. The host waits in the constructor, once in find_pairs, and where refused
// bodies are asked for.
#pragma once
#include <memory>
#include <string>

#include "host/collision_impl.hpp"
#include "kernels/cuda/collision_kernels.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/device_use.hpp"

namespace throng::cuda {

/// The device that sets and lists of pairs have in common; it goes when the last of them does.
struct DevicePlace {
  DevicePlace(int number, cudaStream_t user_stream) : device(number), use(number), memory(number, user_stream) {}
  int device;
  DeviceUse use;
  DeviceMemory memory;
};

class DevicePairList final : public PairList::Impl {
 public:
  explicit DevicePairList(std::shared_ptr<DevicePlace> place) : place_(std::move(place)) {}
  ~DevicePairList() override;
  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] const PairRow* data() const override { return pairs_.device_pointer(); }

 private:
  friend class DeviceConvexSet;
  std::shared_ptr<DevicePlace> place_;
  DeviceBuffer<PairRow> pairs_, other_;  ///< the second is for sorting
  std::size_t size_ = 0;
};

class DeviceConvexSet final : public ConvexSet::Impl {
 public:
  DeviceConvexSet(const ConvexBodies& bodies, int device, cudaStream_t stream);
  ~DeviceConvexSet() override;

  void move(const BodyPoses& poses) override;
  [[nodiscard]] std::size_t size() const override { return bodies_.count; }
  [[nodiscard]] bool is_on_device() const override { return true; }
  [[nodiscard]] std::vector<RefusedBody> refused() const override;
  void find_pairs(std::unique_ptr<PairList::Impl>& pairs, float margin) override;
  void collide(const PairsView& batch, std::size_t count) override;

 private:
  /// Runs `call` with calls of the runtime going to this set's device.
  template <class Call>
  auto on_device(Call&& call) const;
  [[nodiscard]] cudaStream_t stream() const { return place_->memory.stream(); }
  void make(const ConvexBodies& bodies);
  std::uint32_t check_offsets(const GivenPolygons& given);
  void take_poses(const BodyPoses& poses);
  void reserve_search(std::size_t pairs);
  void find(DevicePairList& pairs, float margin);

  std::shared_ptr<DevicePlace> place_;
  std::uint32_t multiprocessors_ = 1;
  DeviceBodies bodies_{};
  DeviceBuffer<BodyShape> shapes_;
  DeviceBuffer<BatchPoint> shape_vertices_, vertices_;
  DeviceBuffer<BatchPoint> translation_, rotation_;  ///< of polygons; empty = never given
  DeviceBuffer<BatchPoint> center_;                  ///< of discs
  DeviceBuffer<PackedRow> rows_;
  DeviceBuffer<EdgeRow> edges_;
  DeviceBuffer<BodyBox> boxes_;

  DeviceBuffer<PairSearchState> search_state_;  ///< these from the first search on
  DeviceBuffer<std::uint64_t> keys_, sorted_keys_;
  DeviceBuffer<std::uint32_t> numbers_, sorted_numbers_;
  DeviceBuffer<BodyBox> sorted_boxes_;
  DeviceBuffer<char> scratch_;
  PinnedBuffer<unsigned long long> found_;

  DeviceBuffer<std::uint32_t> medium_places_, large_places_, listed_;  ///< the last: how many of each
};

}  // namespace throng::cuda
