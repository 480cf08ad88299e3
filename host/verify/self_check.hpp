// Checks this build on this machine: every executor against the oracle, and the promise of the same bits.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "host/verify/agreement.hpp"
#include "throng/world.hpp"

namespace throng {

/// One scene on one executor against `reference`: one step each, from many states of a run.
struct OracleCheck {
  std::string scene;
  ExecutorKind executor = ExecutorKind::automatic;
  std::string unavailable;  ///< why the executor does not run this scene; else empty
  std::size_t states = 0;
  Agreement feasible;
  Agreement infeasible;

  /// Every feasible agent agrees, and of the others the share that is wanted; or the scene is not run.
  [[nodiscard]] bool passed() const;
};

/// One run whose state hash has to be that of the first executor with one thread and agents added by ascending id.
struct BitsCheck {
  std::string scene;
  ExecutorKind executor = ExecutorKind::automatic;
  int threads = 1;
  std::string order;  ///< of adding: "ascending", "descending", "shuffled"
  std::uint64_t state_hash = 0;
  std::uint64_t expected = 0;

  [[nodiscard]] bool passed() const { return state_hash == expected; }
};

struct SelfCheckReport {
  std::vector<OracleCheck> oracle;
  std::vector<BitsCheck> bits;

  [[nodiscard]] bool passed() const;
};

/// `executors` are those to check, all available; `reference` among them is the oracle anyway and skipped.
SelfCheckReport run_self_check(std::span<const ExecutorKind> executors);

}  // namespace throng
