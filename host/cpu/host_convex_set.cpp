#include "host/cpu/host_convex_set.hpp"

#include <cstring>

#include "host/cpu/step_kernels.hpp"
#include "kernels/agent/make_body.hpp"

namespace throng {
namespace {

constexpr std::size_t body_grain = 1024;  // bodies per task
constexpr std::size_t pair_grain = 4096;  // pairs per task

const BatchPoint* batch_points(const Vec2f* from) { return reinterpret_cast<const BatchPoint*>(from); }
static_assert(sizeof(Vec2f) == sizeof(BatchPoint) && alignof(Vec2f) == alignof(BatchPoint));

/// Null = as it was.
void copy_points(const Vec2f* from, std::size_t count, Buffer<BatchPoint>& to) {
  if (from == nullptr || count == 0) return;
  to.resize(count);
  std::memcpy(to.data(), from, count * sizeof(BatchPoint));
}

const BatchPoint* entry(const Buffer<BatchPoint>& points, std::size_t i) {
  return points.size() > 0 ? points.data() + i : nullptr;
}

}  // namespace

HostConvexSet::HostConvexSet(const ConvexBodies& bodies, int threads)
    : team_(threads), polygon_count_(bodies.polygon_count) {
  const std::size_t count = bodies.polygon_count + bodies.disc_count;
  const std::size_t vertex_count = polygon_count_ > 0 ? bodies.offsets[polygon_count_] : 0;
  shapes_.resize(count);
  shape_vertices_.resize(vertex_count);
  rows_.resize(count);
  vertices_.resize(vertex_count);
  edges_.resize(vertex_count);
  boxes_.resize(count);
  const BatchPoint* given = batch_points(bodies.vertices);
  team_.for_chunks(count, body_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t k = begin; k < end; ++k) {
      if (k >= polygon_count_) {
        shapes_[k] = make_disc_shape(bodies.radius[k - polygon_count_]);
        continue;
      }
      const std::uint32_t first = bodies.offsets[k];
      shapes_[k] =
          make_polygon_shape(given + first, bodies.offsets[k + 1] - first, shape_vertices_.data() + first, first);
    }
  });
  move({bodies.translation, bodies.rotation, bodies.center});
}

void HostConvexSet::move(const BodyPoses& poses) {
  copy_points(poses.translation, polygon_count_, translation_);
  copy_points(poses.rotation, polygon_count_, rotation_);
  copy_points(poses.center, size() - polygon_count_, center_);
  place_bodies();
}

void HostConvexSet::place_bodies() {
  team_.for_chunks(size(), body_grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t k = begin; k < end; ++k) {
      const BodyShape& shape = shapes_[k];
      if (k >= polygon_count_) {
        place_disc(shape, center_[k - polygon_count_], rows_[k], boxes_[k]);
        continue;
      }
      const std::uint32_t first = shape.first_vertex;
      place_polygon(shape, shape_vertices_.data() + first, {entry(translation_, k), entry(rotation_, k)},
                    vertices_.data() + first, edges_.data() + first, rows_[k], boxes_[k]);
    }
  });
}

std::vector<RefusedBody> HostConvexSet::refused() const {
  std::vector<RefusedBody> refused;
  for (std::size_t k = 0; k < size(); ++k) {
    if (rows_[k].fault == 0) continue;
    refused.push_back({k, static_cast<BodyFault>(rows_[k].fault), shapes_[k].fault_vertex});
  }
  return refused;
}

BodiesView HostConvexSet::view() const {
  return {rows_.data(), vertices_.data(), edges_.data(), boxes_.data(), static_cast<std::uint32_t>(size())};
}

void HostConvexSet::find_pairs(std::unique_ptr<PairList::Impl>& pairs, float margin) {
  auto* own = dynamic_cast<HostPairList*>(pairs.get());
  if (own == nullptr) {
    pairs = std::make_unique<HostPairList>();
    own = static_cast<HostPairList*>(pairs.get());
  }
  finder_.find(view(), margin, team_, own->pairs);
}

void HostConvexSet::collide(const PairsView& batch, std::size_t count) {
  const StepKernels& kernels = best_step_kernels();
  team_.for_chunks(count, pair_grain,
                   [&](std::size_t begin, std::size_t end, int) { kernels.collide(view(), batch, begin, end); });
}

std::unique_ptr<ConvexSet::Impl> make_host_set(const ConvexBodies& bodies, int threads) {
  return std::make_unique<HostConvexSet>(bodies, threads);
}

}  // namespace throng
