// One pair of bodies from the arrays of a set, in plain floats: what a thread of a device does.
#pragma once
#include "kernels/agent/collide_pair.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// A polygon or a segment as the operations on pairs take it (pair_axis.hpp).
struct PlainBody {
  const BatchPoint* vertices;
  const EdgeRow* edges;
  std::int32_t count, most;

  [[nodiscard]] THRONG_HD Vec2<float> vertex(std::int32_t j) const { return {vertices[j].x, vertices[j].y}; }
  [[nodiscard]] THRONG_HD EdgeAxis<float> edge(std::int32_t k) const {
    const EdgeRow& e = edges[k];
    return {{e.normal_x, e.normal_y}, {e.low, e.high}};
  }
  [[nodiscard]] THRONG_HD EdgeAxis<float> edge_at(std::int32_t k) const { return edge(k); }
  [[nodiscard]] THRONG_HD ContactEdge<float> contact_edge(std::int32_t k) const {
    const EdgeAxis<float> e = edge(k);
    return {e.normal, e.own.high, vertex(k), vertex(k + 1 < count ? k + 1 : 0)};
  }
};

THRONG_HD inline PlainBody plain_body(const BodiesView& bodies, const BodyRow& row) {
  const auto count = static_cast<std::int32_t>(row.vertex_count);
  return {bodies.vertices + row.first_vertex, bodies.edges + row.first_vertex, count, count};
}
THRONG_HD inline PlainBody either_body(bool condition, const PlainBody& yes, const PlainBody& no) {
  const std::int32_t count = condition ? yes.count : no.count;
  return {condition ? yes.vertices : no.vertices, condition ? yes.edges : no.edges, count, count};
}
THRONG_HD inline PlacedBody<float> placed_body(const BodyRow& row) { return {{row.x, row.y}, row.extent, row.radius}; }

/// Whether the two are bodies of the set, different ones, and without a fault.
THRONG_HD inline bool is_valid_pair(const BodiesView& bodies, PairRow pair) {
  if (pair.a >= bodies.count || pair.b >= bodies.count || pair.a == pair.b) return false;
  return bodies.bodies[pair.a].fault == 0 && bodies.bodies[pair.b].fault == 0;
}

/// The axis of that number, as separate_polygons has it; `number` is below polygon_axis_count. For those who share
/// the axes of a pair among threads: of the least depths the one with the lowest number counts.
THRONG_HD inline AxisDepth<float> polygon_axis(const PlainBody& a, const PlainBody& b, Vec2<float> d,
                                               std::int32_t number) {
  const AxisOfPair<float> which = axis_of_pair<float>(a.count, b.count, number);
  return numbered_axis(which, either_body(which.of_a, a, b), either_body(which.of_a, b, a), d, number);
}
/// The same of a polygon (or segment) and a disc: `number` is at most the polygon's count, which is the vertex axis.
THRONG_HD inline AxisDepth<float> disc_axis(const PlainBody& polygon, float radius, Vec2<float> d,
                                            std::int32_t number) {
  if (number == polygon.count) return vertex_axis(polygon, radius, d);
  const EdgeAxis<float> edge = polygon.edge(number);
  return depth_along(edge.normal, edge.own, disc_projection(radius), d, number);
}

/// Whether the axis of an earlier call still separates the two; then `axis` has it. `first` < `second` in number.
THRONG_HD inline bool separates_still(const BodiesView& bodies, const BodyRow& first, const BodyRow& second,
                                      std::uint32_t last_axis, float tolerance, AxisDepth<float>& axis) {
  if (first.vertex_count == 0) return false;  // discs have but one
  const PlainBody a = plain_body(bodies, first);
  const Vec2<float> d = placed_body(second).center - placed_body(first).center;
  const bool is_disc = second.vertex_count == 0;
  const PlainBody b = plain_body(bodies, second);
  const std::int32_t axes = is_disc ? a.count + 1 : polygon_axis_count<float>(a.count, b.count);
  if (last_axis >= static_cast<std::uint32_t>(axes)) return false;
  const auto number = static_cast<std::int32_t>(last_axis);
  axis = is_disc ? disc_axis(a, second.radius, d, number) : polygon_axis(a, b, d, number);
  return axis.depth < -tolerance;
}

/// Of a valid pair, `first` < `second` in number.
THRONG_HD inline PairResult<float> collide_rows(const BodiesView& bodies, const BodyRow& first, const BodyRow& second,
                                                const PairsView& batch, std::size_t place) {
  const PlacedBody<float> at_a = placed_body(first), at_b = placed_body(second);
  if (batch.last_axis != nullptr && !batch.measure_misses) {
    const float tolerance = pair_tolerance(batch.tolerance, at_a.extent, at_b.extent);
    AxisDepth<float> axis{};
    if (separates_still(bodies, first, second, batch.last_axis[place], tolerance, axis)) {
      return result_of(Separation<float>{axis.depth, axis.direction, axis.number}, tolerance);
    }
  }
  if (first.vertex_count == 0) return collide_discs(at_a, at_b, batch);
  const PlainBody a = plain_body(bodies, first);
  if (second.vertex_count == 0) return collide_disc(a, at_a, at_b, batch);
  return collide_polygons(a, plain_body(bodies, second), at_a, at_b, batch);
}

/// Where a pair's results go.
THRONG_HD inline void store_result(const PairsView& batch, std::size_t place, bool swapped,
                                   const PairResult<float>& result) {
  if (batch.state != nullptr) batch.state[place] = static_cast<std::uint8_t>(result.state);
  if (batch.depth != nullptr) batch.depth[place] = result.depth;
  if (batch.normal != nullptr) {
    const Vec2<float> normal = swapped ? -result.normal : result.normal;
    batch.normal[place] = {normal.x, normal.y};
  }
  if (batch.point_count != nullptr) batch.point_count[place] = static_cast<std::uint8_t>(result.points.count);
  if (batch.points != nullptr) {
    batch.points[2 * place] = {result.points.first.x, result.points.first.y};
    batch.points[2 * place + 1] = {result.points.second.x, result.points.second.y};
  }
  if (batch.axis != nullptr) batch.axis[place] = static_cast<std::uint32_t>(result.axis);
}
THRONG_HD inline void store_invalid(const PairsView& batch, std::size_t place) {
  PairResult<float> nothing{};
  nothing.state = pair_state::invalid;
  store_result(batch, place, false, nothing);
}

/// The pair at `place` of the batch.
THRONG_HD inline void collide_pair(const BodiesView& bodies, const PairsView& batch, std::size_t place) {
  const PairRow pair = batch.pairs[place];
  if (!is_valid_pair(bodies, pair)) return store_invalid(batch, place);
  const bool swapped = pair.b < pair.a;
  const BodyRow& first = bodies.bodies[swapped ? pair.b : pair.a];
  const BodyRow& second = bodies.bodies[swapped ? pair.a : pair.b];
  store_result(batch, place, swapped, collide_rows(bodies, first, second, batch, place));
}

}  // namespace THRONG_ISA
}  // namespace throng
