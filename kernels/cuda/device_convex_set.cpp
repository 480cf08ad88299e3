#include "kernels/cuda/device_convex_set.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/executor.hpp"
#include "kernels/cuda/device.hpp"
#include "kernels/cuda/stream.hpp"
#include "throng/error.hpp"

namespace throng {
namespace cuda {
namespace {

constexpr std::size_t most_vertices = std::size_t{1} << 30;
constexpr std::uint64_t most_pairs = std::uint64_t{1} << 31;

const BatchPoint* batch_points(const Vec2f* from) { return reinterpret_cast<const BatchPoint*>(from); }
static_assert(sizeof(Vec2f) == sizeof(BatchPoint) && alignof(Vec2f) == alignof(BatchPoint));

GivenPolygons given_polygons(const ConvexBodies& bodies) {
  return {bodies.offsets, batch_points(bodies.vertices), static_cast<std::uint32_t>(bodies.polygon_count)};
}

/// The device that is current. Throws Error{unavailable} when there is none that can be used.
int current_device(const char* call) {
  int device = 0;
  const bool known = cudaGetDevice(&device) == cudaSuccess;
  if (!known) static_cast<void>(cudaGetLastError());
  const std::string problem = cuda_problem(device);
  if (!known || !problem.empty()) {
    throw Error(ErrorCode::unavailable, fmt::format("{} can't run: {}", call, problem));
  }
  return device;
}

/// Room for `count`, what was there is lost.
template <class T>
void make_room(DeviceBuffer<T>& buffer, DeviceMemory& memory, std::size_t count) {
  if (buffer.size() >= count) return;
  buffer = DeviceBuffer<T>();
  buffer = DeviceBuffer<T>(memory, count);
}

}  // namespace

DevicePairList::~DevicePairList() {
  pairs_ = {};
  other_ = {};
}

template <class Call>
auto DeviceConvexSet::on_device(Call&& call) const {
  try {
    const DeviceScope scope(place_->device);
    return call();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::device_lost) place_->use.look_after_error(stream());
    throw;
  }
}

DeviceConvexSet::DeviceConvexSet(const ConvexBodies& bodies, int device, cudaStream_t stream)
    : place_(std::make_shared<DevicePlace>(device, stream)) {
  on_device([&] { make(bodies); });
}

DeviceConvexSet::~DeviceConvexSet() = default;

std::uint32_t DeviceConvexSet::check_offsets(const GivenPolygons& given) {
  if (given.count == 0) return 0;
  DeviceBuffer<OffsetsFound> found(place_->memory, 1);
  PinnedBuffer<OffsetsFound> read(1);
  THRONG_CUDA(cudaMemsetAsync(found.device_pointer(), 0xff, sizeof(OffsetsFound), stream()));
  launch_check_offsets(given, found.device_pointer(), stream());
  copy_to_host(read.data(), found.device_pointer(), 1, stream());
  wait_for(stream());
  const OffsetsFound result = read[0];
  if (result.first_bad < given.count) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("offsets[{}] and the one behind it: wanted entries from 0 on that never descend",
                            result.first_bad));
  }
  if (result.vertices > most_vertices) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("vertices are {}; there can be {}", result.vertices, most_vertices));
  }
  if (given.vertices == nullptr && result.vertices > 0) {
    throw Error(ErrorCode::invalid_argument, fmt::format("vertices is null, for {} of them", result.vertices));
  }
  return result.vertices;
}

void DeviceConvexSet::make(const ConvexBodies& bodies) {
  DeviceMemory& memory = place_->memory;
  cudaDeviceProp properties{};
  THRONG_CUDA(cudaGetDeviceProperties(&properties, place_->device));
  multiprocessors_ = static_cast<std::uint32_t>(properties.multiProcessorCount);
  const GivenPolygons given = given_polygons(bodies);
  const std::size_t count = bodies.polygon_count + bodies.disc_count, vertex_count = check_offsets(given);
  shapes_ = {memory, count};
  shape_vertices_ = {memory, vertex_count};
  vertices_ = {memory, vertex_count};
  rows_ = {memory, count};
  edges_ = {memory, vertex_count};
  boxes_ = {memory, count};
  listed_ = {memory, 2};
  bodies_ = {given.count,
             static_cast<std::uint32_t>(count),
             shapes_.device_pointer(),
             shape_vertices_.device_pointer(),
             rows_.device_pointer(),
             vertices_.device_pointer(),
             edges_.device_pointer(),
             boxes_.device_pointer()};
  if (count == 0) return;
  launch_make_shapes(bodies_, given, bodies.radius, stream());
  take_poses({bodies.translation, bodies.rotation, bodies.center});
}

void DeviceConvexSet::take_poses(const BodyPoses& poses) {
  const auto take = [&](const Vec2f* from, std::size_t count, DeviceBuffer<BatchPoint>& to) {
    if (from == nullptr || count == 0) return;
    make_room(to, place_->memory, count);
    copy_on_device(to.device_pointer(), batch_points(from), count, stream());
  };
  take(poses.translation, bodies_.polygon_count, translation_);
  take(poses.rotation, bodies_.polygon_count, rotation_);
  take(poses.center, bodies_.count - bodies_.polygon_count, center_);
  if (bodies_.count == 0) return;
  launch_place_bodies(bodies_, {translation_.device_pointer(), rotation_.device_pointer(), center_.device_pointer()},
                      stream());
}

void DeviceConvexSet::move(const BodyPoses& poses) {
  on_device([&] { take_poses(poses); });
}

std::vector<RefusedBody> DeviceConvexSet::refused() const {
  return on_device([&] {
    std::vector<RefusedBody> refused;
    if (bodies_.count == 0) return refused;
    DeviceBuffer<RefusedRow> rows(place_->memory, bodies_.count);
    DeviceBuffer<std::uint32_t> count(place_->memory, 1);
    PinnedBuffer<std::uint32_t> counted(1);
    THRONG_CUDA(cudaMemsetAsync(count.device_pointer(), 0, sizeof(std::uint32_t), stream()));
    launch_list_refused(bodies_, rows.device_pointer(), count.device_pointer(), stream());
    copy_to_host(counted.data(), count.device_pointer(), 1, stream());
    wait_for(stream());
    PinnedBuffer<RefusedRow> read(counted[0]);
    copy_to_host(read.data(), rows.device_pointer(), read.size(), stream());
    if (read.size() > 0) wait_for(stream());
    for (std::size_t k = 0; k < read.size(); ++k) {
      refused.push_back({read[k].number, static_cast<BodyFault>(read[k].fault), read[k].vertex});
    }
    std::sort(refused.begin(), refused.end(),
              [](const RefusedBody& a, const RefusedBody& b) { return a.index < b.index; });
    return refused;
  });
}

/// For the set's bodies, and for so many pairs.
void DeviceConvexSet::reserve_search(std::size_t pairs) {
  DeviceMemory& memory = place_->memory;
  const std::size_t n = bodies_.count;
  if (found_.size() == 0) found_ = PinnedBuffer<unsigned long long>(1);
  make_room(search_state_, memory, 1);
  make_room(keys_, memory, n);
  make_room(sorted_keys_, memory, n);
  make_room(numbers_, memory, n);
  make_room(sorted_numbers_, memory, n);
  make_room(sorted_boxes_, memory, n);
  make_room(scratch_, memory, pair_search_scratch_bytes(n, pairs));
}

void DeviceConvexSet::find(DevicePairList& pairs, float margin) {
  const std::uint32_t n = bodies_.count;
  pairs.size_ = 0;
  if (n < 2) return;
  DeviceMemory& memory = place_->memory;
  const auto make_pair_room = [&](std::size_t count) {
    make_room(pairs.pairs_, memory, count);
    make_room(pairs.other_, memory, count);
    reserve_search(count);
  };
  make_pair_room(std::max<std::size_t>(pairs.pairs_.size(), std::size_t{2} * n));
  const auto arrays = [&] {
    return PairSearchArrays{search_state_.device_pointer(),   keys_.device_pointer(),
                            sorted_keys_.device_pointer(),    numbers_.device_pointer(),
                            sorted_numbers_.device_pointer(), sorted_boxes_.device_pointer(),
                            scratch_.device_pointer(),        scratch_.size()};
  };
  const auto search = [&] {
    launch_search_pairs(arrays(), margin, n, pairs.pairs_.device_pointer(), pairs.pairs_.size(), most_pairs, stream());
  };
  launch_sort_bodies(bodies_, margin, arrays(), stream());
  search();
  copy_to_host(found_.data(), &search_state_.device_pointer()->pairs, 1, stream());
  wait_for(stream());
  const std::uint64_t count = found_[0];
  if (count > most_pairs) {
    throw Error(ErrorCode::out_of_memory, "more than 2147483648 pairs of bodies are near each other");
  }
  if (count > pairs.pairs_.size()) {
    make_pair_room(std::min<std::uint64_t>(count + count / 4, most_pairs));
    search();
  }
  if (count == 0) return;
  sort_found_pairs(pairs.pairs_.device_pointer(), pairs.other_.device_pointer(), count, n, scratch_.device_pointer(),
                   scratch_.size(), stream());
  pairs.size_ = count;
}

void DeviceConvexSet::find_pairs(std::unique_ptr<PairList::Impl>& pairs, float margin) {
  on_device([&] {
    auto* own = dynamic_cast<DevicePairList*>(pairs.get());
    if (own == nullptr || own->place_->memory.stream() != stream() || own->place_->device != place_->device) {
      pairs = std::make_unique<DevicePairList>(place_);
      own = static_cast<DevicePairList*>(pairs.get());
    }
    find(*own, margin);
  });
}

void DeviceConvexSet::collide(const PairsView& batch, std::size_t count) {
  if (count == 0) return;
  on_device([&] {
    // No pair is on both lists, but each list may have all of them.
    make_room(medium_places_, place_->memory, count);
    make_room(large_places_, place_->memory, count);
    launch_collide(bodies_, batch, static_cast<std::uint32_t>(count),
                   {medium_places_.device_pointer(), listed_.device_pointer()},
                   {large_places_.device_pointer(), listed_.device_pointer() + 1}, multiprocessors_, stream());
  });
}

}  // namespace cuda

std::unique_ptr<ConvexSet::Impl> make_device_set(const ConvexBodies& bodies, void* stream) {
  return std::make_unique<cuda::DeviceConvexSet>(bodies, cuda::current_device("ConvexSet::on_device"),
                                                 static_cast<cudaStream_t>(stream));
}

void is_convex_on_device(const ConvexBodies& polygons, BodyFault* faults, void* stream) {
  const cuda::GivenPolygons given = cuda::given_polygons(polygons);
  static_cast<void>(cuda::current_device("is_convex_on_device"));
  if (given.count == 0) return;
  if (polygons.offsets == nullptr || faults == nullptr) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} is null, for {} polygons", faults == nullptr ? "faults" : "offsets", given.count));
  }
  cuda::launch_check_convexity(given, reinterpret_cast<std::uint8_t*>(faults), static_cast<cudaStream_t>(stream));
}

}  // namespace throng
