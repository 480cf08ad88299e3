#include "host/navigation/field_tiles.hpp"

#include <algorithm>

#include "host/navigation/goal_sight.hpp"
#include "host/navigation/node_direction.hpp"

namespace throng::flow {
namespace {

constexpr std::int32_t nodes_along = flow_tile_nodes;

/// A corner of quads: row by row, those on the far borders are the next tiles'.
NodePlace corner_of(const FlowMarch& march, const FieldTile& tile, std::int32_t x, std::int32_t y,
                    const FlowLattice& lattice) {
  const std::int32_t column = tile.column + x / tile_side, row = tile.row + y / tile_side;
  if (column >= lattice.columns || row >= lattice.rows) return {};
  return {march.tile_of(column, row), (y % tile_side) * tile_side + x % tile_side};
}

/// Cells by which walls are longer where a field is sampled: rounding then leads nobody through their ends.
constexpr double end_margin = 0.02;

Segment lengthened(const Segment& s, double by) {
  const Vec2d along = (by / length(s.to - s.from)) * (s.to - s.from);
  return {s.from - along, s.to + along};
}

std::int16_t in_units(double v) {
  return static_cast<std::int16_t>(std::floor(v * static_cast<double>(flow_unit) + 0.5));
}

}  // namespace

std::vector<FieldTile> place_field_tiles(const FlowGround& ground, const FlowMarch& march) {
  const FlowLattice& lattice = ground.lattice;
  std::vector<FieldTile> tiles;
  for (std::int32_t row = 0; row < lattice.rows; ++row) {
    for (std::int32_t column = 0; column < lattice.columns; ++column) {
      FieldTile tile{column, row, {}, {}, {}, {}};
      bool any = false;
      for (std::int32_t y = 0; y < nodes_along && !any; ++y) {
        // All of its own nodes, of the others only the borders.
        for (std::int32_t x = 0; x < nodes_along && !any; ++x) {
          const NodePlace node = corner_of(march, tile, x, y, lattice);
          if (node.tile < 0) {
            x = x < tile_side ? tile_side - 1 : x;  // to the next tile
            continue;
          }
          any = march.is_reached(node);
        }
      }
      if (any) tiles.push_back(std::move(tile));
    }
  }
  return tiles;
}

void fill_field_tile(const FlowGround& ground, const GoalRegion& goal, const FlowMarch& march, FieldTile& tile) {
  const FlowLattice& lattice = ground.lattice;
  const double cell = lattice.cell;
  const std::int32_t i0 = tile.column * tile_side, j0 = tile.row * tile_side;
  std::vector<double> distance(static_cast<std::size_t>(nodes_along * nodes_along), 0.0);
  std::vector<std::uint8_t> sees(distance.size(), 0), reached(distance.size(), 0);
  tile.nodes.assign(distance.size(), FlowNode{0, 0, flow_unreached});
  for (std::int32_t y = 0; y < nodes_along; ++y) {
    for (std::int32_t x = 0; x < nodes_along; ++x) {
      const NodePlace node = corner_of(march, tile, x, y, lattice);
      if (!march.is_reached(node)) continue;
      const auto k = static_cast<std::size_t>(y * nodes_along + x);
      const Vec2d direction = node_direction(ground, goal, march, node);
      tile.nodes[k] = {in_units(direction.x), in_units(direction.y), static_cast<float>(march.way(node))};
      reached[k] = 1;
      const Vec2d place = lattice.place(i0 + x, j0 + y);
      distance[k] = goal.nearest(place).distance;
      sees[k] = march.is_straight(node) || node_sees_goal(ground, goal, place) ? 1 : 0;
    }
  }

  // Walls within a cell of each quad; a bit more, as quads are looked up in float.
  std::vector<std::vector<std::uint32_t>> walls(nodes_in_tile);
  const Vec2d low = lattice.place(i0, j0);
  for (const std::uint32_t w : ground.walls.near_tile(tile.column, tile.row)) {
    const Segment& wall = ground.walls.walls()[w];
    const Box near = grown(box_of(wall), 1.02 * cell);
    const auto first = [&](double v, double origin) {
      return static_cast<std::int32_t>(std::clamp(std::floor((v - origin) / cell), 0.0, double(tile_side)));
    };
    const auto last = [&](double v, double origin) {
      return static_cast<std::int32_t>(std::clamp(std::floor((v - origin) / cell), -1.0, tile_side - 1.0));
    };
    for (std::int32_t y = first(near.low.y, low.y); y <= last(near.high.y, low.y); ++y) {
      for (std::int32_t x = first(near.low.x, low.x); x <= last(near.high.x, low.x); ++x) {
        const Box square{lattice.place(i0 + x, j0 + y), lattice.place(i0 + x + 1, j0 + y + 1)};
        if (meets(grown(square, 1.02 * cell), wall)) walls[static_cast<std::size_t>(y * tile_side + x)].push_back(w);
      }
    }
  }

  tile.quads.assign(nodes_in_tile, 0);
  for (std::int32_t y = 0; y < tile_side; ++y) {
    for (std::int32_t x = 0; x < tile_side; ++x) {
      const auto q = static_cast<std::size_t>(y * tile_side + x);
      const auto k = static_cast<std::size_t>(y * nodes_along + x);
      const std::size_t corner[4] = {k, k + 1, k + nodes_along, k + nodes_along + 1};
      const auto count = [&](const std::vector<std::uint8_t>& what) {
        return what[corner[0]] + what[corner[1]] + what[corner[2]] + what[corner[3]];
      };
      std::uint32_t bits = 0;
      if (count(sees) == 4) {
        const double of_corner[4] = {distance[corner[0]], distance[corner[1]], distance[corner[2]],
                                     distance[corner[3]]};
        const Box square{lattice.place(i0 + x, j0 + y), lattice.place(i0 + x + 1, j0 + y + 1)};
        if (square_sees_goal(ground, goal, square, of_corner)) bits |= flow_quad::sees_goal;
      }
      if (count(reached) < 4 || !walls[q].empty()) {
        bits |= flow_quad::mixed | static_cast<std::uint32_t>(tile.wall_count.size());
        tile.wall_count.push_back(static_cast<std::uint32_t>(walls[q].size()));
        for (const std::uint32_t w : walls[q]) {
          const Segment s = lengthened(ground.walls.walls()[w], end_margin * cell);
          tile.walls.push_back({static_cast<float>(s.from.x), static_cast<float>(s.from.y), static_cast<float>(s.to.x),
                                static_cast<float>(s.to.y)});
        }
      }
      tile.quads[q] = bits;
    }
  }
}

FlowField join_field_tiles(const FlowLattice& lattice, std::vector<FieldTile>& tiles) {
  FlowField field;
  const Vec2d low = lattice.place(0, 0);
  field.origin_x = static_cast<float>(low.x);
  field.origin_y = static_cast<float>(low.y);
  field.cell = static_cast<float>(lattice.cell);
  field.columns = lattice.columns;
  field.rows = lattice.rows;
  field.tile.assign(lattice.tiles(), -1);
  field.nodes.reserve(tiles.size() * static_cast<std::size_t>(nodes_along * nodes_along));
  field.quads.reserve(tiles.size() * nodes_in_tile);
  field.first_wall.push_back(0);
  std::int32_t number = 0;
  for (FieldTile& tile : tiles) {
    field.tile[static_cast<std::size_t>(tile.row) * static_cast<std::size_t>(lattice.columns) +
               static_cast<std::size_t>(tile.column)] = number++;
    field.nodes.insert(field.nodes.end(), tile.nodes.begin(), tile.nodes.end());
    const auto first_mixed = static_cast<std::uint32_t>(field.first_wall.size() - 1);
    for (const std::uint32_t quad : tile.quads) {
      field.quads.push_back((quad & flow_quad::mixed) != 0 ? quad + first_mixed : quad);
    }
    for (const std::uint32_t count : tile.wall_count) field.first_wall.push_back(field.first_wall.back() + count);
    field.walls.insert(field.walls.end(), tile.walls.begin(), tile.walls.end());
    tile = {};
  }
  return field;
}

}  // namespace throng::flow
