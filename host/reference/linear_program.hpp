// The velocity nearest to the preferred one within half-planes and the speed limit (spec "The linear program").
#pragma once
#include <cstddef>
#include <optional>
#include <span>

#include "host/reference/geometry.hpp"

namespace throng::reference {

enum class Objective {
  nearest_to,     ///< as near to the goal as possible
  farthest_along  ///< as far in the goal's direction (unit) as possible
};

/// lp1: the best velocity on line `i` that lines 0 .. i-1 and the speed limit allow; none when there is no such one.
std::optional<Vec> solve_on_line(std::span<const HalfPlane> lines, std::size_t i, double max_speed, const Vec& goal,
                                 Objective objective);

struct DiscSolution {
  Vec velocity;
  std::size_t failed_line;  ///< the first line that can't be met; lines.size() when all are
};

/// lp2: all lines in turn. On failure the velocity is the best one for the lines before the failed one.
DiscSolution solve_in_disc(std::span<const HalfPlane> lines, double max_speed, const Vec& goal, Objective objective);

/// lp3: from lp2's failure on, keeps the first `hard` lines and makes the greatest violation of the others the least.
Vec minimize_violation(std::span<const HalfPlane> lines, std::size_t hard, const DiscSolution& failed,
                       double max_speed);

struct ProgramResult {
  Vec velocity;  ///< m/s
  bool feasible = true;
};

/// The whole program; the first `hard` lines (of static obstacles) are never given up.
ProgramResult choose_velocity(std::span<const HalfPlane> lines, std::size_t hard, double max_speed,
                              const Vec& preferred, std::optional<std::size_t> always_hard = {});

}  // namespace throng::reference
