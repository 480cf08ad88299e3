// Footprints in the contact pass: whom an agent may touch of those pairs that have one, and what these pairs ask of it.
//
// Source: docs/model.md, "Footprints". Bodies are translated only: a heading stays what motion has made it.
#pragma once
#include "kernels/agent/contact.hpp"
#include "kernels/agent/contact_limits.hpp"
#include "kernels/agent/contact_reach.hpp"
#include "kernels/agent/contact_walls.hpp"
#include "kernels/agent/footprint.hpp"
#include "kernels/agent/neighbor_search.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Bodies of a pair are kept apart by this part of r_i + r_j, as contact_distance does with discs.
inline constexpr float body_skin = 0.01f;

/// Entries of lists of bodies, beside `takes_all`: the other one is moved by nobody.
inline constexpr std::uint32_t immovable_body = 0x40000000u;

/// Storage order: a footprint that no contact moves, since it is scripted or gives way to nobody.
THRONG_HD inline bool is_immovable(const StepData& step, std::uint32_t storage) {
  if (is_scripted(step, storage)) return true;
  return footprint_of(step, storage) != no_footprint && step.agents.priority[storage] > 3.4e38f;
}

/// The lists of an agent (cell order).
struct BodyList {
  std::int32_t* count;
  std::uint32_t* entries;
  std::int32_t cap;
  float* spare_sq;  ///< m^2 (approach_sq); null where it is not kept
};
THRONG_HD inline BodyList body_list(const StepData& step, std::uint32_t self, std::uint32_t own) {
  const FootprintView& all = step.footprints;
  if (own == no_footprint) {
    const std::size_t first = std::size_t{self} * disc_body_cap;
    return {all.disc_count + self, all.disc_list + first, disc_body_cap,
            all.disc_spare_sq == nullptr ? nullptr : all.disc_spare_sq + first};
  }
  const std::size_t first = std::size_t{own} * footprint_body_cap;
  return {all.footprint_count + own, all.footprint_list + first, footprint_body_cap,
          all.footprint_spare_sq == nullptr ? nullptr : all.footprint_spare_sq + first};
}

/// How deep two agents (cell order) overlap where they are, and the direction out of the other one for `self`. One of
/// them at least has a footprint. `stop` as of separate_bodies().
struct BodyDepth {
  float depth;
  Vec2<float> away;
};
THRONG_HD inline BodyDepth body_depth(const StepData& step, std::uint32_t self, Vec2<float> at, std::uint32_t other,
                                      Vec2<float> other_at, float stop = -INFINITY) {
  const std::uint32_t i = step.crowd.storage_index[self], j = step.crowd.storage_index[other];
  // The lower id is the first body of the pair: both get the same depth and opposite directions, to the bit.
  const bool first = step.agents.id[i] < step.agents.id[j];
  const std::uint32_t a = first ? self : other, b = first ? other : self;
  const Vec2<float> at_a = first ? at : other_at, at_b = first ? other_at : at;
  const FootprintView& all = step.footprints;
  const std::uint32_t of_a = all.number[a], of_b = all.number[b];
  Separation<float> found;
  if (of_a == no_footprint) {
    found = separate_from_disc(footprint_body(all, of_b), at_b, at_a, step.crowd.radius[a], stop);
    found.normal = -found.normal;
  } else if (of_b == no_footprint) {
    found = separate_from_disc(footprint_body(all, of_a), at_a, at_b, step.crowd.radius[b], stop);
  } else {
    found = separate_bodies(footprint_body(all, of_a), at_a, footprint_body(all, of_b), at_b, stop);
  }
  return {found.depth, first ? -found.normal : found.normal};
}

/// m^2: the square of how much nearer a pair may come that is `gap` apart until it can touch. Distances of convex
/// bodies change by no more than these move. A little less, for rounding; `circles` is the sum of the circles around
/// them.
THRONG_HD inline float approach_sq(float gap, Vec2<float> offset, float circles) {
  const float spare = gap - 1.0e-5f * (absolute(offset.x) + absolute(offset.y) + circles);
  return spare > 0.0f ? 0.999f * (spare * spare) : 0.0f;
}

/// Lists whom agent `self` (cell order) may touch, pairs with a footprint only: the nearest by (gap, id).
THRONG_HD inline void list_bodies(const StepData& step, std::uint32_t self) {
  const CrowdView& crowd = step.crowd;
  const FootprintView& all = step.footprints;
  const std::uint32_t storage = crowd.storage_index[self], own = all.number[self];
  const BodyList to = body_list(step, self, own);
  *to.count = 0;
  if (own != no_footprint) {
    step.contact.count[self] = 0;  // those of discs
    all.disc_count[self] = 1;
  }
  if (is_immovable(step, storage)) return;
  const Vec2<float> at{crowd.motion[self].x, crowd.motion[self].y};
  const float radius = crowd.radius[self];
  const float circle = own == no_footprint ? radius : all.agents[own].circle_radius;
  float gap[footprint_body_cap];
  std::uint32_t index[footprint_body_cap];
  NeighborList list{gap, index, to.cap, 0};
  const auto id_of = [&](std::uint32_t other) { return step.agents.id[crowd.storage_index[other]]; };
  const auto judge = [&](std::uint32_t other, float other_circle) {
    if (other == self || !sees_body(step, storage, crowd.storage_index[other])) return;
    const Vec2<float> other_at{crowd.motion[other].x, crowd.motion[other].y};
    const float reach = contact_margin * (radius + crowd.radius[other]);
    const float far = reach + circle + other_circle;
    if (!(length_sq(at - other_at) < far * far)) return;
    const BodyDepth found = body_depth(step, self, at, other, other_at, -reach);
    if (-found.depth < reach) insert_neighbor(list, -found.depth, other, id_of);
  };
  for_footprint_classes(all, step.contact.largest_radius, [&](const FootprintClass& each) {
    const float widest = circle + contact_margin * (radius + each.largest_radius) + each.largest_circle;
    if (outside_grid(each.grid, at.x, at.y, widest)) return;
    for_item_ranges(each.grid, at.x, at.y, widest, [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t k = each.first + begin; k < each.first + end; ++k) {
        judge(all.agents[k].self, all.agents[k].circle_radius);
      }
    });
  });
  if (own != no_footprint) {
    // As far as a disc that reaches as far; a little more, for what rounding takes away.
    constexpr float wide = 1.0f + contact_margin;
    const float as_disc = 1.00001f / wide * (circle + contact_margin * radius);
    const float around = largest_around(step, at.x, at.y, as_disc);
    const float largest = all.class_count == 0 ? around : smaller(around, all.largest_disc);
    for_item_ranges(crowd.grid, at.x, at.y, wide * (as_disc + largest), [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t other = begin; other < end; ++other) {
        if (all.number[other] == no_footprint) {
          judge(other, crowd.radius[other]);
        }
      }
    });
  }
  for (std::int32_t k = 0; k < list.count; ++k) {
    const std::uint32_t other = crowd.storage_index[index[k]];
    const bool rigid = footprint_of(step, other) != no_footprint && is_immovable(step, other);
    const bool all_of_it = takes_all_of(step, storage, other);
    to.entries[k] = index[k] | (rigid ? immovable_body : 0u) | (all_of_it ? takes_all : 0u);
    if (to.spare_sq != nullptr) {
      const std::uint32_t number = all.number[index[k]];
      const float other_radius = crowd.radius[index[k]];
      const float other_circle = number == no_footprint ? other_radius : all.agents[number].circle_radius;
      const Vec2<float> offset = at - Vec2<float>{crowd.motion[index[k]].x, crowd.motion[index[k]].y};
      to.spare_sq[k] = approach_sq(gap[k] - body_skin * (radius + other_radius), offset, circle + other_circle);
    }
  }
  *to.count = list.count;
}

/// Edges near a footprint in place of those near a disc of its radius.
THRONG_HD inline void list_footprint_edges(const StepData& step, std::uint32_t self) {
  const std::uint32_t storage = step.crowd.storage_index[self], own = footprint_of(step, storage);
  if (own == no_footprint || step.obstacles.edge_count == 0 || is_scripted(step, storage)) return;
  if ((step.agents.flags[storage] & agent_flag::inside_obstacle) != 0) return;
  const Motion at = step.crowd.motion[self];
  NearestEdges edges;
  find_contact_edges(step.obstacles, {step.agents.position_x[storage], step.agents.position_y[storage]}, {at.x, at.y},
                     step.footprints.agents[own].circle_radius + contact_margin * step.crowd.radius[self], edges);
  step.contact.edge_count[self] = edges.count;
  for (std::int32_t e = 0; e < edges.count; ++e) {
    step.contact.edges[std::size_t{self} * contact_edge_cap + static_cast<std::uint32_t>(e)] = edges.edge[e];
  }
}

/// Whether entry `k` of a list can't touch yet: the two have not come nearer since the pass began by what parted them.
THRONG_HD inline bool is_still_apart(const StepData& step, const BodyList& list, std::int32_t k, std::uint32_t self,
                                     Vec2<float> at, std::uint32_t other, Vec2<float> other_at) {
  if (list.spare_sq == nullptr) return false;
  const float* const x = step.contact.start_x;
  const float* const y = step.contact.start_y;
  const Vec2<float> before{x[self] - x[other], y[self] - y[other]}, now = at - other_at;
  return length_sq(now - before) < list.spare_sq[k];
}

/// What pairs with a footprint ask of agents from `first` on, added to what discs do.
template <class Real>
THRONG_HD void add_body_corrections(const StepData& step, const ContactPlaces& places, std::uint32_t first,
                                    ContactSum<Real>& sum) {
  for (int l = 0; l < Lane<Real>::width; ++l) {
    const std::uint32_t self = first + static_cast<std::uint32_t>(l);
    const BodyList list = body_list(step, self, step.footprints.number[self]);
    const Vec2<float> at{places.x[self], places.y[self]};
    for (std::int32_t k = 0; k < *list.count; ++k) {
      const std::uint32_t entry = list.entries[k];
      if ((entry & immovable_body) != 0) continue;
      const std::uint32_t other = entry & ~takes_all;
      const Vec2<float> other_at{places.x[other], places.y[other]};
      const float skin = body_skin * (step.crowd.radius[self] + step.crowd.radius[other]);
      if (is_still_apart(step, list, k, self, at, other, other_at)) continue;
      const BodyDepth found = body_depth(step, self, at, other, other_at, -skin);
      const float depth = found.depth + skin;
      if (!(depth > 0.0f)) continue;
      const Vec2<float> push = ((entry & takes_all) != 0 ? depth : 0.5f * depth) * found.away;
      set_lane(sum.correction.x, l, lane_of(sum.correction.x, l) + push.x);
      set_lane(sum.correction.y, l, lane_of(sum.correction.y, l) + push.y);
      set_lane(sum.pairs, l, lane_of(sum.pairs, l) + 1.0f);
    }
  }
}

/// How often all immovable bodies are gone through.
inline constexpr int body_rounds = 2;

/// Agent `self` (cell order) after an iteration that has led it `to`, out of bodies that nobody moves.
THRONG_HD inline Vec2<float> keep_off_bodies(const StepData& step, const ContactPlaces& places, std::uint32_t self,
                                             Vec2<float> to) {
  const BodyList list = body_list(step, self, step.footprints.number[self]);
  Vec2<float> at = to;
  for (int round = 0; round < body_rounds; ++round) {
    bool moved = false;
    for (std::int32_t k = 0; k < *list.count; ++k) {
      const std::uint32_t entry = list.entries[k];
      if ((entry & immovable_body) == 0) continue;
      const std::uint32_t other = entry & ~(takes_all | immovable_body);
      const Vec2<float> other_at{places.x[other], places.y[other]};
      const float skin = body_skin * (step.crowd.radius[self] + step.crowd.radius[other]);
      if (is_still_apart(step, list, k, self, at, other, other_at)) continue;
      const BodyDepth found = body_depth(step, self, at, other, other_at, -skin);
      const float depth = found.depth + skin;
      if (!(depth > 0.0f)) continue;
      at = at + depth * found.away;
      moved = true;
    }
    if (!moved) break;  // nor would the next round
  }
  return at;
}

/// How much longer than the shortest way out of an edge another one may be, each time.
inline constexpr float most_of_shortest_way = 4.0f;

/// A footprint out of one edge: to its outside when the way of its position from `from` has led through; else by the
/// shortest way. That one may point inward a little where it leads around a convex end: a side that leans over a
/// corner.
THRONG_HD inline Vec2<float> keep_footprint_off_edge(const PlainBody& body, const EdgeData& data, Vec2<float> from,
                                                     Vec2<float> at) {
  const Vec2<float> outward{data.direction_y, -data.direction_x};
  float deepest = outside_by(data, at + body.vertex(0));
  for (std::int32_t k = 1; k < body.count; ++k) deepest = smaller(deepest, outside_by(data, at + body.vertex(k)));
  if (passes_edge(data, from, at)) return at - deepest * outward;
  if (!(deepest < 0.0f)) return at;
  const Vec2<float> left{data.left_x, data.left_y}, right{data.right_x, data.right_y};
  const Vec2<float> middle = 0.5f * (left + right);
  const BatchPoint ends[2] = {{left.x - middle.x, left.y - middle.y}, {right.x - middle.x, right.y - middle.y}};
  EdgeRow sides[2];
  make_edges(ends, 2, sides);
  const Separation<float> found = separate_bodies(body, at, {ends, sides, 2, 2}, middle);
  if (!(found.depth > 0.0f)) return at;
  const Vec2<float> freed = at - found.depth * found.normal;
  if (!(dot(found.normal, outward) > 0.0f)) return freed;
  const bool around_right = dot(found.normal, {data.direction_x, data.direction_y}) < 0.0f;
  const bool leads_around = (data.convexity & (around_right ? 2u : 1u)) != 0 && !passes_edge(data, from, freed);
  // No more than a few times the shortest way: that the two touch at all may be rounding.
  return leads_around ? freed : at + smaller(-deepest, most_of_shortest_way * found.depth) * outward;
}

/// As keep_off_walls(), for an agent that has a footprint.
THRONG_HD inline Vec2<float> keep_footprint_off_walls(const StepData& step, std::uint32_t self, std::uint32_t own,
                                                      Vec2<float> to) {
  const std::uint32_t storage = step.crowd.storage_index[self];
  const Vec2<float> from{step.agents.position_x[storage], step.agents.position_y[storage]};
  const PlainBody body = footprint_body(step.footprints, own);
  const std::uint32_t* edges = step.contact.edges + std::size_t{self} * contact_edge_cap;
  Vec2<float> at = to;
  for (int round = 0; round < wall_rounds; ++round) {
    for (std::int32_t e = 0; e < step.contact.edge_count[self]; ++e) {
      at = keep_footprint_off_edge(body, step.obstacles.edges[edges[e]], from, at);
    }
  }
  return at;
}

/// Pairs with a footprint, added to those of discs.
struct WithFootprints {
  static constexpr bool any = true;
  template <class Real>
  THRONG_HD void operator()(const StepData& step, const ContactPlaces& places, std::uint32_t first,
                            ContactSum<Real>& sum) const {
    add_body_corrections(step, places, first, sum);
  }
};

/// Agent `self` off what nobody moves: footprints, then walls.
THRONG_HD inline Vec2<float> keep_off_all(const StepData& step, const ContactPlaces& places, std::uint32_t self,
                                          Vec2<float> to) {
  const Vec2<float> at = step.footprints.disc_count[self] == 0 ? to : keep_off_bodies(step, places, self, to);
  if (step.obstacles.edge_count == 0) return at;
  const std::uint32_t own = step.footprints.number[self];
  return own == no_footprint ? keep_off_walls(step, self, at) : keep_footprint_off_walls(step, self, own, at);
}

}  // namespace THRONG_ISA
}  // namespace throng
