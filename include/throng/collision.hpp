// Collision of convex bodies without a world: polygons, segments and discs, in batches, by separating axes.
//
// The same functions, and the same bits, on the CPU and on a GPU. Formulas: docs/collision.md.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "throng/export.hpp"
#include "throng/types.hpp"

namespace throng {

/// Convex bodies as arrays. They are numbered: polygons from 0 on in the order of their rows, then discs.
struct ConvexBodies {
  std::size_t polygon_count = 0;
  /// polygon_count + 1 entries that never descend, the first is 0: polygon k has the vertices from offsets[k] up to,
  /// not including, offsets[k + 1]. 3 to 64 of them; 2 make a segment, a thin wall.
  const std::uint32_t* offsets = nullptr;
  const Vec2f* vertices = nullptr;     ///< m, around the polygon in either direction
  const Vec2f* translation = nullptr;  ///< m, of each polygon; null = 0
  const Vec2f* rotation = nullptr;     ///< (cosine, sine) of each polygon, unit within 1e-3; null = (1, 0)
  std::size_t disc_count = 0;
  const Vec2f* center = nullptr;  ///< m, of each disc
  const float* radius = nullptr;  ///< m, > 0
};

/// Why a body takes part in nothing.
enum class BodyFault : std::uint8_t {
  none,
  too_few_vertices,   ///< fewer than 3 distinct ones (2, of a segment)
  too_many_vertices,  ///< more than limits::max_body_vertices; only in a ConvexSet
  not_finite,         ///< NaN, infinity or beyond 2^60 m, in a vertex or a pose
  zero_area,          ///< all vertices are on a line
  reflex_vertex,      ///< it turns the other way there
  spike,              ///< the boundary turns back by 180 degrees there
  winds_twice,        ///< it goes around more than once, as a pentagram does
  bad_rotation,       ///< not of unit length
  bad_radius,         ///< not above 0
};
[[nodiscard]] THRONG_API std::string_view fault_name(BodyFault fault);

/// A body that is refused.
struct RefusedBody {
  std::size_t index = 0;
  BodyFault fault = BodyFault::none;
  std::size_t vertex = 0;  ///< of the body, where the fault is at one
  friend bool operator==(const RefusedBody&, const RefusedBody&) = default;
};

/// Whether all polygons are convex; `refused`, when it is given, gets those that are not, in ascending order. A vertex
/// within 1e-6 of the polygon's extent of the line through its neighbors is collinear: allowed, as repeated ones are.
/// Neither the number of vertices nor poses are looked at. Throws invalid_argument for arrays that are missing or
/// offsets that descend.
THRONG_API bool is_convex(const ConvexBodies& polygons, std::vector<RefusedBody>* refused = nullptr, int threads = 0);
/// The same of polygons in the memory of the GPU that is current in the CUDA runtime: `faults` gets one entry for each,
/// `stream` is a cudaStream_t. Returns when the work is enqueued. Throws unavailable without CUDA.
THRONG_API void is_convex_on_device(const ConvexBodies& polygons, BodyFault* faults, void* stream);

/// Where bodies are, as arrays of the memory that the set is in. Null = as they were.
struct BodyPoses {
  const Vec2f* translation = nullptr;  ///< m, of each polygon
  const Vec2f* rotation = nullptr;     ///< unit, of each polygon
  const Vec2f* center = nullptr;       ///< m, of each disc
};

/// Convex bodies, checked and made ready: clockwise polygons are turned, repeated and collinear vertices dropped. A
/// body with a fault stays in its place and takes part in nothing. One thread at a time may use a set.
class THRONG_API ConvexSet {
 public:
  /// Copies what it needs. `threads` = 0: all cores; no result depends on it. Throws invalid_argument for missing
  /// arrays, offsets that descend, more than 2^30 bodies or vertices.
  explicit ConvexSet(const ConvexBodies& bodies, int threads = 0);
  /// Of arrays in the memory of the GPU that is current in the CUDA runtime. All work on the set goes through `stream`,
  /// a cudaStream_t, which must outlive it. Throws unavailable without CUDA, out_of_memory, device_lost.
  static ConvexSet on_device(const ConvexBodies& bodies, void* stream);
  ~ConvexSet();
  ConvexSet(ConvexSet&&) noexcept;
  ConvexSet& operator=(ConvexSet&&) noexcept;

  /// The same shapes elsewhere. On a device it returns when the work is enqueued.
  void move(const BodyPoses& poses);
  [[nodiscard]] std::size_t size() const;  ///< polygons and discs, refused ones too
  [[nodiscard]] bool is_on_device() const;
  /// Ascending. On a device this waits for the stream.
  [[nodiscard]] std::vector<RefusedBody> refused() const;

  struct Impl;
  [[nodiscard]] Impl& impl() const { return *impl_; }

 private:
  THRONG_LOCAL explicit ConvexSet(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Two bodies of a set.
struct BodyPair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// Pairs in the memory of their set.
class THRONG_API PairList {
 public:
  PairList();
  ~PairList();
  PairList(PairList&&) noexcept;
  PairList& operator=(PairList&&) noexcept;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] const BodyPair* data() const;  ///< on a device a device pointer

  struct Impl;
  [[nodiscard]] std::unique_ptr<Impl>& impl() { return impl_; }  ///< null until pairs have been found

 private:
  std::unique_ptr<Impl> impl_;
};

/// All pairs of bodies whose boxes, which are parallel to the axes, are at most `margin` (m, 0 to limits::max_length)
/// apart on both of them: exactly those, once each, a < b, in ascending order. Bodies with a fault are in none. Reuses
/// the memory of `pairs`. On a device it waits once, to learn how many there are. Throws out_of_memory, also for more
/// than 2^31 pairs.
THRONG_API void find_pairs(const ConvexSet& set, PairList& pairs, double margin = 0.0);
/// Of a set in the host's memory.
[[nodiscard]] THRONG_API std::vector<BodyPair> find_pairs(const ConvexSet& set, double margin = 0.0);

enum class PairState : std::uint8_t {
  apart,
  touching,     ///< neither gap nor overlap is beyond the tolerance
  overlapping,  ///< by more than the tolerance
  invalid,      ///< a number that no body has, a body with itself, or one with a fault
};

/// Where results go, for each pair; null = not wanted. Of an invalid pair all numbers are 0.
struct PairResults {
  PairState* state = nullptr;
  /// m. Overlapping: along the normal, moving `b` by it just separates the two. Apart: minus the largest gap found on
  /// an axis, a lower bound of the distance.
  float* depth = nullptr;
  Vec2f* normal = nullptr;              ///< unit, from a to b
  std::uint8_t* point_count = nullptr;  ///< 1 or 2; 0 when they are apart
  Vec2f* points = nullptr;        ///< m, two of each pair, halfway between the two surfaces; 0 where there is none
  std::uint32_t* axis = nullptr;  ///< the one that decided, for PairBatch::last_axis of the next call
};

/// A call. All arrays are in the memory that the set is in.
struct PairBatch {
  const BodyPair* pairs =
      nullptr;            ///< in any order, either body first; swapped, the result is the same, the normal negated
  std::size_t count = 0;  ///< at most 2^31
  /// Of each pair the axis to begin with, of an earlier call with the same pairs (any number is allowed). A pair that
  /// it still separates costs no more than that; no state depends on it.
  const std::uint32_t* last_axis = nullptr;
  /// The largest gap of pairs that are apart, over all axes. Else they are left at the first axis that separates them,
  /// and depth and normal are of that one.
  bool measure_misses = false;
  /// Of the smaller body's extent, 0 to 1; never less than what rounding may be (docs/collision.md).
  double tolerance = 1e-6;
  PairResults out{};
};

/// Throws invalid_argument for missing arrays and a tolerance outside its limits. On a device it returns when the work
/// is enqueued.
THRONG_API void collide(const ConvexSet& set, const PairBatch& batch);

/// All of a pair.
struct Contact {
  PairState state = PairState::apart;
  double depth = 0.0;  ///< m
  Vec2f normal;
  std::vector<Vec2f> points;
};
namespace detail {
[[nodiscard]] THRONG_API std::vector<Contact> contacts_of(const ConvexSet& set, std::span<const BodyPair> pairs);
}  // namespace detail
/// Of a set in the host's memory, with misses measured. A template, for that `collide(set, {})` be an empty batch.
template <class Pairs>
requires(std::convertible_to<const Pairs&, std::span<const BodyPair>>)
    [[nodiscard]] std::vector<Contact> collide(const ConvexSet& set, const Pairs& pairs) {
  return detail::contacts_of(set, pairs);
}

// ---- Making polygons convex ----

/// Without repeated and collinear vertices, counter-clockwise; empty when the polygon is refused, `fault` says why.
[[nodiscard]] THRONG_API std::vector<Vec2d> fixed_polygon(std::span<const Vec2d> vertices,
                                                          RefusedBody* fault = nullptr);
/// Counter-clockwise, without collinear vertices. Throws invalid_argument when all points are on a line, one is not
/// finite, or two are farther apart than a double can say.
[[nodiscard]] THRONG_API std::vector<Vec2d> convex_hull(std::span<const Vec2d> points);
/// Convex polygons that together are this simple polygon, which may turn either way; their vertices are the polygon's.
/// At most 2 r + 1 of them, of r reflex vertices. Parts that are no thicker than 1e-6 of their extent are left out.
/// Takes time that grows with the square of the number of vertices: GEOS's triangulation does.
/// Throws invalid_argument for one that is not simple.
[[nodiscard]] THRONG_API std::vector<std::vector<Vec2d>> convex_parts(std::span<const Vec2d> vertices);

}  // namespace throng
