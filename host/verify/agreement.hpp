// How far new velocities lie from those they are compared with.
#pragma once
#include <cstddef>
#include <string>

#include "throng/types.hpp"

namespace throng {

/// m/s per component: new velocities that differ by no more agree.
inline constexpr double agreement_tolerance = 1.0e-4;
/// m/s: an agent whose velocity violates a constraint by more had no feasible program. The last, three-dimensional
/// program is ill-conditioned at times, so these agents are counted apart.
inline constexpr double feasible_violation = 1.0e-4;
/// Of the agents without a feasible program, the share that has to agree.
inline constexpr double infeasible_share_wanted = 0.985;

/// m/s, the greater of the two components' differences; infinite when one is not a number.
[[nodiscard]] double deviation(Vec2d a, Vec2d b);

/// Agents of one kind (feasible or not), compared.
struct Agreement {
  std::size_t agents = 0;
  std::size_t within = 0;        ///< of them, within the tolerance
  double worst_deviation = 0.0;  ///< m/s
  std::string worst_case;        ///< names the case or agent; empty when nothing was compared

  void add(double deviation, const std::string& case_name);
  [[nodiscard]] double share() const;  ///< 1 when there is no agent
};

}  // namespace throng
