// A body is made ready for pairs: checked once, then placed as often as it moves (docs/collision.md, Making bodies
// ready).
#pragma once
#include "kernels/agent/body_shape.hpp"
#include "kernels/agent/collision_data.hpp"
#include "kernels/agent/convexity.hpp"
#include "kernels/agent/vec2.hpp"
#include "throng/collision.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Bodies reach no farther, m: squares of differences stay finite.
inline constexpr float farthest_body = 0x1p60f;

/// Neither NaN nor infinite nor beyond what bodies reach.
THRONG_HD inline bool is_in_reach(float coordinate) { return absolute(coordinate) <= farthest_body; }
THRONG_HD inline bool is_in_reach(BatchPoint p) { return is_in_reach(p.x) && is_in_reach(p.y); }

THRONG_HD inline std::uint32_t fault_number(BodyFault fault) { return static_cast<std::uint32_t>(fault); }

/// Of `n` vertices as they are given; those that are kept go to `kept`, which has room for `n`, relative to the middle.
/// `first_vertex` is where `kept` begins in the array of all of them.
THRONG_HD inline BodyShape make_polygon_shape(const BatchPoint* given, std::uint32_t n, BatchPoint* kept,
                                              std::uint32_t first_vertex) {
  BodyShape shape{};
  shape.first_vertex = first_vertex;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (is_in_reach(given[i])) continue;
    shape.fault = fault_number(BodyFault::not_finite);
    shape.fault_vertex = i;
    return shape;
  }
  if (n > most_body_vertices) {
    shape.fault = fault_number(BodyFault::too_many_vertices);
    return shape;
  }
  BodyBox box{};
  for (std::uint32_t i = 0; i < n; ++i) {
    const BatchPoint p = given[i];
    if (i == 0) box = {p.x, p.y, p.x, p.y};
    box = {smaller(box.min_x, p.x), smaller(box.min_y, p.y), larger(box.max_x, p.x), larger(box.max_y, p.y)};
  }
  const CleanPolygon clean = clean_polygon(given, n, kept);
  shape.fault = clean.fault;
  shape.fault_vertex = clean.vertex;
  if (clean.fault != 0) return shape;
  shape.middle_x = 0.5f * (box.min_x + box.max_x);
  shape.middle_y = 0.5f * (box.min_y + box.max_y);
  shape.extent = larger(box.max_x - box.min_x, box.max_y - box.min_y);
  shape.vertex_count = clean.count;
  for (std::uint32_t k = 0; k < clean.count; ++k) {
    kept[k] = {kept[k].x - shape.middle_x, kept[k].y - shape.middle_y};
  }
  return shape;
}

THRONG_HD inline BodyShape make_disc_shape(float radius) {
  BodyShape shape{};
  shape.radius = radius;
  shape.extent = 2.0f * radius;
  if (!is_in_reach(radius)) {
    shape.fault = fault_number(BodyFault::not_finite);
  } else if (!(radius > 0.0f)) {
    shape.fault = fault_number(BodyFault::bad_radius);
  }
  return shape;
}

/// Of any length that a float has; (1, 0) of 0.
THRONG_HD inline Vec2<float> unit_of_any_length(Vec2<float> a) {
  const float longest = larger(absolute(a.x), absolute(a.y));
  // Squares of short ones would have no digits left. A power of two changes nothing else.
  const float scale = longest < 0x1p-40f ? 0x1p100f : 1.0f;
  a = scale * a;
  return longest > 0.0f ? unit(a) : Vec2<float>{1.0f, 0.0f};
}

THRONG_HD inline Vec2<float> turned(Vec2<float> p, const BatchPoint* rotation) {
  if (rotation == nullptr) return p;
  return {rotation->x * p.x - rotation->y * p.y, rotation->y * p.x + rotation->x * p.y};
}

/// Of a pose.
THRONG_HD inline BodyFault pose_fault(BodyPlace place) {
  if (place.translation != nullptr && !is_in_reach(*place.translation)) return BodyFault::not_finite;
  if (place.rotation == nullptr) return BodyFault::none;
  if (!is_in_reach(*place.rotation)) return BodyFault::not_finite;
  const Vec2<float> rotation{place.rotation->x, place.rotation->y};
  return absolute(length_sq(rotation) - 1.0f) <= 1.0e-3f ? BodyFault::none : BodyFault::bad_rotation;
}

/// Edges of `n` vertices.
THRONG_HD inline void make_edges(const BatchPoint* vertices, std::uint32_t n, EdgeRow* edges) {
  for (std::uint32_t k = 0; k < n; ++k) {
    const BatchPoint begin = vertices[k], end = vertices[k + 1 < n ? k + 1 : 0];
    const Vec2<float> normal = unit_of_any_length({end.y - begin.y, -(end.x - begin.x)});
    float low = dot(normal, Vec2<float>{vertices[0].x, vertices[0].y}), high = low;
    for (std::uint32_t j = 1; j < n; ++j) {
      const float at = dot(normal, Vec2<float>{vertices[j].x, vertices[j].y});
      low = smaller(low, at);
      high = larger(high, at);
    }
    edges[k] = {normal.x, normal.y, high, low};
  }
}

/// A body that takes part in nothing.
THRONG_HD inline BodyRow refused_row(const BodyShape& shape, std::uint32_t fault) {
  BodyRow row{};
  row.first_vertex = shape.first_vertex;
  row.fault = fault;
  return row;
}

/// `shape_vertices` and the rows it makes begin at the body's first vertex.
THRONG_HD inline void place_polygon(const BodyShape& shape, const BatchPoint* shape_vertices, BodyPlace place,
                                    BatchPoint* vertices, EdgeRow* edges, BodyRow& row, BodyBox& box) {
  box = {};
  const std::uint32_t fault = shape.fault != 0 ? shape.fault : fault_number(pose_fault(place));
  row = refused_row(shape, fault);
  if (fault != 0) return;
  Vec2<float> center = turned({shape.middle_x, shape.middle_y}, place.rotation);
  if (place.translation != nullptr) center = Vec2<float>{place.translation->x, place.translation->y} + center;
  BodyBox around{};
  for (std::uint32_t k = 0; k < shape.vertex_count; ++k) {
    const Vec2<float> r = turned({shape_vertices[k].x, shape_vertices[k].y}, place.rotation);
    vertices[k] = {r.x, r.y};
    if (k == 0) around = {r.x, r.y, r.x, r.y};
    around = {smaller(around.min_x, r.x), smaller(around.min_y, r.y), larger(around.max_x, r.x),
              larger(around.max_y, r.y)};
  }
  make_edges(vertices, shape.vertex_count, edges);
  row = {center.x, center.y, shape.extent, 0.0f, shape.first_vertex, shape.vertex_count, 0};
  box = {center.x + around.min_x, center.y + around.min_y, center.x + around.max_x, center.y + around.max_y};
}

THRONG_HD inline void place_disc(const BodyShape& shape, BatchPoint center, BodyRow& row, BodyBox& box) {
  box = {};
  const std::uint32_t fault = shape.fault != 0      ? shape.fault
                              : is_in_reach(center) ? 0u
                                                    : fault_number(BodyFault::not_finite);
  row = refused_row(shape, fault);
  if (fault != 0) return;
  row = {center.x, center.y, shape.extent, shape.radius, 0, 0, 0};
  box = {center.x - shape.radius, center.y - shape.radius, center.x + shape.radius, center.y + shape.radius};
}

}  // namespace THRONG_ISA
}  // namespace throng
