// The hot loops of the cpu executor, compiled once per instruction set and chosen at run time.
//
// Plain data and function pointers only: what crosses the border between instruction sets must not bring inline code
// along.
#pragma once
#include <cstddef>
#include <cstdint>

#include "kernels/agent/grid_placement.hpp"
#include "kernels/agent/step_data.hpp"
#include "throng/parameters.hpp"

namespace throng {
struct BatchView;
struct BodiesView;
struct PairsView;
}  // namespace throng

namespace throng {

/// What one thread counts, whole numbers so that their sum has no order.
struct alignas(64) WorkerCounts {
  std::uint64_t infeasible;
  std::uint64_t neighbor_cap_hits;
  std::uint64_t arrived;
  std::uint64_t wall_crossings;
  std::uint64_t became_stuck, went_on;
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
  void* state;               ///< what the solver keeps between calls, zero at first
  std::uint8_t* infeasible;  ///< by storage index: 1 for those; null = not wanted
  /// Enlarges to at least these capacities, contents kept. Throws std::bad_alloc.
  void (*grow)(SolverMemory& memory, std::int32_t edge_capacity, std::int32_t row_capacity);
};

/// Marks a slot in a list of LeavingAgents: this agent has arrived, and stays.
inline constexpr std::uint32_t stays_mark = 0x80000000u;
static_assert(limits::max_agents < stays_mark);

/// Slots of agents that leave on arrival, and of those that arrive when that is reported; one list per thread. `slot`
/// has room for all of those that are moved.
struct LeavingAgents {
  std::uint32_t* slot;
  std::size_t count;
};

/// Agents before and after an iteration of the contact pass, and before the one before it, m, cell order.
struct ContactMotion {
  const float* earlier_x;  ///< may be `to_x`
  const float* earlier_y;
  const float* from_x;
  const float* from_y;
  float* to_x;
  float* to_y;
};

/// What the neighbors of an agent are read from, in cell order (CrowdView).
struct CrowdArrays {
  Motion* motion;
  float* x;
  float* y;
  float* radius;
};

/// Agents and points are ranges [begin, end).
struct StepKernels {
  const char* name;            ///< of the instruction set
  std::int32_t lanes;          ///< of a pack
  std::size_t (*row_bytes)();  ///< of one row of a pack
  std::size_t (*state_bytes)();
  /// Before the first `solve` of a step: nobody waits.
  void (*begin)(SolverMemory& memory);
  /// New velocities of agents in cell order. Infeasible ones may be left waiting.
  void (*solve)(const StepData& step, SolverMemory& memory, WorkerCounts& counts, std::size_t begin, std::size_t end);
  /// New velocities of those that wait.
  void (*flush)(const StepData& step, SolverMemory& memory);
  /// Goals before the solution, motion after it (kernels/agent/move_agent.hpp), in storage order.
  void (*navigate)(const StepData& step, WorkerCounts& counts, std::size_t begin, std::size_t end);
  /// Those who have a behavior, among agents in cell order.
  void (*steer)(const StepData& step, std::size_t begin, std::size_t end);
  /// Of pursuers without a world.
  void (*steer_batch)(const BatchView& batch, std::size_t begin, std::size_t end);
  /// Pairs of convex bodies without a world.
  void (*collide)(const BodiesView& bodies, const PairsView& batch, std::size_t begin, std::size_t end);
  void (*move)(const StepData& step, WorkerCounts& counts, LeavingAgents& leaving, std::size_t begin, std::size_t end);
  /// In place of `move` with a contact pass (kernels/agent/contact_move.hpp): motion in storage order; in the order of
  /// the cells afterwards how far contacts reach, who may touch whom, an iteration, which says whether anybody moved,
  /// and what has come of the last one; then the agents themselves in storage order.
  void (*advance)(const StepData& step, std::size_t begin, std::size_t end);
  void (*note_reach)(const StepData& step, std::size_t begin, std::size_t end);
  void (*list_contacts)(const StepData& step, std::size_t begin, std::size_t end);
  bool (*resolve_contacts)(const StepData& step, const ContactMotion& motion, std::size_t begin, std::size_t end);
  void (*end_contacts)(const StepData& step, const ContactMotion& motion, std::size_t begin, std::size_t end);
  void (*finish)(const StepData& step, WorkerCounts& counts, LeavingAgents& leaving, std::size_t begin,
                 std::size_t end);
  /// Places agent order[i] at i.
  void (*gather_crowd)(const AgentArrays& agents, const std::uint32_t* order, const CrowdArrays& to, std::size_t begin,
                       std::size_t end);
  /// The box of the points, begin < end.
  PointBounds (*bounds)(const float* x, const float* y, std::size_t begin, std::size_t end);
  /// Number of each point's cell, row by row; for grids of less than 2^31 cells.
  void (*cell_keys)(const GridView& grid, const float* x, const float* y, std::uint32_t* key, std::size_t begin,
                    std::size_t end);
  /// to[i] = from[order[i]], for any values of 4 bytes.
  void (*gather_words)(const std::uint32_t* from, const std::uint32_t* order, std::uint32_t* to, std::size_t begin,
                       std::size_t end);
};

const StepKernels& step_kernels_baseline();
#ifdef THRONG_HAS_AVX2
const StepKernels& step_kernels_avx2();
/// Whether this processor has all that code compiled for `avx2` uses.
bool runs_avx2();
#endif

/// The best that this processor runs; THRONG_ISA_FORCE=baseline in the environment asks for the portable one.
const StepKernels& best_step_kernels();

}  // namespace throng
