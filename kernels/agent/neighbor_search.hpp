// The nearest neighbors of an agent, exactly: the first k by (squared distance, id).
//
// A search looks within a reach, and looks again within a larger one when it found too few: few candidates in a dense
// crowd however large the neighbor distance is. The total order makes the result independent of cells, threads and
// storage.
#pragma once
#include "kernels/agent/grid.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// The nearest so far, in order. `Ids` maps a position in cell order to an id.
struct NeighborList {
  float* distance_sq;    ///< m^2, room for `capacity`
  std::uint32_t* index;  ///< positions in cell order
  std::int32_t capacity;
  std::int32_t count;
};

/// Puts a candidate in its place, if it belongs among the first `capacity`.
template <class Ids>
THRONG_HD void insert_neighbor(NeighborList& list, float distance_sq, std::uint32_t candidate, const Ids& id_of) {
  std::int32_t place = list.count;
  if (list.count == list.capacity) {
    const std::int32_t last = list.capacity - 1;
    if (distance_sq > list.distance_sq[last]) return;
    if (distance_sq == list.distance_sq[last] && id_of(candidate) > id_of(list.index[last])) return;
    place = last;
  } else {
    ++list.count;
  }
  while (place > 0) {
    const float before = list.distance_sq[place - 1];
    if (before < distance_sq || (before == distance_sq && id_of(list.index[place - 1]) < id_of(candidate))) break;
    list.distance_sq[place] = before;
    list.index[place] = list.index[place - 1];
    --place;
  }
  list.distance_sq[place] = distance_sq;
  list.index[place] = candidate;
}

/// Squared reach of the first look, m^2. A search starts small however large the neighbor distance is: its reach grows
/// by factors, from a first one that is no further than to the next few persons.
template <class Real>
THRONG_HD Real first_reach_sq(Real start_sq, Real limit_sq) {
  // Denormal numbers would not grow by a small factor.
  const Real least = smaller(limit_sq, larger(Real(1.0e-37f), smaller(Real(0.0625f), Real(1.0e-4f) * limit_sq)));
  const Real reach_sq = smaller(limit_sq, start_sq);
  return select(reach_sq > least, reach_sq, least);
}

/// Squared reach of the next look when `found` of `wanted` lay within `reach_sq`.
THRONG_HD inline float grown_reach_sq(float reach_sq, std::int32_t wanted, std::int32_t found, float limit_sq) {
  const float ratio = (static_cast<float>(wanted) + 3.0f) / (static_cast<float>(found) + 0.5f);
  const float growth = ratio < 1.3f ? 1.3f : (ratio > 4.0f ? 4.0f : ratio);
  const float next = reach_sq * growth;
  return next < limit_sq ? next : limit_sq;
}

/// Where the search of the next step begins, m^2: a little beyond the farthest of this one, where there are as many
/// neighbors as were asked for (`full`); else all in range were found.
template <class Real>
THRONG_HD Real next_search_start(typename Lane<Real>::Mask full, Real farthest_sq, Real range_sq) {
  return select(full, Real(1.25f) * farthest_sq, range_sq);
}

/// Fills `list` with the nearest agents to `self` at a squared distance < `range_sq` that pass `sees`. `start_sq` (m^2)
/// is where to look first: it decides the cost, never the result.
template <class Sees, class Ids>
THRONG_HD void find_neighbors(const CrowdView& crowd, std::uint32_t self, float range_sq, float start_sq,
                              const Sees& sees, const Ids& id_of, NeighborList& list) {
  list.count = 0;
  if (list.capacity == 0 || !(range_sq > 0.0f)) return;
  const float x = crowd.motion[self].x, y = crowd.motion[self].y;
  float reach_sq = first_reach_sq(start_sq, range_sq);
  for (;;) {
    list.count = 0;
    for_item_ranges(crowd.grid, x, y, square_root(reach_sq), [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t i = begin; i < end; ++i) {
        const float dx = x - crowd.motion[i].x, dy = y - crowd.motion[i].y;
        const float distance_sq = dx * dx + dy * dy;
        if (distance_sq < reach_sq && i != self && sees(i)) insert_neighbor(list, distance_sq, i, id_of);
      }
    });
    if (list.count == list.capacity || reach_sq >= range_sq) return;
    reach_sq = grown_reach_sq(reach_sq, list.capacity, list.count, range_sq);
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
