#include "host/navigation/cut_off.hpp"

#include <algorithm>
#include <cmath>

#include "host/navigation/plane.hpp"

namespace throng {
namespace {

bool is_reached(const FlowField& field, std::int64_t column, std::int64_t row) {
  if (column < 0 || row < 0) return false;
  const std::int64_t tile_x = column / flow_tile_quads, tile_y = row / flow_tile_quads;
  if (tile_x >= field.columns || tile_y >= field.rows) return false;
  const std::int32_t tile = field.tile[static_cast<std::size_t>(tile_y * field.columns + tile_x)];
  if (tile < 0) return false;
  const std::int64_t at = (row % flow_tile_quads) * flow_tile_nodes + column % flow_tile_quads;
  return field.nodes[static_cast<std::size_t>(std::int64_t{tile} * flow_tile_nodes * flow_tile_nodes + at)].way <
         flow_unreached;
}

}  // namespace

bool cuts_off(const FlowField& closed, const FlowField& open, std::span<const std::pair<Vec2d, Vec2d>> doors) {
  const double cell = open.cell, near_sq = 4.0 * cell * cell;
  const auto shift_x = static_cast<std::int64_t>(std::llround((double{open.origin_x} - closed.origin_x) / cell));
  const auto shift_y = static_cast<std::int64_t>(std::llround((double{open.origin_y} - closed.origin_y) / cell));
  for (std::int64_t row = 0; row < std::int64_t{open.rows} * flow_tile_quads; ++row) {
    for (std::int64_t column = 0; column < std::int64_t{open.columns} * flow_tile_quads; ++column) {
      if (!is_reached(open, column, row) || is_reached(closed, column + shift_x, row + shift_y)) continue;
      const Vec2d place{open.origin_x + static_cast<double>(column) * cell,
                        open.origin_y + static_cast<double>(row) * cell};
      const bool at_door = std::any_of(doors.begin(), doors.end(), [&](const auto& wall) {
        return flow::distance_sq(flow::Segment{wall.first, wall.second}, place) < near_sq;
      });
      if (!at_door) return true;
    }
  }
  return false;
}

}  // namespace throng
