// The pairs of a chunk by kind and size: a counting sort, so that the lanes of a pack have alike work.
#pragma once
#include "kernels/agent/plain_pair.hpp"

namespace throng {
inline namespace THRONG_ISA {

inline constexpr std::uint32_t most_ordered_pairs = 1024;

/// A valid pair, `a` < `b`.
struct OrderedPair {
  std::uint32_t a, b;
  std::uint32_t place;    ///< in the chunk
  std::uint32_t swapped;  ///< not 0: `b` came first
};

/// By number of vertices: those of a class differ by less than a half. Class 0 are discs.
struct SizeClasses {
  static constexpr std::uint32_t count = 12;
  std::uint8_t of[most_body_vertices + 1];

  constexpr SizeClasses() : of{} {
    constexpr std::uint32_t least[] = {2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49};
    for (std::uint32_t n = 0; n <= most_body_vertices; ++n) {
      for (const std::uint32_t size : least) of[n] = static_cast<std::uint8_t>(of[n] + (n >= size ? 1 : 0));
    }
  }
};
inline constexpr SizeClasses size_classes;

/// What pairs are ordered by.
namespace pair_key {
inline constexpr std::uint32_t polygon_classes = SizeClasses::count - 1;
inline constexpr std::uint32_t first_with_disc = polygon_classes * polygon_classes;
inline constexpr std::uint32_t discs = first_with_disc + polygon_classes;
inline constexpr std::uint32_t count = discs + 1;

inline std::uint32_t of(const BodyRow& a, const BodyRow& b) {
  const std::uint32_t a_class = size_classes.of[a.vertex_count], b_class = size_classes.of[b.vertex_count];
  if (a_class == 0) return discs;
  if (b_class == 0) return first_with_disc + a_class - 1;
  return (a_class - 1) * polygon_classes + b_class - 1;
}
}  // namespace pair_key

/// Kinds lie one after the other.
struct PairOrder {
  const OrderedPair* pairs;
  std::uint32_t polygons;  ///< pairs of polygons and segments,
  std::uint32_t mixed;     ///< of one of them and a disc,
  std::uint32_t discs;     ///< of two discs
};

/// Asks for memory that is read soon: bodies of a large set lie anywhere in it.
template <class T>
void prefetch(const T* values, std::uint32_t count) {
  const auto* bytes = reinterpret_cast<const char*>(values);
  const std::size_t size = count * sizeof(T);
  for (std::size_t i = 0; i < size; i += 64) __builtin_prefetch(bytes + i);
  __builtin_prefetch(bytes + size - 1);
}
inline void prefetch_body(const BodiesView& bodies, std::uint32_t number) {
  if (number < bodies.count) prefetch(bodies.bodies + number, 1);
}
inline void prefetch_polygon(const BodiesView& bodies, const BodyRow& row) {
  if (row.vertex_count == 0) return;
  prefetch(bodies.vertices + row.first_vertex, row.vertex_count);
  prefetch(bodies.edges + row.first_vertex, row.vertex_count);
}

/// Memory for ordering a chunk.
struct PairSorter {
  OrderedPair found[most_ordered_pairs], sorted[most_ordered_pairs];
  std::uint8_t key[most_ordered_pairs];
  std::uint32_t next[pair_key::count + 1];
  static constexpr std::uint32_t rows_ahead = 24;

  /// Of the first `wanted` pairs, at most most_ordered_pairs. The results of those that are invalid are stored.
  PairOrder order(const BodiesView& bodies, const PairsView& batch, std::uint32_t wanted) {
    std::uint32_t count = 0;
    bool alike = true;
    for (auto& n : next) n = 0;
    for (std::uint32_t i = 0; i < wanted; ++i) {
      if (i + rows_ahead < wanted) {
        prefetch_body(bodies, batch.pairs[i + rows_ahead].a);
        prefetch_body(bodies, batch.pairs[i + rows_ahead].b);
      }
      const PairRow pair = batch.pairs[i];
      if (!is_valid_pair(bodies, pair)) {
        store_invalid(batch, i);
        continue;
      }
      const bool swapped = pair.b < pair.a;
      const std::uint32_t a = swapped ? pair.b : pair.a, b = swapped ? pair.a : pair.b;
      const std::uint32_t k = pair_key::of(bodies.bodies[a], bodies.bodies[b]);
      prefetch_polygon(bodies, bodies.bodies[a]);
      prefetch_polygon(bodies, bodies.bodies[b]);
      found[count] = {a, b, i, swapped ? 1u : 0u};
      key[count] = static_cast<std::uint8_t>(k);
      alike = alike && k == key[0];
      ++next[k + 1];
      ++count;
    }
    PairOrder result{found, 0, 0, next[pair_key::discs + 1]};
    for (std::uint32_t k = 0; k < pair_key::discs; ++k) {
      (k < pair_key::first_with_disc ? result.polygons : result.mixed) += next[k + 1];
    }
    if (alike) return result;
    for (std::uint32_t k = 0; k < pair_key::count; ++k) next[k + 1] += next[k];
    for (std::uint32_t i = 0; i < count; ++i) sorted[next[key[i]]++] = found[i];
    result.pairs = sorted;
    return result;
  }
};

}  // namespace THRONG_ISA
}  // namespace throng
