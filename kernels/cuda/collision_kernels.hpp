// The launchers of collision: what device_convex_set.cpp, compiled without CUDA's language, calls. Each enqueues on the
// stream and returns.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "kernels/agent/body_shape.hpp"
#include "kernels/agent/collision_data.hpp"
#include "kernels/agent/pair_search.hpp"

namespace throng::cuda {

/// BodyRow in two loads of 16 bytes.
struct alignas(16) PackedRow {
  float x, y, extent, radius;
  std::uint32_t first_vertex, vertex_count, fault, unused;
};

/// A set in a device's memory: polygons, then discs.
struct DeviceBodies {
  std::uint32_t polygon_count, count;
  BodyShape* shapes;
  BatchPoint* shape_vertices;
  PackedRow* rows;
  BatchPoint* vertices;
  EdgeRow* edges;
  BodyBox* boxes;
};

/// Polygons as they are given, in a device's memory.
struct GivenPolygons {
  const std::uint32_t* offsets;
  const BatchPoint* vertices;
  std::uint32_t count;
};

// ---- Making bodies ready (bodies.cu) ----
struct OffsetsFound {
  std::uint32_t first_bad;  ///< the first polygon whose offset does not follow from the one before; none = all bits set
  std::uint32_t vertices;   ///< of all polygons
};
/// `found` has all bits set before.
void launch_check_offsets(const GivenPolygons& given, OffsetsFound* found, cudaStream_t stream);
void launch_make_shapes(const DeviceBodies& bodies, const GivenPolygons& given, const float* radius,
                        cudaStream_t stream);
/// Poses may be null: of none of the polygons.
struct GivenPoses {
  const BatchPoint* translation;
  const BatchPoint* rotation;
  const BatchPoint* center;
};
void launch_place_bodies(const DeviceBodies& bodies, const GivenPoses& poses, cudaStream_t stream);
struct RefusedRow {
  std::uint32_t number, fault, vertex;
};
/// In any order. `count` is 0 before.
void launch_list_refused(const DeviceBodies& bodies, RefusedRow* refused, std::uint32_t* count, cudaStream_t stream);
void launch_check_convexity(const GivenPolygons& given, std::uint8_t* faults, cudaStream_t stream);

// ---- Finding pairs (find_pairs.cu) ----
/// Sums over the bodies of each level; halves as bits of floats, which are not negative.
struct LevelSums {
  std::uint32_t count[pair_level_count], half_width[pair_level_count], half_height[pair_level_count];
};
struct PairSearchState {
  LevelSums sums;            ///< all zero before
  unsigned long long pairs;  ///< that have been found, those without room too
  std::uint32_t level_count, body_count;
  float inverse_row[pair_level_count];
  PairLevel levels[pair_level_count];
};
struct PairSearchArrays {
  PairSearchState* state;
  std::uint64_t *keys, *sorted_keys;
  std::uint32_t *numbers, *sorted_numbers;
  BodyBox* boxes;  ///< in sorted order
  void* scratch;
  std::size_t scratch_bytes;
};
/// Of launch_sort_bodies for so many bodies, and of sort_found_pairs for so many pairs.
std::size_t pair_search_scratch_bytes(std::size_t bodies, std::size_t pairs);
void launch_sort_bodies(const DeviceBodies& bodies, float margin, const PairSearchArrays& arrays, cudaStream_t stream);
/// Pairs in any order; state->pairs is how many there are, of which `room` at most are stored. It may stop early when
/// there are more than `most`.
void launch_search_pairs(const PairSearchArrays& arrays, float margin, std::uint32_t bodies, PairRow* pairs,
                         std::uint64_t room, std::uint64_t most, cudaStream_t stream);
/// Through `other`, of the same size.
void sort_found_pairs(PairRow* pairs, PairRow* other, std::size_t count, std::uint32_t bodies, void* scratch,
                      std::size_t scratch_bytes, cudaStream_t stream);

// ---- Pairs (collide.cu) ----
/// A list of pairs by their places in the batch, with room for all of them, and how many there are.
struct PairPlaces {
  std::uint32_t* places;
  std::uint32_t* count;
};
void launch_collide(const DeviceBodies& bodies, const PairsView& batch, std::uint32_t count, const PairPlaces& medium,
                    const PairPlaces& large, std::uint32_t multiprocessors, cudaStream_t stream);

}  // namespace throng::cuda
