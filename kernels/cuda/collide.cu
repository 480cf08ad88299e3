// Batches of pairs on the device: a thread for each pair of small bodies, a warp for each pair of large ones.
//
// Which it is, each thread sees from the numbers of vertices; it puts large pairs on a list. What a pair reads again
// and again lies in shared memory: of a set that no cache holds, each row, vertex and edge comes from device memory
// once.
#include <algorithm>

#include "kernels/agent/plain_pair.hpp"
#include "kernels/cuda/collision_kernels.hpp"
#include "kernels/cuda/launch.hpp"

namespace throng::cuda {
namespace {

constexpr unsigned small_threads = 128;
constexpr unsigned medium_threads = 128;
constexpr unsigned large_threads = 128;
constexpr unsigned large_warps = large_threads / 32;
/// Of each of two polygons. With more than the latter a warp takes the pair: a thread would need fewer instructions
/// still up to about 40, but too much shared memory.
constexpr std::uint32_t most_small_vertices = 8, most_medium_vertices = 16;
static_assert(small_threads == medium_threads);
constexpr unsigned all_lanes = 0xffffffffu;

// ---- Bodies as the operations on pairs take them ----

/// A thread's own: vertex j is `stride` entries behind the one before.
template <unsigned stride>
struct ThreadBody {
  const float2* vertices;
  const float4* edges;
  std::int32_t count, most;

  __device__ Vec2<float> vertex(std::int32_t j) const {
    const float2 v = vertices[static_cast<unsigned>(j) * stride];
    return {v.x, v.y};
  }
  __device__ EdgeAxis<float> edge(std::int32_t k) const {
    const float4 e = edges[k];
    return {{e.x, e.y}, {e.w, e.z}};
  }
  __device__ EdgeAxis<float> edge_at(std::int32_t k) const { return edge(k); }
  __device__ ContactEdge<float> contact_edge(std::int32_t k) const {
    const EdgeAxis<float> e = edge(k);
    return {e.normal, e.own.high, vertex(k), vertex(k + 1 < count ? k + 1 : 0)};
  }
};
using StagedBody = ThreadBody<small_threads>;
using PlainRows = ThreadBody<1>;

/// A warp's: all lanes look for its facing edge together.
struct WarpBody : ThreadBody<1> {};

/// As the plain form (contact_points.hpp): the least turned away, of equal ones the first.
__device__ std::int32_t facing_edge(const WarpBody& body, Vec2<float> way) {
  float least = INFINITY;
  std::int32_t found = body.count;
  for (auto k = static_cast<std::int32_t>(threadIdx.x & 31u); k < body.count; k += 32) {
    const float at = turned_away(body.edge(k).normal, way);
    if (at < least) {
      least = at;
      found = k;
    }
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    const float other = __shfl_xor_sync(all_lanes, least, offset);
    const std::int32_t of_other = __shfl_xor_sync(all_lanes, found, offset);
    if (other < least || (other == least && of_other < found)) {
      least = other;
      found = of_other;
    }
  }
  return found;
}

__device__ BodyRow row_of_body(const DeviceBodies& bodies, std::uint32_t i) {
  const auto* const packed = reinterpret_cast<const float4*>(bodies.rows + i);
  const float4 first = packed[0], second = packed[1];
  return {first.x, first.y, first.z, first.w, bits_of(second.x), bits_of(second.y), bits_of(second.z)};
}
__device__ const float2* vertices_of(const DeviceBodies& bodies, const BodyRow& row) {
  return reinterpret_cast<const float2*>(bodies.vertices) + row.first_vertex;
}
__device__ const float4* edges_of(const DeviceBodies& bodies, const BodyRow& row) {
  return reinterpret_cast<const float4*>(bodies.edges) + row.first_vertex;
}
__device__ PlainRows rows_of_body(const DeviceBodies& bodies, const BodyRow& row) {
  const auto count = static_cast<std::int32_t>(row.vertex_count);
  return {vertices_of(bodies, row), edges_of(bodies, row), count, count};
}

// ---- Arguments and results: users' arrays may be aligned to 4 bytes only ----

template <class T>
__device__ bool is_aligned_for(const void* array) {
  return reinterpret_cast<std::uintptr_t>(array) % sizeof(T) == 0;
}
__device__ PairRow load_pair(const PairRow* pairs, std::uint32_t place) {
  if (!is_aligned_for<uint2>(pairs)) return pairs[place];
  const uint2 pair = reinterpret_cast<const uint2*>(pairs)[place];
  return {pair.x, pair.y};
}
/// store_result with wide stores.
__device__ void store_pair(const PairsView& batch, std::uint32_t place, bool swapped, const PairResult<float>& result) {
  PairsView narrow = batch;
  if (batch.normal != nullptr && is_aligned_for<float2>(batch.normal)) {
    const Vec2<float> normal = swapped ? -result.normal : result.normal;
    reinterpret_cast<float2*>(batch.normal)[place] = make_float2(normal.x, normal.y);
    narrow.normal = nullptr;
  }
  if (batch.points != nullptr && is_aligned_for<float4>(batch.points)) {
    const Vec2<float>&first = result.points.first, &second = result.points.second;
    reinterpret_cast<float4*>(batch.points)[place] = make_float4(first.x, first.y, second.x, second.y);
    narrow.points = nullptr;
  }
  store_result(narrow, place, swapped, result);
}

/// A valid pair in the order of the bodies' numbers.
struct PairOfRows {
  BodyRow first, second;
  bool swapped;
};
/// False = it is invalid.
__device__ bool load_rows(const DeviceBodies& bodies, PairRow pair, PairOfRows& rows) {
  if (pair.a >= bodies.count || pair.b >= bodies.count || pair.a == pair.b) return false;
  rows.swapped = pair.b < pair.a;
  rows.first = row_of_body(bodies, rows.swapped ? pair.b : pair.a);
  rows.second = row_of_body(bodies, rows.swapped ? pair.a : pair.b);
  return rows.first.fault == 0 && rows.second.fault == 0;
}

// ---- A thread for a pair ----

__device__ StagedBody stage(const DeviceBodies& bodies, const BodyRow& row, float2* staged) {
  const float2* const from = vertices_of(bodies, row);
  for (std::uint32_t j = 0; j < row.vertex_count; ++j) staged[j * small_threads] = from[j];
  const auto count = static_cast<std::int32_t>(row.vertex_count);
  return {staged, edges_of(bodies, row), count, count};
}

/// Whether the axis of an earlier call still separates the two, and what it gives.
__device__ bool separates_as_before(const DeviceBodies& bodies, const PairsView& batch, const PairOfRows& rows,
                                    std::uint32_t place, PairResult<float>& result) {
  if (batch.last_axis == nullptr || batch.measure_misses) return false;
  BodiesView view{};
  view.vertices = bodies.vertices;
  view.edges = bodies.edges;
  const float tolerance = pair_tolerance(batch.tolerance, rows.first.extent, rows.second.extent);
  AxisDepth<float> axis{};
  if (!separates_still(view, rows.first, rows.second, batch.last_axis[place], tolerance, axis)) return false;
  result = result_of(Separation<float>{axis.depth, axis.direction, axis.number}, tolerance);
  return true;
}

/// Two polygons of at most `most` vertices. `staged` is the thread's column of shared memory.
__device__ PairResult<float> collide_staged(const DeviceBodies& bodies, const PairsView& batch, const PairOfRows& rows,
                                            float2* staged, std::uint32_t most) {
  const StagedBody first = stage(bodies, rows.first, staged);
  const StagedBody second = stage(bodies, rows.second, staged + most * small_threads);
  return collide_polygons(first, second, placed_body(rows.first), placed_body(rows.second), batch);
}

enum class PairSize { small, medium, large };

/// Does a pair that is small, or that the axis of an earlier call separates; of others it tells the size.
__device__ PairSize collide_small(const DeviceBodies& bodies, const PairsView& batch, std::uint32_t place,
                                  float2* staged) {
  PairOfRows rows;
  PairResult<float> result{};
  if (!load_rows(bodies, load_pair(batch.pairs, place), rows)) {
    result.state = pair_state::invalid;
    rows.swapped = false;
  } else if (!separates_as_before(bodies, batch, rows, place, result)) {
    const PlacedBody<float> at_first = placed_body(rows.first), at_second = placed_body(rows.second);
    const std::uint32_t first = rows.first.vertex_count, second = rows.second.vertex_count;
    if (first == 0) {
      result = collide_discs(at_first, at_second, batch);
    } else if (second == 0) {
      // As many steps as a small polygon takes, whatever its size; each vertex is read twice.
      result = collide_disc(rows_of_body(bodies, rows.first), at_first, at_second, batch);
    } else {
      const std::uint32_t most = first > second ? first : second;
      if (most > most_medium_vertices) return PairSize::large;
      if (most > most_small_vertices) return PairSize::medium;
      result = collide_staged(bodies, batch, rows, staged, most_small_vertices);
    }
  }
  store_pair(batch, place, rows.swapped, result);
  return PairSize::small;
}

/// The places of those threads of a warp that pass `is_listed`. All threads of the warp call it.
__device__ void add_to_list(const PairPlaces& list, bool is_listed, std::uint32_t place) {
  const unsigned listed = __ballot_sync(all_lanes, is_listed);
  if (listed == 0) return;
  const unsigned lane = threadIdx.x & 31u;
  std::uint32_t first = 0;
  if (lane == 0) first = atomicAdd(list.count, static_cast<std::uint32_t>(__popc(listed)));
  first = __shfl_sync(all_lanes, first, 0);
  if (is_listed) list.places[first + static_cast<std::uint32_t>(__popc(listed & ((1u << lane) - 1u)))] = place;
}

__global__ void collide_small_kernel(DeviceBodies bodies, std::uint32_t /*site*/, PairsView batch, std::uint32_t count,
                                     PairPlaces medium, PairPlaces large) {
  __shared__ float2 staged[2 * most_small_vertices * small_threads];
  const std::uint32_t place = thread_number();
  const PairSize size = place < count ? collide_small(bodies, batch, place, staged + threadIdx.x) : PairSize::small;
  __syncwarp();
  add_to_list(medium, size == PairSize::medium, place);
  add_to_list(large, size == PairSize::large, place);
}

__global__ void collide_medium_kernel(DeviceBodies bodies, std::uint32_t /*site*/, PairsView batch, PairPlaces medium) {
  __shared__ float2 staged[2 * most_medium_vertices * medium_threads];
  const std::uint32_t count = *medium.count;
  for (std::uint32_t n = thread_number(); n < count; n += thread_count()) {
    const std::uint32_t place = medium.places[n];
    PairOfRows rows;
    static_cast<void>(load_rows(bodies, load_pair(batch.pairs, place), rows));
    store_pair(batch, place, rows.swapped,
               collide_staged(bodies, batch, rows, staged + threadIdx.x, most_medium_vertices));
  }
}

// ---- A warp for a pair ----

/// Vertices and edges of two bodies.
struct WarpMemory {
  float4 edges[2 * most_body_vertices];
  float2 vertices[2 * most_body_vertices];
};

__device__ WarpBody stage(const DeviceBodies& bodies, const BodyRow& row, float2* vertices, float4* edges) {
  for (std::uint32_t j = threadIdx.x & 31u; j < row.vertex_count; j += 32) {
    vertices[j] = vertices_of(bodies, row)[j];
    edges[j] = edges_of(bodies, row)[j];
  }
  WarpBody body;
  body.vertices = vertices;
  body.edges = edges;
  body.count = body.most = static_cast<std::int32_t>(row.vertex_count);
  return body;
}

/// What `lane` has.
__device__ Separation<float> from_lane(const Separation<float>& own, int lane) {
  return {__shfl_sync(all_lanes, own.depth, lane),
          {__shfl_sync(all_lanes, own.normal.x, lane), __shfl_sync(all_lanes, own.normal.y, lane)},
          __shfl_sync(all_lanes, own.axis, lane)};
}

/// separate_polygons with an axis for each lane: the first one below `stop`, else the least, of equal ones the first.
__device__ Separation<float> separate_together(const WarpBody& a, const WarpBody& b, Vec2<float> d, float stop) {
  const auto lane = static_cast<std::int32_t>(threadIdx.x & 31u);
  const std::int32_t axes = a.count + b.count;  // segments are small
  Separation<float> best{INFINITY, {0.0f, 0.0f}, lane};
  for (std::int32_t first = 0; first < axes; first += 32) {
    const std::int32_t number = first + lane;
    bool leaves = false;
    if (number < axes) {
      const AxisOfPair<float> which = axis_of_pair<float>(a.count, b.count, number);
      const AxisDepth<float> axis = numbered_axis(which, which.of_a ? a : b, which.of_a ? b : a, d, number);
      if (axis.depth < best.depth) best = {axis.depth, axis.direction, axis.number};
      leaves = axis.depth < stop;
    }
    const unsigned left = __ballot_sync(all_lanes, leaves);
    if (left != 0) return from_lane(best, __ffs(static_cast<int>(left)) - 1);
  }
  float depth = best.depth;
  std::int32_t number = best.axis;
  for (int offset = 16; offset > 0; offset /= 2) {
    const float other = __shfl_xor_sync(all_lanes, depth, offset);
    const std::int32_t of_other = __shfl_xor_sync(all_lanes, number, offset);
    if (other < depth || (other == depth && of_other < number)) {
      depth = other;
      number = of_other;
    }
  }
  return from_lane(best, number % 32);
}

__device__ PairResult<float> collide_together(const WarpBody& a, const WarpBody& b, const PlacedBody<float>& at_a,
                                              const PlacedBody<float>& at_b, const PairsView& batch) {
  const Vec2<float> d = at_b.center - at_a.center;
  const float tolerance = pair_tolerance(batch.tolerance, at_a.extent, at_b.extent);
  return result_with_points(separate_together(a, b, d, stop_depth(tolerance, batch.measure_misses)), a, b, at_a, at_b,
                            d, tolerance, batch);
}

__global__ void collide_large_kernel(DeviceBodies bodies, std::uint32_t /*site*/, PairsView batch, PairPlaces large) {
  __shared__ WarpMemory memory[large_warps];
  const unsigned lane = threadIdx.x & 31u;
  WarpMemory& own = memory[threadIdx.x / 32u];
  const std::uint32_t count = *large.count;
  for (std::uint32_t n = thread_number() / 32u; n < count; n += thread_count() / 32u) {
    const std::uint32_t place = large.places[n];
    PairOfRows rows;
    static_cast<void>(load_rows(bodies, load_pair(batch.pairs, place), rows));
    const WarpBody a = stage(bodies, rows.first, own.vertices, own.edges);
    const WarpBody b = stage(bodies, rows.second, own.vertices + most_body_vertices, own.edges + most_body_vertices);
    __syncwarp();
    const PairResult<float> result = collide_together(a, b, placed_body(rows.first), placed_body(rows.second), batch);
    if (lane == 0) store_pair(batch, place, rows.swapped, result);
    __syncwarp();  // the next pair takes the same memory
  }
}

}  // namespace

void launch_collide(const DeviceBodies& bodies, const PairsView& batch, std::uint32_t count, const PairPlaces& medium,
                    const PairPlaces& large, std::uint32_t multiprocessors, cudaStream_t stream) {
  THRONG_CUDA(cudaMemsetAsync(medium.count, 0, sizeof *medium.count, stream));
  THRONG_CUDA(cudaMemsetAsync(large.count, 0, sizeof *large.count, stream));
  THRONG_LAUNCH(collide_small_kernel, blocks_for(count, small_threads), small_threads, stream, bodies, batch, count,
                medium, large);
  // How many are listed only the device knows: as many blocks as run at once share them.
  const unsigned resident = 16 * multiprocessors;
  const unsigned medium_blocks = std::min(blocks_for(count, medium_threads), resident);
  const unsigned large_blocks = std::min(blocks_for(count, large_warps), resident);
  THRONG_LAUNCH(collide_medium_kernel, medium_blocks, medium_threads, stream, bodies, batch, medium);
  THRONG_LAUNCH(collide_large_kernel, large_blocks, large_threads, stream, bodies, batch, large);
}

}  // namespace throng::cuda
