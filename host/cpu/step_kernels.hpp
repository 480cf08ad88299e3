// The hot loops of the cpu executor, compiled once per instruction set and chosen at run time.
//
// Plain data and function pointers only: what crosses the border between instruction sets must not bring inline code
// along.
#pragma once
#include <cstddef>
#include <cstdint>

#include "kernels/agent/step_data.hpp"

namespace throng {

/// What one thread counts, whole numbers so that their sum has no order.
struct alignas(64) WorkerCounts {
  std::uint64_t infeasible;
  std::uint64_t neighbor_cap_hits;
  std::uint64_t arrived;
  std::uint64_t wall_crossings;
};

/// Memory of one thread's solver: owned by the portable side, since allocation brings library code along.
struct SolverMemory {
  float* edge_distance_sq;  ///< `edge_capacity` entries for each lane
  std::uint32_t* edge;
  std::int32_t edge_capacity;
  void* rows;  ///< half-planes of a pack, `row_capacity` rows
  void* scratch_rows;
  void* waiting_rows;       ///< the rows of those that waited, put together
  void* pending_hard_rows;  ///< of the agents that wait for the infeasible pass: static obstacles' rows,
  void* pending_soft_rows;  ///< and agents' rows
  std::int32_t row_capacity;
  void* state;  ///< what the solver keeps between calls, zero at first
  /// Enlarges to at least these capacities, contents kept. Throws std::bad_alloc.
  void (*grow)(SolverMemory& memory, std::int32_t edge_capacity, std::int32_t row_capacity);
};

struct StepKernels {
  const char* name;       ///< of the instruction set
  std::size_t row_bytes;  ///< of one row of a pack
  std::size_t state_bytes;
  /// New velocities of agents [begin, end), cell order. Infeasible ones may be left waiting.
  void (*solve)(const StepData& step, SolverMemory& memory, WorkerCounts& counts, std::size_t begin, std::size_t end);
  /// New velocities of those that wait.
  void (*flush)(const StepData& step, SolverMemory& memory, WorkerCounts& counts);
};

const StepKernels& step_kernels_baseline();
#ifdef THRONG_HAS_AVX2
const StepKernels& step_kernels_avx2();
#endif

/// The best that this processor runs; THRONG_ISA_FORCE=baseline in the environment asks for the portable one.
const StepKernels& best_step_kernels();

}  // namespace throng
