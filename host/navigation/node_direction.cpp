#include "host/navigation/node_direction.hpp"

namespace throng::flow {
namespace {

/// Cells: what is between a direction that was bent and the walls.
constexpr double bent_margin = 0.05;
constexpr int bends = 6;

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
  if (march.is_straight(node)) {
    const Vec2d here = march.place(node);
    const GoalRegion::Nearest nearest = goal.nearest(here);
    if (!(nearest.distance > 0.0)) return {};
    wanted = (1.0 / nearest.distance) * (nearest.point - here);
  } else {
    wanted = {-slope(march, node, 0), -slope(march, node, 2)};
    const double steepness = length(wanted);
    wanted = steepness > 0.0 ? (1.0 / steepness) * wanted : Vec2d{};
  }
  if (!(wanted == Vec2d{}) && is_free(ground, march, node, wanted, 0.0)) return wanted;
  Vec2d open = to_lowest_neighbor(march, node);
  if (open == Vec2d{}) return wanted;
  if (wanted == Vec2d{} || dot(open, wanted) < -0.5) return open;
  // As near to the gradient as walls allow.
  Vec2d blocked = wanted;
  for (int k = 0; k < bends; ++k) {
    const Vec2d sum = open + blocked;
    const Vec2d middle = (1.0 / length(sum)) * sum;
    (is_free(ground, march, node, middle, bent_margin * ground.lattice.cell) ? open : blocked) = middle;
  }
  return open;
}

}  // namespace throng::flow
