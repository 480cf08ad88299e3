// A set of convex bodies in the host's memory.
#pragma once
#include "host/buffer.hpp"
#include "host/collision_impl.hpp"
#include "host/cpu/find_pairs.hpp"
#include "host/cpu/thread_team.hpp"
#include "kernels/agent/body_shape.hpp"

namespace throng {

struct HostPairList final : PairList::Impl {
  [[nodiscard]] std::size_t size() const override { return pairs.size(); }
  [[nodiscard]] const PairRow* data() const override { return pairs.data(); }
  Buffer<PairRow> pairs;
};

class HostConvexSet final : public ConvexSet::Impl {
 public:
  /// The arrays have been checked.
  HostConvexSet(const ConvexBodies& bodies, int threads);

  void move(const BodyPoses& poses) override;
  [[nodiscard]] std::size_t size() const override { return rows_.size(); }
  [[nodiscard]] bool is_on_device() const override { return false; }
  [[nodiscard]] std::vector<RefusedBody> refused() const override;
  void find_pairs(std::unique_ptr<PairList::Impl>& pairs, float margin) override;
  void collide(const PairsView& batch, std::size_t count) override;

  [[nodiscard]] BodiesView view() const;

 private:
  /// Rows of all bodies, from their shapes and poses.
  void place_bodies();

  ThreadTeam team_;
  std::size_t polygon_count_;
  Buffer<BodyShape> shapes_;
  Buffer<BatchPoint> shape_vertices_;
  Buffer<BatchPoint> translation_, rotation_;  // of polygons; empty = never given
  Buffer<BatchPoint> center_;                  // of discs
  Buffer<BodyRow> rows_;
  Buffer<BatchPoint> vertices_;
  Buffer<EdgeRow> edges_;
  Buffer<BodyBox> boxes_;
  PairFinder finder_;
};

}  // namespace throng
