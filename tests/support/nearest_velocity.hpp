// The solution of a small velocity program by trying every vertex: slow, and with no line of the engine's in it.
#pragma once
#include <optional>
#include <vector>

#include "tests/support/vectors.hpp"
#include "throng/world.hpp"

namespace throng::test {

/// The velocity nearest to `preferred` that is no longer than `max_speed` and meets every constraint with `margin` to
/// spare (m/s); none when there is no such velocity.
inline std::optional<Vec2d> nearest_velocity(std::vector<Constraint> lines, Vec2d preferred, double max_speed,
                                             double margin = 0.0) {
  for (Constraint& c : lines) c.point = plus(c.point, times(margin, {-c.direction.y, c.direction.x}));
  // The nearest point of a convex region is the aim itself, its projection onto one boundary, or a corner of two.
  std::vector<Vec2d> candidates{preferred};
  if (norm(preferred) > 0.0) candidates.push_back(times(max_speed / norm(preferred), preferred));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& [point, direction, obstacle] = lines[i];
    candidates.push_back(plus(point, times(dot(minus(preferred, point), direction), direction)));
    const double b = dot(point, direction);
    const double discriminant = b * b + max_speed * max_speed - dot(point, point);
    if (discriminant >= 0.0) {
      candidates.push_back(plus(point, times(-b - std::sqrt(discriminant), direction)));
      candidates.push_back(plus(point, times(-b + std::sqrt(discriminant), direction)));
    }
    for (std::size_t j = 0; j < i; ++j) {
      const double sine = det(direction, lines[j].direction);
      if (std::abs(sine) < 1e-12) continue;
      const double t = det(lines[j].direction, minus(point, lines[j].point)) / sine;
      candidates.push_back(plus(point, times(t, direction)));
    }
  }
  std::optional<Vec2d> best;
  for (const Vec2d& c : candidates) {
    if (norm(c) > max_speed * (1.0 + 1e-12) + 1e-12) continue;
    if (best && distance(c, preferred) >= distance(*best, preferred)) continue;
    bool allowed = true;
    for (const Constraint& line : lines) allowed = allowed && det(line.direction, minus(line.point, c)) <= 1e-9;
    if (allowed) best = c;
  }
  return best;
}

}  // namespace throng::test
