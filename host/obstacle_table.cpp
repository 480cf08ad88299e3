#include "host/obstacle_table.hpp"

#include <algorithm>
#include <cmath>

#include "host/rings.hpp"
#include "kernels/agent/grid_placement.hpp"
#include "kernels/agent/obstacle_cells.hpp"
#include "throng/parameters.hpp"

namespace throng {
namespace {

struct Point {
  float x, y;
  friend bool operator==(const Point&, const Point&) = default;
};

/// The ring of vertices that a chain is made of: rounded first, so that what is equal afterwards counts as equal. A
/// thin wall p0..pn becomes the ring p0 p1 .. pn p(n-1) .. p1.
std::vector<Point> ring_of(const ObstacleShape& obstacle) {
  std::vector<Point> ring;
  for (const Vec2d& v : obstacle.vertices) {
    const Point p{static_cast<float>(v.x), static_cast<float>(v.y)};
    if (ring.empty() || !(p == ring.back())) ring.push_back(p);
  }
  if (obstacle.closed) {
    while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  } else {
    for (std::size_t i = ring.size(); i-- > 2;) ring.push_back(ring[i - 1]);
  }
  return ring;
}

double twice_area(const std::vector<Point>& ring) {
  std::vector<Vec2d> points;
  for (const Point& p : ring) points.push_back({p.x, p.y});
  return twice_signed_area(points);
}

Point unit_between(const Point& from, const Point& to) {
  const double x = static_cast<double>(to.x) - from.x, y = static_cast<double>(to.y) - from.y;
  const double length = std::sqrt(x * x + y * y);
  return {static_cast<float>(x / length), static_cast<float>(y / length)};
}

bool is_convex(const Point& before, const Point& at, const Point& after) {
  const double ax = static_cast<double>(at.x) - before.x, ay = static_cast<double>(at.y) - before.y;
  const double bx = static_cast<double>(after.x) - at.x, by = static_cast<double>(after.y) - at.y;
  return ax * by - ay * bx >= 0.0;
}

constexpr std::size_t most_pack_lanes = 16;

// A thin wall has two edges for each vertex; those who read several edges at once count in words, with 32 bits.
static_assert(2 * limits::max_obstacle_vertices * (sizeof(EdgeData) / 4) < (std::size_t{1} << 31));

struct Entry {
  std::uint64_t key;
  std::uint32_t edge;
};

}  // namespace

void ObstacleTable::add_chain(const ObstacleShape& obstacle) {
  const std::vector<Point> ring = ring_of(obstacle);
  const std::size_t n = ring.size();
  if (n < 2) return;  // shrunk to a point by rounding
  const bool solid = obstacle.closed && n >= 3 && twice_area(ring) > 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const Point& before = ring[(i + n - 1) % n];
    const Point& left = ring[i];
    const Point& right = ring[(i + 1) % n];
    const Point& after = ring[(i + 2) % n];
    const Point direction = unit_between(left, right), previous = unit_between(before, left),
                next = unit_between(right, after);
    const std::uint32_t convexity =
        (is_convex(before, left, right) ? 1u : 0u) | (is_convex(left, right, after) ? 2u : 0u);
    edges_.push_back({left.x, left.y, right.x, right.y, direction.x, direction.y, previous.x, previous.y, next.x,
                      next.y, convexity, solid ? 1u : 0u});
  }
  if (!solid) return;
  SolidData data{ring[0].x,
                 ring[0].y,
                 ring[0].x,
                 ring[0].y,
                 static_cast<std::uint32_t>(solid_x_.size()),
                 static_cast<std::uint32_t>(n)};
  for (const Point& p : ring) {
    data.min_x = std::min(data.min_x, p.x);
    data.min_y = std::min(data.min_y, p.y);
    data.max_x = std::max(data.max_x, p.x);
    data.max_y = std::max(data.max_y, p.y);
    solid_x_.push_back(p.x);
    solid_y_.push_back(p.y);
  }
  solids_.push_back(data);
}

void ObstacleTable::place_grid() {
  grid_reach_ = reach_;
  grid_ = {};
  entries_.clear();
  cell_start_.clear();
  cell_key_.clear();
  if (edges_.empty()) return;
  float min_x = edges_[0].left_x, max_x = min_x, min_y = edges_[0].left_y, max_y = min_y;
  double length = 0.0;
  for (const EdgeData& e : edges_) {
    min_x = std::min(min_x, e.left_x);
    max_x = std::max(max_x, e.left_x);
    min_y = std::min(min_y, e.left_y);
    max_y = std::max(max_y, e.left_y);
    length += std::hypot(static_cast<double>(e.right_x) - e.left_x, static_cast<double>(e.right_y) - e.left_y);
  }
  // Half the reach: a search then looks at a few cells, most of whose edges it wants. Long edges would fill many such
  // cells: a budget of entries enlarges the cells when it must.
  const double budget = 16.0 * static_cast<double>(edges_.size()) + 65536.0;
  const double extent = std::max({max_x - min_x, max_y - min_y, 1.0e-3f});
  double size = std::max({0.5 * reach_, 1.0e-3, extent / ((1 << 24) - 4)});
  size = std::max(size, 3.0 * length / budget);
  size = std::min(size, 2.0 * extent);
  grid_.origin_x = min_x;
  grid_.origin_y = min_y;
  grid_.inverse_width = grid_.inverse_height = static_cast<float>(1.0 / size);
  grid_.columns = static_cast<std::int32_t>((max_x - min_x) * grid_.inverse_width) + 1;
  grid_.rows = static_cast<std::int32_t>((max_y - min_y) * grid_.inverse_height) + 1;
  if (fills_cells_) fill_cells();
}

void ObstacleTable::fill_cells() {
  std::vector<Entry> sorted;
  for (std::uint32_t e = 0; e < edges_.size(); ++e) {
    for_cells_of(grid_, edges_[e], [&](std::uint64_t key) { sorted.push_back({key, e}); });
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.edge < b.edge; });
  entries_.reserve(sorted.size() + most_pack_lanes);
  for (const Entry& s : sorted) entries_.push_back(s.edge);
  entries_.insert(entries_.end(), most_pack_lanes, 0);  // read, not used, by those who take several at once
  grid_.item_count = static_cast<std::uint32_t>(sorted.size());

  const std::uint64_t cells = cell_count(grid_);
  if (lists_all_obstacle_cells(cells, sorted.size())) {
    cell_start_.assign(cells + 1, 0);
    for (const Entry& s : sorted) ++cell_start_[s.key + 1];
    for (std::uint64_t c = 0; c < cells; ++c) cell_start_[c + 1] += cell_start_[c];
    grid_.dense_start = cell_start_.data();
    return;
  }
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    if (i > 0 && sorted[i].key == sorted[i - 1].key) continue;
    cell_key_.push_back(sorted[i].key);
    cell_start_.push_back(i);
  }
  cell_start_.push_back(grid_.item_count);
  grid_.cell_key = cell_key_.data();
  grid_.cell_start = cell_start_.data();
  grid_.occupied = static_cast<std::uint32_t>(cell_key_.size());
}

void ObstacleTable::build(std::span<const ObstacleShape> obstacles) {
  edges_.clear();
  solids_.clear();
  solid_x_.clear();
  solid_y_.clear();
  for (const ObstacleShape& obstacle : obstacles) add_chain(obstacle);
  place_grid();
}

void ObstacleTable::follow_reach(float reach) {
  reach_ = reach;
  if (edges_.empty() || (reach <= 2.0f * grid_reach_ && grid_reach_ <= 2.0f * reach)) return;
  place_grid();
}

ObstacleView ObstacleTable::view() const {
  return {.grid = grid_,
          .entries = entries_.data(),
          .edges = edges_.data(),
          .edge_count = static_cast<std::uint32_t>(edges_.size()),
          .solids = solids_.data(),
          .solid_count = static_cast<std::uint32_t>(solids_.size()),
          .solid_x = solid_x_.data(),
          .solid_y = solid_y_.data()};
}

}  // namespace throng
