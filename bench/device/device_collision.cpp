#include "bench/device/device_collision.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <vector>

#include "bench/convex_scenes.hpp"
#include "throng/collision.hpp"
#include "throng/error.hpp"
#ifdef THRONG_HAS_CUDA
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/stream.hpp"
#endif

namespace throng::device_check {

#ifndef THRONG_HAS_CUDA
std::string compare_collision(const CollisionPlan&, bool&) {
  throw Error(ErrorCode::unavailable, "this build of throng has no CUDA");
}
#else
namespace {

using cuda::DeviceBuffer;

template <class T>
DeviceBuffer<T> brought_there(cuda::DeviceMemory& memory, const std::vector<T>& values) {
  DeviceBuffer<T> there(memory, values.size());
  cuda::copy_to_device(there.device_pointer(), values.data(), values.size(), memory.stream());
  return there;
}

template <class T>
bool same_bits(cuda::DeviceMemory& memory, const DeviceBuffer<T>& there, const std::vector<T>& here) {
  std::vector<T> read(here.size());
  cuda::copy_to_host(read.data(), there.device_pointer(), read.size(), memory.stream());
  cuda::wait_for(memory.stream());
  return std::memcmp(read.data(), here.data(), here.size() * sizeof(T)) == 0;
}

/// Seconds of a call. `calls` may be enqueued at once; wait() waits for them.
template <class Call, class Wait>
double seconds_of(double enough, int calls, Call&& call, Wait&& wait) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::size_t done = 0;
  for (double passed = 0.0; done == 0 || passed < enough;) {
    for (int k = 0; k < calls; ++k) call();
    wait();
    done += static_cast<std::size_t>(calls);
    passed = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  return std::chrono::duration<double>(Clock::now() - begin).count() / static_cast<double>(done);
}

struct Times {
  double find_s, collide_s, points_s;  ///< the last with contact points, in addition
  [[nodiscard]] std::string json() const {
    return fmt::format(R"({{"find_s":{:.4g},"collide_s":{:.4g},"with_points_s":{:.4g}}})", find_s, collide_s, points_s);
  }
};

template <class Wait>
Times times_of(const ConvexSet& set, PairBatch batch, double seconds, int calls, Wait&& wait) {
  PairList list;
  Times times{};
  times.find_s = seconds_of(
      seconds, 1, [&] { find_pairs(set, list); }, wait);
  times.points_s = seconds_of(
      seconds, calls, [&] { collide(set, batch); }, wait);
  batch.out.point_count = nullptr;
  batch.out.points = nullptr;
  times.collide_s = seconds_of(
      seconds, calls, [&] { collide(set, batch); }, wait);
  return times;
}

}  // namespace

std::string compare_collision(const CollisionPlan& plan, bool& equal) {
  const auto count = static_cast<double>(plan.bodies);
  const scenes::ConvexScene scene = scenes::scattered_polygons(plan.bodies, plan.corners, std::sqrt(0.5 * count));
  const ConvexSet here(scene.bodies(), 0);
  const cuda::Stream stream;
  const std::string what = fmt::format(R"("what":"collide","corners":{},"bodies":{})", plan.corners, plan.bodies);
  int device = 0;
  THRONG_CUDA(cudaGetDevice(&device));
  cuda::DeviceMemory memory(device, stream.get());
  const auto offsets = brought_there(memory, scene.offsets);
  const auto vertices = brought_there(memory, scene.vertices), translation = brought_there(memory, scene.translation),
             rotation = brought_there(memory, scene.rotation);
  const ConvexSet there = ConvexSet::on_device({.polygon_count = plan.bodies,
                                                .offsets = offsets.device_pointer(),
                                                .vertices = vertices.device_pointer(),
                                                .translation = translation.device_pointer(),
                                                .rotation = rotation.device_pointer()},
                                               stream.get());
  PairList found;
  find_pairs(there, found);
  const std::vector<BodyPair> pairs = find_pairs(here);
  equal = found.size() == pairs.size();
  if (!equal)
    return fmt::format(R"({{{},"equal":false,"pairs":{{"cuda":{},"cpu":{}}}}})", what, found.size(), pairs.size());

  const std::size_t n = pairs.size();
  const DeviceBuffer<BodyPair> given(memory, n);
  cuda::copy_on_device(given.device_pointer(), found.data(), n, stream.get());
  const DeviceBuffer<PairState> state_there(memory, n);
  const DeviceBuffer<float> depth_there(memory, n);
  const DeviceBuffer<Vec2f> normal_there(memory, n), points_there(memory, 2 * n);
  const DeviceBuffer<std::uint8_t> point_count_there(memory, n);
  std::vector<PairState> state(n);
  std::vector<float> depth(n);
  std::vector<Vec2f> normal(n), points(2 * n);
  std::vector<std::uint8_t> point_count(n);
  const PairBatch batch{.pairs = pairs.data(),
                        .count = n,
                        .out = {.state = state.data(),
                                .depth = depth.data(),
                                .normal = normal.data(),
                                .point_count = point_count.data(),
                                .points = points.data()}};
  const PairBatch batch_there{.pairs = given.device_pointer(),
                              .count = n,
                              .out = {.state = state_there.device_pointer(),
                                      .depth = depth_there.device_pointer(),
                                      .normal = normal_there.device_pointer(),
                                      .point_count = point_count_there.device_pointer(),
                                      .points = points_there.device_pointer()}};
  collide(here, batch);
  collide(there, batch_there);
  equal = same_bits(memory, given, pairs) && same_bits(memory, state_there, state) &&
          same_bits(memory, depth_there, depth) && same_bits(memory, normal_there, normal) &&
          same_bits(memory, point_count_there, point_count) && same_bits(memory, points_there, points);
  const Times cuda_times =
      times_of(there, batch_there, plan.seconds, plan.seconds > 0.0 ? 20 : 1, [&] { stream.wait(); });
  const Times cpu_times = times_of(here, batch, plan.seconds, 1, [] {});
  return fmt::format(R"({{{},"pairs":{},"equal":{},"cuda":{},"cpu":{}}})", what, n, equal, cuda_times.json(),
                     cpu_times.json());
}
#endif

}  // namespace throng::device_check
