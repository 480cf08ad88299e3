// The public face of collision: checks, and where the work is done.
#include "throng/collision.hpp"

#include <fmt/format.h>

#include "host/body_checks.hpp"
#include "host/checks.hpp"
#include "host/collision_impl.hpp"
#include "host/floating_point_mode.hpp"
#include "throng/error.hpp"
#include "throng/parameters.hpp"

namespace throng {
namespace {

constexpr std::size_t most_set_entries = std::size_t{1} << 30;  // bodies, and vertices
constexpr std::size_t most_pairs = std::size_t{1} << 31;

void check_count(std::string_view name, std::size_t count, std::size_t most) {
  if (count > most) refuse(fmt::format("{} are {}; there can be {}", name, count, most));
}
void need(std::string_view name, const void* array, std::size_t count) {
  if (array == nullptr && count > 0) refuse(fmt::format("{} is null, for {} entries", name, count));
}

/// What needs no look into the arrays.
void check_bodies(const ConvexBodies& bodies) {
  check_count("polygons", bodies.polygon_count, most_set_entries);
  check_count("discs", bodies.disc_count, most_set_entries);
  check_count("polygons and discs", bodies.polygon_count + bodies.disc_count, most_set_entries);
  need("offsets", bodies.offsets, bodies.polygon_count);
  need("center", bodies.center, bodies.disc_count);
  need("radius", bodies.radius, bodies.disc_count);
}

std::unique_ptr<ConvexSet::Impl> checked_host_set(const ConvexBodies& bodies, int threads) {
  const FloatingPointMode mode;
  check_range("threads", threads, 0, 1024, "");
  check_bodies(bodies);
  check_polygon_arrays(bodies);
  if (bodies.polygon_count > 0) check_count("vertices", bodies.offsets[bodies.polygon_count], most_set_entries);
  return make_host_set(bodies, threads);
}

void check_on_host(const ConvexSet& set, std::string_view call) {
  if (set.is_on_device()) refuse(fmt::format("{} returns a vector, but the set is in a device's memory", call));
}

BatchPoint* batch_points(Vec2f* from) { return reinterpret_cast<BatchPoint*>(from); }
static_assert(sizeof(Vec2f) == sizeof(BatchPoint) && alignof(Vec2f) == alignof(BatchPoint));
static_assert(sizeof(BodyPair) == sizeof(PairRow) && alignof(BodyPair) == alignof(PairRow));
static_assert(sizeof(PairState) == 1);

}  // namespace

ConvexSet::ConvexSet(const ConvexBodies& bodies, int threads) : impl_(checked_host_set(bodies, threads)) {}
ConvexSet::ConvexSet(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ConvexSet::~ConvexSet() = default;
ConvexSet::ConvexSet(ConvexSet&&) noexcept = default;
ConvexSet& ConvexSet::operator=(ConvexSet&&) noexcept = default;

#ifdef THRONG_HAS_CUDA
ConvexSet ConvexSet::on_device(const ConvexBodies& bodies, void* stream) {
  const FloatingPointMode mode;
  check_bodies(bodies);
  return ConvexSet(make_device_set(bodies, stream));
}
#else
ConvexSet ConvexSet::on_device(const ConvexBodies&, void*) {
  throw Error(ErrorCode::unavailable, "this build of throng has no CUDA: ConvexSet::on_device does nothing");
}
#endif

void ConvexSet::move(const BodyPoses& poses) {
  const FloatingPointMode mode;
  impl_->move(poses);
}
std::size_t ConvexSet::size() const { return impl_->size(); }
bool ConvexSet::is_on_device() const { return impl_->is_on_device(); }
std::vector<RefusedBody> ConvexSet::refused() const { return impl_->refused(); }

PairList::PairList() = default;
PairList::~PairList() = default;
PairList::PairList(PairList&&) noexcept = default;
PairList& PairList::operator=(PairList&&) noexcept = default;
std::size_t PairList::size() const { return impl_ ? impl_->size() : 0; }
const BodyPair* PairList::data() const { return impl_ ? reinterpret_cast<const BodyPair*>(impl_->data()) : nullptr; }

void find_pairs(const ConvexSet& set, PairList& pairs, double margin) {
  const FloatingPointMode mode;
  check_range("margin", margin, 0.0, limits::max_length, "m");
  set.impl().find_pairs(pairs.impl(), static_cast<float>(margin));
}

std::vector<BodyPair> find_pairs(const ConvexSet& set, double margin) {
  check_on_host(set, "find_pairs");
  PairList pairs;
  find_pairs(set, pairs, margin);
  return {pairs.data(), pairs.data() + pairs.size()};
}

void collide(const ConvexSet& set, const PairBatch& batch) {
  const FloatingPointMode mode;
  check_count("pairs", batch.count, most_pairs);
  need("pairs", batch.pairs, batch.count);
  check_range("tolerance", batch.tolerance, 0.0, 1.0, "");
  const PairsView view{.pairs = reinterpret_cast<const PairRow*>(batch.pairs),
                       .last_axis = batch.last_axis,
                       .tolerance = static_cast<float>(batch.tolerance),
                       .measure_misses = batch.measure_misses,
                       .state = reinterpret_cast<std::uint8_t*>(batch.out.state),
                       .depth = batch.out.depth,
                       .normal = batch_points(batch.out.normal),
                       .point_count = batch.out.point_count,
                       .points = batch_points(batch.out.points),
                       .axis = batch.out.axis};
  if (batch.count > 0) set.impl().collide(view, batch.count);
}

std::vector<Contact> detail::contacts_of(const ConvexSet& set, std::span<const BodyPair> pairs) {
  check_on_host(set, "collide");
  const std::size_t count = pairs.size();
  std::vector<PairState> state(count);
  std::vector<float> depth(count);
  std::vector<Vec2f> normal(count), points(2 * count);
  std::vector<std::uint8_t> point_count(count);
  collide(set, {.pairs = pairs.data(),
                .count = count,
                .measure_misses = true,
                .out = {.state = state.data(),
                        .depth = depth.data(),
                        .normal = normal.data(),
                        .point_count = point_count.data(),
                        .points = points.data()}});
  std::vector<Contact> contacts(count);
  for (std::size_t i = 0; i < count; ++i) {
    contacts[i] = {state[i], static_cast<double>(depth[i]), normal[i], {}};
    contacts[i].points.assign(points.begin() + static_cast<std::ptrdiff_t>(2 * i),
                              points.begin() + static_cast<std::ptrdiff_t>(2 * i + point_count[i]));
  }
  return contacts;
}

}  // namespace throng
