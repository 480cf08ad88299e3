// What the kernels of a world share: the step's data, and what changes from step to step and therefore lives on the
// device.
//
// Plain data: one argument of every kernel. Pointers are device memory unless said otherwise.
#pragma once
#include <vector_types.h>

#include <cstdint>

#include "kernels/agent/grid_placement.hpp"
#include "kernels/agent/step_data.hpp"
#include "kernels/cuda/variants.hpp"

namespace throng::cuda {

/// Why a step stopped halfway. Bits, since one step can have several reasons.
namespace halt {
inline constexpr std::uint32_t edges = 1u;        ///< an agent sees more edges than its list holds
inline constexpr std::uint32_t pending = 2u;      ///< more infeasible agents than there is room for
inline constexpr std::uint32_t cells = 4u;        ///< more cells than the table of all cells has
inline constexpr std::uint32_t sparse = 8u;       ///< so many that only occupied ones can be listed
inline constexpr std::uint32_t footprints = 16u;  ///< more agents with a footprint than there is room for
}  // namespace halt

/// What the step under way has counted.
struct StepTally {
  std::uint32_t arrived, infeasible, wall_crossings, neighbor_cap_hits;
  std::uint32_t pending;  ///< infeasible agents that wait for their pass; more than the room when it overflows
  std::uint32_t large;    ///< agents that wait for the pass of long lists
  std::uint32_t near;     ///< agents that a footprint may act on
  std::uint32_t leaving, holes, survivors;
  std::uint32_t became_stuck, went_on;
};

/// An agent that left, or has arrived and stays, and when.
struct RemovedAgent {
  std::uint64_t step;
  std::uint32_t slot;
  std::uint32_t stays;
};

/// The state of a run, as far as it is no agent's. Read by the host between steps only.
struct StepControl {
  std::uint64_t step;    ///< number of the step under way, or of the next one
  std::uint32_t agents;  ///< present
  /// Not 0: the step under way can't be finished, and kernels do nothing until the host has made room and repeats it.
  std::uint32_t halted;
  std::uint32_t needed_edges, needed_pending, needed_footprints;
  std::uint64_t needed_cells;
  StepTally tally;
  std::uint32_t contact_rounds;  ///< iterations of the contact pass so far in which somebody has moved
  // Since the host has last looked.
  std::uint64_t steps, agent_steps, arrived, infeasible, wall_crossings, neighbor_cap_hits, became_stuck, went_on;
  std::uint32_t removed;  ///< entries of DeviceStep::removed
};

/// A box as integers that are ordered as the floats are, for atomic operations.
struct OrderedBounds {
  std::int32_t min_x, min_y, max_x, max_y;
};

/// The agents' grid from step to step.
struct GridState {
  GridView view;
  float height;            ///< of a cell, m; 0 = not chosen yet
  std::uint64_t crowding;  ///< sum over agents of the agents in their cell, each counted up to a limit
  std::uint32_t jumps;     ///< neighbors in memory whose places in cell order are far apart
  std::uint32_t reorder;   ///< 1 = this step puts the agents' arrays into cell order

  // Where solving moves the agents too, it prepares the grid of the next step.
  GridView next_view;         ///< its cells, laid out before anybody moves
  std::uint32_t counts_next;  ///< 1 = there are such cells, and whoever moves counts itself in one
  OrderedBounds next_bounds;  ///< of those who have moved
  std::uint32_t follows;      ///< 1 = `next_bounds` is of the present state, no agent has changed since
  std::uint32_t counted;      ///< 1 = so are the counts of the cells of `next_view`
};

/// Half-planes of infeasible agents between the two passes: row r of agent p is rows[r * capacity + p], so that
/// neighboring threads read neighboring addresses.
struct PendingAgents {
  float4* rows;
  std::uint32_t* cell_order;
  std::int32_t* hard_count;
  std::int32_t* count;
  std::int32_t* failed_at;
  float2* program_velocity;
  std::uint32_t capacity;
  std::int32_t row_capacity;
};

/// Memory of the threads that solve agents with long lists, one part for each.
struct LargeScratch {
  float* distance_sq;  ///< neighbor_cap + 1 each
  std::uint32_t* index;
  float* edge_distance_sq;  ///< edge_capacity each
  std::uint32_t* edge;
  float4* rows;  ///< edge_capacity + neighbor_cap each, with footprints footprint_row_cap more
  float4* scratch_rows;
  std::int32_t edge_capacity;
  std::uint32_t threads;
};

/// Of the agents with a footprint: what a step finds of them before it puts them into their grid.
struct FootprintState {
  std::uint32_t count;           ///< those in the grid
  std::uint32_t largest_circle;  ///< m, the bits of a float >= 0: such bits compare like the numbers
  std::uint32_t fastest;         ///< m/s, the same
};

/// Agents with a footprint on their way into a grid of their own, which is made as that of the crowd is (grid.cu).
/// Arrays have `capacity` entries, in the order in which they were found, unless said otherwise.
struct FootprintRoom {
  std::uint32_t capacity;  ///< 0 = no profile has one: the rest is null
  StepControl* control;    ///< of their grid: how many there are, and whether it can't be made
  GridState* grid;
  FootprintState* state;
  std::uint32_t* storage;
  float* x;  ///< m
  float* y;
  float* velocity_x;  ///< m/s
  float* velocity_y;
  float* circle_radius;    ///< m
  std::uint32_t* order;    ///< from the order of their grid
  Motion* motion;          ///< order of the grid, as all that follows
  float* circle;           ///< m, circle_radius
  FootprintAgent* agents;  ///< FootprintView, as what follows
  BatchPoint* vertices;
  EdgeRow* edges;
  std::uint32_t* place;   ///< of all agents
  std::uint32_t* number;  ///< of all agents
};

/// The argument of a world's kernels. Arrays of agents have `capacity` entries.
struct DeviceStep {
  StepData data;  ///< its grid, item count and step number are those of the last capture: use current_step()
  AgentArrays spare;
  float* spare_search_start;
  std::uint32_t* index_of_slot;
  SteeringRow* steering_rows;  ///< by slot, when agents steer
  std::uint32_t capacity;
  std::int32_t most_neighbors;  ///< that any profile asks for
  StepControl* control;
  GridState* grid;
  PointBounds* bounds;

  Variants variants;
  std::uint32_t multiprocessors;  ///< of the device
  bool half_planes_in_shared;     ///< solve_block.cu solves
  bool whole_step_in_solve;       ///< and finds the way before, and moves behind it, without kernels of their own
  bool among_bodies;              ///< somebody may have a footprint, brake, or follow density: solve_bodies.cu solves

  Motion* motion;
  float* radius;
  std::uint32_t* order;  ///< from cell order to storage order
  std::uint32_t* key;    ///< storage order, for sorting: number of an agent's cell, or its own
  std::uint32_t* cell_count;
  /// Place c + 1 is where the next agent of cell c goes. When all have gone there, that is where cell c + 1 begins.
  std::uint32_t* cell_start;
  std::uint64_t cell_capacity;
  bool sparse;  ///< occupied cells are listed, in place of all
  std::uint64_t* sparse_key;
  std::uint64_t* cell_key;
  std::uint32_t* occupied_runs;
  float fixed_height;  ///< m, of a cell; 0 = follows the density

  std::uint8_t* leaves;  ///< storage order: the agent leaves at the end of the step
  std::uint32_t* leaving;
  std::uint32_t* holes;
  std::uint32_t* survivors;
  RemovedAgent* removed;  ///< no agent is here twice: goals are set by the host, which looks first
  std::uint32_t* large;   ///< cell order
  /// Cell order, only when a kernel of its own finds neighbors: neighbor n of agent i is found[n * capacity + i].
  std::uint32_t* found;
  std::int32_t* found_count;
  PendingAgents pending;
  LargeScratch scratch;

  FootprintRoom footprints;
  std::uint32_t* near;  ///< cell order: agents that a footprint may act on

  // With a contact pass (ContactView); m, cell order.
  float* contact_start_x;
  float* contact_start_y;
  float* contact_x[2];  ///< after every other iteration
  float* contact_y[2];

  std::uint32_t* last_launch;  ///< in the host's memory: number of the kernel that began last
};

}  // namespace throng::cuda
