#include "host/cpu/grid_order.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/agent/grid.hpp"

namespace throng {
namespace {

constexpr std::size_t grain = 8192;

}  // namespace

PointBounds GridOrder::find_bounds(const float* x, const float* y, std::size_t count, ThreadTeam& team) const {
  constexpr float unbounded = std::numeric_limits<float>::infinity();
  struct alignas(64) Partial {
    PointBounds bounds{unbounded, unbounded, -unbounded, -unbounded};
  };
  std::array<Partial, 64> partials;
  const std::size_t workers = std::min<std::size_t>(partials.size(), static_cast<std::size_t>(team.threads()));
  const std::size_t share = (count + workers - 1) / workers;
  team.for_chunks(workers, 1, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t w = begin; w < end; ++w) {
      PointBounds b = partials[w].bounds;
      for (std::size_t i = w * share; i < std::min(count, (w + 1) * share); ++i) {
        b.min_x = x[i] < b.min_x ? x[i] : b.min_x;
        b.max_x = x[i] > b.max_x ? x[i] : b.max_x;
        b.min_y = y[i] < b.min_y ? y[i] : b.min_y;
        b.max_y = y[i] > b.max_y ? y[i] : b.max_y;
      }
      partials[w].bounds = b;
    }
  });
  PointBounds all = partials[0].bounds;
  for (std::size_t w = 1; w < workers; ++w) {
    const PointBounds& b = partials[w].bounds;
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
  cell_start_.resize(cells + 1);
  key_.resize(count);
  rank_.resize(count);
  std::uint32_t* counts = cell_start_.data();
  team.for_chunks(cells + 1, 65536, [&](std::size_t begin, std::size_t end, int) {
    std::memset(counts + begin, 0, (end - begin) * sizeof(std::uint32_t));
  });
  // Counting sort. Each point takes the next number in its cell; who comes first is left to the threads.
  const bool alone = team.threads() == 1 || count <= grain;
  team.for_chunks(count, grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto key = static_cast<std::uint32_t>(cell_key(view_, cell_column(view_, x[i]), cell_row(view_, y[i])));
      key_[i] = key;
      rank_[i] =
          alone ? counts[key]++ : std::atomic_ref<std::uint32_t>(counts[key]).fetch_add(1, std::memory_order_relaxed);
    }
  });
  std::uint32_t running = 0;
  double squares = 0.0;
  for (std::size_t c = 0; c < cells; ++c) {
    const std::uint32_t n = counts[c];
    squares += n * std::min<double>(n, most_counted_in_cell);
    counts[c] = running;
    running += n;
  }
  counts[cells] = running;
  team.for_chunks(count, grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) order_[counts[key_[i]] + rank_[i]] = static_cast<std::uint32_t>(i);
  });
  view_.dense_start = counts;
  view_.cell_key = nullptr;
  view_.cell_start = nullptr;
  view_.occupied = 0;
  return squares / static_cast<double>(count);
}

double GridOrder::order_sparse(const float* x, const float* y, std::size_t count, ThreadTeam& team) {
  keyed_.resize(count);
  team.for_chunks(count, grain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      keyed_[i] = {cell_key(view_, cell_column(view_, x[i]), cell_row(view_, y[i])), static_cast<std::uint32_t>(i)};
    }
  });
  team.sort(keyed_.data(), keyed_.data() + count,
            [](const KeyedPoint& a, const KeyedPoint& b) { return a.key < b.key; });
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
  for (std::uint32_t c = 0; c < occupied; ++c) {
    const double n = cell_start_[c + 1] - cell_start_[c];
    squares += n * std::min<double>(n, most_counted_in_cell);
  }
  view_.dense_start = nullptr;
  view_.cell_key = cell_key_.data();
  view_.cell_start = cell_start_.data();
  view_.occupied = occupied;
  return squares / static_cast<double>(count);
}

void GridOrder::build(const float* x, const float* y, std::size_t count, ThreadTeam& team) {
  view_ = {};
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

std::size_t GridOrder::capacity_bytes() const {
  return order_.capacity_bytes() + key_.capacity_bytes() + rank_.capacity_bytes() + cell_start_.capacity_bytes() +
         cell_key_.capacity_bytes() + keyed_.capacity_bytes();
}

}  // namespace throng
