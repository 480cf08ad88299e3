// The fast way to an agent's nearest neighbors: candidates tested a pack at a time, then ranked by comparing all with
// all.
//
// Gives the list that find_neighbors (kernels/agent/neighbor_search.hpp) gives, or gives up: when so many are at almost
// the same distance that no reach holds enough of them and not too many. The caller then takes the plain way.
#pragma once
#include <utility>

#include "host/cpu/pack_io.hpp"
#include "kernels/agent/lane_memory.hpp"
#include "kernels/agent/neighbor_search.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Most neighbors an agent of the fast way may ask for, and most candidates it ranks, itself included.
inline constexpr std::int32_t fast_neighbors = 48;
inline constexpr std::int32_t fast_candidates = 64;

/// Candidates of one agent. Room for a whole pack beyond the last one, and for as many as fill up the packs that are
/// ranked.
struct Candidates {
  alignas(sizeof(Pack)) float distance_sq[fast_candidates + 2 * pack_lanes];
  alignas(sizeof(Pack)) std::uint32_t index[fast_candidates + 2 * pack_lanes];
};

#if defined(__AVX2__) && THRONG_PACK_LANES == 8
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

/// Puts the lanes of `bits` side by side; writes a whole pack.
inline void compress_lanes(Pack value, Int index, unsigned bits, float* values, std::uint32_t* indices) {
#if defined(__AVX2__) && THRONG_PACK_LANES == 8
  const __m256i lanes = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(compress_table.lanes[bits])));
  __m256 all;
  __m256i all_indices;
  __builtin_memcpy(&all, &value.lanes, sizeof all);
  __builtin_memcpy(&all_indices, &index, sizeof all_indices);
  _mm256_storeu_ps(values, _mm256_permutevar8x32_ps(all, lanes));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(indices), _mm256_permutevar8x32_epi32(all_indices, lanes));
#else
  for (int place = 0; bits != 0; bits &= bits - 1, ++place) {
    const int lane = __builtin_ctz(bits);
    values[place] = value.lanes[lane];
    indices[place] = static_cast<std::uint32_t>(index[lane]);
  }
#endif
}

/// Tests ranges of items, and keeps those at a squared distance < `limit`.
struct CandidateScan {
  const float* x;  // m, of the crowd in cell order
  const float* y;
  Pack self_x, self_y, limit;
  Candidates& to;
  std::int32_t count = 0;  // more than fast_candidates: they don't fit

  void add(std::uint32_t begin, std::uint32_t end) {
    std::uint32_t i = begin;
    Int index = lane_numbers() + static_cast<std::int32_t>(begin);
    std::int32_t found = count;
    for (; i + pack_lanes <= end && found <= fast_candidates; i += pack_lanes, index += pack_lanes) {
      found = test(i, index, ~0u, found);
    }
    if (i < end && found <= fast_candidates) found = test(i, index, (1u << (end - i)) - 1u, found);
    count = found;
  }

 private:
  std::int32_t test(std::uint32_t i, Int index, unsigned among, std::int32_t found) const {
    // Reading beyond the last item is allowed (Buffer); `among` leaves those out.
    const Vec2<Pack> other = load<Pack>(x, y, i);
    const Pack dx = self_x - other.x, dy = self_y - other.y;
    const Pack distance_sq = dx * dx + dy * dy;
    const unsigned bits = mask_bits(distance_sq < limit) & among;
    compress_lanes(distance_sq, index, bits, to.distance_sq + found, to.index + found);
    return found + __builtin_popcount(bits);
  }
};

/// Where the last searches in a sparse grid found the first cell of a row: agents follow each other in cell order, so
/// that the next one's is there or a few cells on.
struct SparseRows {
  static constexpr std::int32_t remembered = 16;  // a power of two, and more than the rows of a common search
  std::uint32_t first_cell[remembered];           // of the row whose number has these last bits

  /// As cells_before.
  std::uint32_t find(const GridView& grid, std::int32_t row, std::uint64_t key) {
    std::uint32_t& cell = first_cell[row & (remembered - 1)];
    std::uint32_t c = cell < grid.occupied ? cell : grid.occupied;
    for (int steps = 0; steps < 8 && c < grid.occupied && grid.cell_key[c] < key; ++steps) ++c;
    const bool found = (c == grid.occupied || grid.cell_key[c] >= key) && (c == 0 || grid.cell_key[c - 1] < key);
    cell = found ? c : cells_before(grid, key);
    return cell;
  }
};

/// All agents at a squared distance < `reach_sq` from (x, y), the agent itself included; -1 when more than fit. `box`
/// holds the cells within that reach.
inline std::int32_t scan_candidates(const CrowdView& crowd, float x, float y, float reach_sq, const CellBox<float>& box,
                                    SparseRows& rows_of_cells, Candidates& to) {
  CandidateScan scan{crowd.x, crowd.y, Pack(x), Pack(y), Pack(reach_sq), to};
  const GridView& grid = crowd.grid;
  if (grid.dense_start != nullptr) {
    const std::uint32_t* start = grid.dense_start + cell_key(grid, box.first_column, box.first_row);
    const std::int32_t past = box.last_column - box.first_column + 1;
    for (std::int32_t rows = box.last_row - box.first_row; rows >= 0; --rows, start += grid.columns) {
      scan.add(start[0], start[past]);
      if (scan.count > fast_candidates) return -1;
    }
    return scan.count;
  }
  if (static_cast<std::uint32_t>(box.last_row - box.first_row) > grid.occupied) {
    scan.add(0, grid.item_count);
    return scan.count > fast_candidates ? -1 : scan.count;
  }
  for (std::int32_t row = box.first_row; row <= box.last_row; ++row) {
    const std::uint64_t past = cell_key(grid, box.last_column, row);
    const std::uint32_t first = rows_of_cells.find(grid, row, cell_key(grid, box.first_column, row));
    std::uint32_t last = first;
    while (last < grid.occupied && grid.cell_key[last] <= past) ++last;
    scan.add(grid.cell_start[first], grid.cell_start[last]);
    if (scan.count > fast_candidates) return -1;
  }
  return scan.count;
}

/// One more, after a scan that found `count`; -1 when it doesn't fit.
inline std::int32_t add_candidate(Candidates& to, std::int32_t count, float distance_sq, std::uint32_t index) {
  if (count < 0 || count >= fast_candidates) return -1;
  to.distance_sq[count] = distance_sq;
  to.index[count] = index;
  return count + 1;
}

/// Calls body(0) to body(count - 1), written out.
template <int count, class Body>
inline void unrolled(const Body& body) {
  [&]<int... n>(std::integer_sequence<int, n...>) { (body(n), ...); }
  (std::make_integer_sequence<int, count>{});
}

/// Of candidates at equal distances the ones with lower ids come first: adds to `place` (in units of `unit`) what the
/// comparison of distances has left out. `id_of`: of a position in cell order, read once for each that has an equal.
template <class IdOf>
void order_ties(const Candidates& candidates, std::int32_t count, std::uint32_t unit, std::uint32_t* place,
                const IdOf& id_of) {
  std::int64_t id[fast_candidates];
  for (std::int32_t i = 0; i < count; ++i) {
    // Its equals before it: each pair once.
    const Pack own(candidates.distance_sq[i]);
    std::uint64_t equals = 0;
    for (std::int32_t first = 0; first < count; first += pack_lanes) {
      const Pack others = load<Pack>(candidates.distance_sq, static_cast<std::uint32_t>(first));
      equals |= static_cast<std::uint64_t>(mask_bits(others.lanes == own.lanes)) << first;
    }
    if ((equals & ~(std::uint64_t{1} << i)) == 0) continue;
    id[i] = id_of(candidates.index[i]);
    std::uint32_t own_place = 0;
    for (equals &= (std::uint64_t{1} << i) - 1; equals != 0; equals &= equals - 1) {
      const int j = __builtin_ctzll(equals);
      const std::uint32_t after = id[j] < id[i] ? unit : 0u;
      own_place += after;
      place[j] += unit - after;
    }
    place[i] += own_place;
  }
}

/// Writes the index of the candidate of rank r, by (distance, id), to ranked[r * pack_lanes].
template <int packs, class IdOf>
void rank_candidates(Candidates& candidates, std::int32_t count, std::uint32_t* ranked, const IdOf& id_of) {
  store(Pack(3.4e38f), candidates.distance_sq, static_cast<std::uint32_t>(count));
  store(Pack(3.4e38f), candidates.distance_sq, static_cast<std::uint32_t>(count + pack_lanes));
  Pack distance[packs];
  Int rank[packs];
  for (int p = 0; p < packs; ++p) {
    distance[p] = load<Pack>(candidates.distance_sq, static_cast<std::uint32_t>(pack_lanes * p));
    rank[p] = Int{};
  }
  const auto compare = [&](int q) {
    const Pack each(candidates.distance_sq[q]);
    for (int p = 0; p < packs; ++p) rank[p] -= each < distance[p];  // a true lane is -1
  };
  // Those that fill up the packs are farther than nobody.
  if constexpr (packs <= 3) {
    unrolled<packs * pack_lanes>(compare);
  } else {
    for (std::int32_t q = 0; q < count; ++q) compare(q);
  }
  Int sum = rank[0];
  for (int p = 1; p < packs; ++p) sum += rank[p];
  constexpr std::uint32_t unit = pack_lanes * sizeof(std::uint32_t);  // bytes from one rank to the next
  alignas(sizeof(Pack)) std::uint32_t place[pack_lanes * packs];      // bytes from `ranked`
  for (int p = 0; p < packs; ++p) {
    store_int<Pack>(rank[p] * static_cast<std::int32_t>(unit), place, static_cast<std::uint32_t>(pack_lanes * p));
  }
  // Without ties the ranks of the candidates are 0 to count - 1, and all others have rank `count`.
  if (lane_sum(sum) != count * (count - 1) / 2 + (pack_lanes * packs - count) * count) {
    order_ties(candidates, count, unit, place, id_of);
  }
  const auto put = [&](int i) {
    __builtin_memcpy(reinterpret_cast<char*>(ranked) + place[i], candidates.index + i, sizeof(std::uint32_t));
  };
  if constexpr (packs <= 3) {
    unrolled<packs * pack_lanes>(put);
  } else {
    for (std::int32_t i = 0; i < count; ++i) put(i);
  }
}

/// Puts the candidates in order: ranked[0] is the agent itself (`id_of` has it first), ranked[pack_lanes] its
/// nearest neighbor, and so on (room for fast_candidates + pack_lanes of them).
template <class IdOf>
void rank_all(Candidates& candidates, std::int32_t count, std::uint32_t* ranked, const IdOf& id_of) {
  const int packs = (count + pack_lanes - 1) / pack_lanes;
  if (packs <= 2) return rank_candidates<2>(candidates, count, ranked, id_of);
  if (packs <= 3) return rank_candidates<3>(candidates, count, ranked, id_of);
  if (packs <= 4) return rank_candidates<4>(candidates, count, ranked, id_of);
  if (packs <= 6) return rank_candidates<6>(candidates, count, ranked, id_of);
  return rank_candidates<8>(candidates, count, ranked, id_of);
}

}  // namespace THRONG_ISA
}  // namespace throng
