#include "host/navigation/wall_index.hpp"

#include <limits>
#include <utility>

#include "throng/error.hpp"

namespace throng::flow {

std::vector<Segment> segments_of(std::span<const WallShape> walls) {
  std::vector<Segment> segments;
  for (const WallShape& wall : walls) {
    const std::size_t n = wall.vertices.size();
    const std::size_t edges = wall.closed ? n : n - 1;
    for (std::size_t k = 0; n > 1 && k < edges; ++k) {
      const Vec2d& a = wall.vertices[k];
      const Vec2d& b = wall.vertices[(k + 1) % n];
      const Segment s{{static_cast<float>(a.x), static_cast<float>(a.y)},
                      {static_cast<float>(b.x), static_cast<float>(b.y)}};
      if (!(s.from == s.to)) segments.push_back(s);
    }
  }
  return segments;
}

WallIndex::WallIndex(const FlowLattice& lattice, std::vector<Segment> walls, double reach)
    : lattice_(lattice), walls_(std::move(walls)), reach_(reach), first_(lattice.tiles() + 1) {
  const double tile = lattice.cell * flow_tile_quads;
  const Vec2d low = lattice.place(0, 0);
  // Of each row of tiles, the part of the wall within reach of it decides the columns.
  const auto for_tiles_near = [&](const Segment& s, auto&& visit) {
    const Box near = grown(box_of(s), reach);
    const auto row_of = [&](double y) { return std::floor((y - low.y) / tile); };
    const auto first_row = static_cast<std::int32_t>(std::clamp(row_of(near.low.y), 0.0, double(lattice.rows)));
    const auto last_row = static_cast<std::int32_t>(std::clamp(row_of(near.high.y), -1.0, lattice.rows - 1.0));
    const Vec2d along = s.to - s.from;
    for (std::int32_t row = first_row; row <= last_row; ++row) {
      double t0 = 0.0, t1 = 1.0;
      if (along.y != 0.0) {
        const double a = (low.y + row * tile - reach - s.from.y) / along.y;
        const double b = (low.y + (row + 1) * tile + reach - s.from.y) / along.y;
        t0 = std::clamp(std::min(a, b), 0.0, 1.0), t1 = std::clamp(std::max(a, b), 0.0, 1.0);
      }
      const double x0 = s.from.x + t0 * along.x, x1 = s.from.x + t1 * along.x;
      const double left = std::floor((std::min(x0, x1) - reach - touching - low.x) / tile);
      const double right = std::floor((std::max(x0, x1) + reach + touching - low.x) / tile);
      const auto first = static_cast<std::int32_t>(std::clamp(left, 0.0, double(lattice.columns)));
      const auto last = static_cast<std::int32_t>(std::clamp(right, -1.0, lattice.columns - 1.0));
      for (std::int32_t column = first; column <= last; ++column) {
        visit(static_cast<std::size_t>(row) * static_cast<std::size_t>(lattice.columns) +
              static_cast<std::size_t>(column));
      }
    }
  };
  std::size_t total = 0;
  for (const Segment& s : walls_) {
    for_tiles_near(s, [&](std::size_t place) {
      ++first_[place + 1];
      ++total;
    });
  }
  if (total > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::invalid_argument,
                "the walls of a flow field are within the clearance of too many tiles: take a smaller clearance or a "
                "greater cell size");
  }
  for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
  entries_.resize(total);
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t w = 0; w < walls_.size(); ++w) {
    for_tiles_near(walls_[w], [&](std::size_t place) { entries_[next[place]++] = w; });
  }
  find_empty_tiles();
}

void WallIndex::find_empty_tiles() {
  constexpr std::uint16_t most = 65535;
  to_walls_.assign(lattice_.tiles(), most);
  const auto at = [&](std::int32_t column, std::int32_t row) -> std::uint16_t& {
    return to_walls_[static_cast<std::size_t>(row) * static_cast<std::size_t>(lattice_.columns) +
                     static_cast<std::size_t>(column)];
  };
  const auto lower = [&](std::int32_t column, std::int32_t row, std::int32_t dx, std::int32_t dy) {
    const std::int32_t c = column + dx, r = row + dy;
    if (c < 0 || r < 0 || c >= lattice_.columns || r >= lattice_.rows) return;
    const std::uint16_t other = at(c, r);
    if (other < most && other + 1 < at(column, row)) at(column, row) = static_cast<std::uint16_t>(other + 1);
  };
  // Steps in eight directions: two passes do.
  for (std::int32_t r = 0; r < lattice_.rows; ++r) {
    for (std::int32_t c = 0; c < lattice_.columns; ++c) {
      if (!near_tile(c, r).empty()) at(c, r) = 0;
      for (const std::int32_t dx : {-1, 0, 1}) lower(c, r, dx, -1);
      lower(c, r, -1, 0);
    }
  }
  for (std::int32_t r = lattice_.rows - 1; r >= 0; --r) {
    for (std::int32_t c = lattice_.columns - 1; c >= 0; --c) {
      for (const std::int32_t dx : {-1, 0, 1}) lower(c, r, dx, 1);
      lower(c, r, 1, 0);
    }
  }
}

bool WallIndex::blocks(const Segment& s) const {
  return !for_tiles_along(s, [&](std::int32_t column, std::int32_t row) {
    for (const std::uint32_t w : near_tile(column, row)) {
      if (meet(s, walls_[w])) return false;
    }
    return true;
  });
}

}  // namespace throng::flow
