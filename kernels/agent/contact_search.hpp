// Whom an agent may touch in the contact pass: the nearest by (squared distance, id) where motion has led them, found
// once.
#pragma once
#include "kernels/agent/contact.hpp"
#include "kernels/agent/contact_reach.hpp"
#include "kernels/agent/contact_walls.hpp"
#include "kernels/agent/neighbor_search.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Candidates of a stretch of cells, one by one.
struct PlainContactScan {
  /// Calls visit(candidate, squared distance) for those of [begin, end) nearer than the square root of `reach_sq`.
  template <class Visit>
  THRONG_HD void operator()(const CrowdView& crowd, float x, float y, float reach_sq, std::uint32_t begin,
                            std::uint32_t end, Visit&& visit) const {
    for (std::uint32_t i = begin; i < end; ++i) {
      const float dx = x - crowd.motion[i].x, dy = y - crowd.motion[i].y;
      const float distance_sq = dx * dx + dy * dy;
      if (distance_sq < reach_sq) visit(i, distance_sq);
    }
  }
};

/// Fills `list`, with room for contact_cap, with those that agent `self` (cell order) may touch.
template <class Scan>
THRONG_HD void find_contacts(const StepData& step, std::uint32_t self, const Scan& scan, NeighborList& list) {
  const CrowdView& crowd = step.crowd;
  const std::uint32_t storage = crowd.storage_index[self];
  const float x = crowd.motion[self].x, y = crowd.motion[self].y, radius = crowd.radius[self];
  constexpr float wide = 1.0f + contact_margin;
  const ReachHere here = reach_here(step, x, y, radius);
  const float farthest = wide * (radius + here.largest), limit_sq = farthest * farthest;
  const auto id_of = [&](std::uint32_t other) { return step.agents.id[crowd.storage_index[other]]; };
  const auto judge = [&](std::uint32_t other, float distance_sq) {
    const float reach = wide * (radius + crowd.radius[other]);
    if (other == self || !(distance_sq < reach * reach)) return;
    if (sees_body(step, storage, crowd.storage_index[other])) insert_neighbor(list, distance_sq, other, id_of);
  };
  list.count = 0;
  // Where neighbors were found first, scaled up from about ten of them to the cap.
  float reach_sq = first_reach_sq(4.0f * step.search_start_sq[storage], limit_sq);
  while (limit_sq > 0.0f) {
    list.count = 0;
    for_item_ranges(crowd.grid, x, y, square_root(reach_sq), [&](std::uint32_t begin, std::uint32_t end) {
      scan(crowd, x, y, reach_sq, begin, end, [&](std::uint32_t other, float distance_sq) {
        if (other != here.sole) judge(other, distance_sq);
      });
    });
    if (list.count == list.capacity || reach_sq >= limit_sq) break;
    reach_sq = grown_reach_sq(reach_sq, list.capacity, list.count, limit_sq);
  }
  if (here.sole != no_sole) scan(crowd, x, y, 3.0e38f, here.sole, here.sole + 1, judge);
}

/// Empty lists of agent `self` (cell order).
THRONG_HD inline void list_no_contacts(const StepData& step, std::uint32_t self) {
  step.contact.count[self] = 0;
  if (step.obstacles.edge_count > 0) step.contact.edge_count[self] = 0;
}

/// Writes the lists of agent `self` (cell order): whom it may touch, and the edges near it. Scripted bodies have none.
template <class Scan>
THRONG_HD void list_contacts(const StepData& step, std::uint32_t self, const Scan& scan) {
  const ContactView& contact = step.contact;
  const std::uint32_t storage = step.crowd.storage_index[self];
  std::int32_t count = 0, edge_count = 0;
  if (!is_scripted(step, storage)) {
    float distance_sq[contact_cap];
    std::uint32_t index[contact_cap];
    NeighborList list{distance_sq, index, contact_cap, 0};
    find_contacts(step, self, scan, list);
    count = list.count;
    for (std::int32_t k = 0; k < count; ++k) {
      const bool all = takes_all_of(step, storage, step.crowd.storage_index[index[k]]);
      contact.list[contact_entry(self, k, contact_cap)] = index[k] | (all ? takes_all : 0u);
    }
    if (step.obstacles.edge_count > 0 && (step.agents.flags[storage] & agent_flag::inside_obstacle) == 0) {
      const Motion at = step.crowd.motion[self];
      NearestEdges edges;
      find_contact_edges(step.obstacles, {step.agents.position_x[storage], step.agents.position_y[storage]},
                         {at.x, at.y}, (1.0f + contact_margin) * step.crowd.radius[self], edges);
      edge_count = edges.count;
      for (std::int32_t e = 0; e < edge_count; ++e) {
        contact.edges[std::size_t{self} * contact_edge_cap + static_cast<std::uint32_t>(e)] = edges.edge[e];
      }
    }
  }
  contact.count[self] = count;
  if (step.obstacles.edge_count > 0) contact.edge_count[self] = edge_count;
}

}  // namespace THRONG_ISA
}  // namespace throng
