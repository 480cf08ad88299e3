#include "host/navigation/goal_sight.hpp"

#include <array>
#include <cstddef>

namespace throng::flow {
namespace {

/// A wall between may come as near to the straight way as this times its distance from either end.
constexpr double pass_share = 0.7;
/// m. A goal may touch a wall: the end of the straight way is not looked at.
constexpr double sight_end = 1.0e-4;
/// Edges of a goal that may be the nearest from a square; with more, as in a narrow comb, it is not said to see it.
constexpr std::size_t most_edges = 6;

/// The convex hull of six points.
class Hull {
 public:
  explicit Hull(std::array<Vec2d, 6> points) {
    std::sort(points.begin(), points.end(), [](Vec2d a, Vec2d b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
    for (int pass = 0; pass < 2; ++pass) {
      const std::size_t low = count_;
      for (std::size_t k = 0; k < points.size(); ++k) {
        const Vec2d p = points[pass == 0 ? k : points.size() - 1 - k];
        while (count_ >= low + 2 && !(det(corner_[count_ - 1] - corner_[count_ - 2], p - corner_[count_ - 2]) > 0.0)) {
          --count_;
        }
        corner_[count_++] = p;
      }
      --count_;  // the other half begins with it
    }
  }

  [[nodiscard]] double distance_sq_to(const Segment& wall) const {
    if (contains(wall.from)) return 0.0;
    double least = -1.0;
    for (std::size_t k = 0; k < count_; ++k) {
      const double d = distance_sq({corner_[k], corner_[(k + 1) % count_]}, wall);
      if (least < 0.0 || d < least) least = d;
    }
    return least;
  }

 private:
  [[nodiscard]] bool contains(Vec2d p) const {
    for (std::size_t k = 0; k < count_; ++k) {
      const Vec2d a = corner_[k], b = corner_[(k + 1) % count_];
      if (det(b - a, p - a) < 0.0) return false;
    }
    return true;
  }

  std::array<Vec2d, 14> corner_{};
  std::size_t count_ = 0;
};

std::array<Vec2d, 4> corners_of(const Box& box) {
  return {{box.low, {box.high.x, box.low.y}, {box.low.x, box.high.y}, box.high}};
}

double distance_sq_to(const Box& box, const Segment& s) {
  if (meets(box, s)) return 0.0;
  const auto c = corners_of(box);
  return std::min(std::min(distance_sq(Segment{c[0], c[1]}, s), distance_sq(Segment{c[1], c[3]}, s)),
                  std::min(distance_sq(Segment{c[3], c[2]}, s), distance_sq(Segment{c[2], c[0]}, s)));
}

/// Whether the walls leave the hull of a square and a piece of the goal free.
bool is_free_between(const FlowGround& ground, const Box& square, const Segment& piece) {
  const Vec2d center = 0.5 * (square.low + square.high);
  // Its end is left away.
  const auto shortened = [&](Vec2d p) {
    const double away = length(center - p);
    return away > 0.0 ? p + std::min(1.0, sight_end / away) * (center - p) : p;
  };
  const Segment target{shortened(piece.from), shortened(piece.to)};
  const auto c = corners_of(square);
  const Hull hull({c[0], c[1], c[2], c[3], target.from, target.to});
  const double clearance = ground.options.wall_cost > 0.0 ? ground.options.clearance : 0.0;
  const Box all = grown({{std::min(square.low.x, std::min(target.from.x, target.to.x)),
                          std::min(square.low.y, std::min(target.from.y, target.to.y))},
                         {std::max(square.high.x, std::max(target.from.x, target.to.x)),
                          std::max(square.high.y, std::max(target.from.y, target.to.y))}},
                        clearance + touching);
  const Segment middle{center, 0.5 * (target.from + target.to)};
  return ground.walls.for_tiles_along(middle, [&](std::int32_t column, std::int32_t row) {
    for (const std::uint32_t w : ground.walls.near_tile(column, row)) {
      const Segment& wall = ground.walls.walls()[w];
      if (!overlap(all, box_of(wall))) continue;
      const double apart_sq = hull.distance_sq_to(wall);
      if (apart_sq <= touching * touching) return false;
      if (apart_sq >= clearance * clearance) continue;
      const double at_ends_sq = std::min(distance_sq_to(square, wall), distance_sq(piece, wall));
      if (apart_sq < pass_share * pass_share * at_ends_sq) return false;
    }
    return true;
  });
}

}  // namespace

bool node_sees_goal(const FlowGround& ground, const GoalRegion& goal, Vec2d node) {
  const GoalRegion::Nearest nearest = goal.nearest(node);
  if (nearest.distance <= sight_end) return true;
  return !ground.walls.blocks({node, nearest.point + (sight_end / nearest.distance) * (node - nearest.point)});
}

bool square_sees_goal(const FlowGround& ground, const GoalRegion& goal, const Box& square,
                      std::span<const double, 4> corner_distance) {
  const auto corner = corners_of(square);
  const double side = square.high.x - square.low.x;
  double farthest = *std::max_element(corner_distance.begin(), corner_distance.end());
  if (goal.edges().size() > 1) {
    // The distance to one edge is convex: on the square it is greatest at a corner. So is that to the nearest one, but
    // for ridges between them, on which it is higher by less than the square is wide.
    farthest += 0.71 * side;
  }
  std::size_t looked_at = 0;
  bool is_apart = farthest > 0.0;
  for (const Segment& edge : goal.edges()) {
    if (goal.edges().size() > 1 && distance_sq_to(square, edge) > farthest * farthest) continue;
    if (++looked_at > most_edges) return false;
    is_apart = is_apart && !meets(square, edge);
    double low = 1.0, high = 0.0;
    for (const Vec2d& c : corner) {
      const double place = place_on(edge, c);
      low = std::min(low, place), high = std::max(high, place);
    }
    if (!is_free_between(ground, square, {point_on(edge, low), point_on(edge, high)})) return false;
  }
  // Inside a polygon, away from its edges: arrived.
  return is_apart || looked_at > 0;
}

}  // namespace throng::flow
