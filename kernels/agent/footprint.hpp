// A footprint in the pose of its agent, and who has one.
#pragma once
#include "kernels/agent/make_body.hpp"
#include "kernels/agent/plain_pair.hpp"
#include "kernels/agent/step_data.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Turns a footprint into the direction of a heading (unit). `vertices` and `edges` have room for footprint_vertex_cap.
THRONG_HD inline void turn_footprint(const FootprintRow& row, const BatchPoint* shape, Vec2<float> heading,
                                     BatchPoint* vertices, EdgeRow* edges) {
  const BatchPoint rotation{heading.x, heading.y};
  for (std::uint32_t k = 0; k < row.vertex_count; ++k) {
    const BatchPoint given = shape[row.first_vertex + k];
    const Vec2<float> r = turned({given.x, given.y}, &rotation);
    vertices[k] = {r.x, r.y};
  }
  make_edges(vertices, row.vertex_count, edges);
}

/// Number of an agent (storage order) among those with a footprint, or no_footprint.
THRONG_HD inline std::uint32_t footprint_of(const StepData& step, std::uint32_t storage) {
  return step.footprints.count == 0 ? no_footprint : step.footprints.place[storage];
}

/// Calls visit(class) for each.
template <class Visit>
THRONG_HD void for_footprint_classes(const FootprintView& view, float largest_radius, Visit&& visit) {
  if (view.count == 0) return;
  if (view.class_count == 0) {
    visit(FootprintClass{view.grid, 0, view.largest_circle, largest_radius, view.fastest});
    return;
  }
  for (std::uint32_t c = 0; c < view.class_count; ++c) visit(view.classes[c]);
}

/// As the operations on pairs take it, relative to the agent's position.
THRONG_HD inline PlainBody footprint_body(const FootprintView& view, std::uint32_t number) {
  const auto count = static_cast<std::int32_t>(view.agents[number].vertex_count);
  const std::size_t first = std::size_t{number} * footprint_vertex_cap;
  return {view.vertices + first, view.edges + first, count, count};
}

/// The depth and normal of a footprint at `at` and another body: depth below 0 is minus the largest gap along an axis.
/// The normal points from the footprint to the other. A depth below `stop` may be that of any axis with such a depth,
/// which costs less.
THRONG_HD inline Separation<float> separate_from_disc(const PlainBody& footprint, Vec2<float> at, Vec2<float> center,
                                                      float radius, float stop = -INFINITY) {
  return separate_disc(footprint, radius, center - at, stop);
}
THRONG_HD inline Separation<float> separate_bodies(const PlainBody& a, Vec2<float> at_a, const PlainBody& b,
                                                   Vec2<float> at_b, float stop = -INFINITY) {
  return separate_polygons(a, b, at_b - at_a, stop);
}

}  // namespace THRONG_ISA
}  // namespace throng
