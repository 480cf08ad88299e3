// Runs recorded single steps on one executor and counts how many of the new velocities agree.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "host/verify/agreement.hpp"
#include "host/verify/golden_cases.hpp"
#include "throng/world.hpp"

namespace throng {

/// Of the feasible agents of the recorded cases, the share that has to agree.
inline constexpr double golden_feasible_share_wanted = 0.9985;

struct GoldenResult {
  ExecutorKind executor = ExecutorKind::automatic;
  std::size_t cases = 0;          ///< run and compared
  std::size_t refused_cases = 0;  ///< not run: an obstacle that a World refuses (crossing itself, no area)
  std::string first_refusal;      ///< of them, with the line; empty when none
  Agreement feasible;
  Agreement infeasible;
  double seconds = 0.0;

  /// Enough agents agree, of both kinds, and at least one was compared.
  [[nodiscard]] bool accepted() const;
};

/// One world and one step per case. Throws bad_scene (with the line) for parameters that a World refuses, unavailable
/// when the executor is not on this machine. `path` is for messages.
GoldenResult run_golden_cases(std::span<const GoldenCase> cases, ExecutorKind executor, const std::string& path);

}  // namespace throng
