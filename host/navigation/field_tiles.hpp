// A solved field as those who sample it read it.
#pragma once
#include "host/navigation/flow_field.hpp"
#include "host/navigation/march.hpp"

namespace throng::flow {

/// Tiles of the field, in the order of rows and columns.
struct FieldTile {
  std::int32_t column, row;
  std::vector<FlowWall> walls;            ///< of its mixed quads, one after the other
  std::vector<std::uint32_t> wall_count;  ///< of each mixed quad
  std::vector<std::uint32_t> quads;       ///< flow_quad bits; of mixed ones the row in this tile
  std::vector<FlowNode> nodes;
};

/// Places of the tiles that have a reached node, those on their far borders included.
std::vector<FieldTile> place_field_tiles(const FlowGround& ground, const FlowMarch& march);
void fill_field_tile(const FlowGround& ground, const GoalRegion& goal, const FlowMarch& march, FieldTile& tile);
/// Takes the tiles.
FlowField join_field_tiles(const FlowLattice& lattice, std::vector<FieldTile>& tiles);

}  // namespace throng::flow
