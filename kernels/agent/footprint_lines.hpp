// What the edges of footprints ask of an agent: those of the nearest ones, as if they were obstacles that move.
//
// Source: docs/model.md, "Footprints". Lines are made in velocities relative to the footprint's, and moved by it.
#pragma once
#include "kernels/agent/footprint.hpp"
#include "kernels/agent/obstacle_search.hpp"
#include "kernels/agent/solve_agent.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// An edge in the frame of its agent's position. All corners are convex.
THRONG_HD inline ObstacleEdge<float> footprint_edge(const PlainBody& body, std::int32_t k) {
  const std::int32_t last = body.count - 1;
  return {body.vertex(k),
          body.vertex(k < last ? k + 1 : 0),
          along_edge(body.edge(k)),
          along_edge(body.edge(k > 0 ? k - 1 : last)),
          along_edge(body.edge(k < last ? k + 1 : 0)),
          true,
          true};
}

/// Calls visit(k, squared distance) for the edges that act on a point relative to the agent.
template <class Visit>
THRONG_HD void for_acting_edges(const PlainBody& body, Vec2<float> point, Visit&& visit) {
  for (std::int32_t k = 0; k < body.count; ++k) {
    const Vec2<float> left = body.vertex(k), right = body.vertex(k + 1 < body.count ? k + 1 : 0);
    if (det(left - point, right - left) < 0.0f) visit(k, segment_distance_sq(left, right, point));
  }
}

/// How far an agent looks for a footprint of this speed, m.
template <class Real>
THRONG_HD Real footprint_reach(Real max_speed, Real radius, Real inverse_time_horizon, Real speed) {
  return (max_speed + speed) / inverse_time_horizon + radius;
}

/// The nearest footprints whose edges act on the agent within its reach, by (squared distance, id).
THRONG_HD inline void find_footprints(const StepData& step, const SelfAgent& agent, NeighborList& list) {
  const FootprintView& all = step.footprints;
  const float inverse_horizon = step.profiles[step.agents.profile[agent.storage]].inverse_time_horizon;
  const auto id_of = [&](std::uint32_t number) { return step.agents.id[all.agents[number].storage]; };
  list.count = 0;
  const auto look_at = [&](std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t number = begin; number < end; ++number) {
      const FootprintAgent& other = all.agents[number];
      if (other.storage == agent.storage) continue;
      const float reach = footprint_reach(agent.max_speed, agent.radius, inverse_horizon, other.speed);
      const float far = reach + other.circle_radius;
      const Vec2<float> point = agent.position - Vec2<float>{other.x, other.y};
      if (!(length_sq(point) < far * far)) continue;
      // No nearer than the farthest of a full list: rounding is allowed for.
      const float clear = 0.9999f * square_root(length_sq(point)) - other.circle_radius;
      const bool full = list.count == list.capacity;
      if (full && clear > 0.0f && clear * clear > list.distance_sq[list.count - 1]) continue;
      if (!step.sees_all && !regards(step, agent.storage, other.storage)) continue;
      float nearest_sq = INFINITY;
      for_acting_edges(footprint_body(all, number), point,
                       [&](std::int32_t, float distance_sq) { nearest_sq = smaller(nearest_sq, distance_sq); });
      if (nearest_sq < reach * reach) insert_neighbor(list, nearest_sq, number, id_of);
    }
  };
  for_footprint_classes(all, 0.0f, [&](const FootprintClass& each) {
    const float widest =
        footprint_reach(agent.max_speed, agent.radius, inverse_horizon, each.fastest) + each.largest_circle;
    for_item_ranges(each.grid, agent.position.x, agent.position.y, widest,
                    [&](std::uint32_t begin, std::uint32_t end) { look_at(each.first + begin, each.first + end); });
  });
}

/// Rows of one footprint, nearest edge first; returns their number.
THRONG_HD inline std::int32_t lines_of_footprint(const StepData& step, const SelfAgent& agent, std::uint32_t number,
                                                 HalfPlane<float>* rows) {
  const FootprintAgent& other = step.footprints.agents[number];
  const PlainBody body = footprint_body(step.footprints, number);
  const Vec2<float> point = agent.position - Vec2<float>{other.x, other.y};
  const Vec2<float> velocity{other.velocity_x, other.velocity_y};
  const float inverse_horizon = step.profiles[step.agents.profile[agent.storage]].inverse_time_horizon;
  const float reach = footprint_reach(agent.max_speed, agent.radius, inverse_horizon, other.speed);
  float distance_sq[footprint_vertex_cap];
  std::uint32_t edge[footprint_vertex_cap];
  EdgeList edges{distance_sq, edge, static_cast<std::int32_t>(footprint_vertex_cap), 0};
  for_acting_edges(body, point, [&](std::int32_t k, float edge_distance_sq) {
    if (!(edge_distance_sq < reach * reach)) return;
    distance_sq[edges.count] = edge_distance_sq;
    edge[edges.count++] = static_cast<std::uint32_t>(k);
  });
  sort_edges(edges);
  const HalfPlaneRows<float> lines{rows};
  std::int32_t count = 0;
  for (std::int32_t e = 0; e < edges.count; ++e) {
    const ObstacleEdge<float> side = footprint_edge(body, static_cast<std::int32_t>(edge[e]));
    if (is_covered(side, point, agent.radius, inverse_horizon, lines, count)) continue;
    const HalfPlane<float> line =
        obstacle_half_plane(side, point, agent.velocity - velocity, agent.radius, inverse_horizon);
    if (length_sq(line.direction) > 0.0f) rows[count++] = line;
  }
  for (std::int32_t n = 0; n < count; ++n) rows[n].point = rows[n].point + velocity;
  return count;
}

/// Rows of all of them, nearest footprint first, with room for footprint_row_cap; returns their number.
THRONG_HD inline std::int32_t footprint_lines(const StepData& step, const SelfAgent& agent, HalfPlane<float>* rows) {
  float distance_sq[footprint_cap];
  std::uint32_t number[footprint_cap];
  NeighborList list{distance_sq, number, footprint_cap, 0};
  find_footprints(step, agent, list);
  std::int32_t count = 0;
  for (std::int32_t n = 0; n < list.count; ++n) count += lines_of_footprint(step, agent, number[n], rows + count);
  return count;
}

/// As solve_lines (solve_agent.hpp) with rows of footprints among the hard ones, behind the `wall_count` of obstacles.
template <class Lines, class Scratch>
THRONG_HD SolvedVelocity solve_lines_of_footprints(const StepData& step, const SelfAgent& agent, const Lines& lines,
                                                   std::int32_t wall_count, std::int32_t hard_count, std::int32_t count,
                                                   const Scratch& scratch) {
  const ProgramResult<float> program =
      solve_program<Aim::point>(lines, count, agent.preferred_velocity, agent.max_speed, true);
  Vec2<float> velocity = program.velocity;
  const bool infeasible = program.failed_at < count;
  if (infeasible) {
    // Walls and footprints together may leave nothing: then footprints are as soft as agents.
    const std::int32_t own_hard = program.failed_at < hard_count ? wall_count : hard_count;
    velocity = solve_infeasible(lines, own_hard, count, agent.max_speed, velocity, program.failed_at, scratch);
  }
  return {finish_velocity(step, agent, lines, wall_count, velocity), infeasible};
}

}  // namespace THRONG_ISA
}  // namespace throng
