// What a step reads and writes, as plain pointers: trivially copyable, fit for a kernel's arguments.
//
// Plain data only, no member functions: these types are shared by code compiled for different instruction sets
// (lane.hpp).
#pragma once
#include <cstdint>

#include "kernels/agent/agent_fields.hpp"
#include "kernels/agent/flow_data.hpp"

namespace throng {

/// All agents, one array per field, in storage order.
struct AgentArrays {
#define THRONG_FIELD(name, record_type, array_type) array_type* name;
  THRONG_AGENT_FIELDS(THRONG_FIELD)
#undef THRONG_FIELD
};

/// A uniform grid over sorted items. Items of one cell, and cells of one row, are contiguous.
struct GridView {
  float origin_x, origin_y;             ///< m, lower corner
  float inverse_width, inverse_height;  ///< 1/m, of a cell
  std::int32_t columns, rows;
  std::uint32_t item_count;
  /// Dense: first item of each cell, row by row, columns * rows + 1 entries; null when sparse.
  const std::uint32_t* dense_start;
  /// Sparse: ascending keys row * columns + column of the occupied cells, and their first items (occupied + 1 entries).
  const std::uint64_t* cell_key;
  const std::uint32_t* cell_start;
  std::uint32_t occupied;
};

/// Position and velocity together, in cell order: one load fetches a neighbor.
struct alignas(16) Motion {
  float x, y, velocity_x, velocity_y;
};

/// Agents in cell order, as neighbor search and constraints read them.
struct CrowdView {
  GridView grid;
  const Motion* motion;
  const float* x;  ///< m; the same as in `motion`, contiguous; null on a device
  const float* y;
  const float* radius;                 ///< m
  const std::uint32_t* storage_index;  ///< from cell order to storage order
};

/// A speed that depends on density, ready for use (density_speed.hpp).
struct DensityRow {
  float radius;         ///< m, of the disc; 0 = the speed does not depend on it
  float ahead;          ///< m
  float weight_per_sq;  ///< 1/m^2
  float dilution;       ///< exponent for a sum of weights of 1
  float offset;         ///< exponent at the greatest density
  float least_factor;
  std::int32_t most;  ///< sum of weights from which on the factor is the least one
};

/// Parameters of a profile, ready for use.
struct ProfileRow {
  float neighbor_distance_sq;  ///< m^2
  std::int32_t max_neighbors;
  float time_horizon_obstacle;  ///< s
  float inverse_time_horizon;   ///< 1/s
  float inverse_time_horizon_obstacle;
  float inverse_escape_time;
  float velocity_blend;              ///< in (0, 1]
  float max_change;                  ///< m/s per step; infinite = unlimited
  float heading_speed_sq;            ///< m^2/s^2; at it or below the heading stays
  float turn_cosine, turn_sine;      ///< of the greatest turn per step, in [0, pi); turn_cosine < -1 = unlimited
  float arrival_tolerance;           ///< m; < 0 = the agent's radius
  std::uint32_t removes_on_arrival;  ///< 0 or 1
  std::uint32_t footprint;           ///< FootprintRow, or no_footprint
  std::uint32_t brakes;              ///< 0 or 1
  DensityRow density;
};

/// An edge of an obstacle with what a constraint needs of its neighbors.
struct EdgeData {
  float left_x, left_y, right_x, right_y;  ///< m
  float direction_x, direction_y;          ///< unit
  float previous_x, previous_y;            ///< unit, edge that ends in `left`
  float next_x, next_y;                    ///< unit, edge that begins in `right`
  std::uint32_t convexity;                 ///< bit 0: left end, bit 1: right end
  std::uint32_t is_solid;                  ///< 1 = of a solid polygon
};

/// A solid polygon's box and its range of vertices.
struct SolidData {
  float min_x, min_y, max_x, max_y;  ///< m
  std::uint32_t first_vertex, vertex_count;
};

/// All obstacles. Edges are numbered by (obstacle id, index in the obstacle), which is the tie rule of their order.
struct ObstacleView {
  GridView grid;                 ///< its items are `entries`
  const std::uint32_t* entries;  ///< edges by cell; an edge stands in every cell it passes
  const EdgeData* edges;
  std::uint32_t edge_count;
  const SolidData* solids;
  std::uint32_t solid_count;
  const float* solid_x;  ///< m, vertices of the solids
  const float* solid_y;
};

/// A goal region's range of vertices.
struct GoalRow {
  std::uint32_t first_vertex, vertex_count;
  std::uint32_t closed;     ///< 1 = a polygon, its inside counts as reached
  std::int32_t flow_field;  ///< row of the fields: the way there; -1 = straight
};
struct GoalView {
  const GoalRow* goals;
  const float* x;  ///< m
  const float* y;
  const FlowFieldView* fields;  ///< null when no goal has one
};

}  // namespace throng
