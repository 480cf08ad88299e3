// A flow field and where it leads from a place (docs/navigation.md, "Sampling").
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/reference/geometry.hpp"

namespace throng::reference {

struct FlowNode {
  Vec direction = Vec::Zero();  ///< unit
  std::optional<double> way;    ///< m, what is left to the goal; none: unreached
};

struct FlowWall {
  Vec from, to;  ///< m
};

struct FlowQuad {
  bool sees_goal = false;
  std::optional<std::size_t> first_wall;  ///< of a mixed one, with `end_wall` its range of walls
  std::size_t end_wall = 0;
};

/// Kept in square tiles, each with the nodes of all its borders.
struct FlowField {
  Vec origin = Vec::Zero();  ///< m, of node (0, 0)
  double cell = 1.0;         ///< m
  std::int32_t tile_quads = 1;
  std::int32_t columns = 0, rows = 0;  ///< tiles
  std::vector<std::int32_t> tile;      ///< row by row; < 0: none there
  std::vector<FlowNode> nodes;         ///< of each tile (tile_quads + 1)^2, row by row
  std::vector<FlowQuad> quads;         ///< of each tile tile_quads^2, row by row
  std::vector<FlowWall> walls;
};

struct FlowAnswer {
  Vec direction = Vec::Zero();  ///< unit; 0 where there is none
  double way = 0.0;             ///< m
  bool sees_goal = false;
};

/// None where the field knows no way.
std::optional<FlowAnswer> look_up(const FlowField& field, const Vec& position);

}  // namespace throng::reference
