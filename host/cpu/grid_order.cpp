#include "host/cpu/grid_order.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <tuple>

#include "kernels/agent/grid.hpp"

namespace throng {
namespace {

constexpr std::size_t grain = 8192;        // points per task
constexpr std::size_t most_tables = 4;     // of counts, by cell
constexpr std::size_t cell_grain = 32768;  // cells per task

template <class Body>
void for_each(std::size_t count, ThreadTeam& team, const Body& body) {
  team.for_chunks(count, 1, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

}  // namespace

PointBounds GridOrder::find_bounds(const float* x, const float* y, std::size_t count, ThreadTeam& team) const {
  std::array<PointBounds, 64> parts{};
  const std::size_t share = std::max(grain, (count + parts.size() - 1) / parts.size());
  const std::size_t used = (count + share - 1) / share;
  for_each(used, team, [&](std::size_t part) {
    parts[part] = kernels_.bounds(x, y, part * share, std::min(count, (part + 1) * share));
  });
  PointBounds all = parts[0];
  for (std::size_t part = 1; part < used; ++part) {
    const PointBounds& b = parts[part];
    all = {std::min(all.min_x, b.min_x), std::min(all.min_y, b.min_y), std::max(all.max_x, b.max_x),
           std::max(all.max_y, b.max_y)};
  }
  return all;
}

void GridOrder::place(const PointBounds& bounds, std::size_t count) {
  const auto points = static_cast<std::uint32_t>(count);
  if (fixed_height_ > 0.0f) {
    height_ = fixed_height_;
  } else if (height_ == 0.0f) {
    height_ = first_cell_height(bounds, points);
  }
  height_ = clamp_cell_height(height_, bounds);
  view_ = place_cells(bounds, height_, points);
  dense_ = cell_count(view_) <= dense_cell_limit(count);
}

double GridOrder::order_dense(const float* x, const float* y, std::size_t count, ThreadTeam& team) {
  const std::size_t cells = static_cast<std::size_t>(view_.columns) * static_cast<std::size_t>(view_.rows);
  // Counting sort. Few threads have a table of counts each, for a stretch of the points each; more of them share one.
  const auto threads = static_cast<std::size_t>(team.threads());
  const std::size_t parts = count <= grain || threads > most_tables ? 1 : threads;
  const bool shared = count > grain && threads > most_tables;
  cell_start_.resize(parts * cells + 2);
  key_.resize(count);
  std::uint32_t* const counts = cell_start_.data() + 1;  // of points in each cell, part by part; then where they begin
  team.for_chunks(parts * cells + 1, cell_grain, [&](std::size_t begin, std::size_t end, int) {
    std::memset(counts + begin, 0, (end - begin) * sizeof(std::uint32_t));
  });
  const auto part_begin = [&](std::size_t part) { return count * part / parts; };
  if (shared) {
    rank_.resize(count);
    team.for_chunks(count, grain, [&](std::size_t begin, std::size_t end, int) {
      kernels_.cell_keys(view_, x, y, key_.data(), begin, end);
      for (std::size_t i = begin; i < end; ++i) {
        rank_[i] = std::atomic_ref<std::uint32_t>(counts[key_[i]]).fetch_add(1, std::memory_order_relaxed);
      }
    });
  } else {
    for_each(parts, team, [&](std::size_t part) {
      std::uint32_t* const own = counts + part * cells;
      kernels_.cell_keys(view_, x, y, key_.data(), part_begin(part), part_begin(part + 1));
      for (std::size_t i = part_begin(part); i < part_begin(part + 1); ++i) ++own[key_[i]];
    });
  }
  const double squares = sum_cells(counts, cells, parts, team);
  view_.occupied = 0;
  view_.cell_key = nullptr;
  view_.cell_start = nullptr;
  if (shared) {
    team.for_chunks(count, grain, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) order_[counts[key_[i]] + rank_[i]] = static_cast<std::uint32_t>(i);
    });
    counts[cells] = static_cast<std::uint32_t>(count);
    view_.dense_start = counts;
  } else {
    // Each start moves on to its end: in the last table to where the next cell starts.
    for_each(parts, team, [&](std::size_t part) {
      std::uint32_t* const own = counts + part * cells;
      for (std::size_t i = part_begin(part); i < part_begin(part + 1); ++i) {
        order_[own[key_[i]]++] = static_cast<std::uint32_t>(i);
      }
    });
    std::uint32_t* const start = counts + (parts - 1) * cells - 1;
    start[0] = 0;
    view_.dense_start = start;
  }
  return squares / static_cast<double>(count);
}

double GridOrder::sum_cells(std::uint32_t* counts, std::size_t cells, std::size_t parts, ThreadTeam& team) {
  const std::size_t blocks = (cells + cell_grain - 1) / cell_grain;
  blocks_.resize(blocks);
  for_each(blocks, team, [&](std::size_t b) {
    CellBlock block{0, 0, 0};
    for (std::size_t c = b * cell_grain; c < std::min(cells, (b + 1) * cell_grain); ++c) {
      std::uint64_t n = counts[c];
      for (std::size_t part = 1; part < parts; ++part) n += counts[part * cells + c];
      block.points += n;
      block.crowding += n * std::min<std::uint64_t>(n, most_counted_in_cell);
      block.fullest = std::max(block.fullest, n);
    }
    blocks_[b] = block;
  });
  std::uint64_t running = 0, squares = 0, fullest = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::uint64_t points = blocks_[b].points;
    squares += blocks_[b].crowding;
    fullest = std::max(fullest, blocks_[b].fullest);
    blocks_[b].points = running;
    running += points;
  }
  fullest_cell_ = static_cast<std::uint32_t>(fullest);
  for_each(blocks, team, [&](std::size_t b) {
    auto start = static_cast<std::uint32_t>(blocks_[b].points);
    for (std::size_t c = b * cell_grain; c < std::min(cells, (b + 1) * cell_grain); ++c) {
      for (std::size_t part = 0; part < parts; ++part) {
        std::uint32_t& entry = counts[part * cells + c];
        const std::uint32_t n = entry;
        entry = start;
        start += n;
      }
    }
  });
  return static_cast<double>(squares);
}

double GridOrder::order_sparse(const float* x, const float* y, std::size_t count, ThreadTeam& team) {
  keyed_.resize(count);
  team.for_chunks(count, grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      keyed_[i] = {cell_key(view_, cell_column(view_, x[i]), cell_row(view_, y[i])), static_cast<std::uint32_t>(i)};
    }
  });
  key_sort_.sort(keyed_, team);
  cell_key_.resize(count);
  cell_start_.resize(count + 1);
  std::uint32_t occupied = 0;
  double squares = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    order_[i] = keyed_[i].index;
    if (i == 0 || keyed_[i].key != keyed_[i - 1].key) {
      cell_key_[occupied] = keyed_[i].key;
      cell_start_[occupied] = static_cast<std::uint32_t>(i);
      ++occupied;
    }
  }
  cell_start_[occupied] = static_cast<std::uint32_t>(count);
  fullest_cell_ = 0;
  for (std::uint32_t c = 0; c < occupied; ++c) {
    const std::uint32_t n = cell_start_[c + 1] - cell_start_[c];
    squares += n * static_cast<double>(std::min(n, most_counted_in_cell));
    fullest_cell_ = std::max(fullest_cell_, n);
  }
  view_.dense_start = nullptr;
  view_.cell_key = cell_key_.data();
  view_.cell_start = cell_start_.data();
  view_.occupied = occupied;
  return squares / static_cast<double>(count);
}

void GridOrder::build(const float* x, const float* y, std::size_t count, ThreadTeam& team) {
  view_ = {};
  any_aside_ = false;
  fullest_cell_ = 0;
  if (count == 0) return;
  order_.resize(count);
  const PointBounds bounds = find_bounds(x, y, count, team);
  const bool first_time = height_ == 0.0f;
  for (int attempt = 0;; ++attempt) {
    place(bounds, count);
    const float used = height_;
    const auto crowding = static_cast<float>(dense_ ? order_dense(x, y, count, team) : order_sparse(x, y, count, team));
    if (fixed_height_ > 0.0f || cells_fit(crowding)) return;
    height_ = next_cell_height(used, crowding, bounds);
    // The first time a good size is looked for; later it is followed, one change per step.
    const bool at_a_limit = std::abs(height_ - used) <= 0.01f * used;
    if (!first_time || at_a_limit || attempt >= 12) return;
  }
}

void GridOrder::set_aside(const float* x, const float* y, const std::int64_t* id, std::size_t keep,
                          const float* radius) {
  const std::size_t crowded = std::max<std::size_t>(keep, 64);
  if (fullest_cell_ <= crowded) return;
  const std::size_t cells = dense_ ? static_cast<std::size_t>(cell_count(view_)) : view_.occupied;
  // The view points into this table.
  std::uint32_t* const start = cell_start_.data() + (dense_ ? view_.dense_start - cell_start_.data() : 0);
  const float* const size = radius == nullptr ? x : radius;  // at one place x is the same
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(x[a], y[a], size[a], id[a]) < std::tie(x[b], y[b], size[b], id[b]);
  };
  const auto alike = [&](std::uint32_t a, std::uint32_t b) {
    return x[a] == x[b] && y[a] == y[b] && size[a] == size[b];
  };
  aside_.resize(view_.item_count);
  std::uint32_t* const order = order_.data();
  const std::uint32_t count = view_.item_count;
  std::uint32_t aside = 0, begin = 0, settled = 0;
  // What lies between crowded cells moves up at once: the pass over the cells is one thread's.
  const auto settle = [&](std::uint32_t until) {
    if (aside > 0) std::memmove(order + settled - aside, order + settled, (until - settled) * sizeof(std::uint32_t));
  };
  for (std::size_t c = 0; c < cells; ++c) {
    const std::uint32_t end = start[c + 1];
    start[c] = begin - aside;
    if (end - begin > crowded) {
      settle(begin);
      std::sort(order + begin, order + end, before);
      std::uint32_t kept = begin - aside;
      std::size_t in_place = 0;  // points where this one is, before it
      std::uint32_t last = order[begin];
      for (std::uint32_t i = begin; i < end; ++i) {
        const std::uint32_t point = order[i];
        in_place = i > begin && alike(point, last) ? in_place + 1 : 0;
        last = point;
        if (in_place < keep) {
          order[kept++] = point;
        } else {
          if (aside == 0) {
            copies_.resize(count);
            std::fill_n(copies_.data(), count, 1u);
          }
          aside_[aside++] = point;
          ++copies_[kept - 1];
        }
      }
      settled = end;
    }
    begin = end;
  }
  settle(count);
  start[cells] = count - aside;
  std::memcpy(order + (count - aside), aside_.data(), aside * sizeof(std::uint32_t));
  view_.item_count = count - aside;
  any_aside_ = aside > 0;
}

std::size_t GridOrder::capacity_bytes() const {
  return order_.capacity_bytes() + key_.capacity_bytes() + rank_.capacity_bytes() + aside_.capacity_bytes() +
         copies_.capacity_bytes() + cell_start_.capacity_bytes() + cell_key_.capacity_bytes() +
         keyed_.capacity_bytes() + key_sort_.capacity_bytes() + blocks_.capacity_bytes();
}

}  // namespace throng
