// A preferred velocity that lets an agent stop before whoever stands in its way (docs/model.md, "Brakes").
#pragma once
#include "kernels/agent/footprint.hpp"
#include "kernels/agent/solve_agent.hpp"

namespace throng {
inline namespace THRONG_ISA {

/// Kept free before the front, m.
inline constexpr float brake_margin = 0.5f;

/// A body, as an axis sees it: m from its position.
struct SeenBody {
  std::uint32_t number;  ///< of its footprint, or no_footprint
  float radius;          ///< m, of a disc

  [[nodiscard]] THRONG_HD Projection<float> along(const FootprintView& all, Vec2<float> axis) const {
    return number == no_footprint ? disc_projection(radius) : project(footprint_body(all, number), axis);
  }
};

/// Ways along a heading, m, between which two bodies overlap.
struct WayOverlap {
  float enter, leave;

  /// Along one axis: `own` goes on by the part `ahead` of the way, `other` stands.
  THRONG_HD void cut(Projection<float> own, Projection<float> other, float ahead) {
    if (ahead > 0.0f || ahead < 0.0f) {
      const float first = (other.low - own.high) / ahead, last = (other.high - own.low) / ahead;
      enter = larger(enter, smaller(first, last));
      leave = smaller(leave, larger(first, last));
    } else if (!(other.low < own.high && other.high > own.low)) {
      leave = -INFINITY;
    }
  }
};

/// How far `own` gets along `heading` before it meets `other` at `offset`, m; infinite when it does not, or not within
/// `look`. Corners of a disc's way are not rounded.
THRONG_HD inline float way_to_body(const FootprintView& all, SeenBody own, SeenBody other, Vec2<float> heading,
                                   Vec2<float> offset, float look) {
  WayOverlap meeting{-INFINITY, INFINITY};
  const auto cut = [&](Vec2<float> axis) {
    const float shift = dot(axis, offset);
    const Projection<float> seen = other.along(all, axis);
    meeting.cut(own.along(all, axis), {seen.low + shift, seen.high + shift}, dot(axis, heading));
  };
  // Further axes let it begin only later and end only earlier.
  const auto may_meet = [&] { return meeting.enter < meeting.leave && meeting.enter < look; };
  const auto cut_by_edges = [&](std::uint32_t number) {
    if (number == no_footprint) return;
    const PlainBody body = footprint_body(all, number);
    for (std::int32_t k = 0; k < body.count && may_meet(); ++k) cut(body.edge(k).normal);
  };
  // Of the side it is known exactly whether it is in the way.
  const Vec2<float> aside{-heading.y, heading.x};
  const Projection<float> own_side = own.along(all, aside), other_side = other.along(all, aside);
  const float shift = dot(aside, offset);
  meeting.cut(own_side, {other_side.low + shift, other_side.high + shift}, 0.0f);
  if (!may_meet()) return INFINITY;
  cut(heading);
  cut_by_edges(own.number);
  cut_by_edges(other.number);
  return may_meet() ? meeting.enter : INFINITY;
}

/// m, that agent `self` (cell order) gets before it meets the first of those that it sees; at most `look`. Who would
/// have been met more than its radius ago is beside it or behind.
THRONG_HD inline float free_way(const StepData& step, std::uint32_t self, float look) {
  const CrowdView& crowd = step.crowd;
  const FootprintView& all = step.footprints;
  const std::uint32_t storage = crowd.storage_index[self];
  const Vec2<float> position{crowd.motion[self].x, crowd.motion[self].y};
  const Vec2<float> heading{step.agents.heading_x[storage], step.agents.heading_y[storage]};
  const SeenBody own{footprint_of(step, storage), crowd.radius[self]};
  const float size = own.number == no_footprint ? own.radius : all.agents[own.number].circle_radius;
  // What is met first may be a corner, diagonally from its center.
  const float ahead = square_root((size + look) * (size + look) + size * size);
  float way = look;
  const auto meet = [&](std::uint32_t j, std::uint32_t number) {
    if (j == self || !sees(step, storage, j)) return;
    const SeenBody other{number, crowd.radius[j]};
    const Vec2<float> offset = Vec2<float>{crowd.motion[j].x, crowd.motion[j].y} - position;
    const float met = way_to_body(all, own, other, heading, offset, way);
    if (met > -other.radius) way = smaller(way, met);
  };
  const float largest = all.class_count == 0 ? step.contact.largest_radius : all.largest_disc;
  for_item_ranges(crowd.grid, position.x, position.y, ahead + 1.5f * largest,
                  [&](std::uint32_t begin, std::uint32_t end) {
                    for (std::uint32_t j = begin; j < end; ++j) {
                      if (footprint_of(step, crowd.storage_index[j]) == no_footprint) meet(j, no_footprint);
                    }
                  });
  for_footprint_classes(all, step.contact.largest_radius, [&](const FootprintClass& each) {
    const float reach = ahead + 1.5f * larger(each.largest_radius, each.largest_circle);
    for_item_ranges(each.grid, position.x, position.y, reach, [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t k = each.first + begin; k < each.first + end; ++k) meet(all.agents[k].self, k);
    });
  });
  return way;
}

/// The velocity that agent `self` (cell order) wants, shortened to what lets it stop `brake_margin` before whoever
/// stands in its way.
THRONG_HD inline Vec2<float> braked_velocity(const StepData& step, std::uint32_t self, Vec2<float> wanted) {
  const float speed = square_root(length_sq(wanted));
  if (!(speed > 0.0f)) return wanted;
  const float change = step.profiles[step.agents.profile[step.crowd.storage_index[self]]].max_change;
  const bool slows = change < 3.4e38f;
  const float deceleration = change * step.inverse_time_step;
  const float stopping = speed * step.time_step + (slows ? speed * speed / (2.0f * deceleration) : 0.0f);
  const float room = free_way(step, self, stopping + brake_margin) - brake_margin;
  if (!(room > 0.0f)) return {0.0f, 0.0f};
  const float allowed =
      slows ? square_root(change * change + 2.0f * deceleration * room) - change : room * step.inverse_time_step;
  return speed > allowed ? (allowed / speed) * wanted : wanted;
}

}  // namespace THRONG_ISA
}  // namespace throng
