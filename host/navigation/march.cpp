#include "host/navigation/march.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "throng/error.hpp"

namespace throng::flow {
namespace {

/// m, and in cells: so far exact distances are the start, where the straight way is free. Beyond, a front is so little
/// curved that differences lose nothing.
constexpr double straight_reach = 8.0, straight_cells = 8.0;
/// Cells, where walls make the straight way dearer.
constexpr double start_cells = 2.5;
/// m. A goal may touch a wall: the end of the straight way is not looked at.
constexpr double start_end = 1.0e-4;
constexpr std::size_t tick_nodes = 65536;

/// alpha (w - beta) in one direction: differences of first or second order.
struct Difference {
  double alpha = 0.0, beta = 0.0;
};

}  // namespace

std::int32_t FlowMarch::make_tile(std::int32_t column, std::int32_t row) {
  const FlowLattice& lattice = ground_.lattice;
  if (column < 0 || row < 0 || column >= lattice.columns || row >= lattice.rows) return -1;
  std::int32_t& number = tile_of_[static_cast<std::size_t>(row) * static_cast<std::size_t>(lattice.columns) +
                                  static_cast<std::size_t>(column)];
  if (number >= 0) return number;
  if (tiles_.size() == most_tiles_) {
    const double most = static_cast<double>(most_tiles_) * double(nodes_in_tile);
    const double whole = static_cast<double>(lattice.tiles()) * double(nodes_in_tile);
    throw Error(ErrorCode::invalid_argument,
                fmt::format("a flow field has more than {:.0f} nodes at a cell size of {} m (up to {:.0f}, if all "
                            "around its walls is free); a cell size of {:.2g} m fits",
                            most, lattice.cell, whole, 1.05 * lattice.cell * std::sqrt(whole / most) + 0.005));
  }
  number = static_cast<std::int32_t>(tiles_.size());
  auto tile = std::make_unique<Tile>();
  tile->column = column, tile->row = row;
  tile->geometry = tile_geometry(lattice, ground_.walls, ground_.options, column, row);
  tile->way.fill(std::numeric_limits<double>::infinity());
  tile->state.fill(0);
  for (std::int32_t k = 0; k < 9; ++k) {
    const std::int32_t c = column + k % 3 - 1, r = row + k / 3 - 1;
    const bool inside = c >= 0 && r >= 0 && c < lattice.columns && r < lattice.rows;
    const std::int32_t other = inside ? tile_of(c, r) : -1;
    tile->around[at(k)] = other;
    if (other >= 0 && k != 4) tiles_[at(other)]->around[at(8 - k)] = number;
  }
  tiles_.push_back(std::move(tile));
  return number;
}

NodePlace FlowMarch::neighbor(NodePlace node, Offset offset) const {
  const std::int32_t x = (node.local & (tile_side - 1)) + offset.x, y = node.local / tile_side + offset.y;
  const std::int32_t across = x < 0 ? 0 : x < tile_side ? 1 : 2, up = y < 0 ? 0 : y < tile_side ? 1 : 2;
  const std::int32_t tile = across == 1 && up == 1 ? node.tile : tiles_[at(node.tile)]->around[at(3 * up + across)];
  return {tile, (y & (tile_side - 1)) * tile_side + (x & (tile_side - 1))};
}

NodePlace FlowMarch::make_neighbor(NodePlace node, Offset offset) {
  NodePlace result = neighbor(node, offset);
  if (result.tile >= 0) return result;
  const std::int32_t x = (node.local & (tile_side - 1)) + offset.x, y = node.local / tile_side + offset.y;
  result.tile = make_tile(column(node.tile) + (x < 0           ? -1
                                               : x < tile_side ? 0
                                                               : 1),
                          row(node.tile) + (y < 0           ? -1
                                            : y < tile_side ? 0
                                                            : 1));
  return result;
}

Vec2d FlowMarch::place(NodePlace node) const {
  return ground_.lattice.place(column(node.tile) * tile_side + (node.local & (tile_side - 1)),
                               row(node.tile) * tile_side + node.local / tile_side);
}

namespace {
constexpr auto later = [](const auto& a, const auto& b) { return a.way != b.way ? a.way > b.way : a.node > b.node; };
}  // namespace

void FlowMarch::arrive(NodePlace node, double way) {
  double& known = tiles_[at(node.tile)]->way[at(node.local)];
  if (!(way < known)) return;
  known = way;
  heap_.push_back({way, static_cast<std::uint32_t>(node.tile) * std::uint32_t{nodes_in_tile} +
                            static_cast<std::uint32_t>(node.local)});
  std::push_heap(heap_.begin(), heap_.end(), later);
}

void FlowMarch::look_straight(NodePlace node, bool is_start) {
  std::uint8_t& state = tiles_[at(node.tile)]->state[at(node.local)];
  if ((state & (looked | done)) != 0) return;
  state |= looked;
  const Vec2d here = place(node);
  const GoalRegion::Nearest nearest = goal_.nearest(here);
  const double cell = ground_.lattice.cell;
  if (nearest.distance > std::max(straight_reach, straight_cells * cell)) return;
  if (is_start && ground_.solids.contains(here)) return;
  if (nearest.distance == 0.0) {
    state |= straight;
    arrive(node, 0.0);
    return;
  }
  const FlowFieldOptions& options = ground_.options;
  const double apart_sq = options.wall_cost > 0.0 ? options.clearance * options.clearance : 0.0;
  const Segment sight{here, nearest.point + std::min(1.0, start_end / nearest.distance) * (here - nearest.point)};
  bool is_clear = true;
  const bool is_free = ground_.walls.for_tiles_along(sight, [&](std::int32_t column, std::int32_t row) {
    for (const std::uint32_t w : ground_.walls.near_tile(column, row)) {
      const Segment& wall = ground_.walls.walls()[w];
      if (meet(sight, wall)) return false;
      is_clear = is_clear && distance_sq(sight, wall) >= apart_sq;
    }
    return true;
  });
  if (!is_free) return;
  if (is_clear) {
    state |= straight;
    arrive(node, nearest.distance);
    return;
  }
  if (!is_start || nearest.distance > start_cells * cell) return;
  // The mean cost by Simpson's rule.
  double cost = 0.0;
  for (int k = 0; k < 3; ++k) {
    const Vec2d p = here + (0.5 * k) * (nearest.point - here);
    double wall_sq = options.clearance * options.clearance;
    ground_.walls.for_tiles_along({p, p}, [&](std::int32_t column, std::int32_t row) {
      for (const std::uint32_t w : ground_.walls.near_tile(column, row)) {
        wall_sq = std::min(wall_sq, distance_sq(ground_.walls.walls()[w], p));
      }
      return true;
    });
    cost += (k == 1 ? 4.0 : 1.0) / 6.0 * cost_at(options, std::sqrt(wall_sq));
  }
  state |= started;
  arrive(node, cost * nearest.distance);
}

void FlowMarch::start() {
  const FlowLattice& lattice = ground_.lattice;
  const Vec2d low = lattice.place(0, 0);
  const double cell = lattice.cell;
  for (const Segment& edge : goal_.edges()) {
    const auto steps = static_cast<std::int64_t>(std::ceil(length(edge.to - edge.from) / cell));
    for (std::int64_t s = 0; s <= steps; ++s) {
      const double t = steps > 0 ? static_cast<double>(s) / static_cast<double>(steps) : 0.0;
      const Vec2d p = point_on(edge, t);
      const auto i = static_cast<std::int32_t>(std::floor((p.x - low.x) / cell));
      const auto j = static_cast<std::int32_t>(std::floor((p.y - low.y) / cell));
      for (std::int32_t y = j - 1; y <= j + 2; ++y) {
        for (std::int32_t x = i - 1; x <= i + 2; ++x) {
          if (!lattice.contains(x, y)) continue;
          look_straight({make_tile(x / tile_side, y / tile_side), (y % tile_side) * tile_side + x % tile_side}, true);
        }
      }
    }
  }
}

void FlowMarch::update(NodePlace node, int first_neighbor) {
  const double h = first_neighbor == 0 ? ground_.lattice.cell : 1.4142135623730951 * ground_.lattice.cell;
  const double cost = cost_of(node);
  Difference difference[2];
  int count = 0;
  for (int axis = 0; axis < 2; ++axis) {
    NodePlace nearest;
    int towards = 0;
    for (const int k : {first_neighbor + 2 * axis, opposite(first_neighbor + 2 * axis)}) {
      if (!is_linked(node, k)) continue;
      const NodePlace other = neighbor(node, neighbor_offsets[static_cast<std::size_t>(k)]);
      if (!is_reached(other) || (nearest.tile >= 0 && !(way(other) < way(nearest)))) continue;
      nearest = other;
      towards = k;
    }
    if (nearest.tile < 0) continue;
    const double one = way(nearest);
    Difference& d = difference[count++];
    d = {1.0 / h, one};
    // Where the cost changes, fronts have kinks: there a difference over two steps runs ahead of them.
    if (!is_linked(nearest, towards) || cost != 1.0 || cost_of(nearest) != 1.0) continue;
    const NodePlace next = neighbor(nearest, neighbor_offsets[static_cast<std::size_t>(towards)]);
    if (!is_reached(next) || way(next) > one || cost_of(next) != 1.0) continue;
    d.alpha = 1.5 / h;
    d.beta = one + (one - way(next)) / 3.0;
  }
  if (count == 2) {
    const Difference &a = difference[0], &b = difference[1];
    const double base = std::min(a.beta, b.beta), p = a.beta - base, q = b.beta - base;
    const double aa = a.alpha * a.alpha, bb = b.alpha * b.alpha;
    const double half = aa * p + bb * q, rest = aa * p * p + bb * q * q - cost * cost;
    const double root_sq = half * half - (aa + bb) * rest;
    if (root_sq >= 0.0) {
      const double result = base + (half + std::sqrt(root_sq)) / (aa + bb);
      // Both lead down to their neighbors, or the root is none of this equation.
      if (result >= std::max(a.beta, b.beta)) {
        arrive(node, result);
        return;
      }
    }
  }
  for (int k = 0; k < count; ++k) arrive(node, difference[k].beta + cost / difference[k].alpha);
}

void FlowMarch::run(std::size_t most_nodes, const Tick& tick) {
  most_tiles_ = std::max<std::size_t>(1, most_nodes / nodes_in_tile);
  tile_of_.assign(ground_.lattice.tiles(), -1);
  start();
  std::size_t nodes = 0;
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Arrival arrival = heap_.back();
    heap_.pop_back();
    const NodePlace node{static_cast<std::int32_t>(arrival.node / nodes_in_tile),
                         static_cast<std::int32_t>(arrival.node % nodes_in_tile)};
    std::uint8_t& state = tiles_[at(node.tile)]->state[at(node.local)];
    if ((state & done) != 0) continue;
    state |= done;
    const bool is_straight = (state & straight) != 0;
    if (++nodes % tick_nodes == 0) tick(nodes);
    for (int k = 0; k < 8; ++k) {
      if (!is_linked(node, k)) continue;
      const NodePlace other = make_neighbor(node, neighbor_offsets[static_cast<std::size_t>(k)]);
      if (other.tile < 0 || is_reached(other)) continue;
      if (is_straight) look_straight(other, false);
      // Exact already: no difference makes it better.
      if (!FlowMarch::is_straight(other)) update(other, k & 1);
    }
  }
  heap_ = {};
}

}  // namespace throng::flow
