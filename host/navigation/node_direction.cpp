#include "host/navigation/node_direction.hpp"

#include <array>

namespace throng::flow {
namespace {

/// Cells: what is left between a direction and the walls, where there is room.
constexpr std::array<double, 3> margins{0.25, 0.1, 0.02};
/// Unit vectors at 0 to 75 degrees.
constexpr std::array<Vec2d, 6> turns{{{1.0, 0.0},
                                      {0.9659258262890683, 0.25881904510252074},
                                      {0.8660254037844387, 0.5},
                                      {0.7071067811865476, 0.7071067811865476},
                                      {0.5, 0.8660254037844387},
                                      {0.25881904510252074, 0.9659258262890683}}};
/// Least cosine between a direction and that to the lowest neighbor.
constexpr double least_agreement = 0.35;
constexpr double root_two = 1.4142135623730951;

bool is_free(const FlowGround& ground, const FlowMarch& march, NodePlace node, Vec2d direction, double margin) {
  const Vec2d here = march.place(node);
  const Segment ahead{here, here + (1.001 * ground.lattice.cell) * direction};
  const double margin_sq = margin * margin;
  for (const std::uint32_t w : ground.walls.near_tile(march.column(node.tile), march.row(node.tile))) {
    const Segment& wall = ground.walls.walls()[w];
    if (margin_sq > 0.0 ? distance_sq(ahead, wall) < margin_sq : meet(ahead, wall)) return false;
  }
  return true;
}

/// Of the way along an axis: the mean of both sides, where it goes up on one and down on the other; else, at a ridge,
/// or by a wall, the side that leads down.
double slope(const FlowMarch& march, NodePlace node, int forward) {
  const double here = march.way(node);
  double down[2] = {0.0, 0.0};  // ahead and behind
  bool known[2] = {false, false};
  for (int s = 0; s < 2; ++s) {
    const int k = s == 0 ? forward : opposite(forward);
    if (!march.is_linked(node, k)) continue;
    const NodePlace other = march.neighbor(node, neighbor_offsets[static_cast<std::size_t>(k)]);
    if (!march.is_reached(other)) continue;
    known[s] = true;
    down[s] = here - march.way(other);
  }
  if (known[0] && known[1] && (down[0] > 0.0) != (down[1] > 0.0)) return 0.5 * (down[1] - down[0]);
  if (down[0] <= 0.0 && down[1] <= 0.0) return 0.0;
  return down[0] >= down[1] ? -down[0] : down[1];
}

/// To the neighbor that it goes down to most steeply; 0 when none is lower.
Vec2d to_lowest_neighbor(const FlowMarch& march, NodePlace node) {
  double steepest = 0.0;
  Vec2d direction;
  for (int k = 0; k < 8; ++k) {
    if (!march.is_linked(node, k)) continue;
    const Offset offset = neighbor_offsets[static_cast<std::size_t>(k)];
    const NodePlace other = march.neighbor(node, offset);
    if (!march.is_reached(other)) continue;
    const double length = (k & 1) != 0 ? 1.4142135623730951 : 1.0;
    const double fall = (march.way(node) - march.way(other)) / length;
    if (!(fall > steepest)) continue;
    steepest = fall;
    direction = (1.0 / length) * Vec2d{double(offset.x), double(offset.y)};
  }
  return direction;
}

}  // namespace

Vec2d node_direction(const FlowGround& ground, const GoalRegion& goal, const FlowMarch& march, NodePlace node) {
  const double way = march.way(node);
  if (!(way > 0.0)) return {};
  Vec2d wanted;
  if (march.is_straight(node) || march.is_start(node)) {
    const Vec2d here = march.place(node);
    const GoalRegion::Nearest nearest = goal.nearest(here);
    if (!(nearest.distance > 0.0)) return {};
    wanted = (1.0 / nearest.distance) * (nearest.point - here);
    if (nearest.distance <= ground.lattice.cell) return wanted;
  } else {
    wanted = {-slope(march, node, 0), -slope(march, node, 2)};
    const double steepness = length(wanted);
    wanted = steepness > 0.0 ? (1.0 / steepness) * wanted : Vec2d{};
  }
  const Vec2d lowest = to_lowest_neighbor(march, node);
  if (wanted == Vec2d{}) return lowest;
  // As near to the gradient as walls allow, and not around the other side of a wall's end: the lowest neighbor is in
  // sight from where it leads to.
  const Vec2d here = march.place(node);
  const double cell = ground.lattice.cell;
  const Vec2d neighbor_place = here + (lowest.x != 0.0 && lowest.y != 0.0 ? root_two * cell : cell) * lowest;
  const auto leads_on = [&](Vec2d direction) {
    if (dot(direction, lowest) < least_agreement) return false;
    const Segment across{here + cell * direction, neighbor_place};
    for (const std::uint32_t w : ground.walls.near_tile(march.column(node.tile), march.row(node.tile))) {
      if (meet(across, ground.walls.walls()[w])) return false;
    }
    return true;
  };
  for (const double margin : margins) {
    for (const Vec2d& turn : turns) {
      const Vec2d left{turn.x * wanted.x - turn.y * wanted.y, turn.x * wanted.y + turn.y * wanted.x};
      const Vec2d right{turn.x * wanted.x + turn.y * wanted.y, turn.x * wanted.y - turn.y * wanted.x};
      const bool right_first = dot(right, lowest) > dot(left, lowest);
      for (const Vec2d& direction : {right_first ? right : left, right_first ? left : right}) {
        if (is_free(ground, march, node, direction, margin * cell) && leads_on(direction)) return direction;
      }
    }
  }
  return lowest;
}

}  // namespace throng::flow
