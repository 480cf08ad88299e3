// Bodies of pairs in lanes: a polygon of each lane, as the operations on pairs take it (pair_axis.hpp).
#pragma once
#include "host/cpu/pack_transpose.hpp"
#include "kernels/agent/collide_pair.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Reads from the rows of the set each time: for what is looked at once.
struct GatheredBody {
  const BodiesView* bodies;
  Int first, count;  ///< of each lane's vertices
  std::int32_t most;

  [[nodiscard]] Int last_below(std::int32_t n) const {
    const Int wanted = broadcast_int<Pack>(n);
    return first + select_int(wanted < count, wanted, count - 1);
  }
  [[nodiscard]] Vec2<Pack> vertex_in_row(Int row) const {
    LaneInts rows;
    store_pack(row, rows);
    return load_points([&](int l) { return bodies->vertices + rows.lane[l]; });
  }
  [[nodiscard]] EdgeAxis<Pack> edge_in_row(Int row) const {
    LaneInts rows;
    store_pack(row, rows);
    const PackRow edge = load_rows([&](int l) { return &bodies->edges[rows.lane[l]].normal_x; });
    return {{edge.column[0], edge.column[1]}, {edge.column[3], edge.column[2]}};
  }
  [[nodiscard]] Vec2<Pack> vertex(std::int32_t j) const { return vertex_in_row(last_below(j)); }
  [[nodiscard]] EdgeAxis<Pack> edge(std::int32_t k) const { return edge_in_row(last_below(k)); }
  [[nodiscard]] EdgeAxis<Pack> edge_at(Int k) const { return edge_in_row(first + k); }
};

/// Vertices and edges brought into lanes once: for what is looked at again and again.
struct PackBody {
  GatheredBody rows;
  Int count;
  std::int32_t most;
  Vec2<Pack> vertices[most_body_vertices];
  EdgeAxis<Pack> edges[most_body_vertices];

  void load(const GatheredBody& body) {
    rows = body;
    count = body.count;
    most = body.most;
    for (std::int32_t k = 0; k < most; ++k) {
      const Int row = body.last_below(k);
      vertices[k] = body.vertex_in_row(row);
      edges[k] = body.edge_in_row(row);
    }
  }
  [[nodiscard]] const Vec2<Pack>& vertex(std::int32_t j) const { return vertices[j]; }
  [[nodiscard]] const EdgeAxis<Pack>& edge(std::int32_t k) const { return edges[k]; }
  [[nodiscard]] ContactEdge<Pack> contact_edge(Int k) const {
    const EdgeAxis<Pack> e = rows.edge_at(k);
    const Int next = select_int(k + 1 < count, k + 1, broadcast_int<Pack>(0));
    return {e.normal, e.own.high, rows.vertex_in_row(rows.first + k), rows.vertex_in_row(rows.first + next)};
  }
};

/// A body of each lane, of any kind.
struct LaneBodies {
  PlacedBody<Pack> at;
  GatheredBody polygon;  ///< where it is one
};

/// `number` of each lane, of bodies without a fault.
inline LaneBodies load_bodies(const BodiesView& bodies, const LaneInts& number) {
  static_assert(sizeof(BodyRow) == 28 && offsetof(BodyRow, radius) == 12 && offsetof(BodyRow, vertex_count) == 20);
  const auto row = [&](int l) { return &bodies.bodies[static_cast<std::uint32_t>(number.lane[l])]; };
  const PackRow place = load_rows([&](int l) { return &row(l)->x; });
  const PackRow shape = load_rows([&](int l) { return &row(l)->radius; });
  LaneBodies found;
  found.at = {{place.column[0], place.column[1]}, place.column[2], place.column[3]};
  const Int count = bits_of(shape.column[2]);
  std::int32_t most = count[0];
  for (int l = 1; l < pack_lanes; ++l) most = count[l] > most ? count[l] : most;
  found.polygon = {&bodies, bits_of(shape.column[1]), count, most};
  return found;
}

}  // namespace THRONG_ISA
}  // namespace throng
