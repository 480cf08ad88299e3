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

// Cells are strips: a search box fits its circle better when cells are narrow along the direction in which they are
// contiguous.
constexpr float strips_per_height = 4.0f;
// A strip then holds 1.5 points on average, a square of strips about 6: measured to be near the best for 5 to 20
// neighbors.
constexpr double wanted_crowding = 2.5;
constexpr double least_crowding = 1.6, most_crowding = 4.5;
// A fuller cell counts as this full: a thousand agents on one point, whom no cell can part, must not shrink the cells
// of all the others.
constexpr double most_counted = 16.0;
constexpr float min_height = 1.0e-3f;                 // m
constexpr std::int32_t max_cells_per_axis = 1 << 24;  // cell numbers along an axis stay exact as float
constexpr std::size_t grain = 8192;

double enlargement(double crowding) {
  const double area = (wanted_crowding - 1.0) / std::max(crowding - 1.0, 1.0e-3);
  return std::sqrt(std::clamp(area, 1.0e-8, 16.0));
}

std::int32_t cells_along(float extent, float inverse_size) {
  const float cells = extent * inverse_size;
  return std::min(max_cells_per_axis, static_cast<std::int32_t>(std::min(cells, 2.0e7f)) + 1);
}

}  // namespace

GridOrder::Bounds GridOrder::find_bounds(const float* x, const float* y, std::size_t count, ThreadTeam& team) const {
  constexpr float unbounded = std::numeric_limits<float>::infinity();
  struct alignas(64) Partial {
    Bounds bounds{unbounded, unbounded, -unbounded, -unbounded};
  };
  std::array<Partial, 64> partials;
  const std::size_t workers = std::min<std::size_t>(partials.size(), static_cast<std::size_t>(team.threads()));
  const std::size_t share = (count + workers - 1) / workers;
  team.for_chunks(workers, 1, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t w = begin; w < end; ++w) {
      Bounds b = partials[w].bounds;
      for (std::size_t i = w * share; i < std::min(count, (w + 1) * share); ++i) {
        b.min_x = x[i] < b.min_x ? x[i] : b.min_x;
        b.max_x = x[i] > b.max_x ? x[i] : b.max_x;
        b.min_y = y[i] < b.min_y ? y[i] : b.min_y;
        b.max_y = y[i] > b.max_y ? y[i] : b.max_y;
      }
      partials[w].bounds = b;
    }
  });
  Bounds all = partials[0].bounds;
  for (std::size_t w = 1; w < workers; ++w) {
    const Bounds& b = partials[w].bounds;
    all = {std::min(all.min_x, b.min_x), std::min(all.min_y, b.min_y), std::max(all.max_x, b.max_x),
           std::max(all.max_y, b.max_y)};
  }
  return all;
}

float GridOrder::clamp_height(float height, const Bounds& bounds) {
  const float extent = std::max({bounds.max_x - bounds.min_x, bounds.max_y - bounds.min_y, min_height});
  const float least = std::max(min_height, extent * strips_per_height / static_cast<float>(max_cells_per_axis - 2));
  return std::clamp(height, least, std::max(least, 2.0f * extent));
}

void GridOrder::place_cells(const Bounds& bounds, std::size_t count) {
  const float extent_x = bounds.max_x - bounds.min_x, extent_y = bounds.max_y - bounds.min_y;
  if (fixed_height_ > 0.0f) {
    height_ = fixed_height_;
  } else if (height_ == 0.0f) {
    height_ =
        std::sqrt(std::max(extent_x, min_height) * std::max(extent_y, min_height) * 6.0f / static_cast<float>(count));
  }
  height_ = clamp_height(height_, bounds);
  view_.origin_x = bounds.min_x;
  view_.origin_y = bounds.min_y;
  view_.inverse_height = 1.0f / height_;
  view_.inverse_width = strips_per_height / height_;
  view_.columns = cells_along(extent_x, view_.inverse_width);
  view_.rows = cells_along(extent_y, view_.inverse_height);
  view_.item_count = static_cast<std::uint32_t>(count);
  const std::uint64_t cells = static_cast<std::uint64_t>(view_.columns) * static_cast<std::uint64_t>(view_.rows);
  dense_ = cells <= 4 * static_cast<std::uint64_t>(count) + 1024;
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
    squares += n * std::min<double>(n, most_counted);
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
    squares += n * std::min(n, most_counted);
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
  const Bounds bounds = find_bounds(x, y, count, team);
  const bool first_time = height_ == 0.0f;
  for (int attempt = 0;; ++attempt) {
    place_cells(bounds, count);
    const float used = height_;
    const double crowding = dense_ ? order_dense(x, y, count, team) : order_sparse(x, y, count, team);
    if (fixed_height_ > 0.0f || (crowding >= least_crowding && crowding <= most_crowding)) return;
    height_ = clamp_height(used * static_cast<float>(enlargement(crowding)), bounds);
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
