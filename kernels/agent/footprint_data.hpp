// Agents with a convex footprint, as the operations on them read them (docs/model.md, "Footprints"). Plain data, as
// views.hpp.
#pragma once
#include "kernels/agent/collision_data.hpp"
#include "kernels/agent/views.hpp"

namespace throng {

/// In place of a row of the table of footprints: the agent is a disc.
inline constexpr std::uint32_t no_footprint = 0xffffffffu;
/// Most vertices of a footprint (throng::limits::max_footprint_vertices).
inline constexpr std::uint32_t footprint_vertex_cap = 16;
/// Most footprints whose edges constrain an agent: the nearest by (squared distance, id).
inline constexpr std::int32_t footprint_cap = 16;
/// Most rows that they make.
inline constexpr std::int32_t footprint_row_cap = footprint_cap * static_cast<std::int32_t>(footprint_vertex_cap);
/// Most footprints that a disc may touch in the contact pass, and most bodies that a footprint may: by (gap, id).
inline constexpr std::int32_t disc_body_cap = 8, footprint_body_cap = 24;

/// A footprint in the agent's frame, x along its heading.
struct FootprintRow {
  std::uint32_t first_vertex, vertex_count;
  float circle_radius;  ///< m, of the circle around it; a little more
};

/// An agent that has one, in its pose.
struct FootprintAgent {
  float x, y;                    ///< m
  float velocity_x, velocity_y;  ///< m/s
  float speed;                   ///< m/s
  float circle_radius;           ///< m
  std::uint32_t vertex_count;
  std::uint32_t storage;  ///< index in storage order
  std::uint32_t self;     ///< in the crowd's cell order
};

/// Those of about one size and speed, in a grid of their own: who is huge or fast does not widen the searches for all
/// others.
struct FootprintClass {
  GridView grid;
  std::uint32_t first;                            ///< number of the first agent of the grid
  float largest_circle, largest_radius, fastest;  ///< m, m, m/s
};

/// Vertices of a footprint around once and a little more, for packs: edge k leads from k to k + 1. Beyond the last
/// edge others have no length, and act on nobody.
struct FootprintRing {
  float x[footprint_vertex_cap + 4];  ///< m, relative to the agent
  float y[footprint_vertex_cap + 4];
};

/// All of them, in the order of a grid of their own.
struct FootprintView {
  const FootprintRow* rows;
  const BatchPoint* shape;  ///< m, vertices of the rows, counter-clockwise
  std::uint32_t count;      ///< of agents; 0 = all are discs, and nothing below is there
  GridView grid;
  const FootprintAgent* agents;
  /// m, relative to the agent, turned as it is: footprint_vertex_cap of each.
  const BatchPoint* vertices;
  const EdgeRow* edges;
  const std::uint32_t* place;     ///< of an agent in storage order: its number here, or no_footprint
  const std::uint32_t* number;    ///< the same in the crowd's cell order
  float largest_circle, fastest;  ///< m, m/s
  std::int32_t* disc_count;       ///< contact pass, the crowd's cell order; of footprints always 1
  std::uint32_t* disc_list;       ///< disc_body_cap of each agent
  std::int32_t* footprint_count;  ///< order of `agents`
  std::uint32_t* footprint_list;  ///< footprint_body_cap of each
  /// Of the cpu executor alone: in place of `grid`; numbers go from class to class. No classes = one, which is `grid`.
  const FootprintClass* classes;
  std::uint32_t class_count;
  float largest_disc;  ///< m, of agents without a footprint; with classes only
  const float* x;      ///< m, of `agents` again; may be null, as all that follows
  const float* y;
  const FootprintRing* rings;
  const EdgeData* sides;  ///< footprint_vertex_cap of each: edges, relative to the agent
  float* disc_spare_sq;   ///< m^2, of the pairs in disc_list: approach_sq()
  float* footprint_spare_sq;
};

}  // namespace throng
