// Obstacles as closed rings of vertices (spec "Chains").
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "host/reference/geometry.hpp"

namespace throng::reference {

/// As given by the user. Closed: counter-clockwise = solid, clockwise = a wall around free space. Open: a thin wall.
struct Obstacle {
  std::uint64_t id = 0;
  bool closed = true;
  std::vector<Vec> vertices;  ///< m
};

/// Its vertices without edges of zero length.
std::vector<Vec> distinct_vertices(const Obstacle& obstacle);

/// Whether it has an inside where no agent belongs.
bool is_solid(const Obstacle& obstacle);

/// A vertex, and the edge from it to the next. An edge acts on agents strictly to its right.
struct ChainVertex {
  Vec point;
  std::size_t next = 0;
  std::size_t previous = 0;
  Vec direction;               ///< unit, of the edge to the next vertex
  bool convex = true;          ///< straight on and the end of a thin wall included
  std::uint64_t obstacle = 0;  ///< id
  std::size_t edge = 0;        ///< index of the edge in its obstacle
  bool solid = false;          ///< the edge bounds a solid polygon
};

/// All rings in one table. A thin wall p0 .. pn becomes the ring p0 p1 .. pn p(n-1) .. p1, so that it is seen from both
/// sides. Edges of zero length are dropped first; an obstacle of fewer than two distinct vertices has no ring.
std::vector<ChainVertex> link_chains(std::span<const Obstacle> obstacles);

}  // namespace throng::reference
