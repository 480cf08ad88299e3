// The nearest neighbors of an agent the way a device likes it: candidates are put aside without order, and ordered at
// the end in registers, without branches.
//
// Gives the list that find_neighbors (neighbor_search.hpp) gives, or gives up: on equal distances, where ids must
// decide. Giving up is rare; the caller then takes the plain way.
#pragma once
#include "kernels/agent/neighbor_search.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// The K nearest so far, nearest first. All loops over it have a fixed count, so that it can live in registers.
template <int K>
struct NearestFew {
  static constexpr float nobody = 3.4e38f;  ///< distance of an empty place
  float distance_sq[K];                     ///< m^2
  std::uint32_t index[K];                   ///< positions in cell order
  bool tie;                                 ///< two were equally far, and this list can't tell which comes first
};

template <int K>
THRONG_HD void clear(NearestFew<K>& few) {
#ifdef __CUDACC__
#pragma unroll
#endif
  for (int s = 0; s < K; ++s) {
    few.distance_sq[s] = NearestFew<K>::nobody;
    few.index[s] = 0;
  }
  few.tie = false;
}

template <int K>
THRONG_HD void insert(NearestFew<K>& few, float distance_sq, std::uint32_t index) {
  const float last = few.distance_sq[K - 1];
#ifdef __CUDACC__
#pragma unroll
#endif
  for (int s = K - 1; s > 0; --s) {
    const bool moves = distance_sq < few.distance_sq[s - 1], comes_here = distance_sq < few.distance_sq[s];
    few.distance_sq[s] = moves ? few.distance_sq[s - 1] : comes_here ? distance_sq : few.distance_sq[s];
    few.index[s] = moves ? few.index[s - 1] : comes_here ? index : few.index[s];
  }
  const bool is_first = distance_sq < few.distance_sq[0];
  few.distance_sq[0] = is_first ? distance_sq : few.distance_sq[0];
  few.index[0] = is_first ? index : few.index[0];
  // Of the two at the border one stays and one goes, though they are equally far.
  const bool tie_at_the_end = (distance_sq == last) | ((distance_sq < last) & (few.distance_sq[K - 1] == last));
  few.tie = few.tie | (tie_at_the_end & (last < NearestFew<K>::nobody));
}

/// Whether the order of those that are in is open.
template <int K>
THRONG_HD bool has_tie(const NearestFew<K>& few) {
  bool tie = few.tie;
#ifdef __CUDACC__
#pragma unroll
#endif
  for (int s = 1; s < K; ++s) {
    tie = tie | ((few.distance_sq[s] == few.distance_sq[s - 1]) & (few.distance_sq[s] < NearestFew<K>::nobody));
  }
  return tie;
}

/// Candidates put aside at once.
inline constexpr std::int32_t candidates_aside = 32;

/// The nearest `wanted` <= K agents to `self` at a squared distance < `range_sq` that pass `sees` into `few`; returns
/// their number, or -1 when it gives up.
template <int K, class Sees>
THRONG_HD std::int32_t find_nearest_few(const CrowdView& crowd, std::uint32_t self, std::int32_t wanted, float range_sq,
                                        float start_sq, const Sees& sees, NearestFew<K>& few) {
  clear(few);
  if (wanted == 0 || !(range_sq > 0.0f)) return 0;
  float aside_sq[candidates_aside];
  std::uint32_t aside[candidates_aside];
  std::int32_t waiting = 0, found = 0;
  const auto take_in = [&] {
    for (std::int32_t c = 0; c < waiting; ++c) insert(few, aside_sq[c], aside[c]);
    waiting = 0;
  };
  const float x = crowd.x[self], y = crowd.y[self];
  float reach_sq = first_reach_sq(start_sq, range_sq);
  for (;;) {
    for_item_ranges(crowd.grid, x, y, square_root(reach_sq), [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t i = begin; i < end; ++i) {
        const float dx = x - crowd.x[i], dy = y - crowd.y[i];
        const float distance_sq = dx * dx + dy * dy;
        if (distance_sq < reach_sq && i != self && sees(i)) {
          if (waiting == candidates_aside) take_in();
          aside_sq[waiting] = distance_sq;
          aside[waiting] = i;
          ++waiting;
          ++found;
        }
      }
    });
    if (found >= wanted || reach_sq >= range_sq) break;
    reach_sq = grown_reach_sq(reach_sq, wanted, found, range_sq);
    if (found > waiting) clear(few);
    waiting = found = 0;
  }
  take_in();
  if (has_tie(few)) return -1;
  return found < wanted ? found : wanted;
}

}  // namespace THRONG_ISA
}  // namespace throng
