#include "host/reference/linear_program.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace throng::reference {
namespace {

constexpr double parallel_tolerance = 1.0e-5;  // sine of the angle between two lines

/// lp3's inner lines: where line i is violated no less than each soft line before it.
std::vector<HalfPlane> equal_violation_lines(std::span<const HalfPlane> lines, std::size_t hard, std::size_t i) {
  std::vector<HalfPlane> inner(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(hard));
  for (std::size_t j = hard; j < i; ++j) {
    const Vec di = lines[i].direction();
    const Vec dj = lines[j].direction();
    const double sine = det(di, dj);
    Vec point;
    if (std::abs(sine) <= parallel_tolerance) {
      if (di.dot(dj) > 0.0) continue;
      point = 0.5 * (lines[i].origin() + lines[j].origin());
    } else {
      point = lines[i].origin() + (det(dj, lines[i].origin() - lines[j].origin()) / sine) * di;
    }
    inner.emplace_back(point, (dj - di).normalized());
  }
  return inner;
}

}  // namespace

std::optional<Vec> solve_on_line(std::span<const HalfPlane> lines, std::size_t i, double max_speed, const Vec& goal,
                                 Objective objective) {
  const Vec point = lines[i].origin();
  const Vec direction = lines[i].direction();
  const double b = point.dot(direction);
  const double discriminant = b * b + max_speed * max_speed - point.squaredNorm();
  if (discriminant < 0.0) return std::nullopt;
  double low = -b - std::sqrt(discriminant);
  double high = -b + std::sqrt(discriminant);

  for (std::size_t j = 0; j < i; ++j) {
    const double denominator = det(direction, lines[j].direction());
    const double numerator = det(lines[j].direction(), point - lines[j].origin());
    if (std::abs(denominator) <= parallel_tolerance) {
      if (numerator < 0.0) return std::nullopt;
      continue;
    }
    const double t = numerator / denominator;
    if (denominator > 0.0) {
      high = std::min(high, t);
    } else {
      low = std::max(low, t);
    }
    if (low > high) return std::nullopt;
  }

  if (objective == Objective::farthest_along) return point + (goal.dot(direction) > 0.0 ? high : low) * direction;
  return point + std::clamp(direction.dot(goal - point), low, high) * direction;
}

DiscSolution solve_in_disc(std::span<const HalfPlane> lines, double max_speed, const Vec& goal, Objective objective) {
  Vec velocity = goal;
  if (objective == Objective::farthest_along) {
    velocity = max_speed * goal;
  } else if (goal.squaredNorm() > max_speed * max_speed) {
    velocity = max_speed * goal.normalized();
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!(violation(lines[i], velocity) > 0.0)) continue;
    const std::optional<Vec> best = solve_on_line(lines, i, max_speed, goal, objective);
    if (!best) return {velocity, i};
    velocity = *best;
  }
  return {velocity, lines.size()};
}

Vec minimize_violation(std::span<const HalfPlane> lines, std::size_t hard, const DiscSolution& failed,
                       double max_speed) {
  // Hard lines permit velocity 0: that one of them failed is rounding, and the velocity so far would go through it.
  Vec velocity = failed.failed_line < hard ? Vec(Vec::Zero()) : failed.velocity;
  double worst = 0.0;
  for (std::size_t i = failed.failed_line; i < lines.size(); ++i) {
    if (!(violation(lines[i], velocity) > worst)) continue;
    const std::vector<HalfPlane> inner = equal_violation_lines(lines, hard, i);
    const Vec inward = turned_left(lines[i].direction());
    const DiscSolution solution = solve_in_disc(inner, max_speed, inward, Objective::farthest_along);
    // It has a solution in exact numbers: the present velocity. When rounding says otherwise, that one is kept.
    if (solution.failed_line == inner.size()) velocity = solution.velocity;
    worst = violation(lines[i], velocity);
  }
  return velocity;
}

ProgramResult choose_velocity(std::span<const HalfPlane> lines, std::size_t hard, double max_speed,
                              const Vec& preferred, std::optional<std::size_t> always_hard) {
  const DiscSolution solution = solve_in_disc(lines, max_speed, preferred, Objective::nearest_to);
  const bool feasible = solution.failed_line == lines.size();
  const std::size_t kept = solution.failed_line < hard ? always_hard.value_or(hard) : hard;
  Vec velocity = feasible ? solution.velocity : minimize_violation(lines, kept, solution, max_speed);
  // Where a boundary far away cuts the disc is known poorly.
  if (velocity.norm() > max_speed * (1.0 + 5.0e-7)) velocity *= max_speed / velocity.norm();
  return {velocity, feasible};
}

}  // namespace throng::reference
