#include "host/reference/obstacle_constraint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace throng::reference {
namespace {

constexpr double covered_tolerance = 1.0e-5;  // m/s
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Rule 1: an earlier line already keeps the agent off the whole edge.
bool is_covered(const Vec& l, const Vec& q, const Mover& mover, std::span<const HalfPlane> earlier) {
  const double least = mover.radius / mover.time_horizon - covered_tolerance;
  return std::any_of(earlier.begin(), earlier.end(), [&](const HalfPlane& line) {
    return det(l / mover.time_horizon - line.origin(), line.direction()) >= least &&
           det(q / mover.time_horizon - line.origin(), line.direction()) >= least;
  });
}

/// Length of the tangent from the agent to the disc of its radius around c. Rounding may put c inside by a bit.
double tangent_length(const Vec& c, double radius) {
  return std::sqrt(std::max(0.0, c.squaredNorm() - radius * radius));
}

/// Rule 4: directions of the two tangents, both away from the agent.
Vec left_tangent(const Vec& c, double radius) {
  const double g = tangent_length(c, radius);
  return Vec(c.x() * g - c.y() * radius, c.x() * radius + c.y() * g) / c.squaredNorm();
}
Vec right_tangent(const Vec& c, double radius) {
  const double g = tangent_length(c, radius);
  return Vec(c.x() * g + c.y() * radius, -c.x() * radius + c.y() * g) / c.squaredNorm();
}

/// The velocity obstacle of an edge: cut off between its ends, and bounded by two legs.
struct VelocityObstacle {
  std::size_t left_end = 0, right_end = 0;  ///< rows of A and B; the same when the edge is seen end-on
  Vec left_leg, right_leg;
  bool left_foreign = false, right_foreign = false;  ///< the leg belongs to the neighboring edge
};

/// Rules 4 and 5. None: the edge is hidden behind the reflex vertex it is seen end-on through.
std::optional<VelocityObstacle> velocity_obstacle(std::span<const ChainVertex> chains, std::size_t edge,
                                                  const Mover& mover, double s, double height_sq) {
  const std::size_t next = chains[edge].next;
  const Vec l = chains[edge].point - mover.position;
  const Vec q = chains[next].point - mover.position;
  const Vec e = chains[edge].direction;
  const double r = mover.radius;
  const bool in_line = height_sq <= r * r;

  VelocityObstacle vo;
  if (s < 0.0 && in_line) {
    if (!chains[edge].convex) return std::nullopt;
    vo.left_end = vo.right_end = edge;
    vo.left_leg = left_tangent(l, r);
    vo.right_leg = right_tangent(l, r);
  } else if (s > 1.0 && in_line) {
    if (!chains[next].convex) return std::nullopt;
    vo.left_end = vo.right_end = next;
    vo.left_leg = left_tangent(q, r);
    vo.right_leg = right_tangent(q, r);
  } else {
    vo.left_end = edge;
    vo.right_end = next;
    vo.left_leg = chains[edge].convex ? left_tangent(l, r) : Vec(-e);
    vo.right_leg = chains[next].convex ? right_tangent(q, r) : e;
  }

  const ChainVertex& a = chains[vo.left_end];
  const ChainVertex& b = chains[vo.right_end];
  const Vec before = -chains[a.previous].direction;
  if (a.convex && det(vo.left_leg, before) >= 0.0) {
    vo.left_leg = before;
    vo.left_foreign = true;
  }
  if (b.convex && det(vo.right_leg, b.direction) <= 0.0) {
    vo.right_leg = b.direction;
    vo.right_foreign = true;
  }
  return vo;
}

/// Rule 6: the line at the boundary point of the velocity obstacle that is nearest to the current velocity.
std::optional<HalfPlane> project(const VelocityObstacle& vo, std::span<const ChainVertex> chains, const Vec& e,
                                 const Mover& mover) {
  const bool end_on = vo.left_end == vo.right_end;
  const double rho = mover.radius / mover.time_horizon;
  const Vec alpha = (chains[vo.left_end].point - mover.position) / mover.time_horizon;
  const Vec beta = (chains[vo.right_end].point - mover.position) / mover.time_horizon;
  const Vec gamma = beta - alpha;
  const Vec from_alpha = mover.velocity - alpha;
  const Vec from_beta = mover.velocity - beta;
  const double t = end_on ? 0.5 : from_alpha.dot(gamma) / gamma.squaredNorm();
  const double tl = from_alpha.dot(vo.left_leg);
  const double tr = from_beta.dot(vo.right_leg);

  const auto round_end = [rho](const Vec& center, const Vec& offset) {
    const Vec n = offset.normalized();
    return HalfPlane(center + rho * n, turned_right(n));
  };
  if ((t < 0.0 && tl < 0.0) || (end_on && tl < 0.0 && tr < 0.0)) return round_end(alpha, from_alpha);
  if (t > 1.0 && tr < 0.0) return round_end(beta, from_beta);

  const double to_cut = !end_on && 0.0 <= t && t <= 1.0 ? (from_alpha - t * gamma).squaredNorm() : infinity;
  const double to_left = tl >= 0.0 ? (from_alpha - tl * vo.left_leg).squaredNorm() : infinity;
  const double to_right = tr >= 0.0 ? (from_beta - tr * vo.right_leg).squaredNorm() : infinity;
  const auto straight = [rho](const Vec& through, const Vec& d) {
    return HalfPlane(through + rho * turned_left(d), d);
  };
  if (to_cut <= to_left && to_cut <= to_right) return straight(alpha, -e);
  if (to_left <= to_right) {
    if (vo.left_foreign) return std::nullopt;
    return straight(alpha, vo.left_leg);
  }
  if (vo.right_foreign) return std::nullopt;
  return straight(beta, -vo.right_leg);
}

}  // namespace

std::vector<std::size_t> edges_in_range(std::span<const ChainVertex> chains, const Vec& p, double range) {
  std::vector<std::tuple<double, std::uint64_t, std::size_t, std::size_t>> found;
  for (std::size_t row = 0; row < chains.size(); ++row) {
    const Vec& a = chains[row].point;
    const Vec& b = chains[chains[row].next].point;
    if (!(det(a - p, b - a) < 0.0)) continue;
    const double distance_sq = (nearest_on_segment(p, a, b) - p).squaredNorm();
    if (distance_sq < range * range) found.emplace_back(distance_sq, chains[row].obstacle, chains[row].edge, row);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::size_t> rows;
  for (const auto& edge : found) rows.push_back(std::get<3>(edge));
  return rows;
}

std::optional<HalfPlane> obstacle_constraint(std::span<const ChainVertex> chains, std::size_t edge, const Mover& mover,
                                             std::span<const HalfPlane> earlier) {
  const ChainVertex& left = chains[edge];
  const ChainVertex& right = chains[left.next];
  const Vec l = left.point - mover.position;
  const Vec q = right.point - mover.position;
  const double radius_sq = mover.radius * mover.radius;
  if (is_covered(l, q, mover, earlier)) return std::nullopt;

  // Rule 2.
  const Vec along = right.point - left.point;
  const double s = -l.dot(along) / along.squaredNorm();
  const double height_sq = (l + s * along).squaredNorm();

  // Rule 3, touching: the line passes through velocity 0.
  if (s < 0.0 && l.squaredNorm() <= radius_sq) {
    if (!left.convex) return std::nullopt;
    return HalfPlane(Vec::Zero(), turned_left(l).normalized());
  }
  if (s > 1.0 && q.squaredNorm() <= radius_sq) {
    const bool next_acts = det(q, right.direction) < 0.0;
    if (!right.convex || next_acts) return std::nullopt;
    return HalfPlane(Vec::Zero(), turned_left(q).normalized());
  }
  if (0.0 <= s && s <= 1.0 && height_sq <= radius_sq) return HalfPlane(Vec::Zero(), -left.direction);

  const std::optional<VelocityObstacle> vo = velocity_obstacle(chains, edge, mover, s, height_sq);
  if (!vo) return std::nullopt;
  return project(*vo, chains, left.direction, mover);
}

std::vector<HalfPlane> obstacle_constraints(std::span<const ChainVertex> chains, const Mover& mover, double max_speed) {
  std::vector<HalfPlane> lines;
  const double range = mover.time_horizon * max_speed + mover.radius;
  for (const std::size_t edge : edges_in_range(chains, mover.position, range)) {
    if (const auto line = obstacle_constraint(chains, edge, mover, lines)) lines.push_back(*line);
  }
  return lines;
}

}  // namespace throng::reference
