#include "host/reference/flow.hpp"

#include <algorithm>
#include <cmath>

namespace throng::reference {
namespace {

/// On which side of the line through a wall p is: 1, -1, or 0 on it.
int side_of(const FlowWall& wall, const Vec& p) {
  const double area = det(wall.to - wall.from, p - wall.from);
  return area > 0.0 ? 1 : area < 0.0 ? -1 : 0;
}

bool blocks(const FlowWall& wall, const Vec& from, const Vec& to) {
  const FlowWall way{from, to};
  const int start = side_of(wall, from), end = side_of(wall, to);
  const int one = side_of(way, wall.from), other = side_of(way, wall.to);
  if (start == 0 && end == 0 && one == 0 && other == 0) {
    const Eigen::AlignedBox2d first(from.cwiseMin(to), from.cwiseMax(to));
    const Eigen::AlignedBox2d second(wall.from.cwiseMin(wall.to), wall.from.cwiseMax(wall.to));
    return first.intersects(second);
  }
  return start * end <= 0 && one * other <= 0;
}

struct Corner {
  Vec place, direction;
  double way, weight;
};

/// The quad that holds a place, and its corners that have a say there.
struct Surroundings {
  const FlowQuad* quad = nullptr;
  std::vector<Corner> corners;
};

bool blocked(const FlowField& field, const FlowQuad& quad, const Vec& from, const Vec& to) {
  if (!quad.first_wall) return false;
  const auto begin = field.walls.begin();
  return std::any_of(begin + static_cast<std::ptrdiff_t>(*quad.first_wall),
                     begin + static_cast<std::ptrdiff_t>(quad.end_wall),
                     [&](const FlowWall& wall) { return blocks(wall, from, to); });
}

Surroundings surroundings(const FlowField& field, const Vec& position) {
  const Vec at = (position - field.origin) / field.cell;
  const Eigen::Vector2i tiles(field.columns, field.rows);
  if ((at.array() < 0.0).any() || (at.array() >= (field.tile_quads * tiles).cast<double>().array()).any()) return {};
  const Eigen::Vector2i number = at.array().floor().matrix().cast<int>();
  const Eigen::Vector2i tile = number / field.tile_quads, inside = number - field.tile_quads * tile;
  const std::int32_t kept = field.tile[static_cast<std::size_t>(tile.y()) * static_cast<std::size_t>(field.columns) +
                                       static_cast<std::size_t>(tile.x())];
  if (kept < 0) return {};
  const auto entry = [&](int x, int y, std::int32_t side) {
    return (static_cast<std::size_t>(kept) * static_cast<std::size_t>(side) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(side) +
           static_cast<std::size_t>(x);
  };
  Surroundings found;
  found.quad = &field.quads[entry(inside.x(), inside.y(), field.tile_quads)];
  const Vec within = at - number.cast<double>();
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 2; ++x) {
      const FlowNode& node = field.nodes[entry(inside.x() + x, inside.y() + y, field.tile_quads + 1)];
      const Vec place = field.origin + field.cell * (number + Eigen::Vector2i(x, y)).cast<double>();
      if (!node.way || blocked(field, *found.quad, position, place)) continue;
      const double weight = std::abs(1 - x - within.x()) * std::abs(1 - y - within.y());
      found.corners.push_back({place, node.direction, *node.way, weight});
    }
  }
  return found;
}

}  // namespace

std::optional<FlowAnswer> look_up(const FlowField& field, const Vec& position) {
  const Surroundings around = surroundings(field, position);
  const std::vector<Corner>& corners = around.corners;
  if (corners.empty()) return std::nullopt;
  const Corner& heaviest = *std::max_element(corners.begin(), corners.end(),
                                             [](const Corner& a, const Corner& b) { return a.weight < b.weight; });
  const Corner& nearest =
      *std::min_element(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) { return a.way < b.way; });
  Vec sum = Vec::Zero();
  double weights = 0.0, ways = 0.0;
  for (const Corner& corner : corners) {
    sum += corner.weight * corner.direction;
    ways += corner.weight * corner.way;
    weights += corner.weight;
  }
  FlowAnswer answer;
  answer.sees_goal = around.quad->sees_goal;
  const bool counts = weights > 1e-12;
  answer.way = counts ? ways / weights : heaviest.way;
  const bool part = !counts || sum.norm() <= weights / 2.0;
  answer.direction = (part ? heaviest.direction : sum).normalized();
  const auto in_sight = [&](const Vec& place) { return !blocked(field, *around.quad, position, place); };
  const Vec tip = heaviest.place + field.cell * answer.direction;
  if (in_sight(position + field.cell * answer.direction) && (!part || in_sight(tip))) return answer;
  // To a place that the nearest corner leads to, the farthest of some that is in sight; or first to the corner.
  Vec towards = nearest.place;
  for (const double share : {0.25, 0.5, 1.0}) {
    const Vec onward = nearest.place + share * std::min(field.cell, nearest.way) * nearest.direction;
    if (in_sight(onward)) towards = onward;
  }
  if ((towards - position).norm() > 1e-15) answer.direction = (towards - position).normalized();
  return answer;
}

}  // namespace throng::reference
