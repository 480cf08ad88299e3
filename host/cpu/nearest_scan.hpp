// The fast way to an agent's nearest neighbors: candidates tested eight at a time, then ranked by comparing all with
// all.
//
// Gives the list that find_neighbors (kernels/agent/neighbor_search.hpp) gives, or gives up: on equal distances, where
// ids must decide, and on more candidates than fit. Giving up is rare; the caller then takes the plain way.
#pragma once
#include "host/cpu/pack_io.hpp"
#include "kernels/agent/neighbor_search.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Most neighbors an agent of the fast way may ask for, and most candidates it ranks.
inline constexpr std::int32_t fast_neighbors = 24;
inline constexpr std::int32_t fast_candidates = 40;

/// Candidates of one agent. Room for a whole pack beyond the last.
struct Candidates {
  alignas(32) float distance_sq[fast_candidates + 16];
  alignas(32) std::int32_t index[fast_candidates + 16];
};

#ifdef __AVX2__
/// For each mask of eight lanes the lanes that are set, first to last, one byte each.
struct CompressTable {
  std::uint64_t lanes[256];
};
constexpr CompressTable make_compress_table() {
  CompressTable table{};
  for (unsigned mask = 0; mask < 256; ++mask) {
    std::uint64_t packed = 0;
    int place = 0;
    for (unsigned lane = 0; lane < 8; ++lane) {
      if ((mask >> lane & 1u) != 0) packed |= static_cast<std::uint64_t>(lane) << (8 * place++);
    }
    table.lanes[mask] = packed;
  }
  return table;
}
inline constexpr CompressTable compress_table = make_compress_table();
#endif

/// Appends the lanes of `bits` to the candidates: distances and first + lane.
inline std::int32_t append_lanes(Candidates& to, std::int32_t count, Pack8 distance_sq, std::uint32_t first,
                                 unsigned bits) {
#ifdef __AVX2__
  const __m256i lanes = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(compress_table.lanes[bits])));
  __m256 distances;
  __builtin_memcpy(&distances, &distance_sq.lanes, sizeof distances);
  _mm256_storeu_ps(to.distance_sq + count, _mm256_permutevar8x32_ps(distances, lanes));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.index + count),
                      _mm256_add_epi32(lanes, _mm256_set1_epi32(static_cast<int>(first))));
  return count + __builtin_popcount(bits);
#else
  for (; bits != 0; bits &= bits - 1) {
    const int lane = __builtin_ctz(bits);
    to.distance_sq[count] = distance_sq.lanes[lane];
    to.index[count] = static_cast<std::int32_t>(first) + lane;
    ++count;
  }
  return count;
#endif
}

/// All agents but `self` at a squared distance < `reach_sq`; -1 when more than fit.
inline std::int32_t scan_candidates(const CrowdView& crowd, std::uint32_t self, float x, float y, float reach_sq,
                                    Candidates& to) {
  std::int32_t count = 0;
  bool overflow = false;
  const Pack8 self_x(x), self_y(y), limit(reach_sq);
  for_item_ranges(crowd.grid, x, y, square_root(reach_sq), [&](std::uint32_t begin, std::uint32_t end) {
    if (overflow) return;
    for (std::uint32_t i = begin; i < end; i += 8) {
      Pack8 other_x, other_y;
      __builtin_memcpy(&other_x.lanes, crowd.x + i, sizeof other_x.lanes);
      __builtin_memcpy(&other_y.lanes, crowd.y + i, sizeof other_y.lanes);
      const Pack8 dx = self_x - other_x, dy = self_y - other_y;
      const Pack8 distance_sq = dx * dx + dy * dy;
      unsigned bits = mask_bits(distance_sq < limit);
      if (end - i < 8) bits &= (1u << (end - i)) - 1u;
      const std::uint32_t own_lane = self - i;
      if (own_lane < 8) bits &= ~(1u << own_lane);
      count = append_lanes(to, count, distance_sq, i, bits);
      if (count > fast_candidates) {
        overflow = true;
        return;
      }
    }
  });
  return overflow ? -1 : count;
}

/// Writes the positions of the candidates in order of distance to ranked[0], ranked[8], ... False when two are equally
/// far.
template <int packs>
bool rank_candidates(Candidates& candidates, std::int32_t count, std::uint32_t* ranked) {
  using Int = Lane<Pack8>::Int;
  const Pack8 far(3.4e38f);
  __builtin_memcpy(candidates.distance_sq + count, &far.lanes, sizeof far.lanes);
  __builtin_memcpy(candidates.distance_sq + count + 8, &far.lanes, sizeof far.lanes);
  Pack8 distance[packs];
  Int rank[packs];
  for (int p = 0; p < packs; ++p) {
    __builtin_memcpy(&distance[p].lanes, candidates.distance_sq + 8 * p, sizeof distance[p].lanes);
    rank[p] = Int{};
  }
  for (std::int32_t q = 0; q < count; ++q) {
    const Pack8 each(candidates.distance_sq[q]);
    for (int p = 0; p < packs; ++p) rank[p] -= each < distance[p];  // a true lane is -1
  }
  // Without ties the ranks of the candidates are 0 to count - 1, and all others have rank `count`.
  Int sum = rank[0];
  for (int p = 1; p < packs; ++p) sum += rank[p];
  std::int32_t total = 0;
  for (int lane = 0; lane < 8; ++lane) total += sum[lane];
  if (total != count * (count - 1) / 2 + (8 * packs - count) * count) return false;
  alignas(32) std::int32_t place[8 * packs];
  for (int p = 0; p < packs; ++p) __builtin_memcpy(place + 8 * p, &rank[p], sizeof rank[p]);
  for (std::int32_t i = 0; i < count; ++i) {
    ranked[8 * place[i]] = static_cast<std::uint32_t>(candidates.index[i]);
  }
  return true;
}

/// The nearest `wanted` of a squared distance < `range_sq` into ranked[0], ranked[8], ... (room for fast_candidates of
/// them). Returns their number, or -1 when it gave up. 0 < wanted <= fast_neighbors.
inline std::int32_t scan_nearest(const CrowdView& crowd, std::uint32_t self, std::int32_t wanted, float range_sq,
                                 float start_sq, Candidates& candidates, std::uint32_t* ranked) {
  const float x = crowd.x[self], y = crowd.y[self];
  float reach_sq = first_reach_sq(start_sq, range_sq);
  std::int32_t count;
  for (;;) {
    count = scan_candidates(crowd, self, x, y, reach_sq, candidates);
    if (count < 0) return -1;
    if (count >= wanted || reach_sq >= range_sq) break;
    reach_sq = grown_reach_sq(reach_sq, wanted, count, range_sq);
  }
  if (count == 0) return 0;
  bool ranked_all;
  if (count <= 16) {
    ranked_all = rank_candidates<2>(candidates, count, ranked);
  } else if (count <= 24) {
    ranked_all = rank_candidates<3>(candidates, count, ranked);
  } else {
    ranked_all = rank_candidates<5>(candidates, count, ranked);
  }
  if (!ranked_all) return -1;
  return count < wanted ? count : wanted;
}

}  // namespace THRONG_ISA
}  // namespace throng
