// What stands behind a ConvexSet and a PairList: in the host's memory (host/cpu) or in a device's (kernels/cuda).
//
// The public functions have checked the arguments, as far as they need no look into arrays on a device.
#pragma once
#include <cstddef>
#include <vector>

#include "kernels/agent/collision_data.hpp"
#include "throng/collision.hpp"

namespace throng {

struct THRONG_LOCAL ConvexSet::Impl {
  virtual ~Impl() = default;
  virtual void move(const BodyPoses& poses) = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual bool is_on_device() const = 0;
  [[nodiscard]] virtual std::vector<RefusedBody> refused() const = 0;
  /// `pairs` is null or what an earlier call has left there, of this set or of another one, perhaps elsewhere.
  virtual void find_pairs(std::unique_ptr<PairList::Impl>& pairs, float margin) = 0;
  virtual void collide(const PairsView& batch, std::size_t count) = 0;
};

struct THRONG_LOCAL PairList::Impl {
  virtual ~Impl() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual const PairRow* data() const = 0;
};

std::unique_ptr<ConvexSet::Impl> make_host_set(const ConvexBodies& bodies, int threads);
#ifdef THRONG_HAS_CUDA
std::unique_ptr<ConvexSet::Impl> make_device_set(const ConvexBodies& bodies, void* stream);
#endif

}  // namespace throng
