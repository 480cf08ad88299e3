// Convex bodies as the operations of collision read them (docs/collision.md). Plain data, as views.hpp.
#pragma once
#include <cstdint>

#include "kernels/agent/batch_point.hpp"

namespace throng {

/// Cap of the vertices of a body.
inline constexpr std::uint32_t most_body_vertices = 64;

/// A body, ready for pairs: turned and moved.
struct BodyRow {
  float x, y;                  ///< m, the center
  float extent;                ///< m, longer side of its box before it is turned; of a disc the diameter
  float radius;                ///< m, of a disc; 0 of others
  std::uint32_t first_vertex;  ///< of its vertices and of its edges
  std::uint32_t vertex_count;  ///< those that are kept; 2 = a segment, 0 = a disc
  std::uint32_t fault;         ///< throng::BodyFault; not 0 = it takes part in nothing
};

/// Edge k goes from vertex k to the next one, the last one to the first. A segment has two: there and back.
struct EdgeRow {
  float normal_x, normal_y;  ///< unit, outward
  float high, low;           ///< m, the greatest and the least projection of the body's own vertices on it
};

/// A box in the coordinates of the centers, m.
struct BodyBox {
  float min_x, min_y, max_x, max_y;
};

/// All bodies of a set: polygons, then discs.
struct BodiesView {
  const BodyRow* bodies;
  const BatchPoint* vertices;  ///< m, relative to the center, counter-clockwise
  const EdgeRow* edges;        ///< same length
  const BodyBox* boxes;        ///< of each body, as tight as rounding lets it be
  std::uint32_t count;
};

/// Two bodies by their numbers, as throng::BodyPair.
struct PairRow {
  std::uint32_t a, b;
};

/// Arguments of a batch of pairs. What may be null is not wanted, or not given.
struct PairsView {
  const PairRow* pairs;
  const std::uint32_t* last_axis;  ///< may be null
  float tolerance;                 ///< of the smaller extent
  bool measure_misses;
  std::uint8_t* state;  ///< throng::PairState; this and what follows may be null
  float* depth;         ///< m
  BatchPoint* normal;   ///< unit
  std::uint8_t* point_count;
  BatchPoint* points;  ///< m, two of each pair
  std::uint32_t* axis;
};

}  // namespace throng
