// The nearest neighbors of an agent the way a device likes it: candidates are put aside without order, and a sorting
// network then orders them in registers, without branches.
//
// Gives the list that find_neighbors (neighbor_search.hpp) gives, or gives up: where distances are so nearly equal that
// ids may have to decide. Giving up is rare; the caller then takes the plain way.
#pragma once
#include <utility>

#include "kernels/agent/neighbor_search.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// A candidate within reach, where it was put aside: 8 bytes, one load.
struct alignas(8) Candidate {
  float distance_sq;    ///< m^2
  std::uint32_t index;  ///< position in cell order
};

// ---- A sorting network ----
// Batcher's odd-even merge sort (Knuth, TAOCP 3, 5.3.4): pairs that are exchanged, in an order that no data change.
template <int Count>
struct ExchangeList {
  int low[Count], high[Count];
};

/// Calls visit(low, high) for the exchanges of a network over `size` (a power of 2) keys, in order.
template <class Visit>
constexpr void for_exchanges(int size, Visit&& visit) {
  for (int p = 1; p < size; p *= 2) {
    for (int k = p; k >= 1; k /= 2) {
      for (int j = k % p; j + k < size; j += 2 * k) {
        for (int i = 0; i < k && i + j + k < size; ++i) {
          if ((i + j) / (2 * p) == (i + j + k) / (2 * p)) visit(i + j, i + j + k);
        }
      }
    }
  }
}
constexpr int exchange_count(int size) {
  int count = 0;
  for_exchanges(size, [&](int, int) { ++count; });
  return count;
}
template <int Size>
constexpr auto exchanges_of() {
  ExchangeList<exchange_count(Size)> list{};
  int count = 0;
  for_exchanges(Size, [&](int low, int high) {
    list.low[count] = low;
    list.high[count++] = high;
  });
  return list;
}

template <int Size>
inline constexpr auto exchanges = exchanges_of<Size>();
template <int Size>
using ExchangeNumbers = std::make_integer_sequence<int, exchange_count(Size)>;

template <int Low, int High>
THRONG_HD void exchange(std::uint32_t* key) {
  const std::uint32_t a = key[Low], b = key[High];
  key[Low] = a < b ? a : b;
  key[High] = a < b ? b : a;
}
template <int Size, int... Numbers>
THRONG_HD void run_network(std::uint32_t* key, std::integer_sequence<int, Numbers...>) {
  (exchange<exchanges<Size>.low[Numbers], exchanges<Size>.high[Numbers]>(key), ...);
}
/// Sorts `Size` keys, smallest first. All indices are known when it is compiled: the keys can live in registers.
template <int Size>
THRONG_HD void sort_keys(std::uint32_t* key) {
  run_network<Size>(key, ExchangeNumbers<Size>{});
}

// ---- One look ----

/// What a look within a reach has found.
struct NearestLook {
  std::int32_t found;  ///< agents within the reach, without the one that looks
  bool tie;            ///< two were so nearly equally far that ids may have to decide: the order is not known
};

/// Sizes for the K nearest. A key is a squared distance with its last bits replaced by the candidate's place.
template <int K>
struct NearestSizes {
  static constexpr int wanted = K + 2;               ///< also the agent itself, and the first that is not taken
  static constexpr int network = K <= 14 ? 16 : 32;  ///< keys that are sorted at once; the rest is inserted
  static constexpr std::int32_t aside = 2 * network;
  static constexpr std::uint32_t place_mask = static_cast<std::uint32_t>(aside) - 1;
};

template <int K>
THRONG_HD std::uint32_t key_of(const Candidate* aside, std::int32_t place) {
  std::uint32_t bits;
#ifdef __CUDA_ARCH__
  bits = __float_as_uint(aside[place].distance_sq);
#else
  __builtin_memcpy(&bits, &aside[place].distance_sq, sizeof bits);
#endif
  return (bits & ~NearestSizes<K>::place_mask) | static_cast<std::uint32_t>(place);  // distances >= 0 compare like bits
}

/// Keeps the nearest of `waiting` candidates in place, as many as can still matter. Returns whether some had equal keys
/// but for their places. Plain and slow: it is called when more are in reach than have room.
template <int K>
#ifdef __CUDACC__
__noinline__
#endif
    THRONG_HD bool
    shorten(Candidate* aside, std::int32_t waiting) {
  constexpr std::int32_t kept = NearestSizes<K>::wanted;
  bool tie = false;
  for (std::int32_t c = 1; c < waiting; ++c) {
    const Candidate candidate = aside[c];
    std::int32_t place = c < kept ? c : kept;
    while (place > 0 && candidate.distance_sq < aside[place - 1].distance_sq) --place;
    if (place > 0) tie = tie || candidate.distance_sq == aside[place - 1].distance_sq;
    if (place == kept) continue;
    for (std::int32_t s = c < kept ? c : kept - 1; s > place; --s) aside[s] = aside[s - 1];
    aside[place] = candidate;
  }
  return tie;
}

/// Looks for agents at a squared distance < `reach_sq`; where `some_unseen`, only those count that pass `sees`. When
/// there are at least `wanted` <= K, or when this look is the `last`, put(n, candidate) gets the nearest of them, at
/// most `wanted`, nearest first; not after a tie.
template <int K, class Sees, class Put>
THRONG_HD NearestLook look_for_nearest(const CrowdView& crowd, std::uint32_t self, std::int32_t wanted, float reach_sq,
                                       bool last, bool some_unseen, const Sees& sees, const Put& put) {
  using Sizes = NearestSizes<K>;
  Candidate aside[Sizes::aside + 1];  // one more: a place that the next candidate takes again
  std::int32_t waiting = 0, dropped = 0;
  bool tie = false;
  const float x = crowd.motion[self].x, y = crowd.motion[self].y;
  for_item_ranges(crowd.grid, x, y, square_root(reach_sq), [&](std::uint32_t begin, std::uint32_t end) {
    while (begin < end && !tie) {
      const auto room = static_cast<std::uint32_t>(Sizes::aside - waiting);
      const std::uint32_t stop = end - begin < room ? end : begin + room;
      const std::int32_t seen = waiting;
      Candidate* next = aside + waiting;
      const Motion* other = crowd.motion + begin;
#ifdef __CUDACC__
#pragma unroll 1
#endif
      for (std::uint32_t i = begin; i < stop; ++i, ++other) {
        const float dx = x - other->x, dy = y - other->y;
        const float distance_sq = dx * dx + dy * dy;
        // Written whether it counts or not, without a branch. The agent itself counts, and comes out first.
        *next = {distance_sq, i};
        next += distance_sq < reach_sq ? 1 : 0;
      }
      waiting = static_cast<std::int32_t>(next - aside);
      begin = stop;
      if (some_unseen) {
        std::int32_t kept = seen;
        for (std::int32_t c = seen; c < waiting; ++c) {
          if (aside[c].index == self || sees(aside[c].index)) aside[kept++] = aside[c];
        }
        waiting = kept;
      }
      if (waiting == Sizes::aside) {
        tie = shorten<K>(aside, waiting);
        dropped += waiting - Sizes::wanted;
        waiting = Sizes::wanted;
      }
    }
  });
  const std::int32_t found = dropped + waiting - 1;
  if (tie || !(found >= wanted || last)) return {found, tie};

  std::uint32_t key[Sizes::network];
#ifdef __CUDACC__
#pragma unroll
#endif
  for (int c = 0; c < Sizes::network; ++c) {  // nobody: greater than any distance, and all different
    key[c] = c < waiting ? key_of<K>(aside, c) : 0x80000000u + static_cast<std::uint32_t>(c * Sizes::aside);
  }
  sort_keys<Sizes::network>(key);
  for (std::int32_t c = Sizes::network; c < waiting; ++c) {
    std::uint32_t next = key_of<K>(aside, c);
#ifdef __CUDACC__
#pragma unroll
#endif
    for (int s = 0; s < Sizes::wanted; ++s) {
      const std::uint32_t here = key[s];
      key[s] = here < next ? here : next;
      next = here < next ? next : here;
    }
  }
#ifdef __CUDACC__
#pragma unroll
#endif
  for (int s = 0; s + 1 < Sizes::wanted; ++s) tie = tie | ((key[s] ^ key[s + 1]) <= Sizes::place_mask);
  if (tie) return {found, true};
#ifdef __CUDACC__
#pragma unroll
#endif
  for (int n = 0; n < K; ++n) {
    if (n < wanted && n < found) put(n, aside[key[n + 1] & Sizes::place_mask]);
  }
  return {found, false};
}

// ---- The whole search ----

/// The K nearest, nearest first.
template <int K>
struct NearestFew {
  float distance_sq[K];    ///< m^2
  std::uint32_t index[K];  ///< positions in cell order
};

/// The nearest `wanted` <= K agents to `self` at a squared distance < `range_sq` into `few`, where `some_unseen` those
/// that pass `sees`; returns their number, or -1 when it gives up.
template <int K, class Sees>
THRONG_HD std::int32_t find_nearest_few(const CrowdView& crowd, std::uint32_t self, std::int32_t wanted, float range_sq,
                                        float start_sq, bool some_unseen, const Sees& sees, NearestFew<K>& few) {
  if (wanted == 0 || !(range_sq > 0.0f)) return 0;
  float reach_sq = first_reach_sq(start_sq, range_sq);
  for (;;) {
    const bool last = reach_sq >= range_sq;
    const NearestLook look =
        look_for_nearest<K>(crowd, self, wanted, reach_sq, last, some_unseen, sees, [&](int n, Candidate c) {
          few.distance_sq[n] = c.distance_sq;
          few.index[n] = c.index;
        });
    if (look.tie) return -1;
    if (look.found >= wanted || last) return look.found < wanted ? look.found : wanted;
    reach_sq = grown_reach_sq(reach_sq, wanted, look.found, range_sq);
  }
}

}  // namespace THRONG_ISA
}  // namespace throng
