// Behaviors and paths of a world.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "host/behavior_fields.hpp"
#include "host/checks.hpp"
#include "host/floating_point_mode.hpp"
#include "host/world_impl.hpp"

namespace throng {
namespace {

double path_length(const SavedGoal& path) {
  const std::size_t n = path.vertices.size();
  double length = 0.0;
  for (std::size_t i = 1; i < n + (path.closed ? 1 : 0); ++i) {
    const Vec2d a = path.vertices[i - 1], b = path.vertices[i % n];
    length += std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  }
  return length;
}

}  // namespace

void World::Impl::check_behavior_row(BehaviorIndex index) const {
  if (index.row < behaviors_.size()) return;
  refuse(fmt::format("behavior {} does not exist; the world has {}", index.row, behaviors_.size()));
}

void World::Impl::check_references(const Behavior& behavior) const {
  if (const auto* follow = std::get_if<FollowPath>(&behavior)) {
    if (follow->path.row >= paths_.size()) {
      refuse(fmt::format("path {} does not exist; the world has {}", follow->path.row, paths_.size()));
    }
    // Places on a path are floats: a look that is too short would not get beyond the place that it begins at.
    const double length = path_length(paths_[follow->path.row]), least = length * 0x1p-20;
    if (follow->look_ahead < least) {
      refuse(fmt::format("look_ahead of follow_path is {} m; on path {} of {} m it must be at least {} m",
                         follow->look_ahead, follow->path.row, length, least));
    }
    if (paths_[follow->path.row].closed && follow->look_ahead >= length) {
      refuse(fmt::format("look_ahead of follow_path is {} m; on path {}, closed and {} m long, it must be less",
                         follow->look_ahead, follow->path.row, length));
    }
  }
  const auto* blend = std::get_if<Blend>(&behavior);
  if (blend == nullptr) return;
  for (std::size_t k = 0; k < blend->parts.size(); ++k) {
    const BehaviorIndex part = blend->parts[k].behavior;
    check_behavior_row(part);
    if (std::holds_alternative<Blend>(behaviors_[part.row])) {
      refuse(fmt::format("part {} of blend is behavior {}, itself a blend", k, part.row));
    }
  }
  check_paths_of(*blend, behaviors_.size());
}

/// The path that those who have the behavior follow.
std::optional<PathIndex> World::Impl::path_of(const Behavior& behavior) const {
  std::optional<PathIndex> path;  // of one part at most
  for_parts(behaviors_, behavior, [&](const Behavior& part) {
    if (const auto* follow = std::get_if<FollowPath>(&part)) path = follow->path;
  });
  return path;
}

/// An agent has one place on one path.
void World::Impl::check_paths_of_blends() const {
  for (std::size_t row = 0; row < behaviors_.size(); ++row) {
    if (const auto* blend = std::get_if<Blend>(&behaviors_[row])) check_paths_of(*blend, row);
  }
}

void World::Impl::check_paths_of(const Blend& blend, std::size_t row) const {
  const auto follows = std::count_if(blend.parts.begin(), blend.parts.end(), [&](const BlendPart& part) {
    return std::holds_alternative<FollowPath>(behaviors_[part.behavior.row]);
  });
  if (follows > 1) {
    refuse(fmt::format("{} parts of blend (behavior {}) follow a path; one can", follows, row));
  }
}

bool World::Impl::is_part_of_blend(BehaviorIndex index) const {
  return std::any_of(behaviors_.begin(), behaviors_.end(),
                     [&](const Behavior& behavior) { return has_part(behavior, index); });
}

BehaviorIndex World::add_behavior(const Behavior& behavior) {
  const FloatingPointMode mode;
  check_behavior(behavior, impl_->options_.time_step);
  impl_->check_references(behavior);
  impl_->behaviors_.push_back(behavior);
  impl_->behaviors_changed_ = impl_->steering_changed_ = true;
  return {static_cast<std::uint32_t>(impl_->behaviors_.size() - 1)};
}

void World::change_behavior(BehaviorIndex index, const Behavior& given) {
  const FloatingPointMode mode;
  Impl& impl = settled();
  impl.check_behavior_row(index);
  const Behavior behavior = given;  // which may be a row of the table itself
  check_behavior(behavior, impl.options_.time_step);
  impl.check_references(behavior);
  if (std::holds_alternative<Blend>(behavior) && impl.is_part_of_blend(index)) {
    refuse(fmt::format("behavior {} is part of a blend and can't become one", index.row));
  }
  if (has_part(behavior, index)) refuse(fmt::format("behavior {} can't be a part of itself", index.row));
  // Those whose behavior is this one, or a blend with it.
  Behavior before = std::exchange(impl.behaviors_[index.row], behavior);
  std::vector<std::uint32_t> concerned, together;
  try {
    impl.check_paths_of_blends();
    for (std::uint32_t slot = 0; slot < impl.steering_.size(); ++slot) {
      if (!impl.steers(slot)) continue;
      const Steering& steering = impl.steering_[slot].steering;
      if (steering.behavior != index && !has_part(impl.behaviors_[steering.behavior.row], index)) continue;
      try {
        impl.check_steering({slot, impl.agent_slots_.generation(slot)}, steering);
      } catch (const Error& error) {
        throw Error(error.code(), fmt::format("agent {}: {}", impl.id_of_slot_[slot], error.what()));
      }
      concerned.push_back(slot);
      if (impl.walks_together(slot)) together.push_back(slot);
    }
    if (!together.empty()) {
      impl.read_groups(together);
      impl.check_groups();
    }
    impl.make_room_for_changes(concerned.size());
  } catch (...) {
    impl.behaviors_[index.row] = std::move(before);
    throw;
  }
  const bool another_path = impl.path_of(before) != impl.path_of(behavior);
  // The table brings all else; most changes are of a number in it.
  if (another_path || ignored_targets_of(impl.behaviors_, before) != ignored_targets_of(impl.behaviors_, behavior)) {
    const auto result = another_path ? std::optional<SteeringReadout>(SteeringReadout{}) : std::nullopt;
    for (const std::uint32_t slot : concerned) impl.note_change(slot, result);
  }
  impl.behaviors_changed_ = impl.steering_changed_ = true;
}

const Behavior& World::behavior(BehaviorIndex index) const {
  impl_->check_behavior_row(index);
  return impl_->behaviors_[index.row];
}

std::size_t World::behavior_count() const { return impl_->behaviors_.size(); }

PathIndex World::add_path(std::span<const Vec2d> points, bool closed) {
  const FloatingPointMode mode;
  Impl& impl = settled();
  check_polyline("path", points);
  std::size_t present = 0;
  for (const SavedGoal& path : impl.paths_) present += path.vertices.size();
  if (points.size() > limits::max_path_vertices - present) {
    refuse(fmt::format("a path of {} points beside the {} there are would exceed the limit of {}", points.size(),
                       present, limits::max_path_vertices));
  }
  if (impl.origin_fixed_) {
    for (const Vec2d& v : points) check_extent("path point", v, impl.origin_);
  }
  impl.paths_.push_back({closed, {points.begin(), points.end()}});
  impl.paths_changed_ = impl.steering_changed_ = true;
  return {static_cast<std::uint32_t>(impl.paths_.size() - 1)};
}

}  // namespace throng
