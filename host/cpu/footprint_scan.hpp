// The footprints around an agent, the edges of each a pack at a time. Finds those of find_footprints
// (kernels/agent/footprint_lines.hpp), or gives up: when so many are equally near that no reach holds enough of them
// and not too many. The caller then takes the plain way.
#pragma once
#include "host/cpu/nearest_scan.hpp"
#include "kernels/agent/footprint_lines.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Of one footprint near an agent the edges that act on it.
struct ActingEdges {
  std::uint32_t number;
  float distance_sq[footprint_vertex_cap];  ///< m^2; infinite of all others
};

/// Those around an agent.
struct NearFootprints {
  Candidates nearest;  ///< by their nearest edge, m^2; the index is that in `edges`
  ActingEdges edges[fast_candidates];
  std::int32_t count;
};

/// The edges of a footprint that act on a point relative to its agent and are nearer than the root of `reach_sq`.
/// Returns the least squared distance, infinite when there are none.
inline float find_acting_edges(const FootprintRing& ring, std::int32_t count, Vec2<float> point, float reach_sq,
                               float* distances_sq) {
  const Vec2<Pack> at{Pack(point.x), Pack(point.y)};
  float nearest_sq = INFINITY;
  for (std::int32_t first = 0; first < static_cast<std::int32_t>(footprint_vertex_cap); first += pack_lanes) {
    const auto from = static_cast<std::uint32_t>(first);
    Pack distance_sq(INFINITY);
    if (first < count) {
      const Vec2<Pack> left = load<Pack>(ring.x, ring.y, from), right = load<Pack>(ring.x, ring.y, from + 1);
      const Pack found_sq = segment_distance_sq(left, right, at);
      const Mask acts = (det(left - at, right - left) < Pack(0.0f)) & (found_sq < Pack(reach_sq));
      distance_sq = select(acts, found_sq, distance_sq);
      nearest_sq = smaller(nearest_sq, smallest_lane(distance_sq));
    }
    store(distance_sq, distances_sq, from);
  }
  return nearest_sq;
}

/// Calls visit(item) for those of [begin, end) nearer than `reach` (m).
template <class Visit>
void for_near_items(const float* x, const float* y, Vec2<float> from, float reach, std::uint32_t begin,
                    std::uint32_t end, Visit&& visit) {
  const Vec2<Pack> at{Pack(from.x), Pack(from.y)};
  for (std::uint32_t i = begin; i < end; i += pack_lanes) {
    unsigned near = mask_bits(length_sq(at - load<Pack>(x, y, i)) < Pack(reach * reach));
    if (end - i < pack_lanes) near &= (1u << (end - i)) - 1u;
    for (; near != 0; near &= near - 1) visit(i + static_cast<std::uint32_t>(__builtin_ctz(near)));
  }
}

/// All footprints that act on the agent within its reach and, by their nearest edge, within `look` (m). False when they
/// are more than there is room for.
inline bool find_near_footprints(const StepData& step, const SelfAgent& agent, float inverse_horizon, float look,
                                 NearFootprints& found) {
  const FootprintView& all = step.footprints;
  found.count = 0;
  bool fits = true;
  const auto look_at = [&](std::uint32_t begin, std::uint32_t end, float widest) {
    for_near_items(all.x, all.y, agent.position, widest, begin, end, [&](std::uint32_t number) {
      if (!fits) return;
      const FootprintAgent& other = all.agents[number];
      const float reach = footprint_reach(agent.max_speed, agent.radius, inverse_horizon, other.speed);
      const Vec2<float> point = agent.position - Vec2<float>{other.x, other.y};
      const float far = reach + other.circle_radius, far_seen = 1.0001f * (look + other.circle_radius);
      const float distance_sq = length_sq(point);
      if (!(distance_sq < far * far) || !(distance_sq < far_seen * far_seen)) return;
      if (other.storage == agent.storage) return;
      if (!step.sees_all && !regards(step, agent.storage, other.storage)) return;
      if (found.count == fast_candidates) {
        fits = false;
        return;
      }
      ActingEdges& edges = found.edges[found.count];
      edges.number = number;
      const float nearest_sq = find_acting_edges(all.rings[number], static_cast<std::int32_t>(other.vertex_count),
                                                 point, reach * reach, edges.distance_sq);
      if (!(nearest_sq < look * look)) return;
      found.nearest.distance_sq[found.count] = nearest_sq;
      found.nearest.index[found.count] = static_cast<std::uint32_t>(found.count);
      ++found.count;
    });
  };
  for (std::uint32_t c = 0; c < all.class_count && fits; ++c) {
    const FootprintClass& each = all.classes[c];
    const float reach = footprint_reach(agent.max_speed, agent.radius, inverse_horizon, each.fastest);
    const float widest = 1.0001f * (smaller(reach, look) + each.largest_circle);
    for_item_ranges(each.grid, agent.position.x, agent.position.y, widest, [&](std::uint32_t begin, std::uint32_t end) {
      look_at(each.first + begin, each.first + end, 1.0001f * widest);
    });
  }
  return fits;
}

/// The same, as many as make rows at least or all of them: looks as far as the agent before had to, `look` (m), and
/// elsewhere when that is too far or too near. False when no distance holds enough of them and not too many.
inline bool find_enough_footprints(const StepData& step, const SelfAgent& agent, float inverse_horizon, float& look,
                                   NearFootprints& found) {
  const float farthest = footprint_reach(agent.max_speed, agent.radius, inverse_horizon, step.footprints.fastest);
  float too_far = INFINITY, too_near = 0.0f;
  look = look > 0.0f ? smaller(look, farthest) : farthest;
  for (int tries = 0; tries < 12; ++tries) {
    const bool fits = find_near_footprints(step, agent, inverse_horizon, look, found);
    if (fits && (found.count >= footprint_cap || look >= farthest)) return true;
    (fits ? too_near : too_far) = look;
    look = too_far < INFINITY ? 0.5f * (too_near + too_far) : 2.0f * look;
  }
  return false;
}

}  // namespace THRONG_ISA
}  // namespace throng
