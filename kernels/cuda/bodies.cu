// Bodies are made ready on the device, a thread for each.
#include "kernels/agent/make_body.hpp"
#include "kernels/cuda/collision_kernels.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned threads = 128;

__global__ void check_offsets_kernel(GivenPolygons given, std::uint32_t /*site*/, OffsetsFound* found) {
  const std::uint32_t k = thread_number();
  if (k >= given.count) return;
  const std::uint32_t begin = given.offsets[k], end = given.offsets[k + 1];
  if (end < begin || (k == 0 && begin != 0)) atomicMin(&found->first_bad, k);
  if (k + 1 == given.count) found->vertices = end;
}

__global__ void make_shapes_kernel(DeviceBodies bodies, std::uint32_t /*site*/, GivenPolygons given,
                                   const float* radius) {
  const std::uint32_t k = thread_number();
  if (k >= bodies.count) return;
  if (k >= bodies.polygon_count) {
    bodies.shapes[k] = make_disc_shape(radius[k - bodies.polygon_count]);
    return;
  }
  const std::uint32_t first = given.offsets[k];
  bodies.shapes[k] =
      make_polygon_shape(given.vertices + first, given.offsets[k + 1] - first, bodies.shape_vertices + first, first);
}

__global__ void place_bodies_kernel(DeviceBodies bodies, std::uint32_t /*site*/, GivenPoses poses) {
  const std::uint32_t k = thread_number();
  if (k >= bodies.count) return;
  const BodyShape shape = bodies.shapes[k];
  BodyRow row;
  BodyBox box;
  if (k >= bodies.polygon_count) {
    place_disc(shape, poses.center[k - bodies.polygon_count], row, box);
  } else {
    const BodyPlace place{poses.translation != nullptr ? poses.translation + k : nullptr,
                          poses.rotation != nullptr ? poses.rotation + k : nullptr};
    place_polygon(shape, bodies.shape_vertices + shape.first_vertex, place, bodies.vertices + shape.first_vertex,
                  bodies.edges + shape.first_vertex, row, box);
  }
  bodies.rows[k] = {row.x, row.y, row.extent, row.radius, row.first_vertex, row.vertex_count, row.fault, 0};
  bodies.boxes[k] = box;
}

__global__ void list_refused_kernel(DeviceBodies bodies, std::uint32_t /*site*/, RefusedRow* refused,
                                    std::uint32_t* count) {
  const std::uint32_t k = thread_number();
  if (k >= bodies.count || bodies.rows[k].fault == 0) return;
  refused[atomicAdd(count, 1u)] = {k, bodies.rows[k].fault, bodies.shapes[k].fault_vertex};
}

__global__ void check_convexity_kernel(GivenPolygons given, std::uint32_t /*site*/, std::uint8_t* faults) {
  const std::uint32_t k = thread_number();
  if (k >= given.count) return;
  const std::uint32_t first = given.offsets[k];
  const CleanPolygon found = clean_polygon<BatchPoint>(given.vertices + first, given.offsets[k + 1] - first, nullptr);
  faults[k] = static_cast<std::uint8_t>(found.fault);
}

}  // namespace

void launch_check_offsets(const GivenPolygons& given, OffsetsFound* found, cudaStream_t stream) {
  THRONG_LAUNCH(check_offsets_kernel, blocks_for(given.count, threads), threads, stream, given, found);
}

void launch_make_shapes(const DeviceBodies& bodies, const GivenPolygons& given, const float* radius,
                        cudaStream_t stream) {
  THRONG_LAUNCH(make_shapes_kernel, blocks_for(bodies.count, threads), threads, stream, bodies, given, radius);
}

void launch_place_bodies(const DeviceBodies& bodies, const GivenPoses& poses, cudaStream_t stream) {
  THRONG_LAUNCH(place_bodies_kernel, blocks_for(bodies.count, threads), threads, stream, bodies, poses);
}

void launch_list_refused(const DeviceBodies& bodies, RefusedRow* refused, std::uint32_t* count, cudaStream_t stream) {
  THRONG_LAUNCH(list_refused_kernel, blocks_for(bodies.count, threads), threads, stream, bodies, refused, count);
}

void launch_check_convexity(const GivenPolygons& given, std::uint8_t* faults, cudaStream_t stream) {
  THRONG_LAUNCH(check_convexity_kernel, blocks_for(given.count, threads), threads, stream, given, faults);
}

}  // namespace throng::cuda
