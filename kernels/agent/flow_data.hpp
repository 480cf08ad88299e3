// Flow fields, as the operations on agents read them (docs/navigation.md). Plain data, as views.hpp.
#pragma once
#include <cstdint>

namespace throng {

/// Quads along a side of a tile. A tile holds the nodes of its far borders too, so that all four of a quad are in it.
inline constexpr std::int32_t flow_tile_quads = 16;
inline constexpr std::int32_t flow_tile_nodes = flow_tile_quads + 1;

/// A direction in units of 1 / flow_unit.
inline constexpr std::int32_t flow_unit = 32767;
/// `way` of nodes from which the goal cannot be reached.
inline constexpr float flow_unreached = 3.4e38f;

/// A corner of four quads.
struct FlowNode {
  std::int16_t direction_x, direction_y;  ///< unit, in 1 / flow_unit; both 0 when unreached
  float way;                              ///< m, what is left to the goal with the cost of walls; or flow_unreached
};

/// Bits of a quad.
namespace flow_quad {
inline constexpr std::uint32_t mixed = 1u << 31;      ///< walls are near, or a node is unreached: look at the walls
inline constexpr std::uint32_t sees_goal = 1u << 30;  ///< from all of it the goal's nearest point is in sight
inline constexpr std::uint32_t row = sees_goal - 1u;  ///< of a mixed one: its place in `first_wall`
}  // namespace flow_quad

/// A piece of a wall, both sides of it.
struct alignas(16) FlowWall {
  float from_x, from_y, to_x, to_y;  ///< m
};

/// The field of one goal. So that numbers of tiles, nodes and quads fit 32 bits, and places in a quad a float: less
/// than 2^20 quads across, `columns` * `rows` < 2^31, and no more nodes than limits::max_flow_nodes.
struct FlowFieldView {
  float origin_x, origin_y;         ///< m, of node (0, 0)
  float inverse_cell;               ///< 1/m
  float cell;                       ///< m, side of a quad
  std::int32_t columns, rows;       ///< tiles
  const std::int32_t* tile;         ///< of each place its tile, row by row; -1 = nothing there is reached
  const FlowNode* nodes;            ///< of each tile flow_tile_nodes^2, row by row
  const std::uint32_t* quads;       ///< of each tile flow_tile_quads^2, row by row
  const std::uint32_t* first_wall;  ///< of each mixed quad, and their end
  const FlowWall* walls;
};

}  // namespace throng
